//! Is the schema the one that the migrations make, and is every text in it UTF-8? SQLite vouches for neither.

use super::StoreError;
use super::open::in_memory;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;

/// Tables, indices, views and triggers by their names, with the SQL that made them.
type Schema = BTreeMap<(String, String), Option<String>>;

fn schema(connection: &Connection) -> Result<Schema, StoreError> {
    // What SQLite keeps for itself (`sqlite_stat1`) is no part of a migration.
    let mut statement = connection.prepare(
        "SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_stat%' ESCAPE '!'",
    )?;
    let rows = statement.query_map((), |row| Ok(((row.get(0)?, row.get(1)?), text_of(row.get_ref(2)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The text, also when some of it is no UTF-8.
fn text_of(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Text(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}

/// What is altered, missing or added in the schema, each as `table game is altered`.
///
/// # Errors
/// When the database cannot be read.
pub fn schema_differences(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let (made, found) = (schema(&in_memory(version)?)?, schema(connection)?);
    let missing_or_altered = made.iter().filter_map(|(thing, sql)| match found.get(thing) {
        None => Some((thing, "is missing")),
        Some(other) => (other != sql).then_some((thing, "is altered")),
    });
    let added = found.keys().filter(|thing| !made.contains_key(thing)).map(|thing| (thing, "is not kura's"));
    Ok(missing_or_altered.chain(added).map(|((name, kind), what)| format!("{kind} {name} {what}")).collect())
}

/// The columns that hold text which is no UTF-8, with how many of it, each as `player.name: 1`. The schema must be
/// the right one.
///
/// # Errors
/// When the database cannot be read.
pub fn texts_without_utf8(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let columns: Vec<(String, String)> = connection
        .prepare(
            "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
             WHERE t.type = 'table' AND c.type = 'TEXT' ORDER BY 1, c.cid",
        )?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut bad = Vec::new();
    for columns in columns.chunk_by(|a, b| a.0 == b.0) {
        let table = &columns[0].0;
        let names: Vec<String> = columns.iter().map(|(_, column)| format!("\"{column}\"")).collect();
        let mut counts = vec![0_u64; columns.len()];
        let mut statement = connection.prepare(&format!("SELECT {} FROM \"{table}\"", names.join(", ")))?;
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            for (column, count) in counts.iter_mut().enumerate() {
                if let ValueRef::Text(bytes) = row.get_ref(column)? {
                    *count += u64::from(std::str::from_utf8(bytes).is_err());
                }
            }
        }
        let found = columns.iter().zip(counts).filter(|(_, count)| *count > 0);
        bad.extend(found.map(|((table, column), count)| format!("{table}.{column}: {count}")));
    }
    Ok(bad)
}
