//! Games by what happens in them: a position, a part of one, a sequence of moves.

use super::pattern::{Pattern, PatternStart};
use super::{Condition, Filter, GameSummary, KindCounts, QueryError, games};
use crate::database::Database;
use crate::record::GameKind;
use crate::rules::Variant;
use crate::rules::shogi::{Move, Setup};
use crate::store::{self, VISIBLE};
use rayon::prelude::*;
use rusqlite::params_from_iter;

/// How many games are in memory at once.
const CHUNK: usize = 16_384;

/// A game that was found, and where in it.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGame {
    /// The ply after which what was asked for stands on the board for the first time.
    pub ply: u32,
    /// The game.
    pub game: GameSummary,
}

/// Where in a game something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The game's id.
    pub game: i64,
    /// After how many plies it stands on the board for the first time.
    pub ply: u32,
    /// What the record is.
    pub kind: GameKind,
}

impl Occurrence {
    /// How many of these are of each kind.
    #[must_use]
    pub fn kinds(found: &[Self]) -> KindCounts {
        let mut kinds = KindCounts::default();
        found.iter().for_each(|occurrence| kinds.add(occurrence.kind, 1));
        kinds
    }
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
    fn find(&self, start: &PatternStart, moves: &[u8], sequence: &[u8]) -> Option<usize> {
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
    database: &Database,
    search: &Search,
    filter: &Filter,
) -> Result<Vec<Occurrence>, QueryError> {
    type Row = (i64, Option<String>, Vec<u8>, GameKind);
    let sequence = store::pack_moves(&search.sequence);
    let even = PatternStart::from(&Setup::startpos());
    let find = |(id, start, moves, kind): &Row| {
        let own = match start {
            None => None,
            Some(sfen) => Some(PatternStart::from(&sfen.parse::<Setup>().ok()?)),
        };
        let ply = search.find(own.as_ref().unwrap_or(&even), moves, &sequence)?;
        Some(Occurrence { game: *id, ply: u32::try_from(ply).unwrap_or(u32::MAX), kind: *kind })
    };
    // Patterns are boards of standard shogi.
    let clause = filter.clone().and(Condition::Variant(Variant::Shogi)).clause();
    let snapshot = database.snapshot()?;
    let question = format!(
        "SELECT g.id, g.start, g.moves, g.kind FROM game g WHERE ({}) AND {VISIBLE} ORDER BY g.id",
        clause.sql
    );
    let mut statement = snapshot.connection().prepare(&question)?;
    let mut rows = statement.query_map(params_from_iter(&clause.values), |row| {
        let kind = row.get_ref(3)?.as_str().ok().and_then(GameKind::from_name).unwrap_or_default();
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, kind))
    })?;
    let mut found = Vec::new();
    loop {
        let chunk: Vec<Row> = rows.by_ref().take(CHUNK).collect::<Result<_, _>>()?;
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
    database: &Database,
    found: &[Occurrence],
    limit: Option<u64>,
) -> Result<Vec<FoundGame>, QueryError> {
    let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let snapshot = database.snapshot()?;
    let mut listed = Vec::new();
    for Occurrence { game, ply, .. } in found.iter().take(limit) {
        let game = games::game(snapshot.connection(), *game)?;
        listed.extend(game.map(|game| FoundGame { ply: *ply, game }));
    }
    Ok(listed)
}
