//! The rules of the project, which use only the standard library: compiled from source, so that the
//! database need not be built for a measurement.

#[path = "../../../src/rules/mod.rs"]
pub mod rules;
