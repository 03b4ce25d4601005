//! The ledger: what was imported when, and into which bucket every game went.

use super::StoreError;
use super::source::integer;
use crate::record::Diagnostic;
use rusqlite::{Connection, params};
use std::ops::Range;

/// Where a game that was found in a source ended up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket<'a> {
    /// It is game `.0` of the database.
    Stored(i64),
    /// It repeats game `.0`, which keeps this source as well.
    Duplicate(i64),
    /// It could not be stored; the code says why.
    Rejected(&'a str),
}

/// One game as found in a source.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The source's id.
    pub source: i64,
    /// Its number in the source, from 0.
    pub number: usize,
    /// Its bytes in the source.
    pub bytes: Range<usize>,
    /// What became of it.
    pub bucket: Bucket<'a>,
}

/// Opens an import in the ledger and returns its id.
///
/// # Errors
/// When the database cannot be written.
pub fn begin_import(connection: &Connection, program: &str, paths: &str) -> Result<i64, StoreError> {
    connection.execute(
        "INSERT INTO import (started, program, paths) VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2)",
        params![program, paths],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Notes that an import reached its end.
///
/// # Errors
/// When the database cannot be written.
pub fn finish_import(connection: &Connection, import: i64) -> Result<(), StoreError> {
    connection.execute(
        "UPDATE import SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?1",
        [import],
    )?;
    Ok(())
}

/// Notes a path that could not be read.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_unread(
    connection: &Connection,
    import: i64,
    path: &str,
    message: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO unread (import, path, message) VALUES (?1, ?2, ?3)")?
        .execute(params![import, path, message])?;
    Ok(())
}

/// Puts a game into its bucket.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_entry(connection: &Connection, entry: &Entry<'_>) -> Result<(), StoreError> {
    let (bucket, game, code) = match entry.bucket {
        Bucket::Stored(game) => ("stored", Some(game), None),
        Bucket::Duplicate(game) => ("duplicate", Some(game), None),
        Bucket::Rejected(code) => ("rejected", None, Some(code)),
    };
    connection
        .prepare_cached(
            "INSERT INTO entry (source, number, byte_start, byte_end, bucket, game, code)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            entry.source,
            integer(entry.number),
            integer(entry.bytes.start),
            integer(entry.bytes.end),
            bucket,
            game,
            code
        ])?;
    Ok(())
}

/// Keeps a diagnostic of a source; `number` is the game in it, or `None` for the file as a whole.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_diagnostic(
    connection: &Connection,
    source: i64,
    number: Option<usize>,
    found: &Diagnostic,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO diagnostic (source, number, code, severity, line, \"column\", message)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            source,
            number.map(integer),
            found.code.id(),
            found.severity.name(),
            found.place.line().unwrap_or(0),
            found.place.column().unwrap_or(0),
            found.message
        ])?;
    Ok(())
}
