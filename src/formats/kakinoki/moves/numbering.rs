//! The numbers of rows, where they are not those of the plies.

use crate::record::Record;

/// How many lines above one another, or changes of the numbers, are looked at.
const FAR_BACK: usize = 200;

/// By how much the numbers of rows exceed those of the plies from the start position.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    offset: i64,
    /// Where it changed, in the order of the text.
    changes: Vec<Change>,
}

/// From the ply behind `after` on, the rows of a line have other numbers.
#[derive(Clone, Copy, Debug)]
struct Change {
    line: usize,
    after: usize,
    offset: i64,
    before: i64,
}

impl Numbering {
    /// By how much the number of the next row exceeds that of its ply.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// The number of the row behind so many rows.
    pub fn next(&self, rows: usize) -> u32 {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX / 2);
        u32::try_from(rows + 1 + self.offset).unwrap_or(u32::MAX)
    }

    /// From the ply behind `after` on, the rows of a line have these numbers.
    pub fn change(&mut self, line: usize, after: usize, offset: i64) {
        self.changes.push(Change { line, after, offset, before: self.offset });
        self.offset = offset;
    }

    /// True when a row behind so many rows of a line has the number that it would have if that of the row before it
    /// were a slip.
    pub fn was_a_slip(&self, line: usize, rows: usize, number: u32) -> bool {
        let slip = self.changes.last().filter(|slip| slip.line == line && slip.after + 1 == rows);
        slip.is_some_and(|slip| usize::try_from(i64::from(number) - slip.before - 1) == Ok(rows))
    }

    /// How many plies come before the row with this number, as the main line counts.
    pub fn plies_before(&self, number: u32) -> Option<usize> {
        let before = |offset: i64| usize::try_from(i64::from(number) - offset - 1).ok();
        let main = self.changes.iter().rev().take(FAR_BACK).filter(|change| change.line == 0);
        let changed = main.clone().find(|change| before(change.offset) >= Some(change.after));
        changed.map_or_else(|| before(0), |change| before(change.offset))
    }

    /// Reading goes on in a line after so many plies: the numbers are those that hold there.
    pub fn go_to(&mut self, record: &Record, line: usize, after: usize) {
        self.offset = if self.changes.is_empty() { 0 } else { self.at(record, line, after) };
    }

    fn at(&self, record: &Record, line: usize, after: usize) -> i64 {
        let changes = || self.changes.iter().rev().take(FAR_BACK);
        let (mut line, mut after) = (Some(line), after);
        for _ in 0..FAR_BACK {
            let Some(index) = line else { return 0 };
            if let Some(change) = changes().find(|change| change.line == index && change.after <= after) {
                return change.offset;
            }
            let above = &record.lines[index];
            (line, after) = (above.parent, above.after);
        }
        self.changes.iter().find(|change| change.line == 0).map_or(0, |change| change.offset)
    }
}
