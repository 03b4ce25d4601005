//! All legal moves of a position, in sets of destinations.
//!
//! The generator hands each set to a [`Sink`]: one lists the moves, one counts them without listing,
//! one stops at the first.

use super::attacks;
use super::bitboard::Bitboard;
use super::geometry::{self, last_ranks};
use super::move_list::MoveList;
use super::mv::Move;
use super::piece::PieceKind;
use super::position::{Mover, Position};
use super::square::Square;
use crate::rules::Color;

/// What becomes of the generated moves.
pub(crate) trait Sink {
    /// The moves of the piece on `from`: destinations without and with promotion.
    fn piece(&mut self, from: Square, unpromoting: Bitboard, promoting: Bitboard);
    /// The one-step moves of several pawns, by destination.
    fn pawns(&mut self, color: Color, unpromoting: Bitboard, promoting: Bitboard);
    /// The drops of one kind.
    fn drops(&mut self, kind: PieceKind, to: Bitboard);
    /// Is enough known already?
    fn is_done(&self) -> bool {
        false
    }
}

impl Position {
    /// Every legal move, also the choices not to promote that nobody would make.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list
    }

    /// How many legal moves there are; faster than listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0
    }

    /// Is there a legal move?
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        self.generate(&mut any);
        any.0
    }

    /// Is the side to move in check without a legal move?
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// A legal move that mates at once, the first in the order of generation.
    #[must_use]
    pub fn mate_in_one(&self) -> Option<Move> {
        self.legal_moves().iter().copied().find(|&mv| self.after(mv).is_checkmate())
    }

    #[inline]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) {
        // Compiled twice, so that what depends on the side is decided once.
        match self.turn {
            Color::Black => self.generate_for(Color::Black, sink),
            Color::White => self.generate_for(Color::White, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, us: Color, sink: &mut S) {
        let own = self.colors[us.index()];
        let occupied = self.occupied();
        let king = self.king_square(us);
        sink.piece(king, self.safe_steps(us, king, attacks::neighbours(king).without(own)), Bitboard::EMPTY);
        if self.checkers.has_many() || sink.is_done() {
            return;
        }
        let target = match self.checkers.first() {
            Some(checker) => geometry::between(king, checker) | self.checkers,
            None => Bitboard::ALL,
        };
        let pinned = self.pinned(us);
        for from in pinned {
            let line = geometry::ray(geometry::relation(king, from), king);
            self.piece_moves(us, from, (target & line).without(own), occupied, sink);
        }
        self.free_pieces(us, own.without(pinned), target.without(own), occupied, sink);
        if !sink.is_done() {
            self.drops(us, target.without(occupied), sink);
        }
    }

    /// The moves of pieces that may go anywhere, kind by kind.
    #[inline(always)]
    fn free_pieces<S: Sink>(
        &self,
        us: Color,
        free: Bitboard,
        target: Bitboard,
        occupied: Bitboard,
        sink: &mut S,
    ) {
        let zone = last_ranks(us, 3);
        let pawns = self.movers[Mover::PAWN] & free;
        let pawns =
            Bitboard::from_bits(if us == Color::Black { pawns.bits() >> 1 } else { pawns.bits() << 1 })
                & target;
        sink.pawns(us, pawns.without(last_ranks(us, 1)), pawns & zone);
        for from in self.movers[Mover::LANCE] & free {
            let to = attacks::lance(us, from, occupied) & target;
            sink.piece(from, to.without(last_ranks(us, 1)), to & zone);
        }
        for from in self.movers[Mover::KNIGHT] & free {
            let to = attacks::steps(us, PieceKind::Knight, from) & target;
            sink.piece(from, to.without(last_ranks(us, 2)), to & zone);
        }
        for from in self.movers[Mover::SILVER] & free {
            let to = attacks::steps(us, PieceKind::Silver, from) & target;
            sink.piece(from, to, if zone.contains(from) { to } else { to & zone });
        }
        for from in self.movers[Mover::GOLD] & free {
            sink.piece(from, attacks::steps(us, PieceKind::Gold, from) & target, Bitboard::EMPTY);
        }
        let promoted = self.movers[Mover::EIGHT_WAYS];
        for from in self.movers[Mover::BISHOP] & free {
            self.slider_moves(us, from, attacks::bishop(from, occupied), promoted, target, sink);
        }
        for from in self.movers[Mover::ROOK] & free {
            self.slider_moves(us, from, attacks::rook(from, occupied), promoted, target, sink);
        }
    }

    #[inline(always)]
    fn slider_moves<S: Sink>(
        &self,
        us: Color,
        from: Square,
        slides: Bitboard,
        promoted: Bitboard,
        target: Bitboard,
        sink: &mut S,
    ) {
        let zone = last_ranks(us, 3);
        if promoted.contains(from) {
            sink.piece(from, (slides | attacks::neighbours(from)) & target, Bitboard::EMPTY);
        } else {
            let to = slides & target;
            sink.piece(from, to, if zone.contains(from) { to } else { to & zone });
        }
    }

    /// The moves of one piece other than the king to the given squares.
    fn piece_moves<S: Sink>(
        &self,
        us: Color,
        from: Square,
        target: Bitboard,
        occupied: Bitboard,
        sink: &mut S,
    ) {
        let kind = self.board[from.slot()].kind();
        let to = attacks::attacks(us, kind, from, occupied) & target;
        let zone = last_ranks(us, 3);
        let promoting = match kind.promoted() {
            None => Bitboard::EMPTY,
            Some(_) if zone.contains(from) => to,
            Some(_) => to & zone,
        };
        sink.piece(from, to.without(dead_ends(us, kind)), promoting);
    }

    #[inline(always)]
    fn drops<S: Sink>(&self, us: Color, empty: Bitboard, sink: &mut S) {
        let hand = self.hands[us];
        if hand.is_empty() || empty.is_empty() {
            return;
        }
        for kind in PieceKind::HAND {
            if hand.count(kind) == 0 {
                continue;
            }
            let mut to = empty.without(dead_ends(us, kind));
            if kind == PieceKind::Pawn {
                to &= files_without(self.movers[Mover::PAWN] & self.colors[us.index()]);
                let check = attacks::steps(!us, PieceKind::Pawn, self.king_square(!us)) & to;
                if let Some(square) = check.first()
                    && self.pawn_drop_mates(square)
                {
                    to ^= check;
                }
            }
            sink.drops(kind, to);
        }
    }

    /// Would a pawn dropped here, in front of the enemy king, be mate?
    pub(crate) fn pawn_drop_mates(&self, square: Square) -> bool {
        let mut after = self.clone();
        after.play(Move::drop(PieceKind::Pawn, square));
        !after.has_legal_move()
    }
}

