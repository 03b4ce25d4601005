//! What a game was before an operation altered it: the columns that a further record of a game may make richer.
//!
//! The row of `altered_game` always holds the other state, so undoing an operation and doing it again are the same
//! exchange.

use super::StoreError;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

/// The columns that [`enrich`](super::merge) may alter. All others are equal in two records of one game.
const COLUMNS: [&str; 24] = [
    "declared_word",
    "handicap",
    "clocks",
    "started",
    "ended",
    "time_control",
    "opening",
    "remarks",
    "producer",
    "rest",
    "beyond",
    "black_rating",
    "white_rating",
    "black",
    "white",
    "event",
    "place",
    "headers",
    "facts",
    "agreement",
    "max_moves",
    "impasse_points",
    "broken_rule",
    "kind",
];

/// The values of those columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State(Vec<Value>);

impl State {
    /// The value of a column that may be altered.
    pub fn get(&self, column: &str) -> &Value {
        let place = COLUMNS.iter().position(|known| *known == column);
        place.and_then(|place| self.0.get(place)).unwrap_or(&Value::Null)
    }
}

/// The present state of a game.
pub(super) fn state(connection: &Connection, game: i64) -> Result<State, StoreError> {
    read(connection, &format!("SELECT {} FROM game WHERE id = ?1", COLUMNS.join(", ")), &[game])
}

fn read(connection: &Connection, question: &str, key: &[i64]) -> Result<State, StoreError> {
    let mut statement = connection.prepare_cached(question)?;
    let row = |row: &Row<'_>| (0..COLUMNS.len()).map(|column| row.get(column)).collect();
    Ok(State(statement.query_row(params_from_iter(key), row)?))
}

/// Keeps what a game was before an operation, if it is another now and the operation did not add it itself. The first
/// state that the operation found stays.
pub(super) fn keep(
    connection: &Connection,
    operation: i64,
    game: i64,
    before: State,
) -> Result<(), StoreError> {
    if state(connection, game)? == before {
        return Ok(());
    }
    let is_own = "SELECT EXISTS (SELECT 1 FROM change
         WHERE operation = ?1 AND kind = 'added' AND ?2 BETWEEN first AND last)";
    if connection.prepare_cached(is_own)?.query_row([operation, game], |row| row.get(0))? {
        return Ok(());
    }
    let (columns, marks) = (COLUMNS.join(", "), marks());
    connection
        .prepare_cached(&format!(
            "INSERT OR IGNORE INTO altered_game (operation, game, {columns}) VALUES (?, ?, {marks})"
        ))?
        .execute(params_from_iter([operation, game].map(Value::Integer).into_iter().chain(before.0)))?;
    Ok(())
}

/// Exchanges the states of the games that an operation altered with those that it found. Returns their ids.
pub(super) fn exchange(connection: &Connection, operation: i64) -> Result<Vec<i64>, StoreError> {
    let games: Vec<i64> = connection
        .prepare("SELECT game FROM altered_game WHERE operation = ?1 ORDER BY game")?
        .query_map([operation], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let (columns, marks) = (COLUMNS.join(", "), marks());
    let question = format!("SELECT {columns} FROM altered_game WHERE operation = ?1 AND game = ?2");
    for game in &games {
        let kept = read(connection, &question, &[operation, *game])?;
        let present = state(connection, *game)?;
        let key = [operation, *game].map(Value::Integer);
        connection
            .prepare_cached(&format!("UPDATE game SET ({columns}) = ({marks}) WHERE id = ?"))?
            .execute(params_from_iter(kept.0.into_iter().chain([Value::Integer(*game)])))?;
        connection
            .prepare_cached(&format!(
                "UPDATE altered_game SET ({columns}) = ({marks}) WHERE operation = ? AND game = ?"
            ))?
            .execute(params_from_iter(present.0.into_iter().chain(key)))?;
    }
    Ok(games)
}

/// A `?` for each column.
fn marks() -> String {
    vec!["?"; COLUMNS.len()].join(", ")
}
