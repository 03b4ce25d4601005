//! Playing a move: the position after it, kept up to date piece by piece.

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::geometry;
use super::key;
use super::mv::Move;
use super::piece::PieceKind;
use super::position::{Mover, Position};
use super::square::Square;
use crate::rules::{Color, MoveOrigin, Rule};

impl Position {
    /// Plays a move that the caller knows to be legal: generated, or judged.
    ///
    /// An illegal move does not panic, but leaves a position that means nothing.
    pub fn play(&mut self, mv: Move) {
        match mv.origin() {
            MoveOrigin::Board(from) => self.play_board(from, mv.to(), mv.promotes()),
            MoveOrigin::Hand(kind) => self.play_drop(kind, mv.to()),
        }
    }

    /// The position after a move that the caller knows to be legal.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The rule the move breaks; the position is then unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), Rule> {
        match mv.origin() {
            MoveOrigin::Board(from) => {
                self.judge_board(from, mv.to(), mv.promotes())?;
                self.play_board(from, mv.to(), mv.promotes());
            }
            MoveOrigin::Hand(kind) => {
                self.judge_drop(kind, mv.to())?;
                self.play_drop(kind, mv.to());
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn play_board(&mut self, from: Square, to: Square, promotes: bool) {
        let us = self.turn;
        let before = self.board[from.slot()];
        let after = before.promoted(promotes);
        let captured = self.board[to.slot()];
        let (from_bit, to_bit) = (from.bit(), to.bit());
        self.board[from.slot()] = Cell::EMPTY;
        self.board[to.slot()] = after;
        self.colors[us.index()] ^= from_bit ^ to_bit;
        if promotes {
            self.movers[before.mover()] ^= from_bit;
            self.movers[after.mover()] ^= to_bit;
            if after.is_horse_or_dragon() {
                self.movers[Mover::EIGHT_WAYS] ^= to_bit;
            }
        } else {
            self.movers[before.mover()] ^= from_bit ^ to_bit;
            if before.is_horse_or_dragon() {
                self.movers[Mover::EIGHT_WAYS] ^= from_bit ^ to_bit;
            }
        }
        if before.is_king() {
            self.kings[us.index()] = to;
        }
        self.key ^= key::on_board(before, from) ^ key::on_board(after, to);
        if !captured.is_empty() {
            self.capture(us, captured, to);
        }
        self.checkers = self.direct_check(after, to) | self.uncovered_check(from);
        self.pass_turn();
    }

    #[inline]
    fn play_drop(&mut self, kind: PieceKind, to: Square) {
        let us = self.turn;
        let cell = Cell::new(us, kind);
        let bit = to.bit();
        self.board[to.slot()] = cell;
        self.colors[us.index()] ^= bit;
        self.movers[cell.mover()] ^= bit;
        let count = self.hands[us].count_mut(kind.slot());
        let before = *count;
        *count = before.wrapping_sub(1);
        self.key ^= key::on_board(cell, to) ^ key::in_hand(us, kind.slot(), before);
        self.checkers = self.direct_check(cell, to);
        self.pass_turn();
    }

    fn pass_turn(&mut self) {
        self.key ^= key::white_to_move();
        self.turn = !self.turn;
        self.ply = self.ply.wrapping_add(1);
    }

    /// Takes the enemy piece off its square and into the hand.
    fn capture(&mut self, us: Color, captured: Cell, square: Square) {
        let bit = square.bit();
        self.colors[(!us).index()] ^= bit;
        self.movers[captured.mover()] ^= bit;
        if captured.is_horse_or_dragon() {
            self.movers[Mover::EIGHT_WAYS] ^= bit;
        }
        self.key ^= key::on_board(captured, square);
        if captured.is_king() {
            self.kings[(!us).index()] = Square::NONE;
            return;
        }
        let slot = captured.slot() & 7;
        let count = self.hands[us].count_mut(slot);
        *count = count.wrapping_add(1);
        self.key ^= key::in_hand(us, slot, *count);
    }

    /// The piece that just moved, if it attacks the enemy king from where it now stands.
    fn direct_check(&self, cell: Cell, to: Square) -> Bitboard {
        let king = self.king_square(!self.turn);
        let relation = geometry::relation(to, king);
        if !cell.reaches(relation) {
            return Bitboard::EMPTY;
        }
        let between = geometry::between_related(relation, to, king);
        if (between & self.occupied()).is_empty() { to.bit() } else { Bitboard::EMPTY }
    }

    /// The slider that attacks the enemy king because a piece left this square.
    fn uncovered_check(&self, from: Square) -> Bitboard {
        let (us, king) = (self.turn, self.king_square(!self.turn));
        let direction = geometry::relation(king, from);
        if (geometry::ray(direction, from) & self.may_slide(direction, us)).is_empty() {
            return Bitboard::EMPTY;
        }
        self.first_slider(king, direction, us)
    }
}
