//! Which game is played.

use super::{dobutsu, named_enum, shogi};
use std::fmt;

named_enum! {
    /// A game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Variant {
        /// Standard shogi.
        #[default]
        Shogi = "shogi",
        /// Dōbutsu shōgi.
        Dobutsu = "dobutsu",
    }
}

impl Variant {
    /// A move as text: `7g7f`, or `b3b2` in dōbutsu shōgi.
    #[must_use]
    pub fn move_text(self, mv: shogi::Move) -> String {
        let animal = if self == Self::Dobutsu { dobutsu::Move::from_shogi(mv) } else { None };
        animal.map_or_else(|| mv.to_string(), |mv| mv.to_string())
    }

    /// The move of a text: USI, in dōbutsu shōgi also `b3b2`, `G*b3`.
    #[must_use]
    pub fn read_move(self, text: &str) -> Option<shogi::Move> {
        let animal = if self == Self::Dobutsu { text.parse().ok() } else { None };
        match animal {
            Some(mv) => Some(dobutsu::Move::to_shogi(mv)),
            None => text.parse().ok(),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
