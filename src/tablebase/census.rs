//! Which positions can be reached from the start, counted by depth and by value.
//!
//! The published convention: a position and its mirror image, and the same position with colours exchanged, are one;
//! play stops when a lion can be taken and when one has reached the far rank safely. (Who declines to take a lion
//! can reach more positions; they have values too, but are not counted here.)

use super::board::Board;
use super::lions::{PAIRS, pair};
use super::progress::{Progress, Report};
use super::rank::rank;
use super::segment::{ARRANGEMENTS, LIVE, Segment};
use super::side::BOTTOM;
use super::solve::{Solution, value_of};
use super::value::Value;
use crate::rules::dobutsu::Position;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Numbers of positions, by what the side to move finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCount {
    /// The game goes on, and no lion can be taken at once.
    pub live: u64,
    /// The side to move can take the lion.
    pub catchable: u64,
    /// The opponent's lion has reached the far rank safely: the game is over.
    pub tried: u64,
}

impl PositionCount {
    /// All together.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.live + self.catchable + self.tried
    }
}

/// What can be reached from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions first reached after so many plies.
    pub by_ply: Vec<PositionCount>,
    /// Live positions by value, those that win soonest first: wins in 1, 3, 5 … plies, losses in 2, 4, 6 …, draws.
    pub values: Vec<(Value, u64)>,
}

impl Census {
    /// Counts everything that can be reached. `progress` is called often, from several threads.
    #[must_use]
    pub fn take(solution: &Solution, progress: Report) -> Self {
        let live = Bits::new(LIVE);
        let by_ply = Reached::from_start(&live, progress);
        let histogram = live.histogram(|number| solution.bytes[number as usize]);
        let values = (0..=u8::MAX).zip(histogram).filter(|&(_, count)| count > 0);
        let mut values: Vec<_> = values.map(|(byte, count)| (value_of(byte), count)).collect();
        values.sort_by_key(|&(value, _)| match value {
            Value::Win(plies) => (0, plies),
            Value::Loss(plies) => (1, plies),
            Value::Draw => (2, 0),
        });
        Self { by_ply, values }
    }

    /// All positions reached.
    #[must_use]
    pub fn reached(&self) -> PositionCount {
        self.by_ply.iter().fold(PositionCount::default(), |sum, count| PositionCount {
            live: sum.live + count.live,
            catchable: sum.catchable + count.catchable,
            tried: sum.tried + count.tried,
        })
    }

    /// Wins, losses and draws among all positions reached, for the side to move.
    #[must_use]
    pub fn results(&self) -> (u64, u64, u64) {
        let reached = self.reached();
        let mut results = (reached.catchable, reached.tried, 0);
        for &(value, count) in &self.values {
            match value {
                Value::Win(_) => results.0 += count,
                Value::Loss(_) => results.1 += count,
                Value::Draw => results.2 += count,
            }
        }
        results
    }
}

/// A set of numbers.
struct Bits {
    words: Vec<AtomicU64>,
}

impl Bits {
    fn new(size: u32) -> Self {
        let mut words = Vec::new();
        words.resize_with(size.div_ceil(64) as usize, || AtomicU64::new(0));
        Self { words }
    }

    /// Adds a number; whether it is new.
    fn insert(&self, number: u32) -> bool {
        let (word, bit) = (&self.words[(number / 64) as usize], 1 << (number % 64));
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    /// Stretches of numbers with the words that hold them.
    fn stretches(&self) -> impl IndexedParallelIterator<Item = (u32, &[AtomicU64])> {
        const WORDS: u32 = 64;
        let stretches = self.words.par_chunks(WORDS as usize).enumerate();
        stretches.map(|(index, words)| (u32::try_from(index).unwrap_or(0) * WORDS * 64, words))
    }

    fn histogram(&self, byte: impl Fn(u32) -> u8 + Sync) -> Vec<u64> {
        let count = |mut counts: Vec<u64>, (start, words): (u32, &[AtomicU64])| {
            each(start, words, |number| counts[usize::from(byte(number))] += 1);
            counts
        };
        let add = |left: Vec<u64>, right: Vec<u64>| left.iter().zip(right).map(|(a, b)| a + b).collect();
        self.stretches().fold(|| vec![0; 256], count).reduce(|| vec![0; 256], add)
    }
}

/// Visits the numbers of a stretch.
fn each(start: u32, words: &[AtomicU64], mut visit: impl FnMut(u32)) {
    for (first, word) in (start..).step_by(64).zip(words) {
        let mut bits = word.load(Relaxed);
        while bits != 0 {
            visit(first + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

struct Reached<'a> {
    seen: Bits,
    live: &'a Bits,
}

impl<'a> Reached<'a> {
    fn from_start(live: &'a Bits, progress: Report) -> Vec<PositionCount> {
        let reached = Reached { seen: Bits::new(PAIRS * ARRANGEMENTS), live };
        let (mut now, mut next) = (Bits::new(LIVE), Bits::new(LIVE));
        let mut by_ply = Vec::new();
        if let Some(start) = Board::of(&Position::startpos()) {
            let mut count = PositionCount::default();
            reached.arrive(&start, &now, &mut count);
            by_ply.push(count);
        }
        let mut all = 0;
        while by_ply.last().is_some_and(|count| count.live > 0) {
            by_ply.push(reached.step(&now, &next));
            std::mem::swap(&mut now, &mut next);
            next.words.par_iter().for_each(|word| word.store(0, Relaxed));
            all += by_ply.last().map_or(0, |count| count.all());
            progress(Progress {
                stage: "counting what can be reached",
                done: all,
                total: 246_803_167.max(all),
            });
        }
        if by_ply.last().is_some_and(|count| count.all() == 0) {
            by_ply.pop();
        }
        by_ply
    }

    /// Plays every move from the live positions of one ply.
    fn step(&self, now: &Bits, next: &Bits) -> PositionCount {
        let count = |mut count: PositionCount, (start, words): (u32, &[AtomicU64])| {
            let mut segment = Segment::holding(start.min(LIVE - 1));
            each(start, words, |number| {
                segment = segment.up_to(number);
                segment.board(number).successors(|board| self.arrive(board, next, &mut count));
            });
            count
        };
        let add = |a: PositionCount, b: PositionCount| PositionCount {
            live: a.live + b.live,
            catchable: a.catchable + b.catchable,
            tried: a.tried + b.tried,
        };
        now.stretches().fold(PositionCount::default, count).reduce(PositionCount::default, add)
    }

    /// Notes a position and, if it is new, what it is.
    fn arrive(&self, board: &Board, next: &Bits, count: &mut PositionCount) {
        let middle = pair(board.mine.lion(), board.theirs.lion()).middle;
        let number = if middle { rank(board).min(rank(&board.mirrored())) } else { rank(board) };
        if !self.seen.insert(number) {
            return;
        }
        if board.can_catch() {
            count.catchable += 1;
        } else if board.theirs.lion() & BOTTOM != 0 {
            count.tried += 1;
        } else {
            count.live += 1;
            next.insert(number);
            self.live.insert(number);
        }
    }
}
