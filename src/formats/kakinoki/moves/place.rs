//! To which line a row or a branch belongs. The numbers of the rows decide, then the `+` behind them, then the order in
//! which Kifu for Windows writes branches; not the place in the text.

use super::super::branch_heading::Ahead;
use super::super::row::{Content, Row};
use super::Moves;
use crate::formats::lines::TextLine;
use crate::record::{Code, Place, Record};
use crate::replay::DoubtfulBranch;

/// How many other lines a branch may be tried on.
const MOST_OTHERS: usize = 4;

impl Moves {
    /// A line `変化：N手` with its number, and the number of the row that comes next.
    pub fn branch(&mut self, record: &mut Record, heading: Option<u32>, ahead: Ahead, text: &TextLine<'_>) {
        let place = text.start_place();
        let first = match ahead {
            // A block whose rows are counted anew.
            Ahead::Row(1) if heading.is_some() => None,
            Ahead::Row(number) => Some(number),
            _ => None,
        };
        let by_heading = heading.and_then(|number| self.numbering.plies_before(number));
        let by_row = first
            .filter(|number| Some(*number) != heading)
            .and_then(|number| Some((number, self.numbering.plies_before(number)?)))
            .filter(|(_, after)| !self.tree.departures(record, *after).is_empty());
        let Some((number, after)) = by_row else {
            return match (by_heading, heading) {
                (Some(after), Some(number)) => self.begin(record, (number, after), Some(place), Vec::new()),
                _ => self.tree.branch(record, None, heading, place),
            };
        };
        let (code, message) = match heading {
            Some(heading) => {
                let text = format!("the heading names move {heading}, the row below has number {number}");
                (Code::NumberMismatch, text)
            }
            None => {
                (Code::BranchGuessed, format!("the heading names no move, the row below has number {number}"))
            }
        };
        record.report(code, place, message + "; the row counts");
        let by_heading =
            by_heading.and_then(|after| Some((self.tree.departures(record, after).first()?.parent, after)));
        self.begin(record, (number, after), None, by_heading.into_iter().collect());
    }

    /// Begins a branch, whose first row has a number, after so many plies, in the likeliest line that reaches it or in
    /// one whose `+` has been waiting for it; there has to be one. A guess is reported at `place`. `others` are lines
    /// and plies where the branch might begin too.
    fn begin(
        &mut self,
        record: &mut Record,
        (number, after): (u32, usize),
        place: Option<Place>,
        mut others: Vec<(usize, usize)>,
    ) {
        let found = self.tree.departures(record, after);
        let marked =
            found.iter().find(|one| one.replaced.is_some_and(|line| self.marks.waits(line, after + 1)));
        let Some(chosen) = marked.or(found.first()).copied() else {
            return self.tree.branch(record, None, Some(number), place.unwrap_or_default());
        };
        if marked.is_none() {
            if let Some(place) = place.filter(|_| !chosen.sure) {
                let message = format!("the line read last does not reach move {number}");
                record.report(Code::BranchGuessed, place, message);
            }
            let possible = found.iter().map(|one| (one.parent, after));
            others.extend(possible.filter(|(parent, _)| *parent != chosen.parent));
            others.dedup();
            others.truncate(MOST_OTHERS);
        } else {
            others.clear();
        }
        if let Some(line) = chosen.replaced {
            self.marks.answer(line, after + 1);
        }
        let line = self.tree.leave(record, chosen.parent, after);
        self.numbering.go_to(record, self.tree.line(), after);
        self.doubtful = false;
        if let Some(line) = line.filter(|_| !others.is_empty()) {
            self.doubts.push(DoubtfulBranch { line, others });
        }
    }

