//! Statistics over games.

use super::Filter;
use super::explore::ExploreError;
use super::results::{Results, result_sql};
use crate::store::StoreError;
use rusqlite::{Connection, Row, params_from_iter};
use serde::Serialize;

/// The whole database, or what a filter leaves of it, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Overview {
    /// Games.
    pub games: u64,
    /// Games with a handicap by its name.
    pub handicap_games: u64,
    /// Games from another position than the even one, without a handicap's name.
    pub set_positions: u64,
    /// Legal moves in all.
    pub plies: u64,
    /// The players of those games; all names of one person count once.
    pub players: u64,
    /// The events of those games, spellings of one name taken as one.
    pub events: u64,
    /// The first day.
    pub first_date: Option<String>,
    /// The last day.
    pub last_date: Option<String>,
    /// Games without a date.
    pub undated: u64,
    /// Games with a move that could not be played.
    pub with_rest: u64,
    /// How they went.
    pub results: Results,
}

/// The endings of one declared kind, against what the moves prove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingRow {
    /// The kind: declared or proved, as was asked.
    pub ending: String,
    /// Games.
    pub games: u64,
    /// The moves verify the ending.
    pub agrees: u64,
    /// Nothing can verify the ending, and nothing contradicts it.
    pub consistent: u64,
    /// The moves contradict.
    pub contradicts: u64,
    /// The moves do not tell.
    pub cannot_be_verified: u64,
    /// Nothing is declared.
    pub nothing_declared: u64,
    /// Black won.
    pub black_won: u64,
    /// White won.
    pub white_won: u64,
    /// Nobody won, or it is not known who.
    pub no_winner: u64,
}

/// Games of a range of lengths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LengthRow {
    /// The fewest plies.
    pub from: u64,
    /// The most plies.
    pub to: u64,
    /// Games.
    pub games: u64,
    /// How those games went.
    #[serde(flatten)]
    pub results: Results,
}

/// The games of a year.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct YearRow {
    /// The year; none for games without a date.
    pub year: Option<u16>,
    /// Games.
    pub games: u64,
    /// The mean number of plies.
    pub mean_plies: f64,
    /// How those games went.
    #[serde(flatten)]
    pub results: Results,
}

/// True of a game with the name of a handicap; その他 ("other") and 平手 ("even") name none.
const NAMED: &str = "coalesce(g.handicap, '') NOT IN ('', 'その他', '平手')";

/// How many plies one row of [`lengths`] spans.
const LENGTH_STEP: u64 = 20;

/// The four sums of [`Results`].
fn result_sums() -> String {
    let sql = result_sql();
    ["black", "white", "draw", "unknown"].map(|result| format!("sum({sql} = '{result}')")).join(", ")
}

fn results(row: &Row<'_>, first: usize) -> rusqlite::Result<Results> {
    let count = |index: usize| {
        Ok::<_, rusqlite::Error>(row.get::<_, Option<u32>>(first + index)?.unwrap_or(0).into())
    };
    Ok(Results { black: count(0)?, white: count(1)?, draw: count(2)?, unknown: count(3)? })
}

pub(super) fn count(row: &Row<'_>, index: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, Option<i64>>(index)?.unwrap_or(0).cast_unsigned())
}

