//! The facts of all games, block by block: written in the import's transaction, read and kept in memory.

use super::game_facts::{self, BLOCK_GAMES, Day, FIRST_MOVES, Firsts, GameFacts, Rows};
use super::{IndexError, measures, openings};
use crate::record::{Ending, GameKind, GameResult};
use crate::replay::Agreement;
use crate::rules::{Color, Placing, Variant};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};

/// The columns of a game that [`GameFacts`] are made of, of those that are not hidden: a hidden game has no facts, and
/// so is in no answer.
const COLUMNS: &str = "g.id, g.placing, g.winner, g.declared_ending, g.verified_ending, g.agreement, g.plies,
     g.date, g.black, g.white, g.event, g.black_rating, g.white_rating, substr(g.moves, 1, 24), g.variant,
     g.rest IS NOT NULL, g.kind FROM game g WHERE g.hidden_by IS NULL";

type First = [u16; FIRST_MOVES];

fn read(row: &Row<'_>) -> rusqlite::Result<(u32, GameFacts, First)> {
    let side = |name: Option<&str>| Color::ALL.into_iter().find(|color| Some(color.name()) == name);
    let text =
        |column: usize| -> rusqlite::Result<Option<&str>> { Ok(row.get_ref(column)?.as_str_or_null()?) };
    let ending = |column| {
        Ok::<_, rusqlite::Error>(text(column)?.and_then(Ending::from_name).unwrap_or(Ending::Unknown))
    };
    let winner = side(text(2)?);
    let (declared, verified) = (ending(3)?, ending(4)?);
    let id = |column: usize| {
        Ok::<_, rusqlite::Error>(row.get::<_, Option<u32>>(column)?.and_then(NonZeroU32::new))
    };
    let rating =
        |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<f64>>(column)?.unwrap_or(f64::NAN));
    let mut first = [0; FIRST_MOVES];
    if let Some(bytes) = row.get_ref(13)?.as_blob_or_null()? {
        for (place, pair) in first.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *place = u16::from_le_bytes(*pair);
        }
    }
    let game = GameFacts {
        variant: text(14)?.and_then(Variant::from_name).unwrap_or_default(),
        result: GameResult::new(verified.or(declared), winner),
        winner,
        kind: text(16)?.and_then(GameKind::from_name).unwrap_or_default(),
        placing: text(1)?.and_then(Placing::from_name).unwrap_or(Placing::Set),
        cut_short: row.get(15)?,
        declared,
        verified,
        agreement: text(5)?.and_then(Agreement::from_name).unwrap_or(Agreement::NothingDeclared),
        plies: row.get(6)?,
        day: text(7)?.and_then(Day::parse),
        players: [id(8)?, id(9)?],
        event: id(10)?,
        ratings: [rating(11)?, rating(12)?],
    };
    Ok((row.get(0)?, game, first))
}

pub(super) const BLOCK: u32 = 4096;
const _: () = assert!(BLOCK as usize == BLOCK_GAMES);

/// Brings the blocks up to date for these games, which are new, were altered or hidden, or came back. The caller holds
/// the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn update_games(connection: &Connection, games: &mut Vec<u32>) -> Result<(), IndexError> {
    /// From this many games on the whole block is read again.
    const MANY: usize = 256;
    games.sort_unstable();
    games.dedup();
    if games.is_empty() {
        return Ok(());
    }
    advance_version(connection)?;
    openings::update(connection, games)?;
    measures::update(connection, games)?;
    for changed in games.chunk_by(|a, b| a / BLOCK == b / BLOCK) {
        let number = changed[0] / BLOCK;
        let stored = if changed.len() < MANY { stored(connection, number)? } else { None };
        match stored {
            None => rebuild(connection, number)?,
            Some((mut rows, mut firsts)) => {
                let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} AND g.id = ?1"))?;
                for id in changed {
                    let mut found = statement.query([id])?;
                    match found.next()? {
                        Some(row) => place(&mut rows, &mut firsts, read(row)?),
                        None => take_away(&mut rows, &mut firsts, *id),
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
    advance_version(connection)?;
    let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
    for number in 0..=last.unwrap_or(0) / BLOCK {
        rebuild(connection, number)?;
    }
    measures::rebuild_all(connection)?;
    openings::classify_all(connection, None, &mut |_| {})
}

fn stored(connection: &Connection, number: u32) -> Result<Option<(Rows, Firsts)>, IndexError> {
    let found: Option<(Vec<u8>, Vec<u8>)> = connection
        .prepare_cached("SELECT rows, first_moves FROM game_block WHERE number = ?1")?
        .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found.and_then(|(rows, firsts)| game_facts::unpack(&rows).zip(game_facts::unpack_firsts(&firsts))))
}

fn place(rows: &mut Rows, firsts: &mut Firsts, (id, row, first): (u32, GameFacts, First)) {
    let index = (id % BLOCK) as usize;
    if rows.len() <= index {
        rows.resize(index + 1, None);
        firsts.resize(index + 1, [0; FIRST_MOVES]);
    }
    rows[index] = Some(row);
    firsts[index] = first;
}

/// The facts of a game that is hidden now.
fn take_away(rows: &mut Rows, firsts: &mut Firsts, id: u32) {
    let index = (id % BLOCK) as usize;
    if let Some(row) = rows.get_mut(index) {
        *row = None;
    }
    if let Some(first) = firsts.get_mut(index) {
        *first = [0; FIRST_MOVES];
    }
}

fn rebuild(connection: &Connection, number: u32) -> Result<(), IndexError> {
    let (mut rows, mut firsts) = (Rows::new(), Firsts::new());
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} AND g.id BETWEEN ?1 AND ?2 ORDER BY g.id"))?;
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
            game_facts::pack(rows).map_err(damaged)?,
            game_facts::pack_firsts(firsts).map_err(damaged)?
        ])?;
    Ok(())
}

