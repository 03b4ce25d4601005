//! Moves forward, and what the side to move can do at once.

use super::board::{Board, held};
use super::side::{BOTTOM, Side, Squares, TOP, animal, each, steps_down, steps_up};
use crate::rules::dobutsu::PieceKind::{self, Chick, Elephant, Giraffe, Hen, Lion};

/// The rank before the far rank of the other side.
const BEFORE_BOTTOM: Squares = 0o700;

/// What the side to move can do in its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// It wins with it.
    Wins,
    /// It has so many moves after which the opponent cannot win at once, perhaps none.
    SafeMoves(u8),
    /// It has no move.
    Stuck,
}

impl Board {
    /// What the side to move can do. The lions are a live pair.
    pub fn prospect(&self) -> Prospect {
        if self.can_catch() {
            return Prospect::Wins;
        }
        let attacked = self.theirs.attacks_down();
        let lion_steps = self.lion_steps() & !attacked;
        if lion_steps & TOP != 0 {
            return Prospect::Wins;
        }
        let safe = if self.theirs.lion() & BEFORE_BOTTOM != 0 {
            self.count_safe_moves()
        } else if self.mine.lion() & attacked == 0 {
            lion_steps.count_ones() + self.count_other_moves()
        } else {
            let attackers = self.theirs.attackers_down(self.mine.lion());
            let takers = if attackers.count_ones() == 1 { self.mine.attackers_up(attackers) } else { 0 };
            lion_steps.count_ones() + (takers & !self.mine.lion()).count_ones()
        };
        match u8::try_from(safe) {
            Ok(0) if self.lion_steps() == 0 && self.count_other_moves() == 0 => Prospect::Stuck,
            Ok(safe) => Prospect::SafeMoves(safe),
            Err(_) => Prospect::SafeMoves(u8::MAX),
        }
    }

    /// Where the lion of the side to move can go.
    fn lion_steps(&self) -> Squares {
        steps_up(Lion, self.mine.lion()) & !self.mine.all()
    }

    /// Whether the side to move can reach the far rank safely.
    fn can_try(&self) -> bool {
        let far = self.lion_steps() & TOP;
        far != 0 && far & !self.theirs.attacks_down() != 0
    }

    /// The moves but for those of the lion.
    fn count_other_moves(&self) -> u32 {
        let own = self.mine.all();
        let mut moves = 0;
        for kind in [Chick, Elephant, Giraffe, Hen] {
            moves +=
                each(self.mine.of(kind)).map(|from| (steps_up(kind, from) & !own).count_ones()).sum::<u32>();
        }
        let kinds: u32 =
            PieceKind::HAND.map(|kind| u32::from(super::board::count(self.my_hand, kind) > 0)).iter().sum();
        moves + kinds * self.empty().count_ones()
    }

    /// The squares on which nothing stands.
    pub fn empty(&self) -> Squares {
        super::side::ALL & !(self.mine.all() | self.theirs.all())
    }

    fn count_safe_moves(&self) -> u32 {
        let mut safe = 0;
        self.successors(|next| safe += u32::from(!next.can_catch() && !next.can_try()));
        safe
    }

    /// Visits the position after each move of the side to move, seen by the other side, which is then to move.
    /// Moves that take the lion are left out.
    pub fn successors(&self, mut visit: impl FnMut(&Self)) {
        let before = self.passed();
        let own = before.theirs.all();
        for kind in PieceKind::ALL {
            for from in each(before.theirs.of(kind)) {
                for to in each(steps_down(kind, from) & !own & !before.mine.lion()) {
                    let kind_after = if kind == Chick && to & BOTTOM != 0 { Hen } else { kind };
                    let theirs = Side(before.theirs.0 ^ animal(kind, from) ^ animal(kind_after, to));
                    let mut next = Self { theirs, ..before };
                    if let Some(captured) = before.mine.kind_on(to) {
                        next.mine.0 ^= animal(captured, to);
                        next.their_hand += held(captured);
                    }
                    visit(&next);
                }
            }
        }
        for kind in PieceKind::HAND {
            if super::board::count(before.their_hand, kind) > 0 {
                for to in each(before.empty()) {
                    let theirs = Side(before.theirs.0 ^ animal(kind, to));
                    visit(&Self { theirs, their_hand: before.their_hand - held(kind), ..before });
                }
            }
        }
    }
}

