//! Segments: sorted runs of blocks inside the database.

use super::block::{self, BLOCK_POSTINGS};
use super::{IndexError, Key, Posting, merge};
use rusqlite::{Connection, params};

/// Adds postings as a new segment, and merges segments where enough of one size have come together.
/// The caller holds the transaction, so that the index is never out of step with the games.
///
/// # Errors
/// When the database cannot be written, or a block that has to be merged is damaged.
pub fn add_segment(connection: &Connection, postings: &mut [Posting]) -> Result<(), IndexError> {
    if postings.is_empty() {
        return Ok(());
    }
    postings.sort_unstable();
    let mut writer = SegmentWriter::new(connection, 0)?;
    for posting in postings.iter() {
        writer.push(*posting)?;
    }
    writer.finish()?;
    merge::merge_full_levels(connection)
}

/// Removes every segment.
///
/// # Errors
/// When the database cannot be written.
pub fn clear(connection: &Connection) -> Result<(), IndexError> {
    connection.execute("DELETE FROM segment_block", ())?;
    connection.execute("DELETE FROM segment", ())?;
    Ok(())
}

/// Every occurrence of a position, sorted by game and ply.
///
/// # Errors
/// When the database cannot be read, or a block is damaged.
pub fn lookup(connection: &Connection, key: Key) -> Result<Vec<Posting>, IndexError> {
    let mut found = Vec::new();
    let mut segments = connection.prepare_cached("SELECT id FROM segment ORDER BY id")?;
    let mut blocks = connection.prepare_cached(
        "SELECT first_key, number, packed FROM segment_block WHERE segment = ?1 AND last_key >= ?2
         ORDER BY last_key, number",
    )?;
    let ids: Vec<i64> = segments.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    for segment in ids {
        let mut rows = blocks.query(params![segment, key.0])?;
        while let Some(row) = rows.next()? {
            if row.get::<_, i64>(0)? > key.0 {
                break;
            }
            let number = row.get(1)?;
            let packed = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
            let postings = block::unpack(packed).ok_or(IndexError::Damaged { segment, number })?;
            let from = postings.partition_point(|posting| posting.key < key);
            found.extend(postings[from..].iter().take_while(|posting| posting.key == key));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Writes postings, which come sorted, into the blocks of a new segment.
pub(super) struct SegmentWriter<'a> {
    connection: &'a Connection,
    id: i64,
    block: Vec<Posting>,
    blocks: i64,
    entries: i64,
}

impl<'a> SegmentWriter<'a> {
    pub(super) fn new(connection: &'a Connection, level: i64) -> Result<Self, IndexError> {
        connection.prepare_cached("INSERT INTO segment (level, entries) VALUES (?1, 0)")?.execute([level])?;
        let id = connection.last_insert_rowid();
        Ok(Self { connection, id, block: Vec::with_capacity(BLOCK_POSTINGS), blocks: 0, entries: 0 })
    }

    pub(super) fn push(&mut self, posting: Posting) -> Result<(), IndexError> {
        self.block.push(posting);
        if self.block.len() == BLOCK_POSTINGS { self.write_block() } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> Result<(), IndexError> {
        self.write_block()?;
        self.connection
            .prepare_cached("UPDATE segment SET entries = ?2 WHERE id = ?1")?
            .execute([self.id, self.entries])?;
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), IndexError> {
        let (Some(first), Some(last)) = (self.block.first(), self.block.last()) else { return Ok(()) };
        let packed = block::pack(&self.block)
            .map_err(|_| IndexError::Damaged { segment: self.id, number: self.blocks })?;
        let entries = i64::try_from(self.block.len()).unwrap_or(i64::MAX);
        self.connection
            .prepare_cached(
                "INSERT INTO segment_block (segment, last_key, number, first_key, entries, packed)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![self.id, last.key.0, self.blocks, first.key.0, entries, packed])?;
        self.blocks += 1;
        self.entries += entries;
        self.block.clear();
        Ok(())
    }
}
