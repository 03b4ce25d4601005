//! What was wrong with the files, as the database keeps it.

use crate::store::StoreError;
use rusqlite::Connection;
use serde::Serialize;

/// One diagnostic of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A path under which the source was seen.
    pub path: Option<String>,
    /// The game in it, from 0; none for the file as a whole.
    pub game_index: Option<u32>,
    /// The stored game, when there is one.
    pub game: Option<i64>,
    /// The stable code.
    pub code: String,
    /// `info`, `warning` or `error`.
    pub severity: String,
    /// The line, from 1; 0 for the whole file.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// The diagnostics of at least a severity (`info`, `warning`, `error`), or of one import, in the order of their
/// sources.
///
/// # Errors
/// When the database cannot be read.
pub fn list_problems(
    connection: &Connection,
    import: Option<i64>,
    severities: &[&str],
    code: Option<&str>,
) -> Result<Vec<Problem>, StoreError> {
    let severities = serde_json::json!(severities).to_string();
    let mut statement = connection.prepare(
        "SELECT (SELECT min(shown) FROM source_path p WHERE p.source = d.source), d.number, e.game, d.code,
             d.severity, d.line, d.\"column\", d.message
         FROM diagnostic d JOIN source s ON s.id = d.source
         LEFT JOIN entry e ON e.source = d.source AND e.number = d.number
         WHERE (?1 IS NULL OR s.import = ?1) AND d.severity IN (SELECT value FROM json_each(?2))
             AND (?3 IS NULL OR d.code = ?3)
         ORDER BY d.source, d.rowid",
    )?;
    let rows = statement.query_map((import, severities, code), |row| {
        Ok(Problem {
            path: row.get(0)?,
            game_index: row.get(1)?,
            game: row.get(2)?,
            code: row.get(3)?,
            severity: row.get(4)?,
            line: row.get(5)?,
            column: row.get(6)?,
            message: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
