//! Retrograde analysis of a game whose positions are numbered.
//!
//! Every position gets a byte. First those that win with one move are marked, and of the others the moves are
//! counted after which the opponent does not win at once; with none it is lost in two plies, and without any move
//! it is lost already. Then layer by layer: whatever leads to a position lost in d plies is won in d + 1, and each
//! position won in d takes one move away from those that lead to it, which are lost in d + 1 when none is left. What
//! remains is drawn.

use super::moves::Prospect;
use super::progress::{Meter, Report};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The byte of a position that wins at once with its next move.
pub(super) const WINS_AT_ONCE: u8 = 0;
/// The longest distance that a byte can hold beside the counts of moves.
pub(super) const MOST_PLIES: u8 = 200;
/// The byte of a position in which the side to move has no move.
pub(super) const STUCK: u8 = 201;
/// The byte of a drawn position. While the analysis runs, so many less than this is the byte of a position whose
/// value is not yet known as it has moves that have not been shown to lose.
pub(super) const DRAW: u8 = u8::MAX;

/// Positions whose layers are noted together.
const CHUNK: u32 = 512;

/// A game as the analysis sees it.
pub(super) trait Game: Sync {
    /// What makes it quicker to go through numbers in order.
    type Cursor;

    /// How many positions there are.
    fn size(&self) -> u32;
    /// A cursor for numbers from one on, upwards.
    fn cursor(&self, number: u32) -> Self::Cursor;
    /// What the side to move can do in a position.
    fn prospect(&self, cursor: &mut Self::Cursor, number: u32) -> Prospect;
    /// Visits each position from which a move leads to a position that does not win at once, once for each such
    /// move. It may leave out positions that win at once.
    fn predecessors(&self, cursor: &mut Self::Cursor, number: u32, visit: impl FnMut(u32));
}

/// The bytes of all positions: [`WINS_AT_ONCE`], [`STUCK`], [`DRAW`], or the plies, odd for a win and even for a
/// loss. None if a distance is longer than [`MOST_PLIES`] or a position has more moves than a byte can count.
pub(super) fn solve<G: Game>(game: &G, report: Report) -> Option<Vec<u8>> {
    let (work, total) = Work::start(game, report)?;
    let meter = Meter::new("solving", total, report);
    for plies in 1..MOST_PLIES {
        let resolved = work.layer(plies);
        meter.add(resolved);
        if resolved == 0 && work.is_empty(plies + 1) {
            let finish = |byte: AtomicU8| match byte.into_inner() {
                byte @ ..=STUCK => byte,
                _ => DRAW,
            };
            return Some(work.bytes.into_iter().map(finish).collect());
        }
    }
    None
}

struct Work<'a, G> {
    game: &'a G,
    bytes: Vec<AtomicU8>,
    /// For each chunk, whether it may hold positions of the next even (1) or odd (2) layer.
    pending: Vec<AtomicU8>,
}

impl<'a, G: Game> Work<'a, G> {
    /// Does what needs no other position. With it, how many positions remain.
    fn start(game: &'a G, report: Report) -> Option<(Self, u64)> {
        let mut work = Self { game, bytes: Vec::new(), pending: Vec::new() };
        work.bytes.resize_with(game.size() as usize, || AtomicU8::new(0));
        work.pending.resize_with(game.size().div_ceil(CHUNK) as usize, || AtomicU8::new(0));
        let meter = Meter::new("counting moves", game.size().into(), report);
        let start = |chunk: Range<u32>| {
            let remaining = work.start_chunk(chunk.clone());
            meter.add(chunk.len() as u64);
            remaining
        };
        let total = work.chunks().map(start).try_reduce(|| 0, |a, b| Some(a + b))?;
        work.chunks().for_each(|chunk| work.leave_stuck(chunk));
        Some((work, total))
    }

    fn start_chunk(&self, chunk: Range<u32>) -> Option<u64> {
        let mut cursor = self.game.cursor(chunk.start);
        let mut remaining = 0;
        for number in chunk {
            let byte = match self.game.prospect(&mut cursor, number) {
                Prospect::Wins => WINS_AT_ONCE,
                Prospect::Stuck => STUCK,
                Prospect::SafeMoves(0) => {
                    self.note(number, 2);
                    2
                }
                Prospect::SafeMoves(count) if count < DRAW - STUCK => DRAW - count,
                Prospect::SafeMoves(_) => return None,
            };
            remaining += u64::from(byte != WINS_AT_ONCE && byte != STUCK);
            self.bytes[number as usize].store(byte, Relaxed);
        }
        Some(remaining)
    }

    fn chunks(&self) -> impl IndexedParallelIterator<Item = Range<u32>> {
        let size = self.game.size();
        (0..size.div_ceil(CHUNK))
            .into_par_iter()
            .map(move |chunk| chunk * CHUNK..(chunk * CHUNK + CHUNK).min(size))
    }

    /// Whatever leaves the opponent without a move wins with it.
    fn leave_stuck(&self, chunk: Range<u32>) {
        let mut cursor = self.game.cursor(chunk.start);
        for number in chunk.filter(|&number| self.bytes[number as usize].load(Relaxed) == STUCK) {
            self.game.predecessors(&mut cursor, number, |before| self.win(before, 1));
        }
    }

    fn flag(plies: u8) -> u8 {
        1 << (plies % 2)
    }

    fn note(&self, number: u32, plies: u8) {
        let pending = &self.pending[(number / CHUNK) as usize];
        if pending.load(Relaxed) & Self::flag(plies) == 0 {
            pending.fetch_or(Self::flag(plies), Relaxed);
        }
    }

    /// Whether no position is noted for a layer.
    fn is_empty(&self, plies: u8) -> bool {
        self.pending.par_iter().all(|pending| pending.load(Relaxed) & Self::flag(plies) == 0)
    }

    /// Goes back from every position of a layer; how many there were.
    fn layer(&self, plies: u8) -> u64 {
        let go_back = |(chunk, pending): (Range<u32>, &AtomicU8)| {
            if pending.load(Relaxed) & Self::flag(plies) == 0 {
                return 0;
            }
            pending.fetch_and(!Self::flag(plies), Relaxed);
            self.chunk_of_layer(chunk, plies)
        };
        self.chunks().zip(&self.pending).map(go_back).sum()
    }

    fn chunk_of_layer(&self, chunk: Range<u32>, plies: u8) -> u64 {
        let mut cursor = self.game.cursor(chunk.start);
        let mut count = 0;
        for (number, byte) in chunk.clone().zip(&self.bytes[chunk.start as usize..chunk.end as usize]) {
            if byte.load(Relaxed) != plies {
                continue;
            }
            count += 1;
            if plies.is_multiple_of(2) {
                self.game.predecessors(&mut cursor, number, |before| self.win(before, plies + 1));
            } else {
                self.game.predecessors(&mut cursor, number, |before| self.take_move(before, plies + 1));
            }
        }
        count
    }

    /// A move leads from a position to one that is lost for the opponent.
    fn win(&self, number: u32, plies: u8) {
        let byte = &self.bytes[number as usize];
        if byte.load(Relaxed) > STUCK {
            byte.store(plies, Relaxed);
            self.note(number, plies);
        }
    }

    /// A move leads from a position to one that is won for the opponent.
    fn take_move(&self, number: u32, plies: u8) {
        let byte = &self.bytes[number as usize];
        if byte.load(Relaxed) > STUCK && byte.fetch_add(1, Relaxed) == DRAW - 1 {
            byte.store(plies, Relaxed);
            self.note(number, plies);
        }
    }
}

#[cfg(test)]
mod tests;
