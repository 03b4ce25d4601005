//! How much one text may become in memory.
//!
//! Twenty million headers, comments or games without a move fit into 64 MiB of text, and each takes a hundred times its
//! bytes once it is read. A text that has so many is read up to a limit, which is reported; moves are not counted,
//! since they take no more than ten times their bytes.

use crate::record::{Code, Diagnostic, Place, Record};

/// The limit, in bytes as estimated below.
const LIMIT: usize = 384 << 20;

/// A game without anything in it, read and replayed.
const GAME: usize = 2560;

/// A branch, with the position from which its own branches are reached.
const BRANCH: usize = 1024;

/// A header, comment or statement about the ending.
const ITEM: usize = 128;

/// How many branches one record may have.
pub(super) const MOST_BRANCHES: usize = LIMIT / BRANCH;

/// What the records of one text have taken, and whether that was too much.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Budget {
    taken: usize,
    spent: bool,
}

impl Budget {
    /// False from the moment on when the record that is being read, with `waiting` items that will be its own, takes
    /// more than is left.
    pub fn allows(&mut self, record: &Record, waiting: usize) -> bool {
        self.spent = self.spent || self.taken + weight(record) + waiting * ITEM > LIMIT;
        !self.spent
    }

    /// True when nothing more is to be read, not even a move, which would become one of another game.
    pub const fn is_spent(self) -> bool {
        self.spent
    }

    /// Counts a record that is complete; false when there may be no other one. Readers reserve capacity for the moves
    /// of a usual game, which a short one gives back.
    pub fn take(&mut self, record: &mut Record) -> bool {
        let plies = &mut record.lines[0].plies;
        if plies.len() < plies.capacity() / 4 {
            plies.shrink_to_fit();
        }
        self.taken += weight(record);
        self.spent = self.spent || self.taken > LIMIT;
        !self.spent
    }

    /// Reports on the last record that was read that the text has more than the limit allows.
    pub fn report(self, records: &mut [Record]) {
        let is_reported =
            |record: &Record| record.diagnostics.iter().any(|found| found.code == Code::TooMuch);
        if let (true, Some(last)) = (self.spent, records.last_mut().filter(|last| !is_reported(last))) {
            last.diagnostics.push(finding(Place::FILE));
        }
    }
}

/// The finding about a text of which not everything was read.
pub(super) fn finding(place: Place) -> Diagnostic {
    let message = "the file holds more games, headers, comments or branches than are read at once; the rest is not read";
    Diagnostic::new(Code::TooMuch, place, message)
}

/// An estimate of what a record takes in memory, its moves apart. Of the statements about endings those of the last
/// line are counted, the one that is being read.
fn weight(record: &Record) -> usize {
    let statements = record.lines.last().map_or(0, |line| line.declarations.len());
    GAME + ITEM * (record.headers.len() + record.notes.len() + statements) + BRANCH * (record.lines.len() - 1)
}