/// Says that the facts are others now.
fn advance_version(connection: &Connection) -> Result<(), IndexError> {
    connection.execute("UPDATE facts_version SET version = version + 1", ())?;
    Ok(())
}

/// The number of the state in which the games' facts are; it grows with every transaction that changes them.
///
/// # Errors
/// When the database cannot be read.
pub fn facts_version(connection: &Connection) -> Result<i64, IndexError> {
    Ok(connection.query_row("SELECT version FROM facts_version", (), |row| row.get(0))?)
}

/// The facts of all games in one state of the database. Blocks are read when they are first needed and kept, so that
/// several threads can share what one of them has read.
#[derive(Debug)]
pub struct Facts {
    version: i64,
    rows: Vec<OnceLock<Rows>>,
    firsts: Vec<OnceLock<Firsts>>,
}

impl Facts {
    /// The facts of the state that `connection` sees, none of them read yet. The caller holds a transaction.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(connection: &Connection) -> Result<Self, IndexError> {
        let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
        let blocks = last.map_or(0, |last| last / BLOCK + 1) as usize;
        Ok(Self {
            version: facts_version(connection)?,
            rows: (0..blocks).map(|_| OnceLock::new()).collect(),
            firsts: (0..blocks).map(|_| OnceLock::new()).collect(),
        })
    }

    /// The state that these are the facts of; see [`facts_version`].
    #[must_use]
    pub const fn version(&self) -> i64 {
        self.version
    }

    /// Reads the facts of all games.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is missing or damaged.
    pub fn load_all(&self, connection: &Connection) -> Result<(), IndexError> {
        let missing = (0_u32..).zip(&self.rows).filter(|(_, rows)| rows.get().is_none());
        let missing: Vec<u32> = missing.map(|(number, _)| number).collect();
        self.load_blocks(connection, &missing, false)
    }

    fn load_blocks(&self, connection: &Connection, blocks: &[u32], firsts: bool) -> Result<(), IndexError> {
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
            // A block without games is not written.
            let (rows, firsts) = row.unwrap_or_default();
            packed.push((*number, rows, firsts));
        }
        packed.par_iter().try_for_each(|(number, rows, firsts)| {
            let damaged = || IndexError::DamagedGames { number: *number };
            let rows =
                if rows.is_empty() { Rows::new() } else { game_facts::unpack(rows).ok_or_else(damaged)? };
            let index = *number as usize;
            if let Some(packed) = firsts {
                let firsts = game_facts::unpack_firsts(packed).ok_or_else(damaged)?;
                self.firsts.get(index).map(|place| place.set(firsts));
            }
            self.rows.get(index).map(|place| place.set(rows));
            Ok(())
        })
    }

    /// All games with their ids, in the order of the ids; [`load_all`](Self::load_all) must have read them.
    pub fn games(&self) -> impl IndexedParallelIterator<Item = impl Iterator<Item = (u32, &GameFacts)>> {
        self.rows.par_iter().enumerate().map(|(number, rows)| {
            let first = u32::try_from(number).unwrap_or(u32::MAX).saturating_mul(BLOCK);
            let rows = rows.get().map_or(&[][..], Vec::as_slice);
            (first..).zip(rows).filter_map(|(id, row)| Some((id, row.as_ref()?)))
        })
    }

    fn get(&self, game: u32) -> Option<&GameFacts> {
        self.rows.get((game / BLOCK) as usize)?.get()?.get((game % BLOCK) as usize)?.as_ref()
    }

    fn first_moves(&self, game: u32) -> Option<&First> {
        self.firsts.get((game / BLOCK) as usize)?.get()?.get((game % BLOCK) as usize)
    }
}

