//! A stored game as one that is to be stored, in another database: every column as it is, nothing judged again.

use super::StoreError;
use super::columns::{required_code, side, stored_code};
use super::details::notes_of;
use super::evaluation;
use super::headers::stored_headers;
use super::new_game::{NewBranch, NewGame};
use crate::record::{Ending, GameKind};
use crate::replay::Agreement;
use crate::rules::{Placing, Rule, Variant};
use rusqlite::{Connection, OptionalExtension, Row};

const COLUMNS: &str = "SELECT g.id, g.variant, g.kind, g.placing, g.start, g.handicap, g.moves, g.clocks, b.name, w.name,
     e.name, p.name, g.black_rating, g.white_rating, g.started, g.ended, g.time_control, g.opening, g.max_moves,
     g.impasse_points, g.declared_ending, g.declared_word, g.declared_winner, g.verified_ending, g.verified_winner,
     g.agreement, g.facts, g.broken_rule, g.rest, g.beyond, h.pairs, g.producer, g.remarks, g.fingerprint, g.identity
     FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place
     LEFT JOIN header h ON h.id = g.headers WHERE g.id = ?1";

/// The game with this id, to be stored again; `None` when there is none.
///
/// # Errors
/// When the database cannot be read, or holds something that is no game.
pub fn stored_game(connection: &Connection, id: i64) -> Result<Option<NewGame>, StoreError> {
    let mut statement = connection.prepare_cached(COLUMNS)?;
    let Some(game) = statement.query_row([id], |row| Ok(columns(row))).optional()? else { return Ok(None) };
    let mut game = game?;
    game.headers = stored_headers(connection, id)?;
    game.branches = branches(connection, id)?;
    game.notes = notes_of(connection, id)?;
    game.evaluations = evaluation::load(connection, id)?;
    Ok(Some(game))
}

fn columns(row: &Row<'_>) -> Result<NewGame, StoreError> {
    Ok(NewGame {
        variant: required_code(row, 1, Variant::from_name)?,
        kind: required_code(row, 2, GameKind::from_name)?,
        placing: required_code(row, 3, Placing::from_name)?,
        start: row.get(4)?,
        handicap: row.get(5)?,
        moves: row.get(6)?,
        clocks: row.get(7)?,
        names: [row.get(8)?, row.get(9)?, row.get(10)?, row.get(11)?],
        ratings: [row.get(12)?, row.get(13)?],
        started: row.get(14)?,
        ended: row.get(15)?,
        time_control: row.get(16)?,
        opening: row.get(17)?,
        max_moves: row.get(18)?,
        impasse_points: row.get(19)?,
        declared: required_code(row, 20, Ending::from_name)?,
        declared_word: row.get(21)?,
        declared_winner: stored_code(row, 22, side)?,
        verified: required_code(row, 23, Ending::from_name)?,
        verified_winner: stored_code(row, 24, side)?,
        agreement: required_code(row, 25, Agreement::from_name)?,
        facts: row.get(26)?,
        broken_rule: stored_code(row, 27, Rule::from_name)?.map(Rule::name),
        rest: row.get(28)?,
        beyond: row.get(29)?,
        headers: Vec::new(),
        header_text: row.get(30)?,
        producer: row.get(31)?,
        remarks: row.get(32)?,
        fingerprint: row.get(33)?,
        identity: row.get(34)?,
        branches: Vec::new(),
        notes: Vec::new(),
        evaluations: Vec::new(),
    })
}

fn branches(connection: &Connection, id: i64) -> Result<Vec<NewBranch>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, parent, after, moves, clocks, ending FROM branch WHERE game = ?1 ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut branches = Vec::new();
    while let Some(row) = rows.next()? {
        branches.push(NewBranch {
            parent: row.get::<_, u32>(1)? as usize,
            after: row.get::<_, u32>(2)? as usize,
            moves: row.get(3)?,
            clocks: row.get(4)?,
            ending: stored_code(row, 5, Ending::from_name)?.map(Ending::name),
        });
    }
    Ok(branches)
}
