//! The games themselves: who may move what where, and when a game is over. Uses only the standard library.

mod board;
mod color;
pub mod dobutsu;
pub mod shogi;

pub use board::{Board, Play, Variant};
pub use color::{ByColor, Color};
