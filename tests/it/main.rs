//! Everything that is tested from outside, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod commands;
mod convert;
mod corpus;
mod csa;
mod database;
mod dobutsu;
mod documents;
mod explorer;
mod faults;
mod formats;
mod kif;
mod layers;
mod limits;
mod mutations;
mod rules;
mod samples;
mod support;
mod usi;
