//! The rules of shogi against independent oracles.

mod declaration;
mod differential;
mod edges;
pub mod games;
mod keys;
mod legal_moves;
mod oracle;
mod perft;
mod properties;
mod repetition;
