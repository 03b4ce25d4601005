//! Games that may be one and the same, in groups. Nothing here merges anything: `Database::merge_games` does, for the
//! groups that somebody chose.

mod candidate;
mod details;
mod line;

use super::games::game;
use super::{GameSummary, QueryError};
use crate::database::{Database, Snapshot};
use crate::rules::named_enum;
use candidate::Candidate;
use rusqlite::Connection;
use std::cmp::Reverse;

named_enum! {
    /// Why games may be one, the surest reason first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Likeness {
        /// They agree in everything that tells games apart, and were kept apart when they were imported.
        Copy = "copy",
        /// The same moves, and neither players, day, event, place nor result contradict one another: they differ in
        /// clocks, comments, branches, the word of the ending, or in what one of them does not say.
        Details = "details",
        /// The same moves, but a name, a day, an event or the result is another.
        SameMoves = "same_moves",
        /// The same players, no other day, and the moves of one are the beginning of the other's.
        Prefix = "prefix",
        /// The same players on the same day, and one move differs.
        OneMove = "one_move",
    }
}

impl Likeness {
    /// Whether games that are alike so surely are one, so that they are merged without being looked at.
    #[must_use]
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Copy | Self::Details)
    }
}

/// Games that may be one.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateGroup {
    /// Its number in the list, from 1.
    pub number: u64,
    /// Why.
    pub likeness: Likeness,
    /// The games, the one with the richest record first: it leads when they are made one.
    pub games: Vec<GameSummary>,
}

impl DuplicateGroup {
    /// The games' ids, the leading one first.
    #[must_use]
    pub fn ids(&self) -> Vec<i64> {
        self.games.iter().map(|game| game.id).collect()
    }
}

/// What was found, and what was not looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duplicates {
    /// The groups, by likeness and then by their lowest id.
    pub groups: Vec<DuplicateGroup>,
    /// Games of fewer plies than are compared, of which only copies are found.
    pub short_games: u64,
    /// Games that were not compared with all others, since too many are alike.
    pub uncompared_games: u64,
}

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicatesOptions {
    /// Only groups that are alike so; all when it is empty.
    pub likeness: Vec<Likeness>,
    /// Only groups with one of these games; all when it is empty.
    pub games: Vec<i64>,
}

/// The fewest plies that two games must share; shorter ones are alike by chance.
pub const LEAST_PLIES: usize = 20;

/// Groups of ids on their way.
#[derive(Debug, Default)]
struct Groups {
    found: Vec<(Likeness, Vec<Candidate>)>,
    uncompared: u64,
}

/// The games that may be one.
///
/// # Errors
/// When the database cannot be read.
pub fn duplicates(database: &Database, options: &DuplicatesOptions) -> Result<Duplicates, QueryError> {
    let snapshot = database.snapshot()?;
    let mut groups = Groups::default();
    candidate::of_equal_moves(snapshot.connection(), |games| details::group(games, &mut groups))?;
    candidate::of_equal_players(snapshot.connection(), |games| line::group(games, &mut groups))?;
    for (_, games) in &mut groups.found {
        games.sort_by(|a, b| a.by_richness(b));
    }
    groups.found.sort_by_key(|(likeness, games)| (*likeness, games.iter().map(|game| game.id).min()));
    let wanted = |likeness: Likeness, games: &[Candidate]| {
        (options.likeness.is_empty() || options.likeness.contains(&likeness))
            && (options.games.is_empty() || games.iter().any(|game| options.games.contains(&game.id)))
    };
    let wanted = groups.found.into_iter().filter(|(likeness, games)| wanted(*likeness, games));
    let mut found = Duplicates {
        short_games: short_games(&snapshot)?,
        uncompared_games: groups.uncompared,
        ..Duplicates::default()
    };
    for (number, (likeness, games)) in (1..).zip(wanted) {
        let games = summaries(snapshot.connection(), &games)?;
        found.groups.push(DuplicateGroup { number, likeness, games });
    }
    Ok(found)
}

fn summaries(connection: &Connection, games: &[Candidate]) -> Result<Vec<GameSummary>, QueryError> {
    let mut found = Vec::with_capacity(games.len());
    for candidate in games {
        found.extend(game(connection, candidate.id)?);
    }
    Ok(found)
}

fn short_games(snapshot: &Snapshot<'_>) -> Result<u64, QueryError> {
    use rayon::prelude::*;
    let games = snapshot.all_facts()?.games();
    let is_short = |plies: u32| plies > 0 && (plies as usize) < LEAST_PLIES;
    Ok(games.map(|games| games.filter(|(_, game)| is_short(game.plies)).count() as u64).sum())
}

/// How much a record says; the richer of two leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Richness {
    plies: usize,
    /// Comments, bookmarks, branches.
    notes: u32,
    has_clocks: bool,
    /// How exactly the day is known, in characters.
    date: usize,
    /// Names known of players, event and place.
    names: usize,
    /// Characters of header lines.
    headers: u32,
}

impl Candidate {
    /// The richest first. What is equally rich is in an order of its own, whatever the order of imports.
    fn by_richness(&self, other: &Self) -> std::cmp::Ordering {
        let key = |game: &Self| (Reverse(game.richness), game.identity, game.id);
        key(self).cmp(&key(other))
    }
}
