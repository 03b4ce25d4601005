//! Two records of one game: field by field the richer value is kept.
//!
//! "Richer" is longer, and of two equally long values the one that sorts last. That is a maximum, so whatever the order
//! in which the records of a game arrive, the same values remain.

use super::headers::{keep_richer, stored_headers};
use super::name::name_id;
use super::save::{clocks_column, word_column};
use super::{StoreError, facts};
use crate::record::Record;
use crate::replay::Game;
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

/// The columns that are kept one by one. What a proof rests on comes last and is kept together, see [`PROOF`].
const COLUMNS: [&str; 12] = [
    "declared_word",
    "handicap",
    "clocks",
    "started",
    "ended",
    "time_control",
    "opening",
    "remarks",
    "producer",
    "rest",
    "black_rating",
    "white_rating",
];

/// The columns of the proof: they belong to one another.
const PROOF: &str = "facts, agreement, max_moves, impasse_points, broken_rule";

/// Gives the stored game `id` whatever this record of it has that is richer.
pub(super) fn enrich(
    connection: &Connection,
    id: i64,
    record: &Record,
    game: &Game,
    rest: Option<&str>,
) -> Result<(), StoreError> {
    let headers = stored_headers(connection, id)?;
    let info = &record.info;
    let text = |text: Option<String>| text.map_or(Value::Null, Value::Text);
    let mine: [Value; COLUMNS.len()] = [
        text(word_column(game).map(ToOwned::to_owned)),
        text(record.start.handicap.clone()),
        clocks_column(record.main(), &game.lines[0]).map_or(Value::Null, Value::Blob),
        text(info.started.map(|date| date.to_string())),
        text(info.ended.map(|date| date.to_string())),
        text(info.time_control.clone()),
        text(info.opening.clone()),
        text(info.remarks.clone()),
        text(record.producer.clone()),
        text(rest.map(ToOwned::to_owned)),
        info.ratings.black.map_or(Value::Null, Value::Real),
        info.ratings.white.map_or(Value::Null, Value::Real),
    ];
    let richer = |(number, column): (usize, &&str)| {
        let new = format!("?{}", number + 2);
        format!(
            "{column} = CASE WHEN {column} IS NULL OR (length({new}), {new}) > (length({column}), {column})
                 THEN {new} ELSE {column} END"
        )
    };
    let sets: Vec<String> = COLUMNS.iter().enumerate().map(richer).collect();
    connection
        .prepare_cached(&format!("UPDATE game SET {} WHERE id = ?1", sets.join(", ")))?
        .execute(params_from_iter(std::iter::once(Value::Integer(id)).chain(mine)))?;
    richer_name(connection, id, "black", "player", info.players.black.as_deref())?;
    richer_name(connection, id, "white", "player", info.players.white.as_deref())?;
    richer_name(connection, id, "event", "event", info.event.as_deref())?;
    richer_name(connection, id, "place", "place", info.place.as_deref())?;
    keep_richer(connection, id, headers, record)?;
    richer_proof(connection, id, record, game)
}

/// Keeps the richer spelling of a name; two copies of a game spell it alike but for blanks.
fn richer_name(
    connection: &Connection,
    id: i64,
    column: &str,
    table: &str,
    name: Option<&str>,
) -> Result<(), StoreError> {
    let Some(new) = name_id(connection, table, name)? else { return Ok(()) };
    connection
        .prepare_cached(&format!(
            "UPDATE game SET {column} = ?2 WHERE id = ?1 AND ({column} IS NULL OR
                 (SELECT (length(n.name), n.name) > (length(o.name), o.name)
                  FROM {table} n, {table} o WHERE n.id = ?2 AND o.id = game.{column}))"
        ))?
        .execute([id, new])?;
    Ok(())
}

/// Keeps the proof that rests on more facts.
fn richer_proof(connection: &Connection, id: i64, record: &Record, game: &Game) -> Result<(), StoreError> {
    let outcome = &game.outcome;
    connection
        .prepare_cached(&format!(
            "UPDATE game SET ({PROOF}) = (?2, ?3, ?4, ?5, ?6) WHERE id = ?1 AND
                 (?4 IS NOT NULL, ?5 IS NOT NULL, coalesce(length(?2), 0), coalesce(?2, ''), ?3,
                      coalesce(?4, 0), coalesce(?5, 0), coalesce(?6, '')) >
                 (max_moves IS NOT NULL, impasse_points IS NOT NULL, coalesce(length(facts), 0),
                      coalesce(facts, ''), agreement, coalesce(max_moves, 0), coalesce(impasse_points, 0),
                      coalesce(broken_rule, ''))"
        ))?
        .execute(params![
            id,
            facts::to_json(game),
            outcome.agreement.name(),
            record.info.max_moves,
            record.info.impasse_points,
            outcome.facts.broken.map(|(rule, _)| rule.code()),
        ])?;
    Ok(())
}
