//! Players: each person once, with every spelling.

use super::explore::ExploreError;
use super::filter::{Filter, PLAYER_VALUES, PLAYERS, folded};
use super::results::{Results, result_sql};
use super::stats::{ask, count};
use crate::rules::Color;
use crate::store::StoreError;
use rusqlite::{Connection, params_from_iter};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerRow {
    /// The name: the one that others were merged into, else the spelling with the most games.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Games with Black.
    pub as_black: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games without a known result.
    pub unknown: u64,
    /// Won games and half the drawn ones among those with a result.
    pub score: Option<f64>,
    /// The year of the first game with a date.
    pub first_year: Option<u16>,
    /// The year of the last one.
    pub last_year: Option<u16>,
    /// The spellings in the games, as written, most games first.
    pub spellings: Vec<String>,
    /// Further names that were given to the person and stand in no game.
    pub aliases: Vec<String>,
}

/// The games of one spelling.
struct Spelling {
    id: i64,
    name: String,
    person: String,
    row: PlayerRow,
}

/// The players of a filter's games, most games first, `limit` at most.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn players(
    connection: &Connection,
    filter: &Filter,
    limit: Option<u64>,
) -> Result<Vec<PlayerRow>, ExploreError> {
    let mut rows = persons(connection, spellings(connection, filter)?)?;
    rows.truncate(limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
    Ok(rows)
}

/// The players one of whose names contains `like` (all when it is not given), with all their games.
///
/// # Errors
/// When the database cannot be read.
pub fn players_like(connection: &Connection, like: Option<&str>) -> Result<Vec<PlayerRow>, ExploreError> {
    let mut found = spellings(connection, &Filter::default())?;
    if let Some(like) = like {
        let mut statement = connection.prepare(PLAYERS).map_err(StoreError::from)?;
        let ids = statement
            .query_map(params_from_iter(vec![folded(like); PLAYER_VALUES]), |row| row.get(0))
            .and_then(Iterator::collect::<Result<HashSet<i64>, _>>)
            .map_err(StoreError::from)?;
        found.retain(|spelling| ids.contains(&spelling.id));
    }
    persons(connection, found)
}

fn spellings(connection: &Connection, filter: &Filter) -> Result<Vec<Spelling>, ExploreError> {
    let result = result_sql();
    let side = |own: &str, other: &str| {
        format!(
            "SELECT g.{own} AS player, '{own}' AS side, substr(g.date, 1, 4) AS year,
                 CASE {result} WHEN '{own}' THEN 'won' WHEN '{other}' THEN 'lost' WHEN 'draw' THEN 'drawn'
                 ELSE 'unknown' END AS result
             FROM game g WHERE ({{filter}}) AND g.{own} IS NOT NULL"
        )
    };
    let question = format!(
        "SELECT p.id, p.name, p.person, count(*), sum(side = 'black'), sum(result = 'won'), sum(result = 'lost'),
             sum(result = 'drawn'), sum(result = 'unknown'), min(year), max(year)
         FROM ({} UNION ALL {}) JOIN player p ON p.id = player GROUP BY player",
        side("black", "white"),
        side("white", "black"),
    );
    ask(connection, filter, &question, |row| {
        let year = |index| {
            Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(index)?.and_then(|year| year.parse().ok()))
        };
        let mut sums = PlayerRow { first_year: year(9)?, last_year: year(10)?, ..PlayerRow::default() };
        (sums.games, sums.as_black, sums.won) = (count(row, 3)?, count(row, 4)?, count(row, 5)?);
        (sums.lost, sums.drawn, sums.unknown) = (count(row, 6)?, count(row, 7)?, count(row, 8)?);
        Ok(Spelling { id: row.get(0)?, name: row.get(1)?, person: row.get(2)?, row: sums })
    })
}

/// Puts the spellings of one person together.
fn persons(connection: &Connection, mut spellings: Vec<Spelling>) -> Result<Vec<PlayerRow>, ExploreError> {
    spellings.sort_by(|a, b| b.row.games.cmp(&a.row.games).then_with(|| a.name.cmp(&b.name)));
    let mut persons: BTreeMap<String, PlayerRow> = BTreeMap::new();
    for Spelling { name, person, row, .. } in spellings {
        let sums = persons.entry(person).or_default();
        sums.games += row.games;
        sums.as_black += row.as_black;
        sums.won += row.won;
        sums.lost += row.lost;
        sums.drawn += row.drawn;
        sums.unknown += row.unknown;
        sums.first_year = sums.first_year.into_iter().chain(row.first_year).min();
        sums.last_year = sums.last_year.max(row.last_year);
        sums.spellings.push(name);
    }
    let mut shown = HashMap::new();
    for (person, person_name, folded, name) in aliases(connection)? {
        if let Some(row) = persons.get_mut(&person) {
            if !row.spellings.iter().any(|spelling| crate::record::fold_name(spelling) == folded) {
                row.aliases.push(name);
            }
            shown.insert(person, person_name);
        }
    }
    let mut rows: Vec<PlayerRow> = persons
        .into_iter()
        .map(|(person, mut row)| {
            let commonest = row.spellings.first().cloned().unwrap_or_default();
            row.player = shown.remove(&person).unwrap_or(commonest);
            let results = Results { black: row.won, white: row.lost, draw: row.drawn, unknown: 0 };
            row.score = results.score(Color::Black).map(|score| score.mean);
            row
        })
        .collect();
    rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.player.cmp(&b.player)));
    Ok(rows)
}

/// The aliases: person, the person's name, the alias folded, the alias as given.
fn aliases(connection: &Connection) -> Result<Vec<(String, String, String, String)>, StoreError> {
    let mut statement =
        connection.prepare("SELECT person, person_name, folded, name FROM player_alias ORDER BY name")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
