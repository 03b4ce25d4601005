//! Lists of games.

use super::clause::Clause;
use super::selection::Selection;
use super::{Base, Counted, DateCondition, Filter, GameOrder, Listing, Occurrence, QueryError, tally};
use crate::database::{Database, Snapshot};
use crate::index::{self, Posting};
use crate::record::{Ending, GameKind, PartialDate};
use crate::replay::Agreement;
use crate::rules::{ByColor, Color, Placing, PlayablePosition, Rule, Variant, VariantPosition};
use crate::store::{self, StoreError, VISIBLE, required_code, side, stored_code};
use rayon::prelude::*;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The id.
    pub id: i64,
    /// Which game is played.
    pub variant: Variant,
    /// What the record is.
    pub kind: GameKind,
    /// How the pieces stood at the beginning.
    pub placing: Placing,
    /// The day it began, as far as it is known.
    pub date: Option<PartialDate>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's rating.
    pub black_rating: Option<f64>,
    /// White's rating.
    pub white_rating: Option<f64>,
    /// The event.
    pub event: Option<String>,
    /// The handicap's name as written.
    pub handicap: Option<String>,
    /// The start position, when it is not the even one.
    pub start_sfen: Option<String>,
    /// How many legal moves it has.
    pub plies: u32,
    /// The winner that statistics use: the verified one, else the declared one.
    pub winner: Option<Color>,
    /// What the record says about the ending.
    pub declared_ending: Ending,
    /// Who won by the record's words.
    pub declared_winner: Option<Color>,
    /// What the moves verify.
    pub verified_ending: Ending,
    /// Who won as verified.
    pub verified_winner: Option<Color>,
    /// How the two compare.
    pub agreement: Agreement,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<Rule>,
}

const COLUMNS: &str = "SELECT g.id, g.date, b.name, w.name, e.name, g.handicap, g.start, g.plies, g.winner,
     g.declared_ending, g.declared_winner, g.verified_ending, g.verified_winner, g.agreement, g.broken_rule,
     g.variant, g.kind, g.placing, g.black_rating, g.white_rating FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event";

fn summary(row: &Row<'_>) -> Result<GameSummary, StoreError> {
    let date: Option<String> = row.get(1)?;
    Ok(GameSummary {
        id: row.get(0)?,
        variant: required_code(row, 15, Variant::from_name)?,
        kind: required_code(row, 16, GameKind::from_name)?,
        placing: required_code(row, 17, Placing::from_name)?,
        date: date.as_deref().and_then(PartialDate::parse),
        black: row.get(2)?,
        white: row.get(3)?,
        black_rating: row.get(18)?,
        white_rating: row.get(19)?,
        event: row.get(4)?,
        handicap: row.get(5)?,
        start_sfen: row.get(6)?,
        plies: row.get(7)?,
        winner: stored_code(row, 8, side)?,
        declared_ending: required_code(row, 9, Ending::from_name)?,
        declared_winner: stored_code(row, 10, side)?,
        verified_ending: required_code(row, 11, Ending::from_name)?,
        verified_winner: stored_code(row, 12, side)?,
        agreement: required_code(row, 13, Agreement::from_name)?,
        broken_rule: stored_code(row, 14, Rule::from_name)?,
    })
}

