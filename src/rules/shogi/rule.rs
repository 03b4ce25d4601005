//! The rules that a move can break.

use std::fmt;

/// The rule that a move breaks. When it breaks several, the one named is the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The piece on the origin belongs to the other side.
    NotYourPiece,
    /// Nothing stands on the origin.
    EmptyOrigin,
    /// The kind dropped is not in hand.
    NotInHand,
    /// The destination holds a piece of the mover's own or, for a drop, any piece.
    Occupied,
    /// The piece does not move that way, or something stands between.
    CannotMoveSo,
    /// A pawn or lance on the last rank, or a knight on the last two, has to promote.
    MustPromote,
    /// The piece has no promoted form, or neither square is in the promotion zone.
    CannotPromote,
    /// Dropped where it could never move (行き所のない駒).
    DeadEnd,
    /// A second unpromoted pawn on a file (二歩).
    TwoPawns,
    /// A pawn drop that gives mate (打ち歩詰め).
    PawnDropMate,
    /// The own king stays or comes under attack (王手放置).
    LeftInCheck,
    /// The side moved twice running (二手指し). Never the answer of `judge`, which knows a single move;
    /// for records that name the side of each move.
    TwoMovesInARow,
}

impl Rule {
    /// Every rule, in order.
    pub const ALL: [Self; 12] = [
        Self::NotYourPiece,
        Self::EmptyOrigin,
        Self::NotInHand,
        Self::Occupied,
        Self::CannotMoveSo,
        Self::MustPromote,
        Self::CannotPromote,
        Self::DeadEnd,
        Self::TwoPawns,
        Self::PawnDropMate,
        Self::LeftInCheck,
        Self::TwoMovesInARow,
    ];

    /// The stable code used in answers and databases.
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
            Self::DeadEnd => "dead_end",
            Self::TwoPawns => "two_pawns",
            Self::PawnDropMate => "pawn_drop_mate",
            Self::LeftInCheck => "left_in_check",
            Self::TwoMovesInARow => "two_moves_in_a_row",
        }
    }

    /// The rule with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotYourPiece => "the piece belongs to the other side",
            Self::EmptyOrigin => "there is no piece on the origin",
            Self::NotInHand => "no such piece is in hand",
            Self::Occupied => "the destination is occupied",
            Self::CannotMoveSo => "the piece cannot move so",
            Self::MustPromote => "the piece must promote there",
            Self::CannotPromote => "the piece cannot promote",
            Self::DeadEnd => "the dropped piece could never move",
            Self::TwoPawns => "two unpromoted pawns on a file",
            Self::PawnDropMate => "a pawn drop gives mate",
            Self::LeftInCheck => "the king is left in check",
            Self::TwoMovesInARow => "the same side moves twice in a row",
        })
    }
}

impl std::error::Error for Rule {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_there_and_back() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_code(rule.code()), Some(rule));
        }
        assert!(Rule::ALL.is_sorted());
    }
}
