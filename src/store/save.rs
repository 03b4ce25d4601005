//! Writing a game, or finding that it is there already.

use super::known_ids::{KnownIds, NameTable};
use super::new_game::NewGame;
use super::source::integer;
use super::visibility::standing_for;
use super::{StoreError, altered, evaluation, merge};
use crate::rules::Color;
use rusqlite::{Connection, params};

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is new, with this id.
    New(i64),
    /// It is the same as the game with this id.
    Duplicate(i64),
    /// It is a game of its own, with the first id, although it is the same as the game with the second.
    Copy(i64, i64),
}

/// What to do with a record of a game that is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copies {
    /// Merge it into that game.
    #[default]
    Merge,
    /// Make it a game of its own.
    Keep,
}

/// Writes a game on behalf of an operation. If the same game is there, and copies are to be merged, field by field the
/// richer of the two is kept instead; of several that are the same, the one with the lowest id is meant. One that is
/// hidden counts when another game stands for it. `known` is of the same transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn store_game(
    connection: &Connection,
    known: &mut KnownIds,
    game: &NewGame,
    copies: Copies,
    operation: i64,
) -> Result<Stored, StoreError> {
    let same = same_game(connection, game, copies)?;
    if let (Some(id), Copies::Merge) = (same, copies) {
        let before = altered::state(connection, id)?;
        merge::enrich(connection, known, id, &before, game)?;
        altered::keep(connection, operation, id, before)?;
        return Ok(Stored::Duplicate(id));
    }
    let id = insert(connection, known, game)?;
    insert_branches(connection, id, game)?;
    insert_notes(connection, id, game)?;
    evaluation::insert(connection, id, &game.evaluations)?;
    Ok(same.map_or(Stored::New(id), |same| Stored::Copy(id, same)))
}

/// The stored game that this one is another copy of; see [`identity`](super::identity::identity).
fn same_game(connection: &Connection, game: &NewGame, copies: Copies) -> Result<Option<i64>, StoreError> {
    let Some(identity) = game.identity else { return Ok(None) };
    let mut statement = connection.prepare_cached(
        "SELECT id, hidden_by IS NULL FROM game WHERE identity = ?1 AND moves = ?2
         ORDER BY hidden_by IS NOT NULL, id",
    )?;
    let mut rows = statement.query(params![identity, game.moves])?;
    while let Some(row) = rows.next()? {
        let (id, is_there) = (row.get(0)?, row.get(1)?);
        if is_there || copies == Copies::Merge && standing_for(connection, id)?.is_some() {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The ids of Black, White, event and place.
pub(super) fn name_ids(
    connection: &Connection,
    known: &mut KnownIds,
    game: &NewGame,
) -> Result<[Option<i64>; 4], StoreError> {
    let [black, white, event, place] = game.names.each_ref().map(Option::as_deref);
    Ok([
        known.player(connection, black, event)?,
        known.player(connection, white, event)?,
        known.name(connection, NameTable::Event, event)?,
        known.name(connection, NameTable::Place, place)?,
    ])
}

fn insert(connection: &Connection, known: &mut KnownIds, game: &NewGame) -> Result<i64, StoreError> {
    let headers = known.header(connection, game.header_text.as_deref())?;
    let [black, white, event, place] = name_ids(connection, known, game)?;
    connection
        .prepare_cached(
            "INSERT INTO game (start, handicap, moves, plies, clocks, black, white, black_rating, white_rating,
                 event, place, started, ended, time_control, opening, max_moves, impasse_points,
                 declared_ending, declared_word, declared_winner, verified_ending, verified_winner, agreement,
                 facts, broken_rule, rest, headers, producer, fingerprint, remarks, variant, identity,
                 kind, placing, beyond)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                 ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35)",
        )?
        .execute(params![
            game.start,
            game.handicap,
            game.moves,
            integer(game.plies()),
            game.clocks,
            black,
            white,
            game.ratings[0],
            game.ratings[1],
            event,
            place,
            game.started,
            game.ended,
            game.time_control,
            game.opening,
            game.max_moves,
            game.impasse_points,
            game.declared.name(),
            game.declared_word,
            game.declared_winner.map(Color::name),
            game.verified.name(),
            game.verified_winner.map(Color::name),
            game.agreement.name(),
            game.facts,
            game.broken_rule,
            game.rest,
            headers,
            game.producer,
            game.fingerprint,
            game.remarks,
            game.variant.name(),
            game.identity,
            game.kind.name(),
            game.placing.name(),
            game.beyond,
        ])?;
    Ok(connection.last_insert_rowid())
}

fn insert_branches(connection: &Connection, id: i64, game: &NewGame) -> Result<(), StoreError> {
    for (number, branch) in (1..).zip(&game.branches) {
        connection
            .prepare_cached(
                "INSERT INTO branch (game, number, parent, after, moves, clocks, ending)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                id,
                integer(number),
                integer(branch.parent),
                integer(branch.after),
                branch.moves,
                branch.clocks,
                branch.ending,
            ])?;
    }
    Ok(())
}

fn insert_notes(connection: &Connection, id: i64, game: &NewGame) -> Result<(), StoreError> {
    for (number, note) in game.notes.iter().enumerate() {
        connection
            .prepare_cached(
                "INSERT INTO note (game, number, line, ply, kind, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                id,
                integer(number),
                integer(note.line),
                integer(note.ply),
                note.kind.name(),
                note.text
            ])?;
    }
    Ok(())
}