impl Side {
    /// The kind of the animal on a square; lions are not asked for.
    fn kind_on(self, square: Squares) -> Option<PieceKind> {
        if self.all() & square == 0 {
            return None;
        }
        [Chick, Elephant, Giraffe, Hen].into_iter().find(|&kind| self.of(kind) & square != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lions::pair;
    use super::super::rank::rank;
    use super::super::segment::{LIVE, Segment};
    use super::*;
    use crate::rules::dobutsu::{GameEndKind, Position};
    use std::collections::HashMap;

    fn sample() -> impl Iterator<Item = Board> {
        (0..LIVE).step_by(9_973).map(|number| Segment::holding(number).board(number))
    }

    /// The positions after each legal move, with how each has ended.
    fn after(position: &Position) -> Vec<Position> {
        let play = |&mv| {
            let mut next = *position;
            next.play(mv);
            next
        };
        position.legal_moves().iter().map(play).collect()
    }

    fn wins_at_once(position: &Position) -> bool {
        let won = |next: &Position| next.game_end().is_some_and(|end| end.winner == Some(position.turn()));
        after(position).iter().any(won)
    }

    #[test]
    fn prospects_are_those_of_the_rules() {
        for board in sample() {
            let position = board.position().unwrap();
            let safe = after(&position).iter().filter(|next| !next.is_over() && !wins_at_once(next)).count();
            let expected = if wins_at_once(&position) {
                Prospect::Wins
            } else if position.has_legal_move() {
                Prospect::SafeMoves(u8::try_from(safe).unwrap())
            } else {
                Prospect::Stuck
            };
            assert_eq!(board.prospect(), expected, "{position}");
        }
    }

    #[test]
    fn successors_are_those_of_the_rules() {
        for board in sample() {
            let position = board.position().unwrap();
            let mut expected: Vec<_> = after(&position)
                .iter()
                .filter(|next| next.game_end().is_none_or(|end| end.kind != GameEndKind::LionCaptured))
                .map(|next| rank(&Board::of(next).unwrap()))
                .collect();
            let mut found = Vec::new();
            board.successors(|next| found.push(rank(next)));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{position}");
        }
    }

    #[test]
    fn predecessors_are_the_reverse_of_successors() {
        // For a sample of positions: each predecessor has the position among its successors as often as it was
        // visited, and each safe successor has the position among its predecessors as often.
        let live = |board: &Board| pair(board.mine.lion(), board.theirs.lion()).is_live();
        let count_after = |from: u32, to: u32| {
            let mut count = 0;
            Segment::holding(from).board(from).successors(|next| count += usize::from(rank(next) == to));
            count
        };
        for board in sample().filter(|board| !board.can_catch()).step_by(5) {
            let number = rank(&board);
            let mut visits = HashMap::new();
            board.predecessors(|before| *visits.entry(before).or_insert(0) += 1);
            for (before, count) in visits {
                assert_eq!(count_after(before, number), count, "{before} {number}");
            }
            let mut next = Vec::new();
            board.successors(|after| {
                if live(after) && !after.can_catch() {
                    next.push(rank(after));
                }
            });
            for &after in &next {
                let mut count = 0;
                Segment::holding(after)
                    .board(after)
                    .predecessors(|before| count += usize::from(before == number));
                let expected = next.iter().filter(|&&other| other == after).count();
                assert_eq!(count, expected, "{number} {after}");
            }
        }
    }
}