/// Runs a question about `game AS g` whose filter condition stands where `{filter}` does.
pub(super) fn ask<T>(
    connection: &Connection,
    filter: &Filter,
    question: &str,
    answer: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, ExploreError> {
    let clause = filter.clause()?;
    let times = question.matches("{filter}").count();
    let sql = question.replace("{filter}", &clause.sql);
    let values = (0..times).flat_map(|_| clause.values.iter().cloned());
    let mut statement = connection.prepare(&sql).map_err(StoreError::from)?;
    let rows = statement.query_map(params_from_iter(values), answer).map_err(StoreError::from)?;
    Ok(rows.collect::<Result<_, _>>().map_err(StoreError::from)?)
}

/// The overview.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn overview(connection: &Connection, filter: &Filter) -> Result<Overview, ExploreError> {
    let question = format!(
        "SELECT count(*), sum(g.start IS NOT NULL AND {NAMED}), sum(g.plies),
             (SELECT count(DISTINCT folded) FROM event WHERE id IN
                 (SELECT g.event FROM game g WHERE ({{filter}}))),
             min(g.date), max(g.date), sum(g.date IS NULL), sum(g.rest IS NOT NULL), {},
             (SELECT count(DISTINCT person) FROM player WHERE id IN
                 (SELECT g.black FROM game g WHERE ({{filter}})
                 UNION SELECT g.white FROM game g WHERE ({{filter}}))),
             sum(g.start IS NOT NULL AND NOT {NAMED})
         FROM game g WHERE ({{filter}})",
        result_sums()
    );
    let rows = ask(connection, filter, &question, |row| {
        Ok(Overview {
            games: count(row, 0)?,
            handicap_games: count(row, 1)?,
            plies: count(row, 2)?,
            events: count(row, 3)?,
            first_date: row.get(4)?,
            last_date: row.get(5)?,
            undated: count(row, 6)?,
            with_rest: count(row, 7)?,
            results: results(row, 8)?,
            players: count(row, 12)?,
            set_positions: count(row, 13)?,
        })
    })?;
    Ok(rows.into_iter().next().unwrap_or_default())
}

/// One row for each declared kind (or each proved kind, with `verified`), most games first.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn endings(
    connection: &Connection,
    filter: &Filter,
    verified: bool,
) -> Result<Vec<EndingRow>, ExploreError> {
    let column = if verified { "g.verified_ending" } else { "g.declared_ending" };
    let question = format!(
        "SELECT {column}, count(*), sum(g.agreement = 'agrees'), sum(g.agreement = 'contradicts'),
             sum(g.agreement = 'cannot_be_verified'), sum(g.agreement = 'nothing_declared'),
             sum(g.winner IS 'black'), sum(g.winner IS 'white'), sum(g.winner IS NULL),
             sum(g.agreement = 'consistent')
         FROM game g WHERE ({{filter}}) GROUP BY 1 ORDER BY 2 DESC, 1"
    );
    ask(connection, filter, &question, |row| {
        Ok(EndingRow {
            ending: row.get(0)?,
            games: count(row, 1)?,
            agrees: count(row, 2)?,
            contradicts: count(row, 3)?,
            cannot_be_verified: count(row, 4)?,
            nothing_declared: count(row, 5)?,
            black_won: count(row, 6)?,
            white_won: count(row, 7)?,
            no_winner: count(row, 8)?,
            consistent: count(row, 9)?,
        })
    })
}

/// Games by length, in steps of twenty plies.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn lengths(connection: &Connection, filter: &Filter) -> Result<Vec<LengthRow>, ExploreError> {
    let question = format!(
        "SELECT g.plies / {LENGTH_STEP} * {LENGTH_STEP}, {} FROM game g WHERE ({{filter}}) GROUP BY 1 ORDER BY 1",
        result_sums()
    );
    ask(connection, filter, &question, |row| {
        let from = count(row, 0)?;
        let results = results(row, 1)?;
        Ok(LengthRow { from, to: from + LENGTH_STEP - 1, games: results.games(), results })
    })
}

/// Games by year; those without a date come last.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn years(connection: &Connection, filter: &Filter) -> Result<Vec<YearRow>, ExploreError> {
    let question = format!(
        "SELECT CAST(substr(g.date, 1, 4) AS INTEGER) AS year, avg(g.plies), {} FROM game g WHERE ({{filter}})
         GROUP BY year ORDER BY year IS NULL, year",
        result_sums()
    );
    ask(connection, filter, &question, |row| {
        let results = results(row, 2)?;
        Ok(YearRow { year: row.get(0)?, games: results.games(), mean_plies: row.get(1)?, results })
    })
}
