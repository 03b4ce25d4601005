//! The facts of all games, block by block: written in the import's transaction, read and kept in memory.

use super::IndexError;
use super::game_row::{self, BLOCK_GAMES, FIRST_MOVES, Firsts, GameResult, GameRow, Rows, day_number};
use crate::record::Ending;
use crate::replay::Agreement;
use crate::rules::Color;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::HashMap;

/// The columns of a game that a [`GameRow`] is made of.
const COLUMNS: &str = "g.id, g.start IS NULL, g.winner, g.declared_ending, g.verified_ending, g.agreement, g.plies,
     g.date, g.black, g.white, g.event, g.black_rating, g.white_rating, substr(g.moves, 1, 24) FROM game g";

/// Endings that are draws when nobody is named as the winner.
const DRAWS: [Ending; 4] = [Ending::Sennichite, Ending::Jishogi, Ending::MaxMoves, Ending::DrawAgreed];

type First = [u16; FIRST_MOVES];

fn read(row: &Row<'_>) -> rusqlite::Result<(u32, GameRow, First)> {
    let side = |name: Option<&str>| Color::ALL.into_iter().find(|color| Some(color.name()) == name);
    let text = |column: usize| -> rusqlite::Result<Option<&str>> { Ok(row.get_ref(column)?.as_str_or_null()?) };
    let ending = |column| Ok::<_, rusqlite::Error>(text(column)?.and_then(Ending::from_name).unwrap_or(Ending::Unknown));
    let winner = side(text(2)?);
    let (declared, verified) = (ending(3)?, ending(4)?);
    let ended = if verified == Ending::None { declared } else { verified };
    let result = match winner {
        Some(color) => GameResult::Won(color),
        None if DRAWS.contains(&ended) => GameResult::Draw,
        None => GameResult::Unknown,
    };
    let id = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<u32>>(column)?.unwrap_or(0));
    let rating = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<f64>>(column)?.unwrap_or(f64::NAN));
    let mut first = [0; FIRST_MOVES];
    if let Some(bytes) = row.get_ref(13)?.as_blob_or_null()? {
        for (place, pair) in first.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *place = u16::from_le_bytes(*pair);
        }
    }
    let game = GameRow {
        result,
        winner,
        even: row.get(1)?,
        declared,
        verified,
        agreement: text(5)?.and_then(Agreement::from_name).unwrap_or(Agreement::NothingDeclared),
        plies: row.get(6)?,
        date: text(7)?.map_or(0, day_number),
        players: [id(8)?, id(9)?],
        event: id(10)?,
        ratings: [rating(11)?, rating(12)?],
    };
    Ok((row.get(0)?, game, first))
}

const BLOCK: u32 = 4096;
const _: () = assert!(BLOCK as usize == BLOCK_GAMES);

/// Brings the blocks up to date for these games, which are new or were enriched. The caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn update_games(connection: &Connection, games: &mut Vec<u32>) -> Result<(), IndexError> {
    /// From this many games on the whole block is read again.
    const MANY: usize = 256;
    games.sort_unstable();
    games.dedup();
    for changed in games.chunk_by(|a, b| a / BLOCK == b / BLOCK) {
        let number = changed[0] / BLOCK;
        let stored = if changed.len() < MANY { stored(connection, number)? } else { None };
        match stored {
            None => rebuild(connection, number)?,
            Some((mut rows, mut firsts)) => {
                let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} WHERE g.id = ?1"))?;
                for id in changed {
                    let mut found = statement.query([id])?;
                    if let Some(row) = found.next()? {
                        place(&mut rows, &mut firsts, read(row)?);
                    }
                }
                write(connection, number, &rows, &firsts)?;
            }
        }
    }
    Ok(())
}

/// Writes all blocks anew.
///
/// # Errors
/// When the database cannot be written.
pub fn rebuild_games(connection: &Connection) -> Result<(), IndexError> {
    connection.execute("DELETE FROM game_block", ())?;
    let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
    for number in 0..=last.unwrap_or(0) / BLOCK {
        rebuild(connection, number)?;
    }
    Ok(())
}

fn stored(connection: &Connection, number: u32) -> Result<Option<(Rows, Firsts)>, IndexError> {
    let found: Option<(Vec<u8>, Vec<u8>)> = connection
        .prepare_cached("SELECT rows, first_moves FROM game_block WHERE number = ?1")?
        .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found.and_then(|(rows, firsts)| game_row::unpack(&rows).zip(game_row::unpack_firsts(&firsts))))
}

fn place(rows: &mut Rows, firsts: &mut Firsts, (id, row, first): (u32, GameRow, First)) {
    let index = (id % BLOCK) as usize;
    if rows.len() <= index {
        rows.resize(index + 1, None);
        firsts.resize(index + 1, [0; FIRST_MOVES]);
    }
    rows[index] = Some(row);
    firsts[index] = first;
}

fn rebuild(connection: &Connection, number: u32) -> Result<(), IndexError> {
    let (mut rows, mut firsts) = (Rows::new(), Firsts::new());
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} WHERE g.id BETWEEN ?1 AND ?2 ORDER BY g.id"))?;
    let mut found = statement.query([number * BLOCK, number * BLOCK + (BLOCK - 1)])?;
    while let Some(row) = found.next()? {
        place(&mut rows, &mut firsts, read(row)?);
    }
    write(connection, number, &rows, &firsts)
}

fn write(connection: &Connection, number: u32, rows: &Rows, firsts: &Firsts) -> Result<(), IndexError> {
    let damaged = |_| IndexError::DamagedGames { number };
    connection
        .prepare_cached("INSERT OR REPLACE INTO game_block (number, rows, first_moves) VALUES (?1, ?2, ?3)")?
        .execute(params![
            number,
            game_row::pack(rows).map_err(damaged)?,
            game_row::pack_firsts(firsts).map_err(damaged)?
        ])?;
    Ok(())
}

/// The facts of games, read when asked for and kept as long as nobody writes to the database.
#[derive(Debug, Default)]
pub struct Games {
    version: i64,
    rows: HashMap<u32, Rows>,
    firsts: HashMap<u32, Firsts>,
}

impl Games {
    /// Forgets what is out of date. Call it first, inside the transaction in which questions are asked.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn refresh(&mut self, connection: &Connection) -> Result<(), IndexError> {
        let version = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let own: i64 = i64::try_from(connection.total_changes()).unwrap_or(i64::MAX);
        let version = (version, own);
        if (self.version, self.changes) != version {
            self.rows.clear();
            self.firsts.clear();
            (self.version, self.changes) = version;
        }
        Ok(())
    }
}
