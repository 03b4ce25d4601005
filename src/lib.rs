#![doc = include_str!("../README.md")]

pub mod analyse;
pub mod database;
pub mod dataset;
pub mod formats;
pub mod import;
pub mod index;
pub mod notation;
pub mod query;
pub mod record;
pub mod replay;
pub mod report;
pub mod rules;
pub mod store;
pub mod terms;
