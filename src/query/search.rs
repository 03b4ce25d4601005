//! Games by what happens in them: a position, a part of one, a sequence of moves.

use super::explore::ExploreError;
use super::filter::Clause;
use super::pattern::{Pattern, Start};
use super::row_filter::RowFilter;
use super::{Filter, GameSummary};
use crate::index::{self, Games};
use crate::rules::shogi::{Move, Setup};
use crate::rules::{PlayablePosition, Variant};
use crate::store::{self, StoreError};
use rayon::prelude::*;
use rusqlite::{Connection, params_from_iter};
use serde::Serialize;

/// How many games are in memory at once.
const CHUNK: usize = 16_384;

/// A game that was found, and where in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundGame {
    /// The ply after which what was asked for stands on the board for the first time.
    pub ply: u32,
    /// The game.
    #[serde(flatten)]
    pub game: GameSummary,
}

/// The games of `filter` that reach `position`, with the first ply at which they do, in the order of their ids.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn games_with_position(
    connection: &Connection,
    position: &impl PlayablePosition,
    filter: &Filter,
) -> Result<Vec<(i64, u32)>, ExploreError> {
    let snapshot = connection.unchecked_transaction().map_err(StoreError::from)?;
    let postings = index::lookup(connection, position.index_key().into())?;
    let mut ids: Vec<u32> = postings.iter().map(|posting| posting.game).collect();
    ids.dedup();
    let mut games = Games::default();
    games.refresh(connection)?;
    games.load(connection, &ids, false)?;
    let chosen = RowFilter::new(connection, filter, &ids)?;
    let found = postings
        .chunk_by(|a, b| a.game == b.game)
        .filter(|visits| games.get(visits[0].game).is_some_and(|game| chosen.chooses(visits[0].game, game)))
        .map(|visits| (i64::from(visits[0].game), u32::from(visits[0].ply)))
        .collect();
    drop(snapshot);
    Ok(found)
}

/// What to look for while games are played through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// One of these patterns stands on the board.
    pub patterns: Vec<Pattern>,
    /// These moves are played one directly after the other.
    pub sequence: Vec<Move>,
}

impl Search {
    /// The first ply after which a game has everything that is asked for.
    fn find(&self, start: &Start, moves: &[u8], sequence: &[u8]) -> Option<usize> {
        let after_sequence = match sequence {
            [] => Some(0),
            wanted => {
                let places = moves.windows(wanted.len()).step_by(2).position(|window| window == wanted);
                places.map(|place| place + wanted.len() / 2)
            }
        }?;
        if self.patterns.is_empty() {
            return Some(after_sequence);
        }
        let found = self.patterns.iter().filter_map(|pattern| pattern.find(start, moves)).min()?;
        Some(found.max(after_sequence))
    }
}

/// The games of `filter` in which `search` is found, in the order of their ids. Every game is played through, on all
/// cores.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn search_games(
    connection: &Connection,
    search: &Search,
    filter: &Filter,
) -> Result<Vec<(i64, u32)>, ExploreError> {
    type Row = (i64, Option<String>, Vec<u8>);
    let sequence = store::pack_moves(&search.sequence);
    let even = Start::from(&Setup::startpos());
    let find = |(id, start, moves): &Row| {
        let own = match start {
            None => None,
            Some(sfen) => Some(Start::from(&sfen.parse::<Setup>().ok()?)),
        };
        let ply = search.find(own.as_ref().unwrap_or(&even), moves, &sequence)?;
        Some((*id, u32::try_from(ply).unwrap_or(u32::MAX)))
    };
    // Patterns are boards of standard shogi.
    let filter = Filter { variant: Some(Variant::Shogi), ..filter.clone() };
    let Clause { sql, values } = filter.clause()?;
    let question = format!("SELECT g.id, g.start, g.moves FROM game g WHERE {sql} ORDER BY g.id");
    let mut statement = connection.prepare(&question).map_err(StoreError::from)?;
    let mut rows = statement
        .query_map(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .map_err(StoreError::from)?;
    let mut found = Vec::new();
    loop {
        let chunk: Vec<Row> =
            rows.by_ref().take(CHUNK).collect::<Result<_, _>>().map_err(StoreError::from)?;
        if chunk.is_empty() {
            return Ok(found);
        }
        found.par_extend(chunk.par_iter().filter_map(find));
    }
}

/// The lines of games that were found, `limit` at most.
///
/// # Errors
/// When the database cannot be read.
pub fn found_games(
    connection: &Connection,
    found: &[(i64, u32)],
    limit: Option<u64>,
) -> Result<Vec<FoundGame>, StoreError> {
    let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let mut games = Vec::new();
    for (id, ply) in found.iter().take(limit) {
        games.extend(super::game(connection, *id)?.map(|game| FoundGame { ply: *ply, game }));
    }
    Ok(games)
}
