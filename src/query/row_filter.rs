//! A [`Filter`] asked of the facts of a game in memory; only what they do not hold is asked of SQL.

use super::explore::ExploreError;
use super::filter::{Clause, EVENTS, Filter, PLAYER_VALUES, PLAYERS, Winner, check_day, folded};
use crate::index::{GameRow, day_number};
use crate::rules::Color;
use crate::store::StoreError;
use rusqlite::{Connection, params_from_iter, types::Value};
use std::collections::HashSet;

/// A filter made ready for one question.
pub(super) struct RowFilter<'a> {
    filter: &'a Filter,
    /// The ids of the players that `player` and `opponent` mean.
    players: Option<HashSet<u32>>,
    opponents: Option<HashSet<u32>>,
    events: Option<HashSet<u32>>,
    since: u32,
    until: u32,
    /// The games that fulfil what only SQL can say, when something must.
    games: Option<HashSet<u32>>,
}

impl<'a> RowFilter<'a> {
    /// Makes a filter ready for questions about these games.
    pub fn new(connection: &Connection, filter: &'a Filter, games: &[u32]) -> Result<Self, ExploreError> {
        // Says what is wrong with the filter as a whole.
        filter.clause()?;
        let players = |name: &Option<String>| {
            name.as_ref().map(|name| ids(connection, PLAYERS, name, PLAYER_VALUES)).transpose()
        };
        let day = |day: &'a Option<String>| day.as_deref().map(check_day).transpose();
        Ok(Self {
            filter,
            players: players(&filter.player)?,
            opponents: players(&filter.opponent)?,
            events: filter.event.as_ref().map(|name| ids(connection, EVENTS, name, 1)).transpose()?,
            since: day(&filter.since)?.map_or(0, day_number),
            until: day(&filter.until)?.map_or(u32::MAX, |day| day_number(day) | open_part(day)),
            games: by_sql(connection, filter, games)?,
        })
    }

    /// True when the game is one of the filter's.
    pub fn chooses(&self, id: u32, game: &GameRow) -> bool {
        let filter = self.filter;
        let dated = filter.since.is_none() && filter.until.is_none()
            || game.date != 0 && game.date >= self.since && game.date <= self.until;
        dated
            && filter.variant.is_none_or(|variant| game.variant == variant)
            && self.chooses_players(game)
            && self.events.as_ref().is_none_or(|events| events.contains(&game.event))
            && filter.ending.is_none_or(|ending| game.declared == ending || game.verified == ending)
            && match filter.winner {
                Some(Winner::Side(color)) => game.winner == Some(color),
                Some(Winner::Nobody) => game.winner.is_none(),
                None => true,
            }
            && filter.agreement.is_none_or(|agreement| game.agreement == agreement)
            && filter.rating.is_none_or(|least| game.ratings.iter().all(|rating| *rating >= least))
            && filter.least_plies.is_none_or(|least| game.plies >= least)
            && filter.most_plies.is_none_or(|most| game.plies <= most)
            && (filter.handicap.as_deref() != Some("any") || !game.even)
            && self.games.as_ref().is_none_or(|games| games.contains(&id))
    }

    fn chooses_players(&self, game: &GameRow) -> bool {
        let Some(players) = &self.players else { return true };
        let side = |own: Color| {
            self.filter.color.is_none_or(|color| color == own)
                && players.contains(&game.players[own.index()])
                && self.opponents.as_ref().is_none_or(|them| them.contains(&game.players[(!own).index()]))
        };
        side(Color::Black) || side(Color::White)
    }
}

/// The bits of a day number that a day of only a year, or a year and a month, leaves open.
fn open_part(day: &str) -> u32 {
    match day.matches('-').count() {
        0 => 0xffff,
        1 => 0xff,
        _ => 0,
    }
}

/// The ids that a question gives in which the folded `name` stands so many times.
fn ids(
    connection: &Connection,
    question: &str,
    name: &str,
    times: usize,
) -> Result<HashSet<u32>, StoreError> {
    let mut statement = connection.prepare_cached(question)?;
    let rows = statement.query_map(params_from_iter(vec![folded(name); times]), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The games that fulfil the conditions which need more than a game's facts; `None` when there are none.
fn by_sql(
    connection: &Connection,
    filter: &Filter,
    games: &[u32],
) -> Result<Option<HashSet<u32>>, ExploreError> {
    /// Below this many games they are asked for one by one, above it the table is read through once.
    const FEW: usize = 2000;
    let named = filter.handicap.clone().filter(|name| name != "any");
    let rest = Filter {
        opening: filter.opening.clone(),
        handicap: named,
        condition: filter.condition.clone(),
        ..Filter::default()
    };
    if rest.is_empty() {
        return Ok(None);
    }
    let Clause { sql, values } = rest.clause()?;
    let mut found = HashSet::new();
    let sql_error = StoreError::from;
    if games.len() <= FEW {
        let question = format!("SELECT 1 FROM game g WHERE ({sql}) AND g.id = ?");
        let mut statement = connection.prepare(&question).map_err(sql_error)?;
        for game in games {
            let values = values.iter().cloned().chain([Value::Integer((*game).into())]);
            if statement.exists(params_from_iter(values)).map_err(sql_error)? {
                found.insert(*game);
            }
        }
    } else {
        let question = format!("SELECT g.id FROM game g WHERE {sql}");
        let mut statement = connection.prepare(&question).map_err(sql_error)?;
        let rows = statement.query_map(params_from_iter(values), |row| row.get(0)).map_err(sql_error)?;
        found = rows.collect::<Result<_, _>>().map_err(sql_error)?;
    }
    Ok(Some(found))
}
