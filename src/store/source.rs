//! The files that games came from, and their bytes.

use super::StoreError;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// How many source bytes are compressed together.
const BLOCK_BYTES: usize = 1 << 20;

/// How many blocks wait to be compressed together.
const PENDING_BLOCKS: usize = 16;

/// The effort of the compression; 3 is zstd's own default.
const ZSTD_LEVEL: i32 = 3;

/// A file that the database does not know yet.
#[derive(Clone, Copy, Debug)]
pub struct NewSource<'a> {
    /// The SHA-256 of its bytes.
    pub sha256: &'a [u8; 32],
    /// Its length in bytes.
    pub bytes: usize,
    /// Its encoding's name.
    pub encoding: &'a str,
    /// Why that encoding was chosen.
    pub evidence: &'a str,
    /// Its format's name, if one was recognised.
    pub format: Option<&'a str>,
    /// How many games were found in it.
    pub games: usize,
    /// The import that read it.
    pub import: i64,
    /// Where its bytes are kept: a block and the place in it.
    pub kept: Option<(i64, usize)>,
}

/// The SHA-256 of every known source, with its id.
///
/// # Errors
/// When the database cannot be read.
pub fn known_sources(connection: &Connection) -> Result<HashMap<[u8; 32], i64>, StoreError> {
    let mut statement = connection.prepare("SELECT sha256, id FROM source")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The id of the source with this SHA-256.
///
/// # Errors
/// When the database cannot be read.
pub fn source_id(connection: &Connection, sha256: &[u8; 32]) -> Result<Option<i64>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT id FROM source WHERE sha256 = ?1")?
        .query_row([sha256.as_slice()], |row| row.get(0))
        .optional()?)
}

/// The sources of a game: their ids, and a path under which each was seen.
///
/// # Errors
/// When the database cannot be read.
pub fn sources_of(connection: &Connection, game: i64) -> Result<Vec<(i64, String)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT e.source, coalesce((SELECT min(path) FROM source_path p WHERE p.source = e.source), '')
         FROM entry e WHERE e.game = ?1 ORDER BY e.source",
    )?;
    let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds a source and returns its id.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_source(connection: &Connection, source: &NewSource<'_>) -> Result<i64, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO source (sha256, bytes, encoding, evidence, format, games, import, block, block_start)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            source.sha256.as_slice(),
            whole(source.bytes),
            source.encoding,
            source.evidence,
            source.format,
            whole(source.games),
            source.import,
            source.kept.map(|(block, _)| block),
            source.kept.map(|(_, start)| whole(start)),
        ])?;
    Ok(connection.last_insert_rowid())
}

/// Notes that a source was seen under `path`, in an archive as `member` (else empty); true when that is news.
///
/// # Errors
/// When the database cannot be written.
pub fn add_path(connection: &Connection, source: i64, path: &str, member: &str) -> Result<bool, StoreError> {
    let added = connection
        .prepare_cached("INSERT OR IGNORE INTO source_path (source, path, member) VALUES (?1, ?2, ?3)")?
        .execute(params![source, path, member])?;
    Ok(added > 0)
}

/// The bytes of a source, as they came in; `None` when they were not kept.
///
/// # Errors
/// When the database cannot be read, or the block is damaged.
pub fn source_bytes(connection: &Connection, source: i64) -> Result<Option<Vec<u8>>, StoreError> {
    let found: Option<(i64, i64, i64, Vec<u8>)> = connection
        .query_row(
            "SELECT s.block_start, s.bytes, b.bytes, b.packed
             FROM source s JOIN source_block b ON b.id = s.block WHERE s.id = ?1",
            [source],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .optional()?;
    let Some((start, bytes, whole, packed)) = found else { return Ok(None) };
    let damaged = |reason: String| StoreError::BadSource { id: source, reason };
    let capacity = usize::try_from(whole).map_err(|_| damaged("its block has no size".to_owned()))?;
    let block = zstd::bulk::decompress(&packed, capacity).map_err(|error| damaged(error.to_string()))?;
    let range = usize::try_from(start).ok().zip(usize::try_from(start + bytes).ok());
    let slice = range.and_then(|(start, end)| block.get(start..end));
    slice.map(|bytes| Some(bytes.to_vec())).ok_or_else(|| damaged("its block is too short".to_owned()))
}

/// Collects source bytes into blocks, which are compressed on all cores.
#[derive(Debug, Default)]
pub struct BlockWriter {
    /// The blocks: their ids and bytes. The last one still has room.
    pending: Vec<(i64, Vec<u8>)>,
}

impl BlockWriter {
    /// Puts `bytes` into the current block; returns the block's id and where in it they start.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add(&mut self, connection: &Connection, bytes: &[u8]) -> Result<(i64, usize), StoreError> {
        let full = |block: &mut (i64, Vec<u8>)| block.1.len() + bytes.len() > BLOCK_BYTES;
        if self.pending.last_mut().is_none_or(full) {
            if self.pending.len() >= PENDING_BLOCKS {
                self.flush(connection)?;
            }
            connection
                .prepare_cached("INSERT INTO source_block (bytes, packed) VALUES (0, x'')")?
                .execute(())?;
            self.pending.push((connection.last_insert_rowid(), Vec::new()));
        }
        let Some((id, block)) = self.pending.last_mut() else { return Ok((0, 0)) };
        let start = block.len();
        block.extend_from_slice(bytes);
        Ok((*id, start))
    }

    /// Compresses and writes all blocks. Must be called before the transaction ends.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn flush(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let blocks = std::mem::take(&mut self.pending);
        let packed: Vec<_> =
            blocks.par_iter().map(|(_, bytes)| zstd::bulk::compress(bytes, ZSTD_LEVEL)).collect();
        let mut statement =
            connection.prepare_cached("UPDATE source_block SET bytes = ?2, packed = ?3 WHERE id = ?1")?;
        for ((id, bytes), packed) in blocks.iter().zip(packed) {
            let packed =
                packed.map_err(|error| StoreError::BadSource { id: *id, reason: error.to_string() })?;
            statement.execute(params![id, whole(bytes.len()), packed])?;
        }
        Ok(())
    }
}

/// A count as SQLite's integer.
pub(super) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
