//! Which games are there for questions. One that was removed, merged into another or replaced stays in its row, so that
//! it can come back; `game.hidden_by` names the operation that hid it, `game.successor` the game that stands for it now.

use super::StoreError;
use super::operation::{Change, insert_change};
use rusqlite::{Connection, OptionalExtension, params};

/// The condition in SQL that the game `g` is there for questions. Few games are hidden, and an index has them.
pub const VISIBLE: &str = "g.id NOT IN (SELECT id FROM game WHERE hidden_by IS NOT NULL)";

/// The question for the imports that were undone: their sources and the paths that they saw do not count.
pub const UNDONE_IMPORTS: &str =
    "SELECT import FROM operation WHERE undone IS NOT NULL AND import IS NOT NULL";

/// What became of a game that is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The operation that hid it.
    pub operation: i64,
    /// The game that stands for it and is there, if one does.
    pub successor: Option<i64>,
}

/// Hides games that are there, on behalf of an operation and in favour of `successor`; those that are hidden already
/// stay as they are. Returns the ids of the games that were hidden, which come sorted, as `games` do.
///
/// # Errors
/// When the database cannot be written.
pub fn hide_games(
    connection: &Connection,
    operation: i64,
    games: &[i64],
    successor: Option<i64>,
) -> Result<Vec<i64>, StoreError> {
    let mut statement = connection.prepare_cached(
        "UPDATE game SET hidden_by = ?2, successor = ?3 WHERE id = ?1 AND hidden_by IS NULL",
    )?;
    let mut hidden = Vec::with_capacity(games.len());
    for game in games {
        if statement.execute(params![game, operation, successor])? > 0 {
            hidden.push(*game);
        }
    }
    for run in hidden.chunk_by(|a, b| a + 1 == *b) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        insert_change(connection, operation, Change::Hidden(*first, *last, successor))?;
    }
    Ok(hidden)
}

/// How often a game is followed to the one that stands for it; damage could make a ring of them.
const MOST_STEPS: usize = 100_000;

/// The game that stands for a hidden one: its successor, or the successor of that; `None` when that is hidden too.
pub(super) fn standing_for(connection: &Connection, game: i64) -> Result<Option<i64>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT hidden_by IS NULL, successor FROM game WHERE id = ?1")?;
    let mut next = Some(game);
    let mut steps = 0;
    while let Some(id) = next.filter(|_| steps < MOST_STEPS) {
        steps += 1;
        let found: Option<(bool, Option<i64>)> =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((is_there, successor)) = found else { return Ok(None) };
        if is_there {
            return Ok(Some(id));
        }
        next = successor;
    }
    Ok(None)
}

/// What became of a game, if it is hidden.
///
/// # Errors
/// When the database cannot be read.
pub fn hidden(connection: &Connection, game: i64) -> Result<Option<Hidden>, StoreError> {
    let operation: Option<Option<i64>> = connection
        .prepare_cached("SELECT hidden_by FROM game WHERE id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?;
    let Some(operation) = operation.flatten() else { return Ok(None) };
    Ok(Some(Hidden { operation, successor: standing_for(connection, game)? }))
}

/// How many games are hidden.
///
/// # Errors
/// When the database cannot be read.
pub fn count_hidden(connection: &Connection) -> Result<u64, StoreError> {
    let question = "SELECT count(*) FROM game WHERE hidden_by IS NOT NULL";
    Ok(connection.query_row(question, (), |row| row.get::<_, i64>(0))?.cast_unsigned())
}

/// How many games are hidden by an operation that does not say so, or not hidden although one does.
///
/// # Errors
/// When the database cannot be read.
pub fn wrongly_hidden(connection: &Connection) -> Result<u64, StoreError> {
    let unlisted = "SELECT count(*) FROM game g JOIN operation o ON o.id = g.hidden_by WHERE NOT EXISTS
         (SELECT 1 FROM change c WHERE c.operation = o.id AND g.id BETWEEN c.first AND c.last
              AND CASE c.kind WHEN 'hidden' THEN o.undone IS NULL AND c.successor IS g.successor
                  WHEN 'added' THEN o.undone IS NOT NULL AND g.successor IS NULL ELSE FALSE END)";
    let not_hidden = "SELECT count(*) FROM change c JOIN operation o ON o.id = c.operation
         JOIN game g ON g.id BETWEEN c.first AND c.last
         WHERE c.kind = CASE WHEN o.undone IS NULL THEN 'hidden' ELSE 'added' END AND g.hidden_by IS NOT o.id";
    let count = |sql: &str| connection.query_row(sql, (), |row| row.get::<_, i64>(0));
    Ok((count(unlisted)? + count(not_hidden)?).cast_unsigned())
}
