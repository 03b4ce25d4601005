//! The solution by retrograde analysis.
//!
//! Every live position gets a byte. First those that win with one move are marked, and of the others the moves are
//! counted after which the opponent does not win at once; with none it is lost in two plies, and if it has no move
//! at all it is lost already (whoever takes lions never gets there). Then layer by layer:
//! whatever leads to a position lost in d plies is won in d + 1, and each position won in d takes one move away
//! from those that lead to it, which are lost in d + 1 when none is left. What remains is drawn.

use super::moves::Prospect;
use super::rank::{LIVE, Segment};
use super::value::Value;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The byte of a position that takes the lion or reaches the far rank safely with its next move.
const WINS_AT_ONCE: u8 = 0;
/// The byte of a position in which the side to move has no move.
const STUCK: u8 = 201;
/// The byte of a drawn position, or of one with no safe move left; so many less than this is the byte of a position
/// whose value is not yet known.
const DRAW: u8 = u8::MAX;
/// The longest distance that a byte can hold beside the counts of moves.
const MOST_PLIES: u8 = 200;
/// Positions whose layers are noted together.
const CHUNK: u32 = 512;

/// Values of all live positions in memory, by their number.
pub struct Solution {
    bytes: Vec<AtomicU8>,
}

/// How far a long computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
}

/// Why the game could not be solved: something of which the method is sure did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A distance does not fit.
    #[error("a distance is longer than {MOST_PLIES} plies")]
    TooLong,
}

impl Solution {
    /// Solves the game. `progress` is called often, from several threads.
    ///
    /// # Errors
    /// [`SolveError`], which the true rules never give.
    pub fn compute(progress: &(dyn Fn(Progress) + Sync)) -> Result<Self, SolveError> {
        let work = Work::start(progress);
        let mut unresolved = work.unresolved();
        for plies in 1..MOST_PLIES {
            let resolved = work.layer(plies);
            unresolved -= resolved;
            progress(Progress { stage: "solving", done: work.total - unresolved, total: work.total });
            if resolved == 0 && work.is_empty(plies) {
                return Ok(Self { bytes: work.bytes });
            }
        }
        Err(SolveError::TooLong)
    }

    /// The value of a live position by its number, as the byte of the table: 0 a win in one ply, 255 a draw, else
    /// the plies.
    pub(super) fn byte(&self, rank: u32) -> u8 {
        match self.bytes[rank as usize].load(Relaxed) {
            byte @ ..=STUCK => byte,
            _ => DRAW,
        }
    }

    /// The value of a live position by its number.
    pub(super) fn value(&self, rank: u32) -> Value {
        value_of(self.byte(rank))
    }
}

/// The value of a byte of the table.
pub(super) fn value_of(byte: u8) -> Value {
    match byte {
        WINS_AT_ONCE => Value::Win(1),
        DRAW => Value::Draw,
        STUCK => Value::Loss(0),
        plies if plies % 2 == 1 => Value::Win(plies),
        plies => Value::Loss(plies),
    }
}

struct Work {
    bytes: Vec<AtomicU8>,
    /// For each chunk, whether it may hold positions of the next even (1) or odd (2) layer.
    pending: Vec<AtomicU8>,
    /// Positions whose value is not known at once.
    total: u64,
}

impl Work {
    fn start(progress: &(dyn Fn(Progress) + Sync)) -> Self {
        let mut work = Self { bytes: Vec::new(), pending: Vec::new(), total: 0 };
        work.bytes.resize_with(LIVE as usize, || AtomicU8::new(0));
        work.pending.resize_with(LIVE.div_ceil(CHUNK) as usize, || AtomicU8::new(0));
        let (done, total) = (AtomicU64::new(0), AtomicU64::new(0));
        work.chunks().for_each(|chunk| {
            let mut unresolved = 0;
            let mut segment = Segment::holding(chunk.start);
            for rank in chunk.clone() {
                if rank == segment.end {
                    segment = segment.next();
                }
                let byte = match segment.board(rank).prospect() {
                    Prospect::Wins => WINS_AT_ONCE,
                    Prospect::SafeMoves(0) => {
                        work.note(rank, 2);
                        2
                    }
                    Prospect::SafeMoves(count) => DRAW - count,
                    Prospect::Stuck => STUCK,
                };
                unresolved += u64::from(byte != WINS_AT_ONCE && byte != STUCK);
                work.bytes[rank as usize].store(byte, Relaxed);
            }
            total.fetch_add(unresolved, Relaxed);
            let before = done.fetch_add(chunk.len() as u64, Relaxed);
            if before >> 20 != (before + chunk.len() as u64) >> 20 {
                progress(Progress { stage: "counting moves", done: before, total: LIVE.into() });
            }
        });
        work.total = total.into_inner();
        work.chunks().for_each(|chunk| work.leave_stuck(chunk));
        work
    }