    /// Turns to the line in which a row belongs by its number: one that has been waiting for it since a branch was
    /// begun, or a branch of its own where the numbers go back.
    pub(super) fn turn_to(&mut self, record: &mut Record, row: &Row<'_>, text: &TextLine<'_>) {
        if self.tree.is_orphan() && self.goes_on_with_main(record, row) {
            self.tree.resume(record, 0);
            self.numbering.go_to(record, 0, self.tree.plies());
            self.doubtful = false;
            return;
        }
        if !self.tree.started() || self.tree.is_orphan() || self.tree.is_fresh(record) {
            return;
        }
        let (rows, ended) = (self.tree.rows(record), self.tree.ended());
        let next = self.numbering.next(rows);
        let goes_on = row.number == next || self.numbering.was_a_slip(self.tree.line(), rows, row.number);
        if goes_on && !ended {
            return;
        }
        let Some(after) = self.numbering.plies_before(row.number) else { return };
        let place = text.start_place();
        if let Some(at) = self.tree.waiting(record, after) {
            self.tree.resume(record, at);
            self.numbering.go_to(record, self.tree.line(), after);
            self.doubtful = false;
            if !std::mem::replace(&mut self.resumed, true) {
                let message =
                    format!("row {} goes on with the line that the branch before it left", row.number);
                record.report(Code::BranchGuessed, place, message);
            }
            return;
        }
        let back = match row.content {
            Content::Move { .. } | Content::Unreadable(_) if ended => after < self.tree.plies(),
            Content::Move { .. } | Content::Unreadable(_) => row.number < next,
            // Some programs give the ending the number of the last move.
            Content::Word(..) => !ended && row.number.saturating_add(1) < next,
        };
        if back {
            if self.tree.departures(record, after).is_empty() {
                return self.tree.orphan(record, place, format!("no line reaches row {}", row.number));
            }
            let message =
                format!("the rows go back to number {}; a branch was taken to begin here", row.number);
            record.report(Code::BranchGuessed, place, message);
            self.begin(record, (row.number, after), None, Vec::new());
        }
    }

    /// True for the row that comes next in the main line, which has not ended, in a branch that belongs nowhere.
    fn goes_on_with_main(&self, record: &Record, row: &Row<'_>) -> bool {
        let main = record.main();
        let is_open = main.declarations.is_empty() && main.unread == 0;
        is_open && self.numbering.plies_before(row.number) == Some(main.plies.len())
    }

    /// True when the rows behind a separator belong to this record and not to another game; `ahead` looks at them.
    pub fn goes_on(&self, record: &Record, ahead: impl FnOnce() -> Ahead) -> bool {
        // Before the first row, where nearly every separator stands, nothing goes on.
        if !self.tree.started() && !self.is_fresh_branch(record) {
            return false;
        }
        let ahead = ahead();
        let Some(number) = ahead.row() else {
            return self.tree.started() && (self.is_fresh_branch(record) || ahead == Ahead::Branch);
        };
        let next = self.numbering.next(self.tree.rows(record));
        self.is_fresh_branch(record)
            || self.tree.started()
                && number > 1
                && (number <= next && !self.tree.ended()
                    || self.numbering.plies_before(number).is_some_and(|after| {
                        after < self.tree.plies() || self.tree.waiting(record, after).is_some()
                    }))
    }

    fn is_fresh_branch(&self, record: &Record) -> bool {
        self.tree.in_branch() && self.tree.is_fresh(record)
    }

    /// True when a comment or another line that is like a heading of a branch is one: what follows has its number, which
    /// a line has already.
    pub fn is_heading(&self, record: &Record, number: u32, ahead: Ahead) -> bool {
        let Some(after) = self.numbering.plies_before(number) else { return false };
        let fits = match ahead {
            Ahead::Row(first) => first == number,
            Ahead::Moves(side) => {
                let first = record.main().plies.first().and_then(|ply| ply.written.color);
                let mover = first.map(|first| if after.is_multiple_of(2) { first } else { !first });
                side.is_none() || mover.is_none() || side == mover
            }
            Ahead::Branch | Ahead::Other => false,
        };
        fits && self.tree.started()
            && !self.tree.is_fresh(record)
            && self.tree.departures(record, after).first().is_some_and(|one| one.replaced.is_some())
    }
}
