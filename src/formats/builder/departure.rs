//! Where a branch can leave the lines that were read before it.

use super::tree::{Segment, TreeBuilder};
use crate::record::{DeclaredBy, Line, Record};

/// How many of the latest lines, and of those that the current one hangs on, are searched.
pub(super) const FAR_BACK: usize = 200;

/// How many statements about a line's ending are looked at for one in place of a row.
const STATEMENTS: usize = 8;

/// A line that a branch can leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Departure {
    /// The line, as an index into `Record::lines`.
    pub parent: usize,
    /// The line whose row the branch replaces: `parent`, or a branch that leaves it at the same ply; `None` when the
    /// parent ends where the branch begins.
    pub replaced: Option<usize>,
    /// What is read last has the row, so that nothing else is meant in the order of Kifu for Windows.
    pub sure: bool,
}

impl TreeBuilder {
    /// The lines that a branch can leave after so many plies from the start, the likeliest first: those on the way
    /// from the current line to the main line that have a row with the branch's first number, then those that end
    /// before it, then lines that were read before.
    pub fn departures(&self, record: &Record, after: usize) -> Vec<Departure> {
        let mut found: Vec<Departure> = Vec::new();
        let way = || self.way().filter(move |at| self.path[*at].after <= after);
        let mut sure = true;
        for at in way() {
            let Segment { line, after: begin } = self.path[at];
            if holds(&record.lines[line], after) {
                let parent = if line == 0 || begin < after { line } else { self.path[at - 1].line };
                found.push(Departure { parent, replaced: Some(line), sure });
                sure = false;
            } else if begin < after {
                sure = false;
            }
        }
        let mut deepest = found.is_empty();
        for line in way().map(|at| self.path[at]).filter(|end| end.line == 0 || end.after < after) {
            if ends_at(&record.lines[line.line], after) {
                found.push(Departure { parent: line.line, replaced: None, sure: deepest });
            }
            deepest = false;
        }
        let latest = (record.lines.len().saturating_sub(FAR_BACK)..record.lines.len()).rev();
        for line in latest.clone().filter(|line| holds(&record.lines[*line], after)) {
            if found.iter().all(|known| known.replaced != Some(line)) {
                let begin = record.lines[line].after;
                let parent = if begin < after { line } else { record.lines[line].parent.unwrap_or(0) };
                found.push(Departure { parent, replaced: Some(line), sure: false });
            }
        }
        if found.is_empty() {
            let ends = latest
                .into_iter()
                .find(|line| record.lines[*line].after < after && ends_at(&record.lines[*line], after));
            found.extend(ends.map(|line| Departure { parent: line, replaced: None, sure: false }));
        }
        found
    }

    /// The line on the way to the main line that stops after so many plies and has no ending, as an index into the
    /// path: a row with the next number goes on with it.
    pub fn waiting(&self, record: &Record, after: usize) -> Option<usize> {
        let current = self.path.len() - 1;
        self.way().filter(|at| *at < current).find(|at| {
            let line = &record.lines[self.path[*at].line];
            line.unread == 0 && line.declarations.is_empty() && ends_at(line, after)
        })
    }

    /// The path from the current line to the main line, as indices into it.
    fn way(&self) -> impl Iterator<Item = usize> + use<> {
        let from = self.path.len().saturating_sub(FAR_BACK).max(1);
        (from..self.path.len()).rev().chain([0])
    }
}

/// True when the line has a row (a move or an ending) behind so many plies from the start, and the moves before it.
fn holds(line: &Line, after: usize) -> bool {
    let moves = line.after + line.plies.len();
    let by_row = |stated: &crate::record::Declaration| stated.by == DeclaredBy::Row;
    let ending = line.unread == 0 && line.declarations.iter().take(STATEMENTS).any(by_row);
    line.after <= after && moves >= after && moves + line.unread + usize::from(ending) > after
}

/// True when the line's moves end after so many plies from the start.
fn ends_at(line: &Line, after: usize) -> bool {
    line.after + line.plies.len() == after
}
