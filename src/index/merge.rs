//! Merging segments of one level into one of the next.

use super::segment::SegmentWriter;
use super::{IndexError, Posting, block};
use rusqlite::Connection;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many segments of one level are merged into one of the next.
const FAN_IN: usize = 8;

/// Merges level by level, from the smallest, as long as a level is full.
pub(super) fn merge_full_levels(connection: &Connection) -> Result<(), IndexError> {
    for level in 0.. {
        let segments: Vec<i64> = connection
            .prepare_cached("SELECT id FROM segment WHERE level = ?1 ORDER BY id")?
            .query_map([level], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        if segments.len() < FAN_IN {
            break;
        }
        merge(connection, &segments, level + 1)?;
    }
    Ok(())
}

/// Merges segments into a new one, block by block, so that memory stays bounded by one block for each.
fn merge(connection: &Connection, segments: &[i64], level: i64) -> Result<(), IndexError> {
    let mut runs: Vec<Run<'_>> = segments.iter().map(|segment| Run::new(connection, *segment)).collect();
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for (index, run) in runs.iter_mut().enumerate() {
        heap.extend(run.next()?.map(|posting| Reverse((posting, index))));
    }
    let mut writer = SegmentWriter::new(connection, level)?;
    while let Some(Reverse((posting, index))) = heap.pop() {
        writer.push(posting)?;
        heap.extend(runs[index].next()?.map(|posting| Reverse((posting, index))));
    }
    writer.finish()?;
    for segment in segments {
        connection.prepare_cached("DELETE FROM segment_block WHERE segment = ?1")?.execute([segment])?;
        connection.prepare_cached("DELETE FROM segment WHERE id = ?1")?.execute([segment])?;
    }
    Ok(())
}

/// A segment's postings, one after the other.
struct Run<'a> {
    connection: &'a Connection,
    segment: i64,
    number: i64,
    block: std::vec::IntoIter<Posting>,
}

impl<'a> Run<'a> {
    fn new(connection: &'a Connection, segment: i64) -> Self {
        Self { connection, segment, number: 0, block: Vec::new().into_iter() }
    }

    fn next(&mut self) -> Result<Option<Posting>, IndexError> {
        if let Some(posting) = self.block.next() {
            return Ok(Some(posting));
        }
        let mut statement = self
            .connection
            .prepare_cached("SELECT packed FROM segment_block WHERE segment = ?1 AND number = ?2")?;
        let mut rows = statement.query([self.segment, self.number])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let packed = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let damaged = IndexError::Damaged { segment: self.segment, number: self.number };
        self.block = block::unpack(packed).ok_or(damaged)?.into_iter();
        self.number += 1;
        Ok(self.block.next())
    }
}