/// The facts of the games that a question is about.
#[derive(Debug)]
pub struct LoadedFacts {
    facts: Arc<Facts>,
    /// Games that were read one by one, since they are few.
    single: HashMap<u32, (GameFacts, First)>,
}

impl LoadedFacts {
    /// Reads what is needed to answer [`get`](Self::get) and, if `firsts`, [`first_moves`](Self::first_moves) for
    /// these games, which come sorted.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is damaged.
    pub fn load(
        facts: Arc<Facts>,
        connection: &Connection,
        games: &[u32],
        firsts: bool,
    ) -> Result<Self, IndexError> {
        /// Fewer games than this are read one by one.
        const FEW: usize = 256;
        let missing: Vec<u32> = games
            .chunk_by(|a, b| a / BLOCK == b / BLOCK)
            .map(|chunk| chunk[0] / BLOCK)
            .filter(|number| {
                let is_read = |there: Option<bool>| there.unwrap_or(false);
                let rows = is_read(facts.rows.get(*number as usize).map(|rows| rows.get().is_some()));
                let first = is_read(facts.firsts.get(*number as usize).map(|firsts| firsts.get().is_some()));
                !rows || firsts && !first
            })
            .collect();
        let mut single = HashMap::new();
        if !missing.is_empty() && games.len() < FEW {
            let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} AND g.id = ?1"))?;
            for id in games.iter().filter(|id| missing.binary_search(&(*id / BLOCK)).is_ok()) {
                let mut rows = statement.query([id])?;
                if let Some(row) = rows.next()? {
                    let (id, row, first) = read(row)?;
                    single.insert(id, (row, first));
                }
            }
        } else {
            facts.load_blocks(connection, &missing, firsts)?;
        }
        Ok(Self { facts, single })
    }

    /// A game's facts, if there is such a game; it must have been [loaded](Self::load).
    #[must_use]
    #[inline]
    pub fn get(&self, game: u32) -> Option<&GameFacts> {
        self.facts.get(game).or_else(|| self.single.get(&game).map(|(row, _)| row))
    }

    /// A game's first moves, raw, 0 after the last; it must have been [loaded](Self::load) with them.
    #[must_use]
    #[inline]
    pub fn first_moves(&self, game: u32) -> Option<&[u16; FIRST_MOVES]> {
        self.facts.first_moves(game).or_else(|| self.single.get(&game).map(|(_, first)| first))
    }
}

/// How many of these games, which come sorted, have other facts in their block than in the table `game`.
///
/// # Errors
/// When the database cannot be read, or a block is damaged.
pub(super) fn differences(connection: &Connection, ids: &[u32]) -> Result<u64, IndexError> {
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return Ok(0) };
    let facts = Facts::new(connection)?;
    let blocks: Vec<u32> = (first / BLOCK..=last / BLOCK).collect();
    facts.load_blocks(connection, &blocks, true)?;
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} AND g.id BETWEEN ?1 AND ?2"))?;
    let mut rows = statement.query([first, last])?;
    let mut different = 0;
    // Ratings may be missing, and what is no number equals nothing; their bits do.
    let same = |a: &GameFacts, b: &GameFacts| {
        let bits = |row: &GameFacts| row.ratings.map(f64::to_bits);
        bits(a) == bits(b) && GameFacts { ratings: [0.0; 2], ..*a } == GameFacts { ratings: [0.0; 2], ..*b }
    };
    let mut present = 0;
    while let Some(row) = rows.next()? {
        let (id, row, moves) = read(row)?;
        let kept = facts.get(id).is_some_and(|kept| same(kept, &row));
        different += u64::from(!kept || facts.first_moves(id) != Some(&moves));
        present += u64::from(facts.get(id).is_some());
    }
    // The others are facts of games that are hidden, or are not there at all.
    let all = (*first..=*last).filter(|id| facts.get(*id).is_some()).count() as u64;
    Ok(different + all - present)
}
