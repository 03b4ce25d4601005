//! The moves of one position, without allocation.

use std::fmt;
use std::ops::Deref;

use super::mv::Move;
use super::piece::PieceKind;
use super::square::Square;

/// The most moves a legal position can have.
pub const MAX_MOVES: usize = 593;

/// A list of moves of one position; a slice of [`Move`].
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; 640],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    pub(crate) const fn new() -> Self {
        Self { moves: [Move::drop(PieceKind::Pawn, Square::NONE); 640], len: 0 }
    }

    /// Adds a move; the capacity is more than any position needs, and a move beyond it is left out.
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = mv;
            self.len += 1;
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or(&self.moves)
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
