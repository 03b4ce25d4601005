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

    /// Moves as text with blanks between them.
    #[must_use]
    pub fn moves_text(self, moves: &[shogi::Move]) -> String {
        let mut text = String::with_capacity(5 * moves.len());
        for mv in moves {
            if !text.is_empty() {
                text.push(' ');
            }
            self.push_move(*mv, &mut text);
        }
        text
    }

    /// Appends the text of a move.
    pub(crate) fn push_move(self, mv: shogi::Move, text: &mut String) {
        match self {
            Self::Shogi => mv.push_usi(text),
            Self::Dobutsu => *text += &self.move_text(mv),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_moves_have_the_text_of_each() {
        let all: Vec<_> = (0..=u16::MAX).filter_map(shogi::Move::from_raw).collect();
        for variant in Variant::ALL {
            let texts: Vec<_> = all.iter().map(|mv| variant.move_text(*mv)).collect();
            assert_eq!(variant.moves_text(&all), texts.join(" "));
            assert_eq!(variant.moves_text(&[]), "");
        }
    }
}