/// Where an unpromoted piece of this kind could never move again.
pub(crate) const fn dead_ends(color: Color, kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => last_ranks(color, 1),
        PieceKind::Knight => last_ranks(color, 2),
        _ => Bitboard::EMPTY,
    }
}

/// The files on which there is none of these pieces, of which each file has at most one.
///
/// With at most one bit in each group of nine, subtracting the group from its top bit leaves the top
/// bit only where the group was empty.
pub(crate) const fn files_without(pawns: Bitboard) -> Bitboard {
    let tops = Bitboard::rank(9).bits();
    let empty = (tops - pawns.bits()) & tops;
    Bitboard::from_bits((empty - (empty >> 8)) | empty)
}

impl Sink for MoveList {
    fn piece(&mut self, from: Square, unpromoting: Bitboard, promoting: Bitboard) {
        for to in promoting {
            self.push(Move::board(from, to, true));
        }
        for to in unpromoting {
            self.push(Move::board(from, to, false));
        }
    }

    fn pawns(&mut self, color: Color, unpromoting: Bitboard, promoting: Bitboard) {
        let from = |to: Square| {
            Square::from_known_index(if color == Color::Black { to.index() + 1 } else { to.index() - 1 })
        };
        for to in promoting {
            self.push(Move::board(from(to), to, true));
        }
        for to in unpromoting {
            self.push(Move::board(from(to), to, false));
        }
    }

    fn drops(&mut self, kind: PieceKind, to: Bitboard) {
        for to in to {
            self.push(Move::drop(kind, to));
        }
    }
}

/// Counts the moves.
struct Count(u32);

impl Sink for Count {
    fn piece(&mut self, _from: Square, unpromoting: Bitboard, promoting: Bitboard) {
        self.0 += unpromoting.count() + promoting.count();
    }

    fn pawns(&mut self, _color: Color, unpromoting: Bitboard, promoting: Bitboard) {
        self.0 += unpromoting.count() + promoting.count();
    }

    fn drops(&mut self, _kind: PieceKind, to: Bitboard) {
        self.0 += to.count();
    }
}

/// Stops at the first move.
struct Any(bool);

impl Sink for Any {
    fn piece(&mut self, _from: Square, unpromoting: Bitboard, promoting: Bitboard) {
        self.0 |= !(unpromoting | promoting).is_empty();
    }

    fn pawns(&mut self, _color: Color, unpromoting: Bitboard, promoting: Bitboard) {
        self.0 |= !(unpromoting | promoting).is_empty();
    }

    fn drops(&mut self, _kind: PieceKind, to: Bitboard) {
        self.0 |= !to.is_empty();
    }

    fn is_done(&self) -> bool {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_pawn() {
        let pawns: Bitboard = ["1g", "3i", "9a"].map(|square| square.parse().unwrap()).into_iter().collect();
        let free = [2, 4, 5, 6, 7, 8].map(Bitboard::file);
        assert_eq!(files_without(pawns), free.into_iter().fold(Bitboard::EMPTY, |all, file| all | file));
    }

    #[test]
    fn mates_in_one_are_found() {
        let mate = |sfen: &str| sfen.parse::<Position>().unwrap().mate_in_one().map(|mv| mv.to_string());
        assert_eq!(mate("7nk/9/7G1/9/9/9/9/9/K8 b L 1"), Some("L*1b".into()));
        // The only mate would be a pawn drop.
        assert_eq!(mate("7nk/9/7G1/9/9/9/9/9/K8 b P 1"), None);
    }
}
