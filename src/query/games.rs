//! Lists of games.

use super::Filter;
use super::filter::Clause;
use crate::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};
use serde::Serialize;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSummary {
    /// The id.
    pub id: i64,
    /// The game: `shogi`, `dobutsu`.
    pub variant: String,
    /// The day it began, as far as it is known.
    pub date: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The handicap's name as written.
    pub handicap: Option<String>,
    /// The start position, when it is not the even one.
    pub start_sfen: Option<String>,
    /// How many legal moves it has.
    pub plies: u32,
    /// The winner that statistics use: `black`, `white` or none.
    pub winner: Option<String>,
    /// What the record says about the ending.
    pub declared_ending: String,
    /// Who won by the record's words.
    pub declared_winner: Option<String>,
    /// What the moves prove.
    pub verified_ending: String,
    /// Who won as proved.
    pub verified_winner: Option<String>,
    /// Whether the two agree.
    pub agreement: String,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<String>,
}

const COLUMNS: &str = "SELECT g.id, g.date, b.name, w.name, e.name, g.handicap, g.start, g.plies, g.winner,
     g.declared_ending, g.declared_winner, g.verified_ending, g.verified_winner, g.agreement, g.broken_rule,
     g.variant FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event";

fn summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    Ok(GameSummary {
        id: row.get(0)?,
        date: row.get(1)?,
        black: row.get(2)?,
        white: row.get(3)?,
        event: row.get(4)?,
        handicap: row.get(5)?,
        start_sfen: row.get(6)?,
        plies: row.get(7)?,
        winner: row.get(8)?,
        declared_ending: row.get(9)?,
        declared_winner: row.get(10)?,
        verified_ending: row.get(11)?,
        verified_winner: row.get(12)?,
        agreement: row.get(13)?,
        broken_rule: row.get(14)?,
        variant: row.get(15)?,
    })
}

/// The games of a filter in the order of their ids, `limit` at most.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn list_games(
    connection: &Connection,
    filter: &Filter,
    limit: Option<u64>,
) -> Result<Vec<GameSummary>, super::ExploreError> {
    let Clause { sql, values } = filter.clause()?;
    let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(-1));
    let mut statement = connection
        .prepare(&format!("{COLUMNS} WHERE {sql} ORDER BY g.id LIMIT {limit}"))
        .map_err(StoreError::from)?;
    let rows = statement.query_map(params_from_iter(values), summary).map_err(StoreError::from)?;
    Ok(rows.collect::<Result<_, _>>().map_err(StoreError::from)?)
}

/// The ids of a filter's games in an order that depends on the games alone: by day, moves, players, event.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn content_order(connection: &Connection, filter: &Filter) -> Result<Vec<i64>, super::ExploreError> {
    let Clause { sql, values } = filter.clause()?;
    let question = format!(
        "SELECT g.id FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
         LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place WHERE {sql}
         ORDER BY g.variant DESC, g.date IS NULL, g.date, g.moves, g.start, b.name, w.name, e.name, g.declared_ending,
             g.declared_winner, g.declared_word, g.verified_ending, g.agreement, g.broken_rule, g.started, g.ended,
             g.time_control, g.opening, g.handicap, p.name, g.black_rating, g.white_rating, g.clocks,
             (SELECT count(*) FROM branch WHERE game = g.id), (SELECT count(*) FROM note WHERE game = g.id)"
    );
    let mut statement = connection.prepare(&question).map_err(StoreError::from)?;
    let rows = statement.query_map(params_from_iter(values), |row| row.get(0)).map_err(StoreError::from)?;
    Ok(rows.collect::<Result<_, _>>().map_err(StoreError::from)?)
}

/// How many games a filter chooses.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn count_games(connection: &Connection, filter: &Filter) -> Result<u64, super::ExploreError> {
    let Clause { sql, values } = filter.clause()?;
    let count = connection
        .query_row(&format!("SELECT count(*) FROM game g WHERE {sql}"), params_from_iter(values), |row| {
            row.get::<_, u32>(0)
        })
        .map_err(StoreError::from)?;
    Ok(count.into())
}

/// One game's line in a list.
///
/// # Errors
/// When the database cannot be read.
pub fn game(connection: &Connection, id: i64) -> Result<Option<GameSummary>, StoreError> {
    Ok(connection.query_row(&format!("{COLUMNS} WHERE g.id = ?"), [id], summary).optional()?)
}
