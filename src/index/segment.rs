//! Segments: sorted runs of blocks inside the database.

use super::block::{self, BLOCK_POSTINGS, Packer};
use super::{IndexError, Key, Posting};
use rayon::prelude::*;
use rusqlite::{Connection, params};

/// The level of a segment that is still being written. Nobody reads it; what a killed merge left is removed.
pub(super) const UNFINISHED: i64 = -1;

/// Removes every segment.
///
/// # Errors
/// When the database cannot be written.
pub fn clear(connection: &Connection) -> Result<(), IndexError> {
    connection.execute("DELETE FROM segment_block", ())?;
    connection.execute("DELETE FROM segment", ())?;
    Ok(())
}

/// Every occurrence of a position, sorted by game and ply. The caller holds a transaction, so that no segment is
/// merged away in the middle.
///
/// # Errors
/// When the database cannot be read, or a block is damaged.
pub fn lookup(connection: &Connection, key: Key) -> Result<Vec<Posting>, IndexError> {
    let mut segments = connection.prepare_cached("SELECT id FROM segment WHERE level >= 0 ORDER BY id")?;
    let mut blocks = connection.prepare_cached(
        "SELECT first_key, number, packed FROM segment_block WHERE segment = ?1 AND last_key >= ?2
         ORDER BY last_key, number",
    )?;
    let ids: Vec<i64> = segments.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut packed: Vec<(i64, i64, Vec<u8>)> = Vec::new();
    for segment in ids {
        let mut rows = blocks.query(params![segment, key.0])?;
        while let Some(row) = rows.next()? {
            if row.get::<_, i64>(0)? > key.0 {
                break;
            }
            packed.push((segment, row.get(1)?, row.get(2)?));
        }
    }
    let one = |(segment, number, packed): &(i64, i64, Vec<u8>)| {
        let damaged = IndexError::Damaged { segment: *segment, number: *number };
        block::unpack_key(packed, key).ok_or(damaged)
    };
    /// Fewer blocks than this are read faster by one thread.
    const MANY: usize = 32;
    let runs: Vec<Vec<Posting>> = if packed.len() < MANY {
        packed.iter().map(one).collect::<Result<_, _>>()?
    } else {
        packed.par_iter().map(one).collect::<Result<_, _>>()?
    };
    // Each run is sorted; segments that came one after the other are so as a whole.
    let ends = || runs.iter().filter_map(|run| run.first().zip(run.last()));
    let sorted = ends().zip(ends().skip(1)).all(|((_, last), (first, _))| last <= first);
    let mut found = runs.concat();
    if !sorted {
        found.par_sort();
    }
    Ok(found)
}

/// The level of a segment: segments of one level differ by less than the factor eight in size.
const fn level_of(entries: i64) -> i64 {
    match entries.checked_ilog2() {
        Some(bits) => bits as i64 / 3,
        None => 0,
    }
}

/// Writes postings, which come sorted, into the blocks of a new segment.
pub(super) struct SegmentWriter {
    id: i64,
    /// Postings that do not fill a block yet.
    rest: Vec<Posting>,
    blocks: i64,
    entries: i64,
}

impl SegmentWriter {
    pub(super) fn new(connection: &Connection) -> Result<Self, IndexError> {
        connection
            .prepare_cached("INSERT INTO segment (level, entries) VALUES (?1, 0)")?
            .execute([UNFINISHED])?;
        Ok(Self { id: connection.last_insert_rowid(), rest: Vec::new(), blocks: 0, entries: 0 })
    }

    pub(super) const fn id(&self) -> i64 {
        self.id
    }

    /// Adds postings that sort after all before them.
    pub(super) fn write(&mut self, connection: &Connection, postings: &[Posting]) -> Result<(), IndexError> {
        let mut postings = postings;
        if !self.rest.is_empty() {
            let (fill, after) = postings.split_at(postings.len().min(BLOCK_POSTINGS - self.rest.len()));
            self.rest.extend_from_slice(fill);
            postings = after;
            if self.rest.len() == BLOCK_POSTINGS {
                let full = std::mem::take(&mut self.rest);
                self.write_blocks(connection, &full)?;
            }
        }
        let whole = postings.len() / BLOCK_POSTINGS * BLOCK_POSTINGS;
        self.write_blocks(connection, &postings[..whole])?;
        self.rest.extend_from_slice(&postings[whole..]);
        Ok(())
    }

    /// Writes what is left and puts the segment on the level of its size, where it is read.
    pub(super) fn finish(mut self, connection: &Connection) -> Result<(), IndexError> {
        let rest = std::mem::take(&mut self.rest);
        self.write_blocks(connection, &rest)?;
        connection.prepare_cached("UPDATE segment SET level = ?2, entries = ?3 WHERE id = ?1")?.execute([
            self.id,
            level_of(self.entries),
            self.entries,
        ])?;
        Ok(())
    }

    fn write_blocks(&mut self, connection: &Connection, postings: &[Posting]) -> Result<(), IndexError> {
        let damaged = IndexError::Damaged { segment: self.id, number: self.blocks };
        let packed: Option<Vec<_>> = postings
            .par_chunks(BLOCK_POSTINGS)
            .map_init(Packer::new, |packer, chunk| match packer {
                Ok(packer) => block::pack(packer, chunk).map(|packed| (chunk, packed)).ok(),
                Err(_) => None,
            })
            .collect();
        let mut statement = connection.prepare_cached(
            "INSERT INTO segment_block (segment, last_key, number, first_key, entries, packed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (chunk, packed) in packed.ok_or(damaged)? {
            let (Some(first), Some(last)) = (chunk.first(), chunk.last()) else { continue };
            let entries = i64::try_from(chunk.len()).unwrap_or(i64::MAX);
            statement.execute(params![self.id, last.key.0, self.blocks, first.key.0, entries, packed])?;
            self.blocks += 1;
            self.entries += entries;
        }
        Ok(())
    }
}
