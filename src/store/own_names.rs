//! The names of whoever asks. They need not be in any game yet.

use super::StoreError;
use crate::record::person_key;
use rusqlite::Connection;

/// The names as they were given, in order.
///
/// # Errors
/// When the database cannot be read.
pub fn own_names(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT name FROM own_name ORDER BY name")?;
    let names = statement.query_map((), |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Adds names; spellings of one name count once, under the last one. Returns how many are new.
///
/// # Errors
/// When the database cannot be written.
pub fn add_own_names(connection: &Connection, names: &[String]) -> Result<u64, StoreError> {
    let number = || connection.query_row("SELECT count(*) FROM own_name", (), |row| row.get::<_, i64>(0));
    let before = number()?;
    let mut insert = connection.prepare("INSERT OR REPLACE INTO own_name (folded, name) VALUES (?1, ?2)")?;
    for name in names {
        insert.execute([&person_key(name), name])?;
    }
    Ok(number()?.saturating_sub(before).cast_unsigned())
}

/// Removes all names. Returns how many they were.
///
/// # Errors
/// When the database cannot be written.
pub fn clear_own_names(connection: &Connection) -> Result<usize, StoreError> {
    Ok(connection.execute("DELETE FROM own_name", ())?)
}
