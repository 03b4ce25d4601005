//! Moves backward: the positions from which a position can have come.

use super::board::{Board, count, held};
use super::lions::{Pair, pair};
use super::rank::rank_as;
use super::side::{Side, Squares, TOP, animal, each, steps_down};
use crate::rules::dobutsu::PieceKind::{self, Chick, Hen, Lion};

impl Board {
    /// Visits the number of each position from which one move leads here, once for each such move. The lions are a
    /// live pair. Left out are positions in which the side to move could have taken the lion.
    ///
    /// Numbers stand for a position and its mirror image, except when both lions are on the middle file. What is
    /// counted is, for each number, the moves of that one position that lead to this number; so a lion's move from
    /// the middle file is visited for the position and its image, and a lion's move to it only from the position
    /// whose number it is.
    pub fn predecessors(&self, mut visit: impl FnMut(u32)) {
        let mut after = self.passed();
        let lions = pair(after.mine.lion(), after.theirs.lion());
        if lions.mirror {
            after = after.mirrored();
        }
        let lions = Pair { mirror: false, ..lions };
        let their_lion = after.theirs.lion();
        let attackers = after.mine.attackers_up(their_lion);
        let moved = match attackers.count_ones() {
            0 => after.mine.all(),
            1 => attackers,
            _ => return,
        };
        let empty = after.empty();
        for kind in PieceKind::ALL {
            for to in each(after.mine.of(kind) & moved) {
                let mine = Side(after.mine.0 ^ animal(kind, to));
                if !matches!(kind, Lion | Hen) {
                    visit(rank_as(lions, &Self { mine, my_hand: after.my_hand + held(kind), ..after }));
                }
                let from = |kind: PieceKind| steps_down(kind, to) & empty & !steps_down(kind, their_lion);
                if kind == Lion {
                    for from in each(from(Lion) & !TOP) {
                        let before = Self { mine: Side(mine.0 | animal(Lion, from)), ..after };
                        before.with_captures(to, |before| before.visit_lion_move(lions, &mut visit));
                    }
                    continue;
                }
                if kind != Chick || to & TOP == 0 {
                    for from in each(from(kind)) {
                        let before = Self { mine: Side(mine.0 | animal(kind, from)), ..after };
                        before.with_captures(to, |before| visit(rank_as(lions, before)));
                    }
                }
                if kind == Hen && to & TOP != 0 {
                    for from in each(from(Chick)) {
                        let before = Self { mine: Side(mine.0 | animal(Chick, from)), ..after };
                        before.with_captures(to, |before| visit(rank_as(lions, before)));
                    }
                }
            }
        }
    }

    /// Visits the board as it is, and with each animal that the move to a square can have taken.
    fn with_captures(&self, to: Squares, mut visit: impl FnMut(&Self)) {
        visit(self);
        for kind in PieceKind::HAND {
            if count(self.my_hand, kind) > 0 {
                let my_hand = self.my_hand - held(kind);
                visit(&Self { theirs: Side(self.theirs.0 | animal(kind, to)), my_hand, ..*self });
                if let Some(kind) = kind.promoted() {
                    visit(&Self { theirs: Side(self.theirs.0 | animal(kind, to)), my_hand, ..*self });
                }
            }
        }
    }

    /// Visits the number of the position before a lion's move that led to a pair of lions.
    fn visit_lion_move(&self, after: Pair, visit: &mut impl FnMut(u32)) {
        let before = pair(self.mine.lion(), self.theirs.lion());
        if !before.is_live() || after.middle && before.mirror {
            return;
        }
        let image = self.mirrored();
        visit(rank_as(before, if before.mirror { &image } else { self }));
        if before.middle && !after.middle {
            visit(rank_as(before, &image));
        }
    }
}
