//! The facts of all games, block by block: written in the import's transaction, read and kept in memory.

use super::IndexError;
use super::game_row::{self, BLOCK_GAMES, FIRST_MOVES, Firsts, GameRow, Rows, day_number};
use crate::record::{Ending, GameResult};
use crate::replay::Agreement;
use crate::rules::{Color, Variant};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::HashMap;

/// The columns of a game that a [`GameRow`] is made of.
const COLUMNS: &str =
    "g.id, g.start IS NULL, g.winner, g.declared_ending, g.verified_ending, g.agreement, g.plies,
     g.date, g.black, g.white, g.event, g.black_rating, g.white_rating, substr(g.moves, 1, 24), g.variant FROM game g";

type First = [u16; FIRST_MOVES];

fn read(row: &Row<'_>) -> rusqlite::Result<(u32, GameRow, First)> {
    let side = |name: Option<&str>| Color::ALL.into_iter().find(|color| Some(color.name()) == name);
    let text =
        |column: usize| -> rusqlite::Result<Option<&str>> { Ok(row.get_ref(column)?.as_str_or_null()?) };
    let ending = |column| {
        Ok::<_, rusqlite::Error>(text(column)?.and_then(Ending::from_name).unwrap_or(Ending::Unknown))
    };
    let winner = side(text(2)?);
    let (declared, verified) = (ending(3)?, ending(4)?);
    let id = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<u32>>(column)?.unwrap_or(0));
    let rating =
        |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<f64>>(column)?.unwrap_or(f64::NAN));
    let mut first = [0; FIRST_MOVES];
    if let Some(bytes) = row.get_ref(13)?.as_blob_or_null()? {
        for (place, pair) in first.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *place = u16::from_le_bytes(*pair);
        }
    }
    let game = GameRow {
        variant: text(14)?.and_then(Variant::from_name).unwrap_or_default(),
        result: GameResult::new(verified.or(declared), winner),
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
                let mut statement =
                    connection.prepare_cached(&format!("SELECT {COLUMNS} WHERE g.id = ?1"))?;
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
    version: (i64, u64),
    rows: Vec<Option<Rows>>,
    firsts: Vec<Option<Firsts>>,
    /// Games that were read one by one.
    single: HashMap<u32, (GameRow, First)>,
}

