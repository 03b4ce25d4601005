//! What repetition needs to know of a game.

use super::Position;
use std::collections::HashMap;

/// The positions of a game so far. A position's key is the position itself, so equal keys mean equal positions.
#[derive(Clone, Debug)]
pub struct History {
    plies: HashMap<u64, Vec<u32>>,
    last: u64,
    length: u32,
}

/// The last position reached occurred for at least the third time: a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// After how many moves it occurred, the first three times; 0 is the start position.
    pub occurrences: [u32; 3],
}

impl History {
    /// A game that begins in a position.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        Self { plies: HashMap::from([(start.key(), vec![0])]), last: start.key(), length: 0 }
    }

    /// Adds the position that a move has led to.
    pub fn push(&mut self, position: &Position) {
        self.length = self.length.saturating_add(1);
        self.last = position.key();
        self.plies.entry(self.last).or_default().push(self.length);
    }

    /// How often the last position has occurred.
    #[must_use]
    pub fn count(&self) -> usize {
        self.occurrences().len()
    }

    /// How often the most frequent position has occurred.
    #[must_use]
    pub fn max_count(&self) -> usize {
        self.plies.values().map(Vec::len).max().unwrap_or(0)
    }

    /// The draw by repetition, if the last position has occurred three times or more.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let occurrences = *self.occurrences().first_chunk()?;
        Some(Repetition { occurrences })
    }

    fn occurrences(&self) -> &[u32] {
        self.plies.get(&self.last).map_or(&[], Vec::as_slice)
    }
}
