//! Writing a game, or finding that it is there already.

use super::codec::{pack_clocks, pack_moves};
use super::headers::{Fields, header_id};
use super::identity::identity;
use super::name::name_id;
use super::source::whole;
use super::{StoreError, evaluation, facts, merge};
use crate::record::{Clock, Ending, Line, Record};
use crate::replay::{Game, Played};
use crate::rules::Play;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

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

/// 64 bits that two games share when start position and moves are equal: the beginning of the SHA-256 of the
/// variant, the start SFEN without its move number, and the packed moves.
#[must_use]
pub fn fingerprint(game: &Game) -> i64 {
    let start = game.start.sfen();
    let mut hash = Sha256::new();
    hash.update(game.start.variant().name());
    hash.update(b"\n");
    hash.update(start.rsplit_once(' ').map_or(start.as_str(), |(position, _)| position));
    hash.update(b"\n");
    hash.update(pack_moves(game.moves()));
    let digest = hash.finalize();
    i64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}

/// Writes a game. If the same game is there, and copies are to be merged, field by field the richer of the two is kept
/// instead; of several that are the same, the one with the lowest id is meant. `rest` is the text of what replay could
/// not play.
///
/// # Errors
/// When the database cannot be written.
pub fn store_game(
    connection: &Connection,
    record: &Record,
    game: &Game,
    rest: Option<&str>,
    copies: Copies,
) -> Result<Stored, StoreError> {
    let identity = identity(record, game);
    let same = same_game(connection, game, identity)?;
    if let (Some(id), Copies::Merge) = (same, copies) {
        merge::enrich(connection, id, record, game, rest)?;
        return Ok(Stored::Duplicate(id));
    }
    let id = insert(connection, record, game, rest, identity)?;
    insert_branches(connection, id, record, game)?;
    insert_notes(connection, id, record)?;
    Ok(same.map_or(Stored::New(id), |same| Stored::Copy(id, same)))
}

/// The stored game that this record is another copy of; see [`identity`].
fn same_game(connection: &Connection, game: &Game, identity: Option<i64>) -> Result<Option<i64>, StoreError> {
    let Some(identity) = identity else { return Ok(None) };
    Ok(connection
        .prepare_cached("SELECT id FROM game WHERE identity = ?1 AND moves = ?2 ORDER BY id")?
        .query_row(params![identity, pack_moves(game.moves())], |row| row.get(0))
        .optional()?)
}

/// The word by which the record declares its ending.
pub(super) fn word_column(game: &Game) -> Option<&str> {
    Some(game.outcome.declared_word.as_str()).filter(|word| !word.is_empty())
}

/// The start position, or `None` for the even one.
pub(super) fn start_column(game: &Game) -> Option<String> {
    if game.start.is_even_start() { None } else { Some(game.start.sfen()) }
}

fn insert<'a>(
    connection: &Connection,
    record: &'a Record,
    game: &Game,
    rest: Option<&str>,
    identity: Option<i64>,
) -> Result<i64, StoreError> {
    let info = &record.info;
    let outcome = &game.outcome;
    let started = info.started.map(|date| date.to_string());
    let ended = info.ended.map(|date| date.to_string());
    let name = |name: &'a Option<String>| name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let fields = Fields {
        black: name(&info.players.black),
        white: name(&info.players.white),
        event: name(&info.event),
        place: name(&info.place),
        started: started.as_deref(),
        ended: ended.as_deref(),
        time_control: info.time_control.as_deref(),
        opening: info.opening.as_deref(),
        handicap: record.start.handicap.as_deref(),
    };
    let headers = header_id(connection, fields.pack(&record.headers).as_deref())?;
    connection
        .prepare_cached(
            "INSERT INTO game (start, handicap, moves, plies, clocks, black, white, black_rating, white_rating,
                 event, place, started, ended, time_control, opening, max_moves, impasse_points,
                 declared_ending, declared_word, declared_winner, verified_ending, verified_winner, agreement,
                 facts, broken_rule, rest, headers, producer, fingerprint, remarks, variant, identity)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                 ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32)",
        )?
        .execute(params![
            start_column(game),
            record.start.handicap,
            pack_moves(game.moves()),
            whole(game.moves().len()),
            clocks_column(record.main(), &game.lines[0]),
            name_id(connection, "player", info.players.black.as_deref())?,
            name_id(connection, "player", info.players.white.as_deref())?,
            info.ratings.black,
            info.ratings.white,
            name_id(connection, "event", info.event.as_deref())?,
            name_id(connection, "place", info.place.as_deref())?,
            started,
            ended,
            info.time_control,
            info.opening,
            info.max_moves,
            info.impasse_points,
            outcome.declared.name(),
            word_column(game),
            outcome.declared_winner.map(crate::rules::Color::name),
            outcome.verified.name(),
            outcome.verified_winner.map(crate::rules::Color::name),
            outcome.agreement.name(),
            facts::to_json(game),
            outcome.facts.broken.map(|(rule, _)| rule.code()),
            rest,
            headers,
            record.producer,
            fingerprint(game),
            info.remarks,
            game.start.variant().name(),
            identity,
        ])?;
    Ok(connection.last_insert_rowid())
}

pub(super) fn clocks_column(line: &Line, played: &Played) -> Option<Vec<u8>> {
    let clocks: Vec<Clock> = line.plies.iter().take(played.moves.len()).map(|ply| ply.clock).collect();
    Some(pack_clocks(&clocks)).filter(|bytes| !bytes.is_empty())
}

pub(super) fn insert_branches(
    connection: &Connection,
    id: i64,
    record: &Record,
    game: &Game,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO branch (game, number, parent, after, moves, clocks, ending) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (number, (line, played)) in record.lines.iter().zip(&game.lines).enumerate().skip(1) {
        statement.execute(params![
            id,
            whole(number),
            whole(line.parent.unwrap_or(0)),
            whole(line.after),
            pack_moves(&played.moves),
            clocks_column(line, played),
            line.declarations
                .first()
                .map(|found| found.ending.in_variant(record.variant()))
                .filter(|ending| *ending != Ending::None)
                .map(Ending::name),
        ])?;
    }
    Ok(())
}

pub(super) fn insert_notes(connection: &Connection, id: i64, record: &Record) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO note (game, number, line, ply, kind, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (number, note) in record.notes.iter().enumerate() {
        statement.execute(params![
            id,
            whole(number),
            whole(note.line),
            whole(note.ply),
            note.kind.name(),
            note.text
        ])?;
    }
    evaluation::insert(connection, id, record)
}
