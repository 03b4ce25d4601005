//! The index made anew from the games.

use super::check::start_of;
use super::segment::clear;
use super::{IndexError, Posting, Postings, facts, merge};
use crate::rules::shogi::Move;
use crate::rules::{PlayablePosition, Variant};
use rayon::prelude::*;
use rusqlite::{Connection, TransactionBehavior};

/// How many games are replayed at once.
const GAMES: usize = 16_384;

/// The postings of a game as it is stored: its start (none for the even one) and its packed moves. `None` when the
/// moves cannot be played.
pub(super) fn postings_of(id: u32, variant: &str, start: Option<&str>, moves: &[u8]) -> Option<Vec<Posting>> {
    let mut position = start_of(Variant::from_name(variant)?, start)?;
    let (pairs, rest) = moves.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let mut postings = Vec::with_capacity(pairs.len() + 1);
    for (ply, pair) in (0_u16..=u16::MAX).zip(pairs) {
        let mv = Move::from_raw(u16::from_le_bytes(*pair))?;
        postings.push(Posting::new(position.index_key(), id, ply, Some(mv)));
        position.judge_move(mv).ok()?;
        position.make(mv);
    }
    // A game longer than a posting can count has no posting for its end.
    if let Ok(ply) = u16::try_from(pairs.len()) {
        postings.push(Posting::new(position.index_key(), id, ply, None));
    }
    Some(postings)
}

/// Adds stored games to the index, as one segment. The caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn add_games(connection: &Connection, games: &[i64]) -> Result<(), IndexError> {
    let mut postings = Postings::default();
    let mut statement = connection.prepare("SELECT id, variant, start, moves FROM game WHERE id = ?1")?;
    for game in games {
        let (id, variant, start, moves): (u32, String, Option<String>, Vec<u8>) =
            statement.query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
        for posting in postings_of(id, &variant, start.as_deref(), &moves).into_iter().flatten() {
            postings.push(posting);
        }
        if postings.is_full() {
            postings.write(connection)?;
        }
    }
    postings.write(connection)
}

/// Makes everything derived anew, in one transaction, so that a reader sees the old or the new state. Tells
/// `progress` how many games are done. Returns the games whose moves cannot be played.
///
/// # Errors
/// When the database cannot be read or written.
pub fn rebuild(connection: &mut Connection, progress: &mut dyn FnMut(u64)) -> Result<Vec<u32>, IndexError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let unplayable = rebuild_in(&transaction, progress)?;
    transaction.commit()?;
    merge::merge_all(connection)?;
    Ok(unplayable)
}

/// The same inside the transaction of the caller, without merging.
///
/// # Errors
/// When the database cannot be read or written.
pub fn rebuild_in(transaction: &Connection, progress: &mut dyn FnMut(u64)) -> Result<Vec<u32>, IndexError> {
    clear(transaction)?;
    let (mut unplayable, mut postings) = (Vec::new(), Postings::default());
    let (mut last, mut done) = (-1_i64, 0);
    loop {
        let games: Vec<(u32, String, Option<String>, Vec<u8>)> = transaction
            .prepare_cached("SELECT id, variant, start, moves FROM game WHERE id > ?1 ORDER BY id LIMIT ?2")?
            .query_map([last, i64::try_from(GAMES).unwrap_or(i64::MAX)], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?
            .collect::<Result<_, _>>()?;
        let Some((id, ..)) = games.last() else { break };
        last = i64::from(*id);
        done += games.len() as u64;
        let replayed: Vec<(u32, Option<Vec<Posting>>)> = games
            .par_iter()
            .map(|(id, variant, start, moves)| (*id, postings_of(*id, variant, start.as_deref(), moves)))
            .collect();
        for (id, found) in replayed {
            match found {
                Some(found) => found.into_iter().for_each(|posting| postings.push(posting)),
                None => unplayable.push(id),
            }
        }
        if postings.is_full() {
            postings.write(transaction)?;
        }
        progress(done);
    }
    postings.write(transaction)?;
    facts::rebuild_games(transaction)?;
    Ok(unplayable)
}
