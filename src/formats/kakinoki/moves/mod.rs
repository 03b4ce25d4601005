//! The rows and moves of a record while it is read: their numbers, their endings, and what they leave open.

mod marks;
mod numbering;
mod place;

use super::ending::{self, ClosingLine, Count};
use super::regular::Regular;
use super::row::{Content, Row};
use crate::formats::builder::{Next, TreeBuilder};
use crate::formats::lines::TextLine;
use crate::record::{Clock, Code, Diagnostic, NoteKind, Place, Record, Severity, WrittenMove};
use crate::replay::DoubtfulBranch;
use crate::rules::Color;
use marks::BranchMarks;
use numbering::Numbering;

/// The moves of one record, with the numbers of their rows.
#[derive(Debug, Default)]
pub(super) struct Moves {
    tree: TreeBuilder,
    numbering: Numbering,
    marks: BranchMarks,
    /// The branches that may leave other lines than they do.
    doubts: Vec<DoubtfulBranch>,
    /// Rows have gone on with a line that a branch had left.
    resumed: bool,
    /// A line after the last move could not be read.
    doubtful: bool,
}

impl Moves {
    /// True when a row, a closing line or a branch has been read.
    pub fn started(&self) -> bool {
        self.tree.started()
    }

    /// True when the line of moves has been ended by a row or a closing line.
    pub fn ended(&self) -> bool {
        self.tree.ended()
    }

    /// True when the next move belongs to the current line.
    pub fn is_open(&self) -> bool {
        self.tree.started() && self.tree.is_open()
    }

    /// Where reading stands: how many plies come before, and in which line.
    pub fn place(&self) -> (usize, usize) {
        (self.tree.plies(), self.tree.line())
    }

    /// True for the number of the row that comes next.
    pub fn expects(&self, number: u32) -> bool {
        number == self.next_number()
    }

    /// The number that a row has which is to come next.
    fn next_number(&self) -> u32 {
        self.numbering.next(self.tree.plies())
    }

    /// A numbered row. `numbered_start` says that the start position may have a number of its own.
    pub fn row(&mut self, record: &mut Record, row: &Row<'_>, text: &TextLine<'_>, numbered_start: bool) {
        let place = || text.place(row.offset);
        self.turn_to(record, row, text);
        if !self.tree.takes(record, next(row.content), place) {
            return;
        }
        match row.content {
            Content::Move { .. } if self.doubtful && row.number > self.next_number() => {
                self.tree.unreadable_move(record, place(), self.missing());
            }
            Content::Move { .. } => {
                self.check_number(record, row, text, numbered_start);
                report_trailing(record, row, text);
                self.content(record, row.content, row.clock, place());
                if row.branch_mark {
                    self.marks.add(self.tree.line(), self.tree.plies(), place());
                }
            }
            Content::Unreadable(_) => self.content(record, row.content, row.clock, place()),
            Content::Word(word, _) if self.is_pass(word) => {
                self.content(record, row.content, row.clock, place());
            }
            Content::Word(..) => {
                self.check_ending(record, row, text, numbered_start);
                report_trailing(record, row, text);
                self.content(record, row.content, row.clock, place());
                if row.branch_mark {
                    self.marks.add(self.tree.line(), self.tree.plies() + 1, place());
                }
            }
        }
    }

    /// A move or ending without a number, as KI2 has them.
    pub fn unnumbered(&mut self, record: &mut Record, content: Content<'_>, place: Place) {
        self.timed(record, content, Clock::default(), place);
    }

    /// The same with times.
    pub fn timed(&mut self, record: &mut Record, content: Content<'_>, clock: Clock, place: Place) {
        if self.tree.takes(record, next(content), || place) {
            self.content(record, content, clock, place);
        }
    }

    /// What the current line takes.
    fn content(&mut self, record: &mut Record, content: Content<'_>, clock: Clock, place: Place) {
        match content {
            Content::Move { written, same } => {
                let previous = self.tree.previous();
                if same && written.to.is_some() && previous.is_some() && previous != written.to {
                    let message = "the square beside `同` is not that of the move before";
                    record.report(Code::DestinationWithSame, place, message);
                }
                self.push(record, written, clock, place);
            }
            Content::Unreadable(text) => {
                self.tree.unreadable_move(record, place, format!("`{}` is not a move", text.trim_end()));
            }
            Content::Word(word, _) if self.is_pass(word) => {
                self.push(record, WrittenMove { pass: true, ..WrittenMove::default() }, clock, place);
            }
            Content::Word(word, side) => self.end(record, word, side, clock, place),
        }
    }

    fn is_pass(&self, word: &str) -> bool {
        self.tree.is_open() && ending::PASSES.contains(&word)
    }

    fn push(&mut self, record: &mut Record, written: WrittenMove, clock: Clock, place: Place) {
        self.tree.push(record, written, clock, place);
        self.doubtful = false;
    }

    /// A word that ends the current line.
    fn end(&mut self, record: &mut Record, word: &str, side: Option<Color>, clock: Clock, place: Place) {
        let declaration = ending::word(word, side, clock, place);
        if declaration.ending == crate::record::Ending::Unknown {
            record.report(Code::EndingUnknown, place, format!("`{word}` is not a known ending"));
        }
        self.tree.end(record, declaration);
    }

