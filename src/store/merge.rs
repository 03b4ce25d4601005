//! Two records of one game: field by field the richer value is kept.
//!
//! "Richer" is longer, and of two equally long values the one that sorts last. That is a maximum, so whatever the order
//! in which the records of a game arrive, the same values remain.

use super::StoreError;
use super::altered::State;
use super::headers::{keep_richer, stored_headers};
use super::known_ids::{KnownIds, NameTable};
use super::new_game::NewGame;
use super::save::name_ids;
use crate::record::GameKind;
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

/// The columns that are kept one by one. What a verified ending rests on comes last and is kept together, see [`VERIFIED_BY`].
const COLUMNS: [&str; 13] = [
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
    "beyond",
    "black_rating",
    "white_rating",
];

/// The columns that a verified ending rests on: they belong to one another.
const VERIFIED_BY: &str = "facts, agreement, max_moves, impasse_points, broken_rule";

/// Gives the stored game `id`, whose state is `before`, whatever this copy of it has that is richer.
pub(super) fn enrich(
    connection: &Connection,
    known: &mut KnownIds,
    id: i64,
    before: &State,
    game: &NewGame,
) -> Result<(), StoreError> {
    let headers = stored_headers(connection, id)?;
    let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
    let mine: [Value; COLUMNS.len()] = [
        text(&game.declared_word),
        text(&game.handicap),
        game.clocks.clone().map_or(Value::Null, Value::Blob),
        text(&game.started),
        text(&game.ended),
        text(&game.time_control),
        text(&game.opening),
        text(&game.remarks),
        text(&game.producer),
        text(&game.rest),
        text(&game.beyond),
        game.ratings[0].map_or(Value::Null, Value::Real),
        game.ratings[1].map_or(Value::Null, Value::Real),
    ];
    let richer = |(number, column): (usize, &&str)| {
        let new = format!("?{}", number + 2);
        format!(
            "{column} = CASE WHEN {column} IS NULL OR (length({new}), {new}) > (length({column}), {column})
                 THEN {new} ELSE {column} END"
        )
    };
    // Most copies have nothing new, and a row that is not written again costs nothing.
    if COLUMNS.iter().zip(&mine).any(|(column, mine)| may_be_richer(mine, before.get(column))) {
        let sets: Vec<String> = COLUMNS.iter().enumerate().map(richer).collect();
        connection
            .prepare_cached(&format!("UPDATE game SET {} WHERE id = ?1", sets.join(", ")))?
            .execute(params_from_iter(std::iter::once(Value::Integer(id)).chain(mine)))?;
    }
    let names = name_ids(connection, known, game)?;
    richer_name(connection, id, "black", NameTable::Player, names[0])?;
    richer_name(connection, id, "white", NameTable::Player, names[1])?;
    richer_name(connection, id, "event", NameTable::Event, names[2])?;
    richer_name(connection, id, "place", NameTable::Place, names[3])?;
    keep_richer(connection, known, id, &headers, &game.headers)?;
    keep_further_kind(connection, id, before, game.kind)?;
    keep_richer_facts(connection, id, game)
}

/// False when a value is surely not the richer one; SQL decides the rest.
fn may_be_richer(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Null, _) => false,
        (Value::Text(new), Value::Text(old)) => (new.chars().count(), new) > (old.chars().count(), old),
        (Value::Blob(new), Value::Blob(old)) => (new.len(), new) > (old.len(), old),
        (new, old) => new != old,
    }
}

/// Keeps the richer spelling of a name; two copies of a game spell it alike but for blanks.
fn richer_name(
    connection: &Connection,
    id: i64,
    column: &str,
    table: NameTable,
    new: Option<i64>,
) -> Result<(), StoreError> {
    let Some(new) = new else { return Ok(()) };
    let table = table.name();
    connection
        .prepare_cached(&format!(
            "UPDATE game SET {column} = ?2 WHERE id = ?1 AND ({column} IS NULL OR
                 (SELECT (length(n.name), n.name) > (length(o.name), o.name)
                  FROM {table} n, {table} o WHERE n.id = ?2 AND o.id = game.{column}))"
        ))?
        .execute([id, new])?;
    Ok(())
}

/// Keeps the kind that stands further down the list: what one record says of a game (a mate problem) the other one does
/// not deny.
fn keep_further_kind(
    connection: &Connection,
    id: i64,
    before: &State,
    new: GameKind,
) -> Result<(), StoreError> {
    let Value::Text(stored) = before.get("kind") else { return Ok(()) };
    if GameKind::from_name(stored).is_none_or(|stored| stored < new) {
        connection
            .prepare_cached("UPDATE game SET kind = ?2 WHERE id = ?1")?
            .execute(params![id, new.name()])?;
    }
    Ok(())
}

/// Keeps the verified ending that rests on more facts.
fn keep_richer_facts(connection: &Connection, id: i64, game: &NewGame) -> Result<(), StoreError> {
    connection
        .prepare_cached(&format!(
            "UPDATE game SET ({VERIFIED_BY}) = (?2, ?3, ?4, ?5, ?6) WHERE id = ?1 AND
                 (?4 IS NOT NULL, ?5 IS NOT NULL, coalesce(length(?2), 0), coalesce(?2, ''), ?3,
                      coalesce(?4, 0), coalesce(?5, 0), coalesce(?6, '')) >
                 (max_moves IS NOT NULL, impasse_points IS NOT NULL, coalesce(length(facts), 0),
                      coalesce(facts, ''), agreement, coalesce(max_moves, 0), coalesce(impasse_points, 0),
                      coalesce(broken_rule, ''))"
        ))?
        .execute(params![
            id,
            game.facts,
            game.agreement.name(),
            game.max_moves,
            game.impasse_points,
            game.broken_rule,
        ])?;
    Ok(())
}
