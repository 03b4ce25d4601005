//! The rules of shogi against independent oracles.

mod declaration;
mod edges;
mod legal_moves;
mod oracle;
mod perft;
mod repetition;
