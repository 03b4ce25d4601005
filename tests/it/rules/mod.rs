//! The rules of shogi against independent oracles.

mod edges;
mod legal_moves;
mod oracle;
