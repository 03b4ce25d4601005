//! Games by what happens in them: a position, a part of one, a sequence of moves.

use super::dates::{Bounds, Place};
use super::pattern::{Pattern, PatternStart};
use super::{Condition, Counted, DateCondition, Filter, GameSummary, Listing, QueryError, games};
use crate::database::Database;
use crate::index::Day;
use crate::record::GameKind;
use crate::rules::Variant;
use crate::rules::shogi::{Move, Setup};
use crate::store::{self, VISIBLE};
use rayon::prelude::*;
use rusqlite::{Row, params_from_iter};

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

/// A game as it is played through.
struct StoredMoves {
    id: i64,
    start: Option<String>,
    moves: Vec<u8>,
    kind: GameKind,
    day: Option<Day>,
}

impl StoredMoves {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            start: row.get(1)?,
            moves: row.get(2)?,
            kind: row.get_ref(3)?.as_str_or_null()?.and_then(GameKind::from_name).unwrap_or_default(),
            day: row.get_ref(4)?.as_str_or_null()?.and_then(Day::parse),
        })
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
) -> Result<Counted<Vec<Occurrence>>, QueryError> {
    let sequence = store::pack_moves(&search.sequence);
    let even = PatternStart::from(&Setup::startpos());
    let (filter, excluding) = filter.clone().and(Condition::Variant(Variant::Shogi)).with_undecided();
    let bounds: Vec<Bounds> = excluding.iter().map(DateCondition::bounds).collect();
    let find = |row: &StoredMoves| {
        let own = match &row.start {
            None => None,
            Some(sfen) => Some(PatternStart::from(&sfen.parse::<Setup>().ok()?)),
        };
        let ply = search.find(own.as_ref().unwrap_or(&even), &row.moves, &sequence)?;
        Some(u32::try_from(ply).unwrap_or(u32::MAX))
    };
    // Patterns are boards of standard shogi.
    let clause = filter.clause();
    let snapshot = database.snapshot()?;
    filter.must_know_me(snapshot.connection())?;
    let question = format!(
        "SELECT g.id, g.start, g.moves, g.kind, g.date FROM game g WHERE ({}) AND {VISIBLE} ORDER BY g.id",
        clause.sql
    );
    let mut statement = snapshot.connection().prepare(&question)?;
    let mut rows = statement.query_map(params_from_iter(&clause.values), StoredMoves::read)?;
    let mut found = Counted::default();
    loop {
        let chunk: Vec<StoredMoves> = rows.by_ref().take(CHUNK).collect::<Result<_, _>>()?;
        if chunk.is_empty() {
            return Ok(found);
        }
        let plies: Vec<Option<u32>> = chunk.par_iter().map(find).collect();
        for (row, ply) in chunk.iter().zip(plies) {
            let Some(ply) = ply else { continue };
            if bounds.iter().all(|bounds| bounds.place(row.day) == Place::In) {
                found.base.counted.add(row.kind, 1);
                found.answer.push(Occurrence { game: row.id, ply });
            } else {
                found.base.undecided.add(row.day.is_none(), 1);
            }
        }
    }
}

/// The lines of games that were found, in the order of their ids, and of which `listing` says which part is wanted.
///
/// # Errors
/// When the database cannot be read.
pub fn found_games(
    database: &Database,
    found: &[Occurrence],
    listing: &Listing,
) -> Result<Vec<FoundGame>, QueryError> {
    let snapshot = database.snapshot()?;
    let ids = found.iter().filter_map(|found| u32::try_from(found.game).ok()).collect();
    let mut listed = Vec::new();
    for id in listing.of(&snapshot, ids)?.into_iter().map(i64::from) {
        let place = found.binary_search_by_key(&id, |found| found.game);
        let Some(Occurrence { ply, .. }) = place.ok().and_then(|place| found.get(place)) else { continue };
        let game = games::game(snapshot.connection(), id)?;
        listed.extend(game.map(|game| FoundGame { ply: *ply, game }));
    }
    Ok(listed)
}
