//! The rules, the readers and replay of the project, compiled from source, so that the database need not be built for a
//! measurement.

#[path = "../../../src/formats/mod.rs"]
pub mod formats;
#[path = "../../../src/notation/mod.rs"]
pub mod notation;
#[path = "../../../src/record/mod.rs"]
pub mod record;
#[path = "../../../src/replay/mod.rs"]
pub mod replay;
#[path = "../../../src/rules/mod.rs"]
pub mod rules;
