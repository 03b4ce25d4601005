//! The files that games came from, and their bytes.

use super::StoreError;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// How many source bytes are compressed together.
const BLOCK_BYTES: usize = 1 << 20;

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

/// Collects source bytes into compressed blocks.
#[derive(Debug, Default)]
pub struct BlockWriter {
    pending: Vec<u8>,
    id: Option<i64>,
}

impl BlockWriter {
    /// Puts `bytes` into the current block; returns the block's id and where in it they start.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add(&mut self, connection: &Connection, bytes: &[u8]) -> Result<(i64, usize), StoreError> {
        if !self.pending.is_empty() && self.pending.len() + bytes.len() > BLOCK_BYTES {
            self.flush(connection)?;
        }
        let id = match self.id {
            Some(id) => id,
            None => {
                connection.execute("INSERT INTO source_block (bytes, packed) VALUES (0, x'')", ())?;
                *self.id.insert(connection.last_insert_rowid())
            }
        };
        let start = self.pending.len();
        self.pending.extend_from_slice(bytes);
        Ok((id, start))
    }

    /// Compresses and writes the current block. Must be called before the transaction ends.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn flush(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let Some(id) = self.id.take() else { return Ok(()) };
        let packed = zstd::bulk::compress(&self.pending, ZSTD_LEVEL)
            .map_err(|error| StoreError::BadSource { id, reason: error.to_string() })?;
        connection
            .prepare_cached("UPDATE source_block SET bytes = ?2, packed = ?3 WHERE id = ?1")?
            .execute(params![id, whole(self.pending.len()), packed])?;
        self.pending.clear();
        Ok(())
    }
}

/// A count as SQLite's integer.
pub(super) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
