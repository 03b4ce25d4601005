//! From the solution in memory to the table file, and back.

use super::blocks::{self, BLOCK};
use super::progress::{Meter, Report};
use super::retrograde::{DRAW, MOST_PLIES, STUCK, WINS_AT_ONCE};
use super::segment::{ARRANGEMENTS, LIVE, STORED, Segment};
use super::solution_table::SolutionTable;
use super::solve::Solution;
use super::table_error::TableError;
use rayon::prelude::*;
use std::io::{Read, Seek, Write};
use std::ops::Range;

/// A segment whose positions are stored, and the place of its first position.
type Stored = (Segment, u32);

/// The segments of live positions, of which some are stored.
fn segments(numbers: Range<u32>) -> impl Iterator<Item = Segment> {
    std::iter::successors(Some(Segment::holding(numbers.start)), |segment| Some(segment.next()))
        .take_while(move |segment| segment.start < numbers.end)
}

fn stored_segments() -> Vec<Stored> {
    segments(0..LIVE).filter_map(|segment| Some((segment, segment.stored(segment.start)?))).collect()
}

impl Solution {
    /// Writes the table file; how long it is, in bytes. The same solution gives the same file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, out: &mut impl Write, report: Report) -> Result<u64, TableError> {
        let stored = stored_segments();
        let meter = Meter::new("compressing", STORED.into(), report);
        let compress = |block: u32| {
            let places = block * BLOCK..(block * BLOCK + BLOCK).min(STORED);
            let compressed = blocks::compress(&self.block(&stored, places.clone()));
            meter.add(places.len() as u64);
            compressed
        };
        let blocks =
            (0..STORED.div_ceil(BLOCK)).into_par_iter().map(compress).collect::<Result<Vec<_>, _>>()?;
        Ok(blocks::write(out, STORED, &blocks)?)
    }

    /// The bytes at some places of the table. Those that are never read, because the rules decide, repeat the
    /// byte before them.
    fn block(&self, stored: &[Stored], places: Range<u32>) -> Vec<u8> {
        let mut index = stored.partition_point(|&(_, place)| place <= places.start) - 1;
        let mut block = Vec::with_capacity(places.len());
        let mut last = None;
        for place in places {
            while stored.get(index + 1).is_some_and(|&(_, next)| next <= place) {
                index += 1;
            }
            let (segment, start) = stored[index];
            let number = segment.start + place - start;
            let byte = self.bytes[number as usize];
            let decided = match byte {
                WINS_AT_ONCE | STUCK => true,
                2 => segment.board(number).decided() == Some(2),
                _ => false,
            };
            if !decided {
                if last.is_none() {
                    block.fill(byte);
                }
                last = Some(byte);
            }
            block.push(last.unwrap_or(DRAW));
        }
        block
    }

    /// Reads all of a table into memory, and finds the values that are not in it.
    ///
    /// # Errors
    /// Those of reading, a damaged block among them.
    pub fn read<R: Read + Seek>(table: &SolutionTable<R>, report: Report) -> Result<Self, TableError> {
        let mut solution = Self { bytes: vec![WINS_AT_ONCE; LIVE as usize] };
        solution.read_stored(table, report)?;
        let meter = Meter::new("deciding", LIVE.into(), report);
        solution.decide_stored(&meter)?;
        for first in (0..LIVE).step_by(ARRANGEMENTS as usize) {
            solution.derive_others(first..first + ARRANGEMENTS, &meter);
        }
        Ok(solution)
    }

    fn read_stored<R: Read + Seek>(
        &mut self,
        table: &SolutionTable<R>,
        report: Report,
    ) -> Result<(), TableError> {
        let meter = Meter::new("reading", STORED.into(), report);
        let mut blocks = table.blocks();
        let mut block = Vec::new();
        for (segment, start) in stored_segments() {
            for (place, byte) in (start..).zip(&mut self.bytes[segment.start as usize..segment.end as usize])
            {
                if place % BLOCK == 0 {
                    block = blocks.read(place / BLOCK)?;
                    meter.add(block.len() as u64);
                }
                *byte = block[(place % BLOCK) as usize];
            }
        }
        Ok(())
    }

    /// Puts in what the rules decide, and checks that the rest can be what has been stored.
    fn decide_stored(&mut self, meter: &Meter) -> Result<(), TableError> {
        const CHUNK: usize = 4096;
        self.bytes.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, bytes)| {
            let start = u32::try_from(chunk * CHUNK).unwrap_or(LIVE);
            let mut segment = Segment::holding(start);
            let mut count = 0;
            for (number, byte) in (start..).zip(bytes) {
                segment = segment.up_to(number);
                let Some(place) = segment.stored(number) else { continue };
                match segment.board(number).decided() {
                    Some(decided) => *byte = decided,
                    None if matches!(*byte, 1..=MOST_PLIES | DRAW) => {}
                    None => return Err(TableError::Block(place / BLOCK)),
                }
                count += 1;
            }
            meter.add(count);
            Ok(())
        })
    }

    /// Finds the values of positions that are not stored.
    fn derive_others(&mut self, numbers: Range<u32>, meter: &Meter) {
        let others: Vec<_> =
            segments(numbers).filter(|segment| segment.stored(segment.start).is_none()).collect();
        let derive = |segment: &Segment| {
            let bytes: Vec<_> =
                (segment.start..segment.end).map(|number| self.recompute(&segment.board(number))).collect();
            meter.add(bytes.len() as u64);
            (segment.start as usize, bytes)
        };
        let derived: Vec<_> = others.par_iter().map(derive).collect();
        for (start, bytes) in derived {
            self.bytes[start..start + bytes.len()].copy_from_slice(&bytes);
        }
    }
}
