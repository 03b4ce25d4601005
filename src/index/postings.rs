//! Postings on their way into a segment.

use super::segment::SegmentWriter;
use super::{IndexError, Posting};
use crate::rules::shogi::Move;
use rayon::prelude::*;
use rusqlite::Connection;

/// How many postings a segment is made of at once; they take 16 bytes each in memory. Large segments need no merging:
/// a million games make seven.
const SEGMENT_POSTINGS: usize = 15_000_000;

/// Keys are spread evenly, so they are parted by their first bits as they come, and the parts sorted one by one: that
/// is less to compare, and all in cache.
const PARTS: usize = 256;

/// Postings of many games, to be sorted and written as one segment.
#[derive(Debug)]
pub struct Postings {
    parts: Vec<Vec<Posting>>,
    len: usize,
}

impl Default for Postings {
    fn default() -> Self {
        Self { parts: vec![Vec::new(); PARTS], len: 0 }
    }
}

impl Postings {
    /// Adds one.
    #[inline]
    pub fn push(&mut self, posting: Posting) {
        // The first byte of the key, so turned that negative keys come first, as they sort.
        let part = (posting.key.0.cast_unsigned() >> 56) as usize ^ (PARTS / 2);
        self.parts[part].push(posting);
        self.len += 1;
    }

    /// Adds the occurrences of every position of a game: the keys of its positions, the start's first, and its moves.
    /// Plies beyond what a posting can hold do not occur: readers end a line of moves long before.
    pub fn push_game(&mut self, id: u32, keys: &[u64], moves: impl IntoIterator<Item = Move>) {
        let moves = moves.into_iter().map(Some).chain(std::iter::repeat(None));
        for ((ply, key), next) in (0_u16..=u16::MAX).zip(keys).zip(moves) {
            self.push(Posting::new(*key, id, ply, next));
        }
    }

    /// True when there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True when it is time to write them.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len >= SEGMENT_POSTINGS
    }

    /// Writes them as a new segment and forgets them. The caller holds the transaction, so that the index is never out
    /// of step with the games.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn write(&mut self, connection: &Connection) -> Result<(), IndexError> {
        if self.is_empty() {
            return Ok(());
        }
        self.parts.par_iter_mut().for_each(|part| part.sort_unstable());
        let mut writer = SegmentWriter::new(connection)?;
        for part in &mut self.parts {
            writer.write(connection, part)?;
            part.clear();
        }
        self.len = 0;
        writer.finish(connection)
    }
}
