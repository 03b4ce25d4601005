//! The solution in memory.

use super::board::Board;
use super::moves::Prospect;
use super::progress::{Meter, Report};
use super::rank::rank;
use super::retrograde::{DRAW, Game, STUCK, WINS_AT_ONCE, solve};
use super::segment::{LIVE, Segment};
use super::value::Value;
use crate::rules::dobutsu::Position;
use rayon::prelude::*;
use std::convert::Infallible;

/// The values of all live positions, by their number: 249,442,767 bytes.
pub struct Solution {
    pub(super) bytes: Vec<u8>,
}

/// The game could not be solved: a distance or a number of moves is greater than it can be under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a distance or a number of moves does not fit in a byte")]
pub struct SolveError;

impl Solution {
    /// Solves the game. `report` is called often, from several threads.
    ///
    /// # Errors
    /// [`SolveError`], which the true rules never give.
    pub fn compute(report: Report) -> Result<Self, SolveError> {
        solve(&Live, report).map(|bytes| Self { bytes }).ok_or(SolveError)
    }

    /// How many live positions are won, lost and drawn for the side to move. Positions and their mirror images are
    /// counted once, unless both lions are on the middle file.
    #[must_use]
    pub fn results(&self) -> (u64, u64, u64) {
        let count = |(win, loss, draw), &byte| match value_of(byte) {
            Value::Win(_) => (win + 1, loss, draw),
            Value::Loss(_) => (win, loss + 1, draw),
            Value::Draw => (win, loss, draw + 1),
        };
        let add = |a: (u64, u64, u64), b: (u64, u64, u64)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
        self.bytes.par_iter().fold(|| (0, 0, 0), count).reduce(|| (0, 0, 0), add)
    }

    /// The value of a live position; none if it is not live, that is, if the game is over, a lion stands next to
    /// the other or on its far rank, or an animal is missing.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let board = Board::of(position)?;
        self.bytes.get(rank(&board) as usize).copied().map(value_of)
    }

    /// Compares the value of every live position with the values of the positions that follow. By induction over
    /// the distance, values that all agree are the true ones.
    #[must_use]
    pub fn verify(&self, report: Report) -> Verification {
        let meter = Meter::new("verifying", LIVE.into(), report);
        let check = |(chunk, bytes): (usize, &[u8])| {
            let start = u32::try_from(chunk * Self::CHUNK).unwrap_or(LIVE);
            let mut result = Verification::default();
            let mut segment = Segment::holding(start);
            for (number, &byte) in (start..).zip(bytes) {
                segment = segment.up_to(number);
                let board = segment.board(number);
                if self.recompute(&board) != byte {
                    result.mismatches += 1;
                    result.first = result.first.or_else(|| board.position());
                }
            }
            result.positions = bytes.len() as u64;
            meter.add(result.positions);
            result
        };
        let chunks = self.bytes.par_chunks(Self::CHUNK).enumerate();
        chunks.map(check).reduce(Verification::default, |a, b| Verification {
            positions: a.positions + b.positions,
            mismatches: a.mismatches + b.mismatches,
            first: a.first.or(b.first),
        })
    }

    const CHUNK: usize = 4096;

    /// The byte of a live position by the bytes of its successors.
    pub(super) fn recompute(&self, board: &Board) -> u8 {
        if let Some(byte) = board.decided() {
            return byte;
        }
        // A successor that cannot be taken advantage of at once is live, or else this position would win at once.
        let byte = |next: &Board| {
            let at_once = next.can_catch().then_some(WINS_AT_ONCE);
            Ok::<u8, Infallible>(at_once.unwrap_or_else(|| self.bytes[rank(next) as usize]))
        };
        let Ok(byte) = board.best(byte);
        byte
    }
}

impl Board {
    /// The byte of a live position if the rules decide about the next two plies.
    pub(super) fn decided(&self) -> Option<u8> {
        match self.prospect() {
            Prospect::Wins => Some(WINS_AT_ONCE),
            Prospect::Stuck => Some(STUCK),
            Prospect::SafeMoves(0) => Some(2),
            Prospect::SafeMoves(_) => None,
        }
    }

    /// The byte of a live position that does not win at once and has a move, by the bytes of those that follow.
    ///
    /// # Errors
    /// Those of finding a byte.
    pub(super) fn best<E>(&self, mut byte: impl FnMut(&Self) -> Result<u8, E>) -> Result<u8, E> {
        let (mut win, mut loss, mut draw, mut error) = (u8::MAX, 0, false, None);
        self.successors(|next| match byte(next).map(value_of) {
            Ok(Value::Loss(plies)) => win = win.min(plies),
            Ok(Value::Win(plies)) => loss = loss.max(plies),
            Ok(Value::Draw) => draw = true,
            Err(failed) => error = Some(failed),
        });
        match error {
            Some(error) => Err(error),
            None if win < u8::MAX => Ok(win + 1),
            None if draw => Ok(DRAW),
            None => Ok(loss.saturating_add(1)),
        }
    }
}

/// What a comparison of all values has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// How many positions were compared.
    pub positions: u64,
    /// How many values do not follow from those of the next positions.
    pub mismatches: u64,
    /// One position whose value does not follow.
    pub first: Option<Position>,
}

/// The value of a byte.
pub(super) fn value_of(byte: u8) -> Value {
    match byte {
        WINS_AT_ONCE => Value::Win(1),
        DRAW => Value::Draw,
        STUCK => Value::Loss(0),
        plies if plies % 2 == 1 => Value::Win(plies),
        plies => Value::Loss(plies),
    }
}

/// The live positions of the true game.
struct Live;

impl Game for Live {
    type Cursor = Segment;

    fn size(&self) -> u32 {
        LIVE
    }

    fn cursor(&self, number: u32) -> Segment {
        Segment::holding(number)
    }

    fn prospect(&self, segment: &mut Segment, number: u32) -> Prospect {
        *segment = segment.up_to(number);
        segment.board(number).prospect()
    }

    fn predecessors(&self, segment: &mut Segment, number: u32, visit: impl FnMut(u32)) {
        *segment = segment.up_to(number);
        segment.board(number).predecessors(visit);
    }
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").field("positions", &self.bytes.len()).finish()
    }
}
