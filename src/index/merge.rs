//! Merging segments of one level, which is one range of sizes, into a larger one.
//!
//! A merge writes its new segment in several transactions, so that the write-ahead log stays small whatever the size,
//! and takes the old ones away in the last of them: a reader sees the old segments or the new one.

use super::segment::{SegmentWriter, UNFINISHED};
use super::{IndexError, Posting, block};
use rayon::prelude::*;
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// From how many segments of one level on they are merged.
const FAN_IN: usize = 8;

/// From how many on they are merged even where that is much work for a small import.
const MOST: usize = 16;

/// How many blocks of a segment are read at once.
const READ_BLOCKS: i64 = 8;

/// How many postings are written in one transaction; about 50 MB.
const COMMIT_POSTINGS: usize = 4 << 20;

/// Merges level by level, from the smallest, where a level is full and what has to be read is at most `allowed`
/// postings, or where a level is overfull.
///
/// # Errors
/// When the database cannot be written, or a block that has to be merged is damaged.
pub fn merge_full_levels(connection: &mut Connection, allowed: u64) -> Result<(), IndexError> {
    remove_unfinished(connection)?;
    let mut level = 0;
    while level <= highest_level(connection)? {
        let (segments, entries) = segments(connection, "WHERE level = ?1", level)?;
        if segments.len() >= MOST || segments.len() >= FAN_IN && entries <= allowed {
            merge(connection, &segments)?;
        }
        level += 1;
    }
    Ok(())
}

/// Merges all segments into one; true when there was something to do.
///
/// # Errors
/// When the database cannot be written, or a block is damaged.
pub fn merge_all(connection: &mut Connection) -> Result<bool, IndexError> {
    remove_unfinished(connection)?;
    let (segments, _) = segments(connection, "WHERE level >= ?1", 0)?;
    if segments.len() > 1 {
        merge(connection, &segments)?;
    }
    Ok(segments.len() > 1)
}

fn highest_level(connection: &Connection) -> Result<i64, IndexError> {
    Ok(connection
        .prepare_cached("SELECT coalesce(max(level), -1) FROM segment")?
        .query_row((), |row| row.get(0))?)
}

/// The segments that fulfil a condition, and how many postings they have together.
fn segments(connection: &Connection, condition: &str, level: i64) -> Result<(Vec<i64>, u64), IndexError> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT id, entries FROM segment {condition} ORDER BY id"))?;
    let rows = statement.query_map([level], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    Ok((rows.iter().map(|row| row.0).collect(), rows.iter().map(|row| row.1.cast_unsigned()).sum()))
}

/// Takes away what a merge that was killed has left.
fn remove_unfinished(connection: &mut Connection) -> Result<(), IndexError> {
    let (segments, _) = segments(connection, "WHERE level = ?1", UNFINISHED)?;
    if !segments.is_empty() {
        let transaction = begin(connection)?;
        remove(&transaction, &segments)?;
        transaction.commit()?;
    }
    Ok(())
}

fn begin(connection: &mut Connection) -> Result<Transaction<'_>, IndexError> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

fn remove(connection: &Connection, segments: &[i64]) -> Result<(), IndexError> {
    for segment in segments {
        connection.prepare_cached("DELETE FROM segment_block WHERE segment = ?1")?.execute([segment])?;
        connection.prepare_cached("DELETE FROM segment WHERE id = ?1")?.execute([segment])?;
    }
    Ok(())
}

/// Merges segments into a new one. Of each a few blocks are in memory.
fn merge(connection: &mut Connection, segments: &[i64]) -> Result<(), IndexError> {
    let mut runs: Vec<Run> = segments.iter().map(|segment| Run::new(*segment)).collect();
    let mut transaction = begin(connection)?;
    let mut writer = SegmentWriter::new(&transaction)?;
    let own = writer.id();
    let mut written = 0;
    loop {
        for run in &mut runs {
            run.fill(&transaction)?;
        }
        // Up to the first end of what is loaded of a run that goes on, everything is there.
        let bound = runs.iter().filter(|run| !run.ended).filter_map(|run| run.postings.last()).min().copied();
        let mut merged: Vec<Posting> = Vec::new();
        for run in &mut runs {
            let upto = bound.map_or(run.postings.len(), |bound| {
                run.postings.partition_point(|posting| *posting <= bound)
            });
            merged.extend(run.postings.drain(..upto));
        }
        if merged.is_empty() {
            break;
        }
        merged.par_sort();
        writer.write(&transaction, &merged)?;
        written += merged.len();
        if written >= COMMIT_POSTINGS {
            written = 0;
            transaction.commit()?;
            transaction = begin(connection)?;
            // Somebody else may have taken the segments for their own merge between the two transactions.
            let there: i64 = transaction.query_row(
                "SELECT count(*) FROM segment WHERE id = ?1 AND level = ?2",
                [own, UNFINISHED],
                |row| row.get(0),
            )?;
            let inputs = segments_there(&transaction, segments)?;
            if there == 0 || !inputs {
                remove(&transaction, &[own])?;
                transaction.commit()?;
                return Ok(());
            }
        }
    }
    writer.finish(&transaction)?;
    remove(&transaction, segments)?;
    transaction.commit()?;
    Ok(())
}

fn segments_there(connection: &Connection, segments: &[i64]) -> Result<bool, IndexError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM segment WHERE id = ?1")?;
    for segment in segments {
        if !statement.exists([segment])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A segment's postings, some blocks at a time.
struct Run {
    segment: i64,
    number: i64,
    postings: Vec<Posting>,
    ended: bool,
}

impl Run {
    const fn new(segment: i64) -> Self {
        Self { segment, number: 0, postings: Vec::new(), ended: false }
    }

    /// Reads on when nothing is left.
    fn fill(&mut self, connection: &Connection) -> Result<(), IndexError> {
        if self.ended || !self.postings.is_empty() {
            return Ok(());
        }
        let mut statement = connection.prepare_cached(
            "SELECT packed FROM segment_block WHERE segment = ?1 AND number >= ?2 AND number < ?3 ORDER BY number",
        )?;
        let rows = statement.query_map([self.segment, self.number, self.number + READ_BLOCKS], |row| {
            row.get::<_, Vec<u8>>(0)
        })?;
        let packed: Vec<(i64, Vec<u8>)> = (self.number..)
            .zip(rows)
            .map(|(number, row)| Ok((number, row?)))
            .collect::<rusqlite::Result<_>>()?;
        self.ended = packed.is_empty();
        self.number += READ_BLOCKS;
        let blocks: Vec<Vec<Posting>> = packed
            .par_iter()
            .map(|(number, packed)| {
                block::unpack(packed).ok_or(IndexError::Damaged { segment: self.segment, number: *number })
            })
            .collect::<Result<_, _>>()?;
        self.postings = blocks.concat();
        Ok(())
    }
}
