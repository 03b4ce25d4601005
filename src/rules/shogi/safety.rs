//! What endangers the king of the side to move: attacked neighbours and pins.

use super::attacks;
use super::bitboard::Bitboard;
use super::geometry;
use super::position::{Mover, Position};
use super::square::Square;
use crate::rules::Color;

impl Position {
    /// Of these neighbours of a side's king, those the king may step to: not attacked once it has left.
    #[inline]
    pub(crate) fn safe_steps(&self, us: Color, king: Square, to: Bitboard) -> Bitboard {
        if to.is_empty() {
            return to;
        }
        let them = !us;
        let enemies = self.colors[them.index()];
        let occupied = self.occupied() ^ king.bit();
        let [pawns, lances, knights, silvers, golds, bishops, rooks, eight_ways] = self.movers;
        let mut danger = Bitboard::EMPTY;
        // Steppers matter only when they are near, which is rare; sliders always.
        let near = enemies & attacks::vicinity(king);
        for from in (pawns | knights | silvers | golds) & near {
            danger |= attacks::mover_steps(them, self.board[from.slot()].mover(), from);
        }
        for from in eight_ways & near {
            danger |= attacks::neighbours(from);
        }
        for from in bishops & enemies {
            danger |= attacks::bishop(from, occupied);
        }
        for from in rooks & enemies {
            danger |= attacks::rook(from, occupied);
        }
        for from in lances & enemies & attacks::near_files(king) {
            danger |= attacks::lance(them, from, occupied);
        }
        to.without(danger)
    }

    /// The pieces of a side that may not leave the line between the own king and a slider.
    #[inline]
    pub(crate) fn pinned(&self, us: Color) -> Bitboard {
        let king = self.king_square(us);
        let sliders = attacks::straight(king) & self.movers[Mover::ROOK]
            | attacks::diagonal(king) & self.movers[Mover::BISHOP]
            | attacks::forward(us, king) & self.movers[Mover::LANCE];
        let mut pinned = Bitboard::EMPTY;
        for slider in sliders & self.colors[(!us).index()] {
            let blockers = geometry::between(king, slider) & self.occupied();
            if !blockers.has_many() {
                pinned |= blockers;
            }
        }
        pinned & self.colors[us.index()]
    }
}
