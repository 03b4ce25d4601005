//! Where in games something is found.

use super::dates::{Bounds, Place};
use super::{Counted, DateCondition, Filter, GameSummary, Listing, QueryError, games};
use crate::database::{Database, Snapshot};
use crate::index::Day;
use crate::record::GameKind;
use crate::rules::ByColor;
use crate::store::VISIBLE;
use rusqlite::params_from_iter;

/// A game that was found, and where in it.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGame {
    /// After how many plies.
    pub ply: u32,
    /// Which way round, as in [`Occurrence::sides`].
    pub sides: ByColor<bool>,
    /// The game.
    pub game: GameSummary,
}

/// Where in a game something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The game's id.
    pub game: i64,
    /// After how many plies it is so.
    pub ply: u32,
    /// Which way round a query was found: Black when as it stands, White when with the sides exchanged; neither when
    /// it was not asked for that.
    pub sides: ByColor<bool>,
}

impl Occurrence {
    /// The game's id as facts and index have it.
    pub(super) fn id(&self) -> u32 {
        u32::try_from(self.game).unwrap_or(u32::MAX)
    }
}

/// The lines of games that were found, one for each place, in the order of their ids, of which `listing` says which
/// part is wanted.
///
/// # Errors
/// When the database cannot be read.
pub fn found_games(
    database: &Database,
    found: &[Occurrence],
    listing: &Listing,
) -> Result<Vec<FoundGame>, QueryError> {
    let snapshot = database.snapshot()?;
    let mut listed = Vec::new();
    let mut ids: Vec<u32> = found.iter().map(Occurrence::id).collect();
    ids.dedup();
    for id in listing.of(&snapshot, ids)?.into_iter().map(i64::from) {
        let Some(game) = games::game(snapshot.connection(), id)? else { continue };
        let from = found.partition_point(|place| place.game < id);
        for Occurrence { ply, sides, .. } in found[from..].iter().take_while(|place| place.game == id) {
            listed.push(FoundGame { ply: *ply, sides: *sides, game: game.clone() });
        }
    }
    Ok(listed)
}

/// The games of a filter at their start, in the order of their ids, by SQL alone.
pub(super) fn games_by_sql(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
) -> Result<Counted<Vec<Occurrence>>, QueryError> {
    let (filter, excluding) = filter.with_undecided();
    let bounds: Vec<Bounds> = excluding.iter().map(DateCondition::bounds).collect();
    let clause = filter.clause();
    filter.must_know_me(snapshot.connection())?;
    let question =
        format!("SELECT g.id, g.kind, g.date FROM game g WHERE ({}) AND {VISIBLE} ORDER BY g.id", clause.sql);
    let mut statement = snapshot.connection().prepare(&question)?;
    let mut rows = statement.query(params_from_iter(&clause.values))?;
    let mut found: Counted<Vec<Occurrence>> = Counted::default();
    while let Some(row) = rows.next()? {
        let kind: Option<String> = row.get(1)?;
        let day = row.get::<_, Option<String>>(2)?.as_deref().and_then(Day::parse);
        if bounds.iter().all(|bounds| bounds.place(day) == Place::In) {
            found.base.counted.add(kind.as_deref().and_then(GameKind::from_name).unwrap_or_default(), 1);
            found.answer.push(Occurrence { game: row.get(0)?, ply: 0, sides: ByColor::default() });
        } else {
            found.base.undecided.add(day.is_none(), 1);
        }
    }
    Ok(found)
}
