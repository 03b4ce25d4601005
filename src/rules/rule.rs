//! The rules that a move can break.

use super::named_enum;
use std::fmt;

named_enum! {
    /// The rule that a move breaks, in either game. When it breaks several, the one named is the most specific; in
    /// standard shogi that is the first in this order.
    ///
    /// Sources: the rules of the Japan Shogi Association; for dōbutsu shōgi, in which only the rules up to
    /// [`CannotPromote`](Self::CannotPromote) can be broken, the official sheet.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rule {
        /// The piece on the origin belongs to the other side.
        NotYourPiece = "not_your_piece",
        /// Nothing stands on the origin.
        EmptyOrigin = "empty_origin",
        /// The kind dropped is not in hand.
        NotInHand = "not_in_hand",
        /// The destination holds a piece of the mover's own or, for a drop, any piece.
        Occupied = "occupied",
        /// The piece does not move that way, or something stands between.
        CannotMoveSo = "cannot_move_so",
        /// A pawn or lance on the last rank, or a knight on the last two, has to promote; so has a chick that moves to
        /// the far rank.
        MustPromote = "must_promote",
        /// The piece has no promoted form, or neither square is in the promotion zone.
        CannotPromote = "cannot_promote",
        /// Dropped where it could never move (行き所のない駒).
        DeadEnd = "dead_end",
        /// A second unpromoted pawn on a file (二歩).
        TwoPawns = "two_pawns",
        /// A pawn drop that gives mate (打ち歩詰め).
        PawnDropMate = "pawn_drop_mate",
        /// The own king stays or comes under attack (王手放置).
        LeftInCheck = "left_in_check",
        /// The side moved twice running (二手指し). Never the answer of `judge`, which knows a single move;
        /// for records that name the side of each move.
        TwoMovesInARow = "two_moves_in_a_row",
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotYourPiece => "the piece belongs to the other side",
            Self::EmptyOrigin => "there is no piece on the origin",
            Self::NotInHand => "no such piece is in hand",
            Self::Occupied => "the destination is occupied",
            Self::CannotMoveSo => "the piece does not move that way",
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
