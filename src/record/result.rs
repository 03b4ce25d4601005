//! How a game went, as statistics count it.

use super::Ending;
use crate::rules::Color;

/// A game's result as statistics count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// This side won.
    Won(Color),
    /// Nobody won, by a rule or an agreement.
    Draw,
    /// It is not known who won (interrupted, adjourned, the record just stops).
    #[default]
    Unknown,
}

impl GameResult {
    /// The result of a game with this ending: the verified one where an ending is verified, else the declared one.
    #[must_use]
    pub const fn new(ending: Ending, winner: Option<Color>) -> Self {
        match winner {
            Some(color) => Self::Won(color),
            None if ending.is_draw() => Self::Draw,
            None => Self::Unknown,
        }
    }
}
