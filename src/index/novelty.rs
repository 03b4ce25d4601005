//! After which ply a game first stands in a position that no earlier game had.

use super::{IndexError, Key, block};
use rayon::prelude::*;
use rusqlite::{Connection, params};
use std::sync::atomic::{AtomicU16, Ordering};

/// How many parts of the keys are looked at one after the other; keys are spread evenly.
const PARTS: u32 = 64;

/// How many parts are in memory at once.
const AT_ONCE: u32 = 4;

/// No ply is as high: all positions of the game were seen before.
const NONE: u16 = u16::MAX;

/// The packed blocks of a part, those of each segment in order.
struct Part {
    keys: std::ops::RangeInclusive<i64>,
    runs: Vec<Vec<(i64, Vec<u8>)>>,
    segments: Vec<i64>,
}

/// For each game the first ply after which it stands in a position that no game with a lower number in `days` stands in;
/// `None` where there is no such ply. `days` has a number for each game by its id, 0 for games that are left out on both
/// sides. The start is no such position. The caller holds a transaction.
///
/// # Errors
/// When the database cannot be read, or a block is damaged.
pub fn novelties(connection: &Connection, days: &[u32]) -> Result<Vec<Option<u16>>, IndexError> {
    let plies: Vec<AtomicU16> = days.iter().map(|_| AtomicU16::new(NONE)).collect();
    let segments: Vec<i64> = connection
        .prepare_cached("SELECT id FROM segment WHERE level >= 0 ORDER BY id")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for first in (0..PARTS).step_by(AT_ONCE as usize) {
        let parts: Vec<Part> = (first..(first + AT_ONCE).min(PARTS))
            .map(|part| read_part(connection, &segments, part))
            .collect::<Result<_, _>>()?;
        parts.par_iter().try_for_each(|part| look_at(part, days, &plies))?;
    }
    Ok(plies.into_iter().map(|ply| Some(ply.into_inner()).filter(|ply| *ply != NONE)).collect())
}

fn read_part(connection: &Connection, segments: &[i64], part: u32) -> Result<Part, IndexError> {
    let width = 1_u64 << 58;
    let first = (u64::from(part) * width).wrapping_add(1 << 63).cast_signed();
    let keys = first..=first + (width - 1).cast_signed();
    let mut statement = connection.prepare_cached(
        "SELECT number, packed FROM segment_block WHERE segment = ?1 AND last_key >= ?2 AND first_key <= ?3
         ORDER BY last_key, number",
    )?;
    let mut runs = Vec::with_capacity(segments.len());
    for segment in segments {
        let rows = statement
            .query_map(params![segment, keys.start(), keys.end()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        runs.push(rows.collect::<Result<_, _>>()?);
    }
    Ok(Part { keys, runs, segments: segments.to_vec() })
}

fn look_at(part: &Part, days: &[u32], plies: &[AtomicU16]) -> Result<(), IndexError> {
    let mut runs: Vec<Vec<(Key, u32, u16)>> = Vec::with_capacity(part.runs.len());
    for (blocks, segment) in part.runs.iter().zip(&part.segments) {
        let mut run = Vec::new();
        for (number, packed) in blocks {
            let damaged = IndexError::Damaged { segment: *segment, number: *number };
            let postings = block::unpack_plies(packed).ok_or(damaged)?;
            run.extend(postings.into_iter().filter(|(key, ..)| part.keys.contains(&key.0)));
        }
        runs.push(run);
    }
    let mut heads: Vec<&[(Key, u32, u16)]> = runs.iter().map(Vec::as_slice).collect();
    while let Some(key) = heads.iter().filter_map(|run| Some(run.first()?.0)).min() {
        let day = |game: u32| days.get(game as usize).copied().filter(|day| *day > 0);
        let own = |run: &[(Key, u32, u16)]| run.iter().take_while(|posting| posting.0 == key).count();
        let mut earliest = u32::MAX;
        for run in &heads {
            for (_, game, _) in &run[..own(run)] {
                earliest = earliest.min(day(*game).unwrap_or(u32::MAX));
            }
        }
        for run in &mut heads {
            let (postings, rest) = run.split_at(own(run));
            *run = rest;
            for (_, game, ply) in postings {
                if *ply > 0 && day(*game) == Some(earliest) {
                    let place = &plies[*game as usize];
                    if *ply < place.load(Ordering::Relaxed) {
                        place.fetch_min(*ply, Ordering::Relaxed);
                    }
                }
            }
        }
    }
    Ok(())
}
