//! Questions in SQL, which can read everything and write nothing.

use super::QueryError;
use crate::database::Database;
use rusqlite::Connection;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use serde_json::Value;
use std::collections::HashSet;

/// The answer to an SQL question.
#[derive(Clone, Debug, PartialEq)]
pub struct SqlTable {
    /// The names of the columns, each once: a second `a` is `a_2`.
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
    let columns = each_once(statement.column_names().map(ToOwned::to_owned).collect());
    let mut rows = Vec::new();
    let mut found = statement.query(())?;
    while let Some(row) = found.next()? {
        rows.push((0..columns.len()).map(|index| row.get_ref(index).map(to_json)).collect::<Result<_, _>>()?);
    }
    Ok(SqlTable { columns, rows })
}

/// Numbers names that are there already; the names as they were asked for stay with the first that has them.
fn each_once(names: Vec<String>) -> Vec<String> {
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let mut seen = HashSet::new();
    let mut once = |name: String| {
        if seen.insert(name.clone()) {
            return name;
        }
        let mut number = 2_u32;
        loop {
            let numbered = format!("{name}_{number}");
            if taken.insert(numbered.clone()) {
                return numbered;
            }
            number += 1;
        }
    };
    names.into_iter().map(&mut once).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_equal_names_are_numbered() {
        for (names, want) in [
            (vec!["a", "b"], vec!["a", "b"]),
            (vec!["a", "a", "a"], vec!["a", "a_2", "a_3"]),
            (vec!["a", "a", "a_2", "a_2"], vec!["a", "a_3", "a_2", "a_2_2"]),
            (vec!["", ""], vec!["", "_2"]),
        ] {
            assert_eq!(each_once(names.into_iter().map(Into::into).collect()), want);
        }
    }
}
