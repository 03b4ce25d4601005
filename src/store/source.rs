//! The files that games came from, and their bytes.

use super::StoreError;
use super::visibility::UNDONE_IMPORTS;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Read;

/// How many source bytes are compressed together.
const BLOCK_BYTES: usize = 1 << 20;

/// How many blocks wait to be compressed together.
const PENDING_BLOCKS: usize = 16;

/// The effort of the compression; 3 is zstd's own default.
const ZSTD_LEVEL: i32 = 3;

/// The question for the records of the game `g`: itself and the games that it stands for.
pub(super) const RECORDS_OF: &str = "WITH RECURSIVE record_of (id) AS (SELECT g.id
     UNION SELECT h.id FROM game h JOIN record_of r ON h.successor = r.id) SELECT id FROM record_of";

/// The condition in SQL that the import which saw the path `p` was not undone.
pub const SEEN_PATH: &str = "(p.import IS NULL OR p.import NOT IN
     (SELECT import FROM operation WHERE undone IS NOT NULL AND import IS NOT NULL))";

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

/// The SHA-256 of every known source, with its id. One of which only parts are there is not known yet, and one whose
/// import was undone is not any more.
///
/// # Errors
/// When the database cannot be read.
pub fn known_sources(connection: &Connection) -> Result<HashMap<[u8; 32], i64>, StoreError> {
    let mut statement = connection.prepare(&format!(
        "SELECT sha256, id FROM source WHERE complete AND import NOT IN ({UNDONE_IMPORTS})"
    ))?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The id of the known source with this SHA-256; see [`known_sources`].
///
/// # Errors
/// When the database cannot be read.
pub fn source_id(connection: &Connection, sha256: &[u8; 32]) -> Result<Option<i64>, StoreError> {
    Ok(connection
        .prepare_cached(&format!(
            "SELECT id FROM source WHERE sha256 = ?1 AND complete AND import NOT IN ({UNDONE_IMPORTS})"
        ))?
        .query_row([sha256.as_slice()], |row| row.get(0))
        .optional()?)
}

/// The sources of a game, its own first, then those of the games that it stands for: their ids, and a path under which
/// each was seen.
///
/// # Errors
/// When the database cannot be read.
pub fn sources_of(connection: &Connection, game: i64) -> Result<Vec<(i64, String)>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT e.source, coalesce((SELECT min(path) FROM source_path p
             WHERE p.source = e.source AND {SEEN_PATH}), '')
         FROM game g JOIN entry e ON e.game IN ({RECORDS_OF}) JOIN source s ON s.id = e.source
         WHERE g.id = ?1 AND s.import NOT IN ({UNDONE_IMPORTS}) ORDER BY e.game <> g.id, e.source"
    ))?;
    let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds a source and returns its id. The row of one whose import was undone is used again, without its ledger.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_source(connection: &Connection, source: &NewSource<'_>) -> Result<i64, StoreError> {
    let added = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO source (sha256, bytes, encoding, evidence, format, games, import, block, block_start)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            source.sha256.as_slice(),
            integer(source.bytes),
            source.encoding,
            source.evidence,
            source.format,
            integer(source.games),
            source.import,
            source.kept.map(|(block, _)| block),
            source.kept.map(|(_, start)| integer(start)),
        ])?;
    if added > 0 {
        return Ok(connection.last_insert_rowid());
    }
    let id = connection.query_row(
        "UPDATE source SET encoding = ?2, evidence = ?3, format = ?4, games = ?5, import = ?6, complete = 1,
             (block, block_start) = (SELECT coalesce(block, ?7), CASE WHEN block IS NULL THEN ?8 ELSE block_start END)
         WHERE sha256 = ?1 RETURNING id",
        params![
            source.sha256.as_slice(),
            source.encoding,
            source.evidence,
            source.format,
            integer(source.games),
            source.import,
            source.kept.map(|(block, _)| block),
            source.kept.map(|(_, start)| integer(start)),
        ],
        |row| row.get(0),
    )?;
    forget_ledger(connection, id)?;
    Ok(id)
}

