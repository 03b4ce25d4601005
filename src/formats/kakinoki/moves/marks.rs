//! The `+` behind rows: a branch that replaces the row stands further down.

use std::collections::HashSet;

use crate::record::{Code, Place, Record};

/// The marks of one record, by line and ply.
#[derive(Debug, Default)]
pub(super) struct BranchMarks {
    marks: Vec<Mark>,
    waiting: HashSet<(usize, usize)>,
}

/// A mark, and the ply that it stands behind.
#[derive(Clone, Copy, Debug)]
struct Mark {
    ply: usize,
    place: Place,
}

impl BranchMarks {
    /// A mark behind the row of this ply.
    pub fn add(&mut self, line: usize, ply: usize, place: Place) {
        self.waiting.insert((line, ply));
        self.marks.push(Mark { ply, place });
    }

    /// True when the row has a mark and no branch has replaced it yet.
    pub fn waits(&self, line: usize, ply: usize) -> bool {
        self.waiting.contains(&(line, ply))
    }

    /// A branch replaces the row.
    pub fn answer(&mut self, line: usize, ply: usize) {
        self.waiting.remove(&(line, ply));
    }

    /// Reports the marks at plies that no branch begins with.
    pub fn finish(self, record: &mut Record) {
        let branches: HashSet<_> = record.lines.iter().skip(1).map(|line| line.after + 1).collect();
        for Mark { ply, place } in self.marks {
            if !branches.contains(&ply) {
                let message = format!("no branch at ply {ply} follows");
                record.report(Code::BranchMarkUnused, place, message);
            }
        }
    }
}
