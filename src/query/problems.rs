//! What was wrong with the files, as the database keeps it.

use super::QueryError;
use crate::database::Database;
use crate::record::Severity;
use crate::store::UNDONE_IMPORTS;

/// One diagnostic of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A path under which the source was seen.
    pub path: Option<String>,
    /// The game in it, from 0; none for the file as a whole.
    pub game_index: Option<u32>,
    /// The stored game, when there is one.
    pub game: Option<i64>,
    /// The stable code.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The line, from 1; none for the whole file.
    pub line: Option<u32>,
    /// The column in characters, from 1; none for the whole line.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
}

/// Which findings to list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProblemsOptions {
    /// Of this import only.
    pub import: Option<i64>,
    /// Of this severity and worse.
    pub severity: Severity,
    /// With this code only.
    pub code: Option<String>,
}

impl Default for ProblemsOptions {
    /// All warnings and errors.
    fn default() -> Self {
        Self { import: None, severity: Severity::Warning, code: None }
    }
}

/// The findings of all imports that the options ask for, in the order of their sources.
///
/// # Errors
/// When the database cannot be read.
pub fn list_problems(database: &Database, options: &ProblemsOptions) -> Result<Vec<Problem>, QueryError> {
    let wanted = Severity::ALL.into_iter().filter(|severity| *severity >= options.severity);
    let severities = serde_json::json!(wanted.map(Severity::name).collect::<Vec<_>>()).to_string();
    let snapshot = database.snapshot()?;
    // Of a game that was merged the game is meant that stands for it; of one that is gone nothing is a problem any more.
    let mut statement = snapshot.connection().prepare(&format!(
        "SELECT (SELECT min(shown) FROM source_path p WHERE p.source = d.source), d.number,
             coalesce((WITH RECURSIVE next (id) AS (SELECT e.game
                 UNION SELECT h.successor FROM game h JOIN next n ON n.id = h.id WHERE h.hidden_by IS NOT NULL)
             SELECT n.id FROM next n JOIN game g ON g.id = n.id WHERE g.hidden_by IS NULL), e.game),
             d.code, d.severity, d.line, d.\"column\", d.message
         FROM diagnostic d JOIN source s ON s.id = d.source
         LEFT JOIN entry e ON e.source = d.source AND e.number = d.number
         LEFT JOIN game g ON g.id = e.game LEFT JOIN operation o ON o.id = g.hidden_by
         WHERE (?1 IS NULL OR s.import = ?1) AND d.severity IN (SELECT value FROM json_each(?2))
             AND (?3 IS NULL OR d.code = ?3) AND s.import NOT IN ({UNDONE_IMPORTS})
             AND (o.kind IS NULL OR o.kind = 'merge')
         ORDER BY d.source, d.rowid"
    ))?;
    let rows = statement.query_map((options.import, severities, options.code.as_deref()), |row| {
        Ok(Problem {
            path: row.get(0)?,
            game_index: row.get(1)?,
            game: row.get(2)?,
            code: row.get(3)?,
            severity: Severity::from_name(row.get_ref(4)?.as_str()?).unwrap_or(Severity::Error),
            line: Some(row.get(5)?).filter(|line| *line > 0),
            column: Some(row.get(6)?).filter(|column| *column > 0),
            message: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