/// Forgets what the undone import of a source said about it.
fn forget_ledger(connection: &Connection, source: i64) -> Result<(), StoreError> {
    for table in ["entry", "diagnostic", "source_path"] {
        connection.execute(&format!("DELETE FROM {table} WHERE source = ?1"), [source])?;
    }
    Ok(())
}

/// Notes that a source was seen under `path`, in an archive as `member` (else empty), by an import where one is known;
/// true when that is news.
///
/// # Errors
/// When the database cannot be written.
pub fn add_path(
    connection: &Connection,
    source: i64,
    path: &str,
    member: &str,
    import: Option<i64>,
) -> Result<bool, StoreError> {
    let added = connection
        .prepare_cached(&format!(
            "INSERT INTO source_path (source, path, member, import) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET import = excluded.import WHERE source_path.import IN ({UNDONE_IMPORTS})"
        ))?
        .execute(params![source, path, member, import])?;
    Ok(added > 0)
}

/// Notes which import saw a source under a path.
///
/// # Errors
/// When the database cannot be written.
pub fn name_import_of_path(
    connection: &Connection,
    (source, path, member): &(i64, String, String),
    import: i64,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE source_path SET import = ?4 WHERE source = ?1 AND path = ?2 AND member = ?3")?
        .execute(params![source, path, member, import])?;
    Ok(())
}

/// What is there of a source that comes in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The source's id.
    pub source: i64,
    /// The import that began it.
    pub import: i64,
    /// How many of its games are in the ledger.
    pub games: usize,
    /// Up to which byte its bytes are kept.
    pub kept: u64,
}

/// Finds a source of which not all parts are there yet, or adds it without any. One whose import was undone, or of which
/// only some games came from another database, is begun again.
///
/// # Errors
/// When the database cannot be written.
pub fn begin_parts(connection: &Connection, new: &NewSource<'_>) -> Result<Begun, StoreError> {
    let found = connection
        .prepare_cached(&format!(
            "SELECT id, games, coalesce((SELECT max(p.start + p.bytes) FROM source_part p WHERE p.source = s.id), 0),
                 import, import IN ({UNDONE_IMPORTS})
                 OR games <> (SELECT coalesce(max(e.number) + 1, 0) FROM entry e WHERE e.source = s.id)
             FROM source s WHERE sha256 = ?1"
        ))?
        .query_row([new.sha256.as_slice()], |row| {
            let begun = Begun {
                source: row.get(0)?,
                games: row.get::<_, u32>(1)? as usize,
                kept: row.get::<_, i64>(2)?.cast_unsigned(),
                import: row.get(3)?,
            };
            Ok((begun, row.get(4)?))
        })
        .optional()?;
    let source = match found {
        Some((begun, false)) => return Ok(begun),
        Some((Begun { source, kept, .. }, true)) => {
            forget_ledger(connection, source)?;
            connection.execute(
                "UPDATE source SET import = ?2, games = 0, complete = 0 WHERE id = ?1",
                [source, new.import],
            )?;
            return Ok(Begun { source, import: new.import, games: 0, kept });
        }
        None => insert_source(connection, new)?,
    };
    connection.execute("UPDATE source SET complete = 0 WHERE id = ?1", [source])?;
    Ok(Begun { source, import: new.import, games: 0, kept: 0 })
}

/// Notes where the bytes of a part are kept: a block and the place in it.
///
/// # Errors
/// When the database cannot be written.
pub fn add_part(
    connection: &Connection,
    source: i64,
    start: u64,
    bytes: usize,
    place: (i64, usize),
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO source_part (source, start, bytes, block, block_start) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![source, start.cast_signed(), integer(bytes), place.0, integer(place.1)])?;
    Ok(())
}

/// Notes how many games a source has up to a part, and whether that was the last.
///
/// # Errors
/// When the database cannot be written.
pub fn end_part(connection: &Connection, source: i64, games: usize, last: bool) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE source SET games = ?2, complete = ?3 WHERE id = ?1")?
        .execute(params![source, integer(games), last])?;
    Ok(())
}

