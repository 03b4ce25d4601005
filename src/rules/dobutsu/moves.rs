//! Moves in two bytes, their text, and a list of them.

use super::{PieceKind, Square};
use crate::rules::MoveOrigin;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A move, of which nothing is known but where from and where to.
///
/// Frozen layout, the same as in standard shogi: bits 0–6 the index of the destination; bits 7–13 the index of the
/// origin, or for a drop 81 + the index of the kind (chick 0, elephant 1, giraffe 2); bit 14 promotion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// A text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError;

const DROP: u16 = 81;
const PROMOTION: u16 = 1 << 14;

impl Move {
    /// A move on the board; `promote` says that a chick becomes a hen.
    #[must_use]
    pub const fn board(from: Square, to: Square, promote: bool) -> Self {
        let promotion = if promote { PROMOTION } else { 0 };
        Self(to.byte() as u16 | (from.byte() as u16) << 7 | promotion)
    }

    /// A drop. A hen is dropped as a chick; a lion cannot be dropped.
    #[must_use]
    pub const fn drop(kind: PieceKind, to: Square) -> Option<Self> {
        match kind.unpromoted() {
            PieceKind::Lion => None,
            kind => Some(Self(to.byte() as u16 | (DROP + kind as u16) << 7)),
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn origin(self) -> MoveOrigin<Square, PieceKind> {
        let field = self.0 >> 7 & 0x7f;
        match field.checked_sub(DROP) {
            Some(kind) => MoveOrigin::Hand(PieceKind::HAND[usize::from(kind) % 3]),
            None => MoveOrigin::Board(square(field)),
        }
    }

    /// The square it comes from, none for a drop.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        match self.origin() {
            MoveOrigin::Board(square) => Some(square),
            MoveOrigin::Hand(_) => None,
        }
    }

    /// The square it goes to.
    #[must_use]
    pub fn to(self) -> Square {
        square(self.0 & 0x7f)
    }

    /// The kind that is dropped, none for a move on the board.
    #[must_use]
    pub fn dropped(self) -> Option<PieceKind> {
        match self.origin() {
            MoveOrigin::Board(_) => None,
            MoveOrigin::Hand(kind) => Some(kind),
        }
    }

    /// Whether it is a drop.
    #[must_use]
    pub fn is_drop(self) -> bool {
        self.dropped().is_some()
    }

    /// Whether a chick becomes a hen.
    #[must_use]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// The two bytes.
    #[must_use]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The move of two bytes, if they are one: squares on the board, a kind that can be in hand, no promotion
    /// with a drop, no bit beyond the layout.
    #[must_use]
    pub fn from_raw(raw: u16) -> Option<Self> {
        let (to, from) = (raw & 0x7f, raw >> 7 & 0x7f);
        let drop = (DROP..DROP + 3).contains(&from);
        let valid = to < 12 && (from < 12 || drop && raw & PROMOTION == 0) && raw >> 15 == 0;
        valid.then_some(Self(raw))
    }

    /// The move of a text (`b3b2`, `b2b1+`, `G*b3`).
    #[must_use]
    pub fn from_usi_bytes(text: &[u8]) -> Option<Self> {
        let at = |file: u8, rank: u8| Square::new(file.checked_sub(b'a' - 1)?, rank.checked_sub(b'0')?);
        match *text {
            [kind, b'*', file, rank] => {
                Self::drop(PieceKind::from_letter(char::from(kind))?, at(file, rank)?)
            }
            [f1, r1, f2, r2] => Some(Self::board(at(f1, r1)?, at(f2, r2)?, false)),
            [f1, r1, f2, r2, b'+'] => Some(Self::board(at(f1, r1)?, at(f2, r2)?, true)),
            _ => None,
        }
    }
}

/// The square of a field that the constructors have filled with the index of one.
fn square(field: u16) -> Square {
    Square::lowest(1 << (4 * (u64::from(field) % 12)))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            MoveOrigin::Board(from) => {
                write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" })
            }
            MoveOrigin::Hand(kind) => write!(f, "{}*{}", kind.letter(), self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Self::from_usi_bytes(text.as_bytes()).ok_or(MoveError)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move (`b3b2`, `b2b1+` or `G*b3`)")
    }
}

impl std::error::Error for MoveError {}

/// Moves in a fixed array, without allocation.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More than any position has: n animals of the mover beside its lion make at most 8 + 6n moves and leave at
    /// most 3·(10 − n) drops, and the kinds left to drop shrink as n grows; 44 is a bound, 38 the most in play.
    const CAPACITY: usize = 64;

    pub(super) const fn new() -> Self {
        Self { moves: [Move(0); Self::CAPACITY], len: 0 }
    }

    pub(super) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_its_text_and_its_bytes() {
        let mut count = 0;
        for raw in 0..=u16::MAX {
            let Some(mv) = Move::from_raw(raw) else { continue };
            count += 1;
            assert_eq!(mv.raw(), raw);
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        assert_eq!(count, 12 * 12 * 2 + 3 * 12);
    }

    #[test]
    fn the_layout_is_frozen() {
        for (text, raw) in [("b3b2", 4 | 7 << 7), ("b2b1+", 1 | 4 << 7 | 1 << 14), ("G*c4", 11 | 83 << 7)] {
            assert_eq!(text.parse::<Move>().map(Move::raw), Ok(raw), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in ["", "b3", "b3b5", "b3b2-", "L*b3", "g*b3", "G*b3+", "b3b2++", "3b2b", "ひよこ"] {
            assert_eq!(text.parse::<Move>(), Err(MoveError), "{text}");
        }
    }
}
