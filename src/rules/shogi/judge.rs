//! Judging one move: legal, or which rule it breaks.

use super::attacks;
use super::cell::Cell;
use super::geometry::{self, Relation, last_ranks};
use super::movegen::files_without;
use super::mv::Move;
use super::piece::PieceKind;
use super::position::{Mover, Position};
use super::square::Square;
use crate::rules::{MoveOrigin, Rule};

impl Position {
    /// Is the move legal here?
    ///
    /// # Errors
    /// The rule it breaks; of several the most specific, which is the first in the order of [`Rule`].
    pub fn judge(&self, mv: Move) -> Result<(), Rule> {
        match mv.origin() {
            MoveOrigin::Board(from) => self.judge_board(from, mv.to(), mv.promotes()),
            MoveOrigin::Hand(kind) => self.judge_drop(kind, mv.to()),
        }
    }

    #[inline(always)]
    pub(crate) fn judge_board(&self, from: Square, to: Square, promotes: bool) -> Result<(), Rule> {
        let us = self.turn;
        let cell = self.board[from.slot()];
        if !cell.belongs_to(us) {
            return Err(if cell.is_empty() { Rule::EmptyOrigin } else { Rule::NotYourPiece });
        }
        if self.board[to.slot()].belongs_to(us) {
            return Err(Rule::Occupied);
        }
        let relation = geometry::relation(from, to);
        let between = geometry::between_related(relation, from, to);
        if !cell.reaches(relation) || !(between & self.occupied()).is_empty() {
            return Err(Rule::CannotMoveSo);
        }
        if promotes {
            let in_zone = !((from.bit() | to.bit()) & last_ranks(us, 3)).is_empty();
            if !cell.can_promote() || !in_zone {
                return Err(Rule::CannotPromote);
            }
        } else if cell.dead_ends().contains(to) {
            return Err(Rule::MustPromote);
        }
        let safe = if cell.is_king() {
            !self.is_attacked_given(to, !us, self.occupied() ^ from.bit())
        } else {
            (self.checkers.is_empty() || self.answers_check(to)) && self.may_leave(from, to)
        };
        if safe { Ok(()) } else { Err(Rule::LeftInCheck) }
    }

    #[inline]
    pub(crate) fn judge_drop(&self, kind: PieceKind, to: Square) -> Result<(), Rule> {
        let us = self.turn;
        if self.hands[us].count(kind) == 0 {
            return Err(Rule::NotInHand);
        }
        if !self.board[to.slot()].is_empty() {
            return Err(Rule::Occupied);
        }
        if Cell::new(us, kind).dead_ends().contains(to) {
            return Err(Rule::DeadEnd);
        }
        if kind == PieceKind::Pawn {
            let pawns = self.movers[Mover::PAWN] & self.colors[us.index()];
            if !files_without(pawns).contains(to) {
                return Err(Rule::TwoPawns);
            }
            let checks = attacks::steps(us, PieceKind::Pawn, to).contains(self.king_square(!us));
            if checks && self.pawn_drop_mates(to) {
                return Err(Rule::PawnDropMate);
            }
        }
        if self.checkers.is_empty() || self.answers_check(to) { Ok(()) } else { Err(Rule::LeftInCheck) }
    }

    /// Does a piece that arrives here, not the king, end every check there is?
    #[cold]
    fn answers_check(&self, to: Square) -> bool {
        let Some(checker) = self.checkers.first() else { return true };
        let line = geometry::between(self.king_square(self.turn), checker) | checker.bit();
        !self.checkers.has_many() && line.contains(to)
    }

    /// Does the own king stay safe from sliders behind when this piece, not the king, moves there?
    #[inline(always)]
    fn may_leave(&self, from: Square, to: Square) -> bool {
        let king = self.king_square(self.turn);
        let direction = geometry::relation(king, from);
        let behind = geometry::ray(direction, from) & self.may_slide(direction, !self.turn);
        behind.is_empty() || self.is_free(from, to, direction)
    }

    /// [`may_leave`](Self::may_leave) when there may be a slider in this direction of the king.
    #[cold]
    fn is_free(&self, from: Square, to: Square, direction: Relation) -> bool {
        let line = geometry::ray(direction, self.king_square(self.turn));
        line.contains(to) || !self.pinned(self.turn).contains(from)
    }
}
