//! Undoing an operation, and doing it again.

use super::StoreError;
use super::altered;
use super::altered_alias::{self, State};
use super::operation::{Change, OperationKind, changes, find_operation, has_lost_entries, later_operations};
use super::visibility::{hidden, standing_for};
use rusqlite::{Connection, params};

/// Why an operation is not undone, or not done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotUndone {
    /// There is no such operation.
    Unknown,
    /// It is undone, or done, already.
    Already,
    /// Later operations rest on it.
    NeededBy(Vec<i64>),
    /// Its files were imported again, or have to be.
    ImportAgain,
    /// The games or names that it changed are no longer what they were then.
    Changed,
}

/// Undoes an operation, or if `again` does an undone one again. Returns the ids of the games that are others now. The
/// caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn undo_operation(
    connection: &Connection,
    operation: i64,
    again: bool,
) -> Result<Result<Vec<i64>, NotUndone>, StoreError> {
    let Some(found) = find_operation(connection, operation)? else { return Ok(Err(NotUndone::Unknown)) };
    if found.undone.is_some() != again {
        return Ok(Err(NotUndone::Already));
    }
    let later = later_operations(connection, operation)?;
    if !later.is_empty() {
        return Ok(Err(NotUndone::NeededBy(later)));
    }
    if again {
        if found.kind == OperationKind::Import && has_lost_entries(connection, operation)? {
            return Ok(Err(NotUndone::ImportAgain));
        }
        if !is_as_then(connection, operation)? {
            return Ok(Err(NotUndone::Changed));
        }
    }
    let mut games = altered::exchange(connection, operation)?;
    for change in changes(connection, operation)? {
        match change {
            Change::Added(first, last) => {
                let hidden_by = if again { None } else { Some(operation) };
                show(connection, (first, last), hidden_by, None)?;
                games.extend(first..=last);
            }
            Change::Hidden(first, last, successor) => {
                let hidden_by = if again { Some(operation) } else { None };
                show(connection, (first, last), hidden_by, successor.filter(|_| again))?;
                games.extend(first..=last);
            }
            Change::Continued(source, there) => cut_source(connection, source, there)?,
        }
    }
    altered_alias::restore(connection, operation, if again { State::After } else { State::Before })?;
    let undone = if again { "NULL" } else { "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" };
    connection.execute(&format!("UPDATE operation SET undone = {undone} WHERE id = ?1"), [operation])?;
    Ok(Ok(games))
}

/// True when everything that an undone operation changed is what it was before it was done: the games that it hid are
/// there, and no earlier operation that altered the same games or names is undone.
fn is_as_then(connection: &Connection, operation: i64) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM change c JOIN game g ON g.id BETWEEN c.first AND c.last
             WHERE c.operation = ?1 AND c.kind = 'hidden' AND g.hidden_by IS NOT NULL)
         OR EXISTS (SELECT 1 FROM altered_game own JOIN altered_game other ON other.game = own.game
             JOIN operation o ON o.id = other.operation
             WHERE own.operation = ?1 AND o.id < ?1 AND o.undone IS NOT NULL)
         OR EXISTS (SELECT 1 FROM altered_alias own JOIN altered_alias other ON other.folded = own.folded
             JOIN operation o ON o.id = other.operation
             WHERE own.operation = ?1 AND o.id < ?1 AND o.undone IS NOT NULL)";
    let is_changed: bool = connection.query_row(question, [operation], |row| row.get(0))?;
    if is_changed {
        return Ok(false);
    }
    for change in changes(connection, operation)? {
        if let Change::Hidden(_, _, Some(successor)) = change {
            let stands = standing_for(connection, successor)? == Some(successor);
            let is_own = hidden(connection, successor)?.is_some_and(|hidden| hidden.operation == operation);
            if !stands && !is_own {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Makes games hidden by an operation, or by none.
fn show(
    connection: &Connection,
    (first, last): (i64, i64),
    hidden_by: Option<i64>,
    successor: Option<i64>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE game SET hidden_by = ?3, successor = ?4 WHERE id BETWEEN ?1 AND ?2")?
        .execute(params![first, last, hidden_by, successor])?;
    Ok(())
}

/// Forgets that a long file was read further than to so many games: the import that completes it reads the rest again.
fn cut_source(connection: &Connection, source: i64, games: i64) -> Result<(), StoreError> {
    for table in ["entry", "diagnostic"] {
        connection
            .execute(&format!("DELETE FROM {table} WHERE source = ?1 AND number >= ?2"), [source, games])?;
    }
    connection.execute("UPDATE source SET games = ?2, complete = 0 WHERE id = ?1", [source, games])?;
    Ok(())
}