    /// A regular row that is the next move of the current line; false, and nothing is done, when it is anything else.
    #[inline]
    pub fn regular(&mut self, record: &mut Record, row: &Regular, line: &TextLine<'_>) -> bool {
        let is_next = self.tree.started() && self.tree.is_open() && row.number == self.next_number();
        if is_next {
            let column = u32::try_from(row.offset).unwrap_or(u32::MAX).saturating_add(line.before + 1);
            self.push(record, row.written, row.clock, Place::new(line.number, column));
        }
        is_next
    }

    /// Says that the next move is missing.
    fn missing(&self) -> String {
        format!("move {} is missing, and a line before this one cannot be read", self.next_number())
    }

    /// Reports an ending whose number says that a move before it is missing.
    fn check_ending(
        &mut self,
        record: &mut Record,
        row: &Row<'_>,
        text: &TextLine<'_>,
        numbered_start: bool,
    ) {
        if !self.tree.is_open() {
            return;
        }
        if self.tree.plies() == 0 {
            return self.check_number(record, row, text, numbered_start);
        }
        let next = self.next_number();
        if self.doubtful && row.number > next {
            record.report(Code::UnreadableMove, text.place(row.offset), self.missing());
            // Who is to move goes by the number; how many moves are lost nobody knows.
            self.tree.skip(record, if (row.number - next).is_multiple_of(2) { 2 } else { 1 });
        } else if row.number != next {
            let message = format!("the row has number {} instead of {next}", row.number);
            record.report(Code::NumberMismatch, text.start_place(), message);
        }
    }

    /// True for a row 1 behind other rows: another game that nothing separates from the one before it.
    pub fn begins_anew(&self, row: &Row<'_>) -> bool {
        let (ended, in_branch) = (self.tree.ended(), self.tree.in_branch());
        let behind = if ended { 1 } else { 2 };
        let in_line = !self.tree.is_orphan() && (ended || !in_branch);
        row.number == 1
            && in_line
            && self.tree.plies() >= behind
            && matches!(row.content, Content::Move { .. })
    }

    /// Notes that a line cannot be read, in which a move may be lost.
    pub fn unreadable(&mut self) {
        self.doubtful = self.tree.started();
    }

    fn check_number(
        &mut self,
        record: &mut Record,
        row: &Row<'_>,
        text: &TextLine<'_>,
        numbered_start: bool,
    ) {
        let number_in_game = i64::try_from(self.tree.plies()).unwrap_or(i64::MAX - 1) + 1;
        let offset = i64::from(row.number) - number_in_game;
        if offset == self.numbering.offset() {
            return;
        }
        if self.tree.plies() > 0 || !numbered_start {
            let message = format!("the row has number {} instead of {}", row.number, self.next_number());
            record.report(Code::NumberMismatch, text.start_place(), message);
        }
        self.numbering.change(self.tree.line(), self.tree.plies(), offset);
    }

    /// A closing line.
    pub fn closing(&mut self, record: &mut Record, line: ClosingLine) {
        if !self.tree.is_orphan() {
            self.check_count(record, &line);
        }
        self.tree.end(record, line.declaration);
    }

    /// Reports a closing line that counts other moves than the record has.
    fn check_count(&self, record: &mut Record, closing: &ClosingLine) {
        let line = &record.lines[self.tree.line()];
        let plies = i64::try_from(self.tree.plies() + line.unread).unwrap_or(i64::MAX / 2);
        let counts =
            |expected: i64| matches!(closing.count, Count::Plies(count) if i64::from(count) == expected);
        let message = match closing.count {
            Count::Unstated => return,
            Count::Plies(_) if counts(plies) || counts(plies + self.numbering.offset()) => return,
            Count::Plies(count) => format!("the line counts {count} moves, the record has {plies}"),
            Count::Impossible => format!("the line counts as no game can, the record has {plies} moves"),
        };
        let mut found = Diagnostic::new(Code::CountMismatch, closing.declaration.place, message);
        if counts(plies + 1) && !line.declarations.is_empty() {
            // Some programs count the row of the ending as a move.
            found.severity = Severity::Info;
        }
        record.report_all(vec![found]);
    }

    /// A comment or bookmark.
    pub fn note(&mut self, record: &mut Record, kind: NoteKind, text: &str) {
        self.tree.note(record, kind, text);
    }

    /// Completes the record's moves. The branches that may leave other lines are to be settled on a board.
    pub fn finish(self, record: &mut Record) -> Vec<DoubtfulBranch> {
        self.tree.finish(record);
        self.marks.finish(record);
        self.doubts
    }
}

const fn next(content: Content<'_>) -> Next {
    match content {
        Content::Move { .. } | Content::Unreadable(_) => Next::Move,
        Content::Word(..) => Next::Ending,
    }
}

/// Reports what stands behind the move of a row and should not.
fn report_trailing(record: &mut Record, row: &Row<'_>, text: &TextLine<'_>) {
    if let Some(at) = row.bad_clock {
        let message = format!("`{}` is not a time", text.text[at..].trim_end());
        record.report(Code::BadClock, text.place(at), message);
    }
    if let Some(at) = row.leftover {
        let message = format!("`{}` after the move", text.text[at..].trim_end());
        record.report(Code::UnreadableLine, text.place(at), message);
    }
}