/// The bytes of a source, as they came in; `None` when they were not kept.
///
/// # Errors
/// When the database cannot be read, or a block is damaged.
pub fn source_bytes(connection: &Connection, source: i64) -> Result<Option<Vec<u8>>, StoreError> {
    type Piece = (i64, i64, i64);
    let (bytes, pieces): (i64, Vec<Piece>) = {
        let mut statement = connection.prepare_cached(
            "SELECT s.bytes, s.block, s.block_start, s.bytes FROM source s WHERE s.id = ?1 AND s.block IS NOT NULL
             UNION ALL
             SELECT s.bytes, p.block, p.block_start, p.bytes FROM (SELECT * FROM source_part WHERE source = ?1
                 ORDER BY start) p JOIN source s ON s.id = p.source",
        )?;
        let mut rows = statement.query([source])?;
        let (mut bytes, mut pieces) = (0, Vec::new());
        while let Some(row) = rows.next()? {
            bytes = row.get(0)?;
            pieces.push((row.get(1)?, row.get(2)?, row.get(3)?));
        }
        (bytes, pieces)
    };
    // Of a source that was read with and without keeping its bytes only a part may be there.
    if pieces.is_empty() || pieces.iter().map(|piece| piece.2).sum::<i64>() != bytes {
        return Ok(None);
    }
    let mut whole = Vec::new();
    for piece in pieces {
        whole.append(&mut piece_bytes(connection, source, piece)?);
    }
    Ok(Some(whole))
}

