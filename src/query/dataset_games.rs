//! What datasets need to know of games in the order of their content: why others are not among them, by what each is told
//! from all others, and some of them at a time.

use super::content::{CHUNK_GAMES, StoredGames, in_order};
use super::games::chosen_games;
use super::selection::Selection;
use super::{Condition, Filter, QueryError};
use crate::database::{Database, Snapshot};
use crate::index::Day;
use crate::rules::Variant;
use crate::store::{GameColumns, VISIBLE, Wanted};
use rayon::prelude::*;
use rusqlite::Row;

impl<'d> StoredGames<'d> {
    /// The same with how many records each condition left out, one condition after the other: all that are not chosen.
    ///
    /// # Errors
    /// As above.
    pub(crate) fn with_exclusions(
        database: &'d Database,
        filter: &Filter,
    ) -> Result<(Self, Vec<Exclusion>), QueryError> {
        let snapshot = database.snapshot()?;
        let mut ids = chosen_games(&snapshot, &Filter::default())?;
        let mut exclusions = Vec::with_capacity(filter.conditions().len());
        for condition in filter.conditions() {
            let before = ids.len();
            // A query needs to know which game it is about.
            let variant = filter.variant().filter(|_| matches!(condition, Condition::Query(_)));
            let alone = variant.map(Condition::Variant).into_iter().chain([condition.clone()]).collect();
            ids = chosen_among(&snapshot, &alone, &ids)?;
            let games = (before - ids.len()) as u64;
            exclusions.push(Exclusion { condition: condition.to_string(), games });
        }
        let ids = in_order(&snapshot, ids)?;
        Ok((Self { database, snapshot, ids }, exclusions))
    }

    /// The state of the database that they are of.
    pub(crate) const fn snapshot(&self) -> &Snapshot<'d> {
        &self.snapshot
    }

    /// Keeps only some of the games.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&u32) -> bool) {
        self.ids.retain(keep);
    }

    /// Starts, moves and content ids of the games in order, to `take`, some at once, until it answers `false`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn lines(&self, mut take: impl FnMut(Vec<GameLine>) -> bool) -> Result<(), QueryError> {
        let mut statement = self.snapshot.connection().prepare_cached(LINES)?;
        for ids in self.ids.chunks(CHUNK_GAMES) {
            let mut lines = Vec::with_capacity(ids.len());
            for id in ids {
                let mut rows = statement.query([id])?;
                if let Some(row) = rows.next()? {
                    lines.push(GameLine::read(row)?);
                }
            }
            if !take(lines) {
                break;
            }
        }
        Ok(())
    }

    /// The content ids of all records that are not hidden, sorted.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn all_content_ids(&self) -> Result<Vec<i64>, QueryError> {
        let question = format!("SELECT ifnull(g.identity, g.fingerprint) FROM game g WHERE {VISIBLE}");
        let mut statement = self.snapshot.connection().prepare(&question)?;
        let mut ids = statement.query_map((), |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        ids.par_sort_unstable();
        Ok(ids)
    }

    /// The content ids of the games in order.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn content_ids(&self) -> Result<Vec<(u32, i64)>, QueryError> {
        let question = "SELECT ifnull(g.identity, g.fingerprint) FROM game g WHERE g.id = ?1";
        let mut statement = self.snapshot.connection().prepare_cached(question)?;
        let content = |id: &u32| Ok((*id, statement.query_row([id], |row| row.get(0))?));
        self.ids.iter().map(content).collect()
    }

    /// The years of the games in order, as far as they are known.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn years(&self) -> Result<Vec<Option<u16>>, QueryError> {
        let mut sorted = self.ids.clone();
        sorted.sort_unstable();
        let facts = self.snapshot.facts_of(&sorted, false)?;
        Ok(self.ids.iter().map(|id| facts.get(*id)?.day.map(Day::year)).collect())
    }

    /// Reads some of the games in the order in which they are named and gives them to `take`, some at once, until it
    /// answers `false`.
    ///
    /// # Errors
    /// When the database cannot be read, or what it holds is no game.
    pub(crate) fn read_these(
        &self,
        ids: &[u32],
        wanted: Wanted,
        mut take: impl FnMut(Vec<GameColumns>) -> bool,
    ) -> Result<(), QueryError> {
        Ok(self.read_some(ids, wanted, &mut take).map_err(|error| self.database.named(error))?)
    }
}

/// What a condition of a filter left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The condition, as a filter is written.
    pub condition: String,
    /// How many records did not meet it that had met those before it.
    pub games: u64,
}

/// The columns of a [`GameLine`].
const LINES: &str =
    "SELECT g.variant, g.start, g.moves, ifnull(g.identity, g.fingerprint), b.person, w.person, e.name
     FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event WHERE g.id = ?1";

/// What a game is told from others by.
#[derive(Clone, Debug)]
pub(crate) struct GameLine {
    /// Which game is played.
    pub variant: Variant,
    /// The start position as SFEN; `None` for the even one.
    pub start: Option<String>,
    /// The legal moves, as [`unpack_moves`](crate::store::unpack_moves) reads them.
    pub moves: Vec<u8>,
    /// Equal for copies of one game, see [`GameColumns::content_id`].
    pub content: i64,
    /// The persons who play, by their keys.
    pub persons: [Option<String>; 2],
    /// The event.
    pub event: Option<String>,
}

impl GameLine {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let person = |column| {
            Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(column)?.filter(|key| !key.is_empty()))
        };
        let variant = row.get_ref(0)?.as_str().ok().and_then(Variant::from_name);
        Ok(Self {
            variant: variant.unwrap_or_default(),
            start: row.get(1)?,
            moves: row.get(2)?,
            content: row.get(3)?,
            persons: [person(4)?, person(5)?],
            event: row.get(6)?,
        })
    }
}

/// Which of these games, which come sorted, a filter chooses.
fn chosen_among(snapshot: &Snapshot<'_>, filter: &Filter, games: &[u32]) -> Result<Vec<u32>, QueryError> {
    let selection = Selection::new(snapshot, filter, Some(games))?;
    let facts = snapshot.facts_of(games, false)?;
    let is_chosen = |id: &u32| facts.get(*id).is_some_and(|game| selection.chooses(*id, game));
    Ok(games.iter().copied().filter(is_chosen).collect())
}
