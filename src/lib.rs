#![doc = include_str!("../README.md")]

#[cfg(feature = "tablebase")]
pub mod analyse;
#[cfg(feature = "intake")]
pub mod check;
#[cfg(feature = "store")]
pub mod database;
#[cfg(feature = "report")]
pub mod dataset;
pub mod formats;
#[cfg(feature = "store")]
pub mod import;
#[cfg(feature = "store")]
mod index;
#[cfg(feature = "intake")]
pub mod intake;
pub mod notation;
#[cfg(feature = "store")]
pub mod query;
pub mod record;
pub mod replay;
#[cfg(feature = "report")]
pub mod report;
pub mod rules;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "tablebase")]
pub mod tablebase;
pub mod terms;
