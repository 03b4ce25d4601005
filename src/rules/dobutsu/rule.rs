//! What an impossible move does wrong.

use std::fmt;

/// The rule that a move breaks, the most specific first. There is no check, so nothing more can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The piece on the origin is the opponent's.
    NotYourPiece,
    /// Nothing stands on the origin.
    EmptyOrigin,
    /// The piece dropped is not in the mover's hand.
    NotInHand,
    /// The destination holds a piece of the mover, or, for a drop, any piece.
    Occupied,
    /// The piece does not step there.
    CannotMoveSo,
    /// A chick that moves to the far rank becomes a hen; the move does not say so.
    MustPromote,
    /// The move says that a piece is promoted that cannot be.
    CannotPromote,
}

impl Rule {
    /// The stable code used in answers and files, as in standard shogi.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourPiece => "not_your_piece",
            Self::EmptyOrigin => "empty_origin",
            Self::NotInHand => "not_in_hand",
            Self::Occupied => "occupied",
            Self::CannotMoveSo => "cannot_move_so",
            Self::MustPromote => "must_promote",
            Self::CannotPromote => "cannot_promote",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotYourPiece => "the piece is the opponent's",
            Self::EmptyOrigin => "no piece stands on the origin",
            Self::NotInHand => "the piece is not in hand",
            Self::Occupied => "the destination is occupied",
            Self::CannotMoveSo => "the piece does not move so",
            Self::MustPromote => "a chick that moves to the far rank must become a hen",
            Self::CannotPromote => "the piece cannot be promoted here",
        })
    }
}

impl std::error::Error for Rule {}
