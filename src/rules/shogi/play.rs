//! Playing a move: the position after it, kept up to date piece by piece.

use super::attacks;
use super::bitboard::Bitboard;
use super::cell::Cell;
use super::geometry;
use super::key;
use super::mv::{Move, Origin};
use super::piece::PieceKind;
use super::position::Position;
use super::rule::Rule;
use super::square::Square;
use crate::rules::Color;

impl Position {
    /// Plays a move that the caller knows to be legal: generated, or judged.
    ///
    /// An illegal move does not panic, but leaves a position that means nothing.
    pub fn play(&mut self, mv: Move) {
        let (us, to) = (self.turn, mv.to());
        let enemy_king = self.king_square(!us);
        let (kind, uncovered) = match mv.origin() {
            Origin::Hand(kind) => {
                self.take_from_hand(us, kind);
                (kind, Bitboard::EMPTY)
            }
            Origin::Board(from) => {
                let before = self.board[from.slot()].kind();
                let after = if mv.promotes() { before.promoted().unwrap_or(before) } else { before };
                self.toggle(us, before, from.bit());
                self.board[from.slot()] = Cell::EMPTY;
                self.key ^= key::on_board(us, before, from);
                if before == PieceKind::King {
                    self.kings[us.index()] = to;
                }
                let captured = self.board[to.slot()];
                if !captured.is_empty() {
                    self.capture(us, captured.kind(), to);
                }
                let line = geometry::relation(enemy_king, from);
                (after, geometry::ray(line, from) & self.sliders_in(line, us))
            }
        };
        self.toggle(us, kind, to.bit());
        self.board[to.slot()] = Cell::new(us, kind);
        self.key ^= key::on_board(us, kind, to) ^ key::white_to_move();
        self.turn = !us;
        self.ply = self.ply.saturating_add(1);
        self.checkers = self.direct_check(us, kind, to, enemy_king);
        for slider in uncovered {
            if (geometry::between(enemy_king, slider) & self.occupied()).is_empty() {
                self.checkers |= slider.bit();
            }
        }
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The rule the move breaks; the position is then unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), Rule> {
        self.judge(mv)?;
        self.play(mv);
        Ok(())
    }

    /// The moved piece, if it attacks the king from where it now stands.
    fn direct_check(&self, us: Color, kind: PieceKind, to: Square, enemy_king: Square) -> Bitboard {
        let relation = geometry::relation(to, enemy_king);
        let open = (geometry::between_related(relation, to, enemy_king) & self.occupied()).is_empty();
        if open && attacks::reaches(us, kind, relation) { to.bit() } else { Bitboard::EMPTY }
    }

    fn take_from_hand(&mut self, us: Color, kind: PieceKind) {
        let hand = &mut self.hands[us];
        let count = hand.count(kind);
        hand.remove(kind);
        self.key ^= key::in_hand(us, kind, count) ^ key::in_hand(us, kind, count.saturating_sub(1));
    }

    fn capture(&mut self, us: Color, kind: PieceKind, square: Square) {
        self.toggle(!us, kind, square.bit());
        self.key ^= key::on_board(!us, kind, square);
        if kind == PieceKind::King {
            self.kings[(!us).index()] = Square::NONE;
            return;
        }
        let hand = &mut self.hands[us];
        let count = hand.count(kind);
        hand.add(kind);
        self.key ^= key::in_hand(us, kind, count) ^ key::in_hand(us, kind, count + 1);
    }
}