/// The ids of a filter's games, in order.
pub(super) fn chosen_games(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Vec<u32>, QueryError> {
    let selection = Selection::new(snapshot, filter, None)?;
    let games = snapshot.all_facts()?.games();
    Ok(games
        .flat_map_iter(|games| games.filter(|(id, game)| selection.chooses(*id, game)).map(|(id, _)| id))
        .collect())
}

pub(super) fn list_games(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    listing: &Listing,
) -> Result<Vec<GameSummary>, QueryError> {
    let by_index = listing.order == GameOrder::Id && (filter.is_empty() || filter.names_a_player());
    let ids = match by_index {
        true => first_games(snapshot.connection(), filter, listing.needed())?,
        false => chosen_games(snapshot, filter)?,
    };
    summaries(snapshot, listing.of(snapshot, ids)?)
}

/// The lines of these games in a list, in this order.
pub(super) fn summaries(snapshot: &Snapshot<'_>, ids: Vec<u32>) -> Result<Vec<GameSummary>, QueryError> {
    let mut statement = snapshot.connection().prepare_cached(&format!("{COLUMNS} WHERE g.id = ?"))?;
    let mut games = Vec::with_capacity(ids.len());
    for id in ids {
        let mut rows = statement.query([id])?;
        if let Some(row) = rows.next()? {
            games.push(summary(row)?);
        }
    }
    Ok(games)
}

pub(super) fn games_with_position(
    snapshot: &Snapshot<'_>,
    position: &VariantPosition,
    filter: &Filter,
) -> Result<Counted<Vec<Occurrence>>, QueryError> {
    let postings = index::lookup(snapshot.connection(), position.index_key().into())?;
    let mut ids: Vec<u32> = postings.iter().map(|posting| posting.game).collect();
    ids.dedup();
    let facts = snapshot.facts_of(&ids, false)?;
    let selection = Selection::new(snapshot, filter, Some(&ids))?;
    let mut found: Counted<Vec<Occurrence>> = Counted::default();
    for visits in postings.chunk_by(|a, b| a.game == b.game) {
        let Posting { game: id, ply, .. } = visits[0];
        let Some(game) = facts.get(id) else { continue };
        if selection.count(id, game, &mut found.base) {
            found.answer.push(Occurrence {
                game: i64::from(id),
                ply: u32::from(ply),
                sides: ByColor::default(),
            });
        }
    }
    Ok(found)
}

/// The ids of the first games of a filter whose games SQL finds by an index, without reading any facts.
fn first_games(connection: &Connection, filter: &Filter, most: usize) -> Result<Vec<u32>, QueryError> {
    filter.must_know_me(connection)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let clause = filter.clause();
    let question =
        format!("SELECT g.id FROM game g WHERE ({}) AND {VISIBLE} ORDER BY g.id LIMIT {most}", clause.sql);
    let mut statement = connection.prepare(&question)?;
    let rows = statement.query_map(params_from_iter(&clause.values), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether there is any game of a variant. For the rare one an index has the answer.
fn has_variant(connection: &Connection, variant: Variant) -> Result<bool, QueryError> {
    let question = match variant {
        Variant::Shogi => "g.variant = 'shogi'",
        Variant::Dobutsu => "g.variant <> 'shogi' AND g.variant = 'dobutsu'",
    };
    let question = format!("SELECT EXISTS (SELECT 1 FROM game g WHERE {question} AND {VISIBLE})");
    Ok(connection.prepare_cached(&question)?.query_row((), |row| row.get(0))?)
}

pub(super) fn count_games(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<u64, QueryError> {
    Ok(count_records(snapshot, filter)?.counted.all())
}

pub(super) fn count_records(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Base, QueryError> {
    let connection = snapshot.connection();
    if filter.is_empty() {
        // Indices have the records that are no games, and those that are hidden.
        let by_kind = |which: &str| {
            count_by_sql(
                connection,
                &format!("SELECT kind, 1, 0, count(*) FROM game WHERE {which} GROUP BY kind"),
                &[],
            )
        };
        let (mut base, hidden) = (by_kind("kind <> 'game'")?, by_kind("hidden_by IS NOT NULL")?);
        let all: i64 = connection.query_row("SELECT count(*) FROM game", (), |row| row.get(0))?;
        base.counted.add(GameKind::Game, all.cast_unsigned().saturating_sub(base.counted.all()));
        base.counted.subtract(&hidden.counted);
        return Ok(base);
    }
    if filter.names_a_player() {
        filter.must_know_me(connection)?;
        let (all, excluding) = filter.with_undecided();
        let places = Clause::all_in(excluding.iter().map(DateCondition::place_clause));
        let clause = all.clause();
        let question = format!(
            "SELECT g.kind, {}, g.date IS NULL, count(*) FROM game g WHERE ({}) AND {VISIBLE} GROUP BY 1, 2, 3",
            places.sql, clause.sql
        );
        return count_by_sql(connection, &question, &[places.values, clause.values].concat());
    }
    if let Some(variant) = filter.variant()
        && !has_variant(connection, variant)?
    {
        return Ok(Base::default());
    }
    tally::records(snapshot, filter)
}

/// Counts from rows of a kind, whether the days are decided, whether there is no date, and how many.
fn count_by_sql(connection: &Connection, question: &str, values: &[Value]) -> Result<Base, QueryError> {
    let mut base = Base::default();
    let mut statement = connection.prepare(question)?;
    let mut rows = statement.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        let kind = row.get_ref(0)?.as_str().ok().and_then(GameKind::from_name).unwrap_or_default();
        let number = row.get::<_, i64>(3)?.cast_unsigned();
        if row.get(1)? {
            base.counted.add(kind, number);
        } else {
            base.undecided.add(row.get(2)?, number);
        }
    }
    Ok(base)
}

/// The game that answers are about when none is named: standard shogi, unless all records are of another one.
///
/// # Errors
/// When the database cannot be read.
pub fn main_variant(database: &Database) -> Result<Variant, QueryError> {
    main_variant_of(database.snapshot()?.connection())
}

pub(super) fn main_variant_of(connection: &Connection) -> Result<Variant, QueryError> {
    for variant in Variant::ALL {
        if has_variant(connection, variant)? {
            return Ok(variant);
        }
    }
    Ok(Variant::default())
}

/// One game's line in a list, if there is such a game.
pub(super) fn game(connection: &Connection, id: i64) -> Result<Option<GameSummary>, QueryError> {
    let mut statement = connection.prepare_cached(&format!("{COLUMNS} WHERE g.id = ?"))?;
    Ok(statement.query_row([id], |row| Ok(summary(row))).optional()?.transpose()?)
}

/// One game's line in a list.
///
/// # Errors
/// When there is no such game, it was hidden, or the database cannot be read.
pub fn game_summary(database: &Database, id: i64) -> Result<GameSummary, QueryError> {
    let snapshot = database.snapshot()?;
    if let Some(hidden) = store::hidden(snapshot.connection(), id)? {
        let (operation, successor) = (hidden.operation, hidden.successor);
        return Err(QueryError::HiddenGame { game: id, operation, successor });
    }
    game(snapshot.connection(), id)?.ok_or(QueryError::NoSuchGame(id))
}
