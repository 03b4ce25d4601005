//! Collections: what sources belong to, and under which licence they were given away.

use super::StoreError;
use rusqlite::{Connection, OptionalExtension, params};

/// What an import was told of its sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// What they belong to.
    pub name: Option<String>,
    /// The licence under which they were given away.
    pub licence: Option<String>,
}

/// The id of a collection, which is made if it is not there.
///
/// # Errors
/// When the database cannot be written.
pub fn collection_id(connection: &Connection, collection: &Collection) -> Result<i64, StoreError> {
    let Collection { name, licence } = collection;
    let known = connection
        .prepare_cached("SELECT id FROM collection WHERE name IS ?1 AND licence IS ?2")?
        .query_row(params![name, licence], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection
        .prepare_cached("INSERT INTO collection (name, licence) VALUES (?1, ?2)")?
        .execute(params![name, licence])?;
    Ok(connection.last_insert_rowid())
}

/// Says to which collection a source belongs.
///
/// # Errors
/// When the database cannot be written.
pub fn name_collection(connection: &Connection, source: i64, collection: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE source SET collection = ?2 WHERE id = ?1 AND collection IS NOT ?2")?
        .execute([source, collection])?;
    Ok(())
}

/// The collection of a source, if it belongs to one.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn collection_of(connection: &Connection, source: i64) -> Result<Option<Collection>, StoreError> {
    let question =
        "SELECT c.name, c.licence FROM source s JOIN collection c ON c.id = s.collection WHERE s.id = ?1";
    let mut statement = connection.prepare_cached(question)?;
    let read = |row: &rusqlite::Row<'_>| Ok(Collection { name: row.get(0)?, licence: row.get(1)? });
    Ok(statement.query_row([source], read).optional()?)
}
