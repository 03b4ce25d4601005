//! Evaluations in the database.

use super::StoreError;
use super::source::integer;
use crate::record::{EngineScore, Evaluation};
use crate::rules::Color;
use rusqlite::{Connection, params};

/// Writes the evaluations of a game.
pub(super) fn insert(connection: &Connection, id: i64, evaluations: &[Evaluation]) -> Result<(), StoreError> {
    if evaluations.is_empty() {
        return Ok(());
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO evaluation (game, number, line, ply, centipawns, mate_for, mate_plies, depth, nodes, engine,
             variation)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for (number, found) in evaluations.iter().enumerate() {
        let (centipawns, mate_for, mate_plies) = match found.score {
            EngineScore::Centipawns(value) => (Some(value), None, None),
            EngineScore::Mate { winner, plies } => (None, Some(winner.name()), plies),
        };
        statement.execute(params![
            id,
            integer(number),
            integer(found.line),
            integer(found.ply),
            centipawns,
            mate_for,
            mate_plies,
            found.depth,
            found.nodes.and_then(|nodes| i64::try_from(nodes).ok()),
            found.engine,
            found.variation,
        ])?;
    }
    Ok(())
}

/// Reads them back.
pub(super) fn load(connection: &Connection, id: i64) -> Result<Vec<Evaluation>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT line, ply, centipawns, mate_for, mate_plies, depth, nodes, engine, variation
         FROM evaluation WHERE game = ?1 ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut evaluations = Vec::new();
    while let Some(row) = rows.next()? {
        let mate_for: Option<String> = row.get(3)?;
        let winner = Color::ALL.into_iter().find(|color| Some(color.name()) == mate_for.as_deref());
        let score = match (row.get::<_, Option<i32>>(2)?, winner) {
            (_, Some(winner)) => EngineScore::Mate { winner, plies: row.get(4)? },
            (value, None) => EngineScore::Centipawns(value.unwrap_or(0)),
        };
        evaluations.push(Evaluation {
            line: row.get::<_, u32>(0)? as usize,
            ply: row.get::<_, u32>(1)? as usize,
            score,
            depth: row.get(5)?,
            nodes: row.get::<_, Option<i64>>(6)?.and_then(|nodes| u64::try_from(nodes).ok()),
            engine: row.get(7)?,
            variation: row.get(8)?,
        });
    }
    Ok(evaluations)
}
