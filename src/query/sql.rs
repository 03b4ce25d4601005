//! Questions in SQL, which can read everything and write nothing.

use super::QueryError;
use crate::database::Database;
use rusqlite::Connection;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use serde_json::Value;

/// The answer to an SQL question.
#[derive(Clone, Debug, PartialEq)]
pub struct SqlTable {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows; blobs are hexadecimal text.
    pub rows: Vec<Vec<Value>>,
}

/// Runs one SQL statement that writes nothing.
///
/// # Errors
/// SQLite's own words.
pub fn run_sql(database: &Database, sql: &str) -> Result<SqlTable, QueryError> {
    let snapshot = database.snapshot()?;
    let connection = snapshot.connection();
    connection.pragma_update(None, "query_only", true)?;
    // Neither ATTACH nor VACUUM INTO may make a file.
    let attached = connection.limit(Limit::SQLITE_LIMIT_ATTACHED)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    let answer = ask(connection, sql);
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, attached)?;
    connection.pragma_update(None, "query_only", false)?;
    Ok(answer?)
}

fn ask(connection: &Connection, sql: &str) -> rusqlite::Result<SqlTable> {
    let mut statement = connection.prepare(sql)?;
    let columns: Vec<String> = statement.column_names().map(ToOwned::to_owned).collect();
    let mut rows = Vec::new();
    let mut found = statement.query(())?;
    while let Some(row) = found.next()? {
        rows.push((0..columns.len()).map(|index| row.get_ref(index).map(to_json)).collect::<Result<_, _>>()?);
    }
    Ok(SqlTable { columns, rows })
}

fn to_json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned().into(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    }
}