/// Gives the kept bytes of a source to `take`: all at once, or part by part, each with where it starts in the file. A block
/// that was unpacked stays in `unpacked` for the next source.
///
/// # Errors
/// When the database cannot be read, a block is damaged, or with the first error of `take`.
pub fn source_pieces(
    connection: &Connection,
    source: i64,
    unpacked: &mut Option<(i64, Vec<u8>)>,
    mut take: impl FnMut(Option<u64>, &[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT NULL, block, block_start, bytes FROM source WHERE id = ?1 AND block IS NOT NULL
         UNION ALL
         SELECT * FROM (SELECT start, block, block_start, bytes FROM source_part WHERE source = ?1 ORDER BY start)",
    )?;
    let mut rows = statement.query([source])?;
    while let Some(row) = rows.next()? {
        let damaged = |reason: &str| StoreError::BadSource { id: source, reason: reason.to_owned() };
        let (start, block): (Option<i64>, i64) = (row.get(0)?, row.get(1)?);
        let (from, bytes): (i64, i64) = (row.get(2)?, row.get(3)?);
        if unpacked.as_ref().is_none_or(|(id, _)| *id != block) {
            let whole = block_bytes(connection, block)?.ok_or_else(|| damaged("its block is damaged"))?;
            *unpacked = Some((block, whole));
        }
        let range = usize::try_from(from).ok().zip(usize::try_from(from.saturating_add(bytes)).ok());
        let whole = unpacked.as_ref().map_or(&[][..], |(_, bytes)| bytes);
        let slice = range.and_then(|(from, to)| whole.get(from..to));
        take(start.map(i64::cast_unsigned), slice.ok_or_else(|| damaged("its block is too short"))?)?;
    }
    Ok(())
}

/// How many sources have kept bytes that cannot be got back, or are not those of their SHA-256. One of which parts are
/// missing does not count.
///
/// # Errors
/// When the database cannot be read.
pub fn damaged_sources(connection: &Connection) -> Result<u64, StoreError> {
    let mut statement = connection.prepare(
        "SELECT id, sha256, bytes, block, block_start FROM source WHERE block IS NOT NULL ORDER BY block",
    )?;
    let mut rows = statement.query(())?;
    let mut damaged = 0;
    // Neighbours share a block, which is unpacked once.
    let mut unpacked: Option<(i64, Option<Vec<u8>>)> = None;
    while let Some(row) = rows.next()? {
        let (sha256, block): (Vec<u8>, i64) = (row.get(1)?, row.get(3)?);
        let (bytes, start): (i64, i64) = (row.get(2)?, row.get(4)?);
        if unpacked.as_ref().is_none_or(|(id, _)| *id != block) {
            unpacked = Some((block, block_bytes(connection, block)?));
        }
        let range = usize::try_from(start).ok().zip(usize::try_from(start.saturating_add(bytes)).ok());
        let whole = unpacked.as_ref().and_then(|(_, bytes)| bytes.as_deref());
        let own = range.zip(whole).and_then(|((start, end), whole)| whole.get(start..end));
        damaged += u64::from(own.is_none_or(|own| Sha256::digest(own)[..] != sha256[..]));
    }
    damaged_parts(connection).map(|parts| damaged + parts)
}

/// The same of sources that came in parts.
fn damaged_parts(connection: &Connection) -> Result<u64, StoreError> {
    let mut statement = connection.prepare(
        "SELECT s.sha256, p.source, p.block, p.block_start, p.bytes FROM source s JOIN source_part p ON p.source = s.id
         WHERE s.complete AND s.bytes = (SELECT sum(q.bytes) FROM source_part q WHERE q.source = s.id)
         ORDER BY p.source, p.start",
    )?;
    let mut rows = statement.query(())?;
    let mut damaged = 0;
    let mut open: Option<(i64, Vec<u8>, Sha256, bool)> = None;
    let mut close = |open: Option<(i64, Vec<u8>, Sha256, bool)>| {
        if let Some((_, sha256, hash, whole)) = open {
            damaged += u64::from(!whole || hash.finalize()[..] != sha256[..]);
        }
    };
    while let Some(row) = rows.next()? {
        let source: i64 = row.get(1)?;
        if open.as_ref().is_none_or(|(id, ..)| *id != source) {
            close(open.take());
            open = Some((source, row.get(0)?, Sha256::new(), true));
        }
        if let Some((.., hash, whole)) = &mut open {
            match piece_bytes(connection, source, (row.get(2)?, row.get(3)?, row.get(4)?)) {
                Ok(bytes) => hash.update(bytes),
                Err(_) => *whole = false,
            }
        }
    }
    close(open);
    Ok(damaged)
}

/// The bytes of a block; `None` when it is not there or cannot be unpacked.
pub(super) fn block_bytes(connection: &Connection, block: i64) -> Result<Option<Vec<u8>>, StoreError> {
    let found: Option<(i64, Vec<u8>)> = connection
        .prepare_cached("SELECT bytes, packed FROM source_block WHERE id = ?1")?
        .query_row([block], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((bytes, packed)) = found else { return Ok(None) };
    Ok(usize::try_from(bytes).ok().and_then(|bytes| unpack(&packed, bytes).ok()))
}

/// Unpacks a block that is said to have so many bytes. Damage may say anything, so memory is taken as it is needed.
fn unpack(packed: &[u8], bytes: usize) -> std::io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    zstd::Decoder::with_buffer(packed)?.take(bytes as u64).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// The bytes of a source, or of a part of it, in a block.
fn piece_bytes(
    connection: &Connection,
    source: i64,
    (block, start, bytes): (i64, i64, i64),
) -> Result<Vec<u8>, StoreError> {
    let (whole, packed): (i64, Vec<u8>) = connection
        .prepare_cached("SELECT bytes, packed FROM source_block WHERE id = ?1")?
        .query_row([block], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let damaged = |reason: String| StoreError::BadSource { id: source, reason };
    let capacity = usize::try_from(whole).map_err(|_| damaged("its block has no size".to_owned()))?;
    let block = unpack(&packed, capacity).map_err(|error| damaged(error.to_string()))?;
    let range = usize::try_from(start).ok().zip(usize::try_from(start + bytes).ok());
    let slice = range.and_then(|(start, end)| block.get(start..end));
    slice.map(<[u8]>::to_vec).ok_or_else(|| damaged("its block is too short".to_owned()))
}

/// Collects source bytes into blocks, which are compressed on all cores.
#[derive(Debug, Default)]
pub struct BlockWriter {
    /// The blocks: their ids and bytes. The last one is not full yet.
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
            statement.execute(params![id, integer(bytes.len()), packed])?;
        }
        Ok(())
    }
}

/// A count as SQLite's integer.
pub(super) fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
