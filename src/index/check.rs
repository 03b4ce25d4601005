//! Is what is derived what the games say?

use super::{IndexError, Posting, block};
use crate::rules::{Variant, VariantPosition, VariantSetup};
use rusqlite::{Connection, params};
use std::collections::HashMap;

/// What a check of the derived tables found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexState {
    /// Segments, and the blocks in them.
    pub segments: u64,
    /// Postings that the segments announce.
    pub postings: u64,
    /// Positions of all games (their plies and starts).
    pub positions: u64,
    /// Blocks that do not decode, or do not hold what they announce.
    pub damaged_blocks: u64,
    /// Postings that are read from all blocks and sum up, game by game, to what the games have: games for which they
    /// do not.
    pub wrong_games: u64,
    /// Games whose facts are missing or out of date.
    pub stale_facts: u64,
    /// Games whose stored openings are not those of their moves.
    pub stale_openings: u64,
    /// Games of which something else was measured than their rows say.
    pub stale_measures: u64,
}

impl IndexState {
    /// True when nothing has to be built again.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.damaged_blocks == 0
            && self.wrong_games == 0
            && self.stale_facts == 0
            && self.stale_openings == 0
            && self.stale_measures == 0
            && self.postings == self.positions
    }
}

/// A number that depends on all postings of a game but not on their order.
fn weight(key: i64, ply: u64, next: u16) -> u64 {
    let mixed = (key.cast_unsigned() ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(next) << 40)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}

/// Reads the whole index and replays every game, and compares the two. The caller holds a transaction.
///
/// # Errors
/// When the database cannot be read.
pub fn check(connection: &Connection) -> Result<IndexState, IndexError> {
    let mut state = IndexState::default();
    let mut sums: HashMap<u32, u64> = HashMap::new();
    read_blocks(connection, &mut state, &mut sums)?;
    replay_games(connection, &mut state, &mut sums)?;
    state.stale_openings = super::openings::differences(connection)?;
    state.stale_measures = super::measures::differences(connection)?;
    state.wrong_games += sums.values().filter(|sum| **sum != 0).count() as u64;
    Ok(state)
}

fn read_blocks(
    connection: &Connection,
    state: &mut IndexState,
    sums: &mut HashMap<u32, u64>,
) -> Result<(), IndexError> {
    let mut segments = connection.prepare("SELECT id, entries FROM segment WHERE level >= 0 ORDER BY id")?;
    let mut blocks = connection.prepare(
        "SELECT first_key, last_key, entries, packed FROM segment_block WHERE segment = ?1 ORDER BY number",
    )?;
    let mut found = segments.query(())?;
    while let Some(row) = found.next()? {
        let (segment, entries): (i64, i64) = (row.get(0)?, row.get(1)?);
        state.segments += 1;
        state.postings += entries.cast_unsigned();
        let mut rows = blocks.query(params![segment])?;
        let mut before: Option<Posting> = None;
        while let Some(row) = rows.next()? {
            let announced: (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let packed = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
            let postings = block::unpack(packed).unwrap_or_default();
            let whole = match (postings.first(), postings.last()) {
                (Some(first), Some(last)) => {
                    let count = i64::try_from(postings.len()).unwrap_or(0);
                    (first.key.0, last.key.0, count) == announced
                        && postings.is_sorted()
                        && before.is_none_or(|before| before <= *first)
                }
                _ => false,
            };
            state.damaged_blocks += u64::from(!whole);
            before = postings.last().copied().or(before);
            for posting in postings {
                let sum = sums.entry(posting.game).or_default();
                *sum = sum.wrapping_add(weight(posting.key.0, posting.ply.into(), posting.next_raw()));
            }
        }
    }
    Ok(())
}

fn replay_games(
    connection: &Connection,
    state: &mut IndexState,
    sums: &mut HashMap<u32, u64>,
) -> Result<(), IndexError> {
    let ids: Vec<u32> = connection
        .prepare("SELECT id FROM game ORDER BY id")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for ids in ids.chunks(4096) {
        state.stale_facts += match super::facts::differences(connection, ids) {
            Ok(stale) => stale,
            Err(IndexError::DamagedGames { .. }) => ids.len() as u64,
            Err(error) => return Err(error),
        };
    }
    let mut statement = connection.prepare("SELECT id, variant, start, moves FROM game ORDER BY id")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let id: u32 = row.get(0)?;
        let variant: String = row.get(1)?;
        let start: Option<String> = row.get(2)?;
        let moves = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
        let sum = sums.entry(id).or_default();
        let Some(postings) = super::postings_of(id, &variant, start.as_deref(), moves) else {
            state.wrong_games += 1;
            *sum = 0;
            continue;
        };
        state.positions += postings.len() as u64;
        for posting in postings {
            *sum = sum.wrapping_sub(weight(posting.key.0, posting.ply.into(), posting.next_raw()));
        }
    }
    Ok(())
}

/// The position that a game starts from.
pub(super) fn start_of(variant: Variant, sfen: Option<&str>) -> Option<VariantPosition> {
    match sfen {
        None => Some(VariantPosition::startpos(variant)),
        Some(sfen) => VariantSetup::from_sfen(variant, sfen).ok()?.position().ok(),
    }
}
