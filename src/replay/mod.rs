//! Plays a [`Record`](crate::record::Record): which of its moves are legal, and how the game really ended.

mod game;

pub use game::{Agreement, Facts, Game, Outcome, Played, Stop};