    fn chunks(&self) -> impl IndexedParallelIterator<Item = std::ops::Range<u32>> {
        (0..LIVE.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| chunk * CHUNK..(chunk * CHUNK + CHUNK).min(LIVE))
    }

    fn unresolved(&self) -> u64 {
        self.total
    }

    /// Whatever leaves the opponent without a move wins with it.
    fn leave_stuck(&self, chunk: std::ops::Range<u32>) {
        for rank in chunk.filter(|&rank| self.bytes[rank as usize].load(Relaxed) == STUCK) {
            Segment::holding(rank).board(rank).predecessors(|before| self.win(before, 1));
        }
    }

    fn flag(plies: u8) -> u8 {
        1 << (plies % 2)
    }

    fn note(&self, rank: u32, plies: u8) {
        let pending = &self.pending[(rank / CHUNK) as usize];
        if pending.load(Relaxed) & Self::flag(plies) == 0 {
            pending.fetch_or(Self::flag(plies), Relaxed);
        }
    }

    /// Whether no position is noted for the layer after one.
    fn is_empty(&self, plies: u8) -> bool {
        self.pending.par_iter().all(|pending| pending.load(Relaxed) & Self::flag(plies + 1) == 0)
    }

    /// Goes back from every position of a layer; how many there were.
    fn layer(&self, plies: u8) -> u64 {
        let chunks = self.chunks().zip(&self.pending);
        chunks
            .map(|(chunk, pending)| {
                if pending.load(Relaxed) & Self::flag(plies) == 0 {
                    return 0;
                }
                pending.fetch_and(!Self::flag(plies), Relaxed);
                self.chunk_of_layer(chunk, plies)
            })
            .sum()
    }

    fn chunk_of_layer(&self, chunk: std::ops::Range<u32>, plies: u8) -> u64 {
        let mut segment = Segment::holding(chunk.start);
        let mut resolved = 0;
        for (rank, byte) in chunk.clone().zip(&self.bytes[chunk.start as usize..chunk.end as usize]) {
            if byte.load(Relaxed) != plies {
                continue;
            }
            while rank >= segment.end {
                segment = segment.next();
            }
            resolved += 1;
            let board = segment.board(rank);
            if plies % 2 == 0 {
                board.predecessors(|before| self.win(before, plies + 1));
            } else {
                board.predecessors(|before| self.take_move(before, plies + 1));
            }
        }
        resolved
    }

    /// A move leads from a position to one that is lost for the opponent.
    fn win(&self, rank: u32, plies: u8) {
        let byte = &self.bytes[rank as usize];
        if byte.load(Relaxed) > STUCK {
            byte.store(plies, Relaxed);
            self.note(rank, plies);
        }
    }

    /// A move leads from a position to one that is won for the opponent.
    fn take_move(&self, rank: u32, plies: u8) {
        let byte = &self.bytes[rank as usize];
        if byte.load(Relaxed) > STUCK && byte.fetch_add(1, Relaxed) == DRAW - 1 {
            byte.store(plies, Relaxed);
            self.note(rank, plies);
        }
    }
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").field("positions", &self.bytes.len()).finish()
    }
}

impl Solution {
    /// The raw bytes (temporary).
    pub fn dump(&self) -> Vec<u8> {
        (0..LIVE).map(|rank| self.byte(rank)).collect()
    }
    /// start
    pub fn start(&self) -> Value {
        let board = super::board::Board::of(&crate::rules::dobutsu::Position::startpos()).unwrap();
        self.value(super::rank::rank(&board))
    }
}
