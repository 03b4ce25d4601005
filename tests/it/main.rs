//! Everything that is tested from outside, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod archives;
mod branches;
mod chunks;
mod commands;
mod convert;
mod corpus;
mod counting;
mod csa;
mod csa_endings;
mod csa_logs;
mod damage;
mod database;
mod dobutsu;
mod documents;
mod duplicates;
mod endings;
mod endings_written;
mod evaluations;
mod explorer;
mod exports;
mod faults;
mod filters;
mod formats;
mod interrupt;
mod ki2;
mod kif;
mod layers;
mod limits;
mod mutations;
mod names;
mod older;
mod output_files;
mod pipes;
mod players;
mod public;
mod round_trip;
mod rules;
mod samples;
mod support;
mod terms;
mod undo;
mod usi;
mod writers;
