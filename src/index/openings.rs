//! The names of openings and castles that the games have, block by block, and by which definitions they were found.
//!
//! They are derived from the moves, like the games' facts. A database has one set of definitions; when that changes, the
//! names of all games are found anew.

use super::IndexError;
use super::facts::BLOCK;
use super::opening_block::{BlockNames, SideName};
use crate::classify::{Classifier, Definitions, FoundName};
use crate::rules::ByColor;
use crate::rules::shogi::Move;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::fmt::Write;

const ZSTD_LEVEL: i32 = 9;

/// Larger tables of definitions are not read.
const MOST_BYTES: usize = 16 << 20;

/// The moves of the games that can have names: shogi from the even start.
const MOVES: &str = "SELECT g.id, g.moves FROM game g
     WHERE g.hidden_by IS NULL AND g.start IS NULL AND g.variant = 'shogi'";

/// The definitions by which the names of a database were found.
#[derive(Debug)]
pub struct StoredDefinitions {
    /// All of them; the places of stored names are theirs.
    pub definitions: Definitions,
    /// They are those of this kifukura, with what was added.
    pub is_current: bool,
}

/// The version of the standard definitions with what was added to them.
fn version(added: &str) -> String {
    let mut hash = Sha256::new();
    for table in Definitions::STANDARD.iter().copied().chain([added]) {
        hash.update(table);
        hash.update([0]);
    }
    hash.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The definitions of a database; `None` when none of its games has been looked at.
///
/// # Errors
/// When the database cannot be read, or its definitions are damaged.
pub fn stored_definitions(connection: &Connection) -> Result<Option<StoredDefinitions>, IndexError> {
    let row: Option<(String, String, Vec<u8>)> = connection
        .prepare_cached("SELECT version, added, tables FROM opening_set WHERE id = 1")?
        .query_row((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((stored, added, packed)) = row else { return Ok(None) };
    let tables =
        zstd::bulk::decompress(&packed, MOST_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let tables = tables.ok_or(IndexError::DamagedDefinitions)?;
    let tables: Vec<&str> = tables.split('\0').collect();
    let definitions = Definitions::parse(&tables).map_err(|_| IndexError::DamagedDefinitions)?;
    let is_current = stored == version(&added);
    Ok(Some(StoredDefinitions { definitions, is_current }))
}

/// Finds the names of all games anew, by the standard definitions with `added` to them, or with what was added to those
/// of the database when that is `None`; `progress` is called with the number of games done. The caller holds the
/// transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn classify_all(
    connection: &Connection,
    added: Option<&str>,
    progress: &mut dyn FnMut(u64),
) -> Result<(), IndexError> {
    let kept: Option<String> = connection
        .query_row("SELECT added FROM opening_set WHERE id = 1", (), |row| row.get(0))
        .optional()?;
    let added = added.map_or(kept.unwrap_or_default(), ToOwned::to_owned);
    let tables: Vec<&str> = with_added(&added);
    let definitions = Definitions::parse(&tables).map_err(|_| IndexError::DamagedDefinitions)?;
    let packed = zstd::bulk::compress(tables.join("\0").as_bytes(), ZSTD_LEVEL)
        .map_err(|_| IndexError::DamagedDefinitions)?;
    connection.execute(
        "INSERT OR REPLACE INTO opening_set (id, version, added, tables) VALUES (1, ?1, ?2, ?3)",
        params![version(&added), added, packed],
    )?;
    connection.execute("DELETE FROM opening_block", ())?;
    let classifier = Classifier::new(&definitions);
    let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
    let mut done = 0;
    for number in 0..last.map_or(0, |last| last / BLOCK + 1) {
        let games = moves_of_block(connection, number)?;
        done += games.len() as u64;
        write(connection, number, &BlockNames::default().with(&classified(&classifier, &games)))?;
        progress(done);
    }
    Ok(())
}

/// The standard tables and what is added to them.
fn with_added(added: &str) -> Vec<&str> {
    Definitions::STANDARD.into_iter().chain(Some(added).filter(|added| !added.is_empty())).collect()
}

/// Brings the blocks up to date for these games, sorted, which are new, were hidden or came back. The caller holds the
/// transaction.
///
/// # Errors
/// When the database cannot be written.
pub(super) fn update(connection: &Connection, games: &[u32]) -> Result<(), IndexError> {
    /// From this many games on the block's games are read in one go.
    const MANY: usize = 256;
    let stored = match stored_definitions(connection) {
        Ok(Some(stored)) if stored.is_current => stored,
        Ok(_) | Err(IndexError::DamagedDefinitions) => return classify_all(connection, None, &mut |_| {}),
        Err(error) => return Err(error),
    };
    let classifier = Classifier::new(&stored.definitions);
    for changed in games.chunk_by(|a, b| a / BLOCK == b / BLOCK) {
        let number = changed[0] / BLOCK;
        let block = read_block(connection, number, true)?;
        let games = if changed.len() < MANY {
            let mut statement = connection.prepare_cached(&format!("{MOVES} AND g.id = ?1"))?;
            let mut games = Vec::with_capacity(changed.len());
            for id in changed {
                games.extend(statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?);
            }
            games
        } else {
            let mut games = moves_of_block(connection, number)?;
            games.retain(|(id, _)| changed.binary_search(id).is_ok());
            games
        };
        let mut names = classified(&classifier, &games).into_iter().peekable();
        let of_all: Vec<_> = changed
            .iter()
            .map(|id| {
                let index = (id % BLOCK) as usize;
                names.next_if(|(other, _)| *other == index).unwrap_or_else(|| (index, ByColor::default()))
            })
            .collect();
        write(connection, number, &block.with(&of_all))?;
    }
    Ok(())
}

/// A game's index in its block, and its names.
type Named = (usize, ByColor<Vec<FoundName>>);

fn moves_of_block(connection: &Connection, number: u32) -> Result<Vec<(u32, Vec<u8>)>, IndexError> {
    let mut statement =
        connection.prepare_cached(&format!("{MOVES} AND g.id BETWEEN ?1 AND ?2 ORDER BY g.id"))?;
    let first = number * BLOCK;
    let rows = statement.query_map([first, first + (BLOCK - 1)], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn classified(classifier: &Classifier<'_>, games: &[(u32, Vec<u8>)]) -> Vec<Named> {
    let names = |(id, moves): &(u32, Vec<u8>)| {
        let moves = moves.as_chunks::<2>().0.iter();
        let moves = moves.map_while(|pair| Move::from_raw(u16::from_le_bytes(*pair)));
        ((*id % BLOCK) as usize, classifier.classify(moves))
    };
    games.par_iter().with_min_len(16).map(names).collect()
}

fn write(connection: &Connection, number: u32, names: &BlockNames) -> Result<(), IndexError> {
    let packed = names.pack().map_err(|_| IndexError::DamagedOpenings { number })?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO opening_block (number, names) VALUES (?1, ?2)")?
        .execute(params![number, packed])?;
    Ok(())
}

fn packed_block(connection: &Connection, number: u32) -> Result<Vec<u8>, IndexError> {
    let packed = connection
        .prepare_cached("SELECT names FROM opening_block WHERE number = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    // A block without games is not written.
    Ok(packed.unwrap_or_default())
}

fn unpacked(number: u32, packed: &[u8], plies: bool) -> Result<BlockNames, IndexError> {
    match packed {
        [] => Ok(BlockNames::default()),
        packed => BlockNames::unpack(packed, plies).ok_or(IndexError::DamagedOpenings { number }),
    }
}

fn read_block(connection: &Connection, number: u32, plies: bool) -> Result<BlockNames, IndexError> {
    unpacked(number, &packed_block(connection, number)?, plies)
}

/// The names of a game, as they are stored, with the plies at which they held first.
///
/// # Errors
/// When the database cannot be read, or the block is damaged.
pub fn names_of(connection: &Connection, game: u32) -> Result<ByColor<Vec<FoundName>>, IndexError> {
    Ok(read_block(connection, game / BLOCK, true)?.found((game % BLOCK) as usize))
}

/// The names of many games.
#[derive(Debug, Default)]
pub struct OpeningNames(Vec<BlockNames>);

impl OpeningNames {
    /// The names of these games, sorted, or of all.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is damaged.
    pub fn load(connection: &Connection, games: Option<&[u32]>) -> Result<Self, IndexError> {
        let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
        let blocks = last.map_or(0, |last| last / BLOCK + 1);
        let is_wanted = |number: u32| {
            games.is_none_or(|games| {
                let at = games.partition_point(|game| *game < number * BLOCK);
                games.get(at).is_some_and(|game| game / BLOCK == number)
            })
        };
        let mut packed = Vec::with_capacity(blocks as usize);
        for number in 0..blocks {
            packed.push(if is_wanted(number) { packed_block(connection, number)? } else { Vec::new() });
        }
        let numbered: Vec<(u32, Vec<u8>)> = (0..).zip(packed).collect();
        let unpack = |(number, packed): &(u32, Vec<u8>)| unpacked(*number, packed, false);
        Ok(Self(numbered.par_iter().map(unpack).collect::<Result<_, _>>()?))
    }

    /// The names of a game.
    #[must_use]
    pub fn of(&self, game: u32) -> &[SideName] {
        self.0.get((game / BLOCK) as usize).map_or(&[], |block| block.of((game % BLOCK) as usize))
    }

    /// The games of which a side has one of the names for which `is_one` is true, for each side.
    pub fn games_with(&self, is_one: impl Fn(SideName) -> bool + Sync) -> Vec<(u32, SideName)> {
        let of_block = |(number, block): (usize, &BlockNames)| {
            let first = u32::try_from(number).unwrap_or(u32::MAX).saturating_mul(BLOCK);
            let mut found = Vec::new();
            for (id, index) in (first..).zip(0..block.len()) {
                found.extend(block.of(index).iter().filter(|name| is_one(**name)).map(|name| (id, *name)));
            }
            found
        };
        self.0.par_iter().enumerate().flat_map_iter(of_block).collect()
    }
}

/// How many games have other names in their block than by their moves.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn differences(connection: &Connection) -> Result<u64, IndexError> {
    let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
    let blocks = last.map_or(0, |last| last / BLOCK + 1);
    let stored = match stored_definitions(connection) {
        Ok(Some(stored)) => stored,
        Ok(None) if blocks == 0 => return Ok(0),
        Ok(None) | Err(IndexError::DamagedDefinitions) => {
            return Ok(connection
                .query_row("SELECT count(*) FROM game", (), |row| row.get::<_, i64>(0))?
                .cast_unsigned());
        }
        Err(error) => return Err(error),
    };
    let classifier = Classifier::new(&stored.definitions);
    let mut different = 0;
    for number in 0..blocks {
        let games = moves_of_block(connection, number)?;
        let made = BlockNames::default().with(&classified(&classifier, &games));
        let kept = match read_block(connection, number, true) {
            Ok(kept) => kept,
            Err(IndexError::DamagedOpenings { .. }) => BlockNames::default(),
            Err(error) => return Err(error),
        };
        let all = made.len().max(kept.len());
        different += (0..all).filter(|index| made.found(*index) != kept.found(*index)).count() as u64;
    }
    Ok(different)
}