impl Games {
    /// Forgets what is out of date. Call it first, inside the transaction in which questions are asked.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn refresh(&mut self, connection: &Connection) -> Result<(), IndexError> {
        let version = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let version = (version, connection.total_changes());
        if self.version != version {
            *self = Self { version, ..Self::default() };
        }
        Ok(())
    }

    /// Reads what is needed to answer [`get`](Self::get) and, if `firsts`, [`first_moves`](Self::first_moves) for
    /// these games, which come sorted.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is damaged.
    pub fn load(&mut self, connection: &Connection, games: &[u32], firsts: bool) -> Result<(), IndexError> {
        /// Fewer games than this are read one by one.
        const FEW: usize = 256;
        let mut missing: Vec<u32> = games
            .chunk_by(|a, b| a / BLOCK == b / BLOCK)
            .map(|chunk| chunk[0] / BLOCK)
            .filter(|number| {
                let rows = self.rows.get(*number as usize).is_some_and(Option::is_some);
                let first = self.firsts.get(*number as usize).is_some_and(Option::is_some);
                !rows || firsts && !first
            })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        if games.len() < FEW {
            let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} WHERE g.id = ?1"))?;
            for id in games {
                if missing.binary_search(&(id / BLOCK)).is_ok() && !self.single.contains_key(id) {
                    let mut rows = statement.query([id])?;
                    if let Some(row) = rows.next()? {
                        let (id, row, first) = read(row)?;
                        self.single.insert(id, (row, first));
                    }
                }
            }
            return Ok(());
        }
        missing.sort_unstable();
        self.load_blocks(connection, &missing, firsts)
    }

    fn load_blocks(
        &mut self,
        connection: &Connection,
        blocks: &[u32],
        firsts: bool,
    ) -> Result<(), IndexError> {
        let mut statement =
            connection.prepare_cached("SELECT rows, first_moves FROM game_block WHERE number = ?1")?;
        let mut packed = Vec::with_capacity(blocks.len());
        for number in blocks {
            let row = statement
                .query_row([number], |row| {
                    let first = if firsts { Some(row.get::<_, Vec<u8>>(1)?) } else { None };
                    Ok((row.get::<_, Vec<u8>>(0)?, first))
                })
                .optional()?;
            packed.extend(row.map(|(rows, firsts)| (*number, rows, firsts)));
        }
        let unpacked: Vec<(u32, Rows, Option<Firsts>)> = packed
            .par_iter()
            .map(|(number, rows, firsts)| {
                let damaged = IndexError::DamagedGames { number: *number };
                let firsts = firsts.as_ref().map(|firsts| game_row::unpack_firsts(firsts));
                match (game_row::unpack(rows), firsts) {
                    (Some(rows), Some(Some(firsts))) => Ok((*number, rows, Some(firsts))),
                    (Some(rows), None) => Ok((*number, rows, None)),
                    _ => Err(damaged),
                }
            })
            .collect::<Result<_, _>>()?;
        for (number, rows, firsts) in unpacked {
            let number = number as usize;
            if self.rows.len() <= number {
                self.rows.resize_with(number + 1, || None);
                self.firsts.resize_with(number + 1, || None);
            }
            self.rows[number] = Some(rows);
            if firsts.is_some() {
                self.firsts[number] = firsts;
            }
        }
        Ok(())
    }

    /// How many of these games have other facts in their block than in the table `game`.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is damaged.
    pub(super) fn differences(&mut self, connection: &Connection, ids: &[u32]) -> Result<u64, IndexError> {
        let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return Ok(0) };
        let blocks: Vec<u32> = (first / BLOCK..=last / BLOCK).collect();
        self.load_blocks(connection, &blocks, true)?;
        let mut statement =
            connection.prepare_cached(&format!("SELECT {COLUMNS} WHERE g.id BETWEEN ?1 AND ?2"))?;
        let mut rows = statement.query([first, last])?;
        let mut different = 0;
        // Ratings may be missing, and what is no number equals nothing; their bits do.
        let same = |a: &GameRow, b: &GameRow| {
            let bits = |row: &GameRow| row.ratings.map(f64::to_bits);
            bits(a) == bits(b) && GameRow { ratings: [0.0; 2], ..*a } == GameRow { ratings: [0.0; 2], ..*b }
        };
        while let Some(row) = rows.next()? {
            let (id, row, moves) = read(row)?;
            let kept = self.get(id).is_some_and(|kept| same(kept, &row));
            different += u64::from(!kept || self.first_moves(id) != Some(&moves));
        }
        self.rows.clear();
        self.firsts.clear();
        Ok(different)
    }

    /// A game's facts, if there is such a game; it must have been [loaded](Self::load).
    #[must_use]
    #[inline]
    pub fn get(&self, game: u32) -> Option<&GameRow> {
        match self.rows.get((game / BLOCK) as usize) {
            Some(Some(rows)) => rows.get((game % BLOCK) as usize)?.as_ref(),
            _ => self.single.get(&game).map(|(row, _)| row),
        }
    }

    /// A game's first moves, raw, 0 after the last; it must have been [loaded](Self::load) with them.
    #[must_use]
    #[inline]
    pub fn first_moves(&self, game: u32) -> Option<&[u16; FIRST_MOVES]> {
        match self.firsts.get((game / BLOCK) as usize) {
            Some(Some(firsts)) => firsts.get((game % BLOCK) as usize),
            _ => self.single.get(&game).map(|(_, first)| first),
        }
    }
}
