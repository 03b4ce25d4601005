//! Everything that is tested from outside, in one binary.

mod csa;
mod played;
mod rules;
mod usi;
