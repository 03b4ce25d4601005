//! The moves of a record while it is read: the working line, its branches, and what ends them.

use std::collections::HashSet;

use super::ending;
use super::regular::Regular;
use super::row::{Content, Row};
use crate::formats::lines::TextLine;
use crate::record::{
    Clock, Code, Declaration, Diagnostic, Line, Note, NoteKind, Place, Ply, Record, Severity, WrittenMove,
};
use crate::rules::Color;
use crate::rules::shogi::Square;

/// Room for the moves of a usual game.
const USUAL_LENGTH: usize = 144;

/// How many lines are looked at for one that a misplaced branch could leave.
const FAR_BACK: usize = 200;

/// What the rows that come next mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Moves of the current line.
    #[default]
    Open,
    /// Rows after one that cannot be read.
    Unread,
    /// Rows after the ending.
    Ended,
    /// Rows of a branch that belongs nowhere.
    Orphan,
}

/// A line of the path from the start to where reading stands.
#[derive(Clone, Copy, Debug)]
struct Segment {
    line: usize,
    after: usize,
}

/// Rows that were set aside under a diagnostic, which is completed when their number is known.
#[derive(Clone, Copy, Debug)]
struct SetAside {
    diagnostic: usize,
    rows: usize,
}

/// The working line of KIF. A branch cuts it before the branch's first ply and goes on from there.
#[derive(Debug)]
pub(in crate::formats) struct Moves {
    path: Vec<Segment>,
    state: State,
    /// The plies from the start position to where reading stands.
    at: usize,
    /// What the numbers of the rows are ahead of the plies.
    ahead: i64,
    /// The destination of the last move.
    previous: Option<Square>,
    set_aside: Option<SetAside>,
    branch_marks: Vec<(usize, Place)>,
    started: bool,
    /// A line after the last move could not be read.
    doubtful: bool,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            path: vec![Segment { line: 0, after: 0 }],
            state: State::default(),
            at: 0,
            ahead: 0,
            previous: None,
            set_aside: None,
            branch_marks: Vec::new(),
            started: false,
            doubtful: false,
        }
    }
}

impl Moves {
    /// True when a row, a closing line or a branch has been read.
    pub fn started(&self) -> bool {
        self.started
    }

    /// True when the line of moves has been ended by a row or a closing line.
    pub fn ended(&self) -> bool {
        self.state == State::Ended
    }

    /// The number that a row has which is to come next.
    pub fn next_number(&self) -> u32 {
        u32::try_from(i64::try_from(self.at).unwrap_or(i64::MAX / 2) + 1 + self.ahead).unwrap_or(u32::MAX)
    }

    fn line(&self) -> usize {
        self.path.last().map_or(0, |segment| segment.line)
    }

    /// A numbered row. `numbered_start` says that the start position may have a number of its own.
    pub fn row(&mut self, record: &mut Record, row: &Row<'_>, text: &TextLine<'_>, numbered_start: bool) {
        if !self.started {
            self.started = true;
            record.lines[0].plies.reserve(USUAL_LENGTH);
        }
        let current = self.line();
        match (self.state, row.content) {
            (State::Orphan, _) => self.count_set_aside(),
            (State::Ended, _) => {
                if self.set_aside.is_none() {
                    self.begin_set_aside(
                        record,
                        Code::TextAfterEnd,
                        text.place(row.offset),
                        "rows after the end".to_owned(),
                    );
                }
                self.count_set_aside();
            }
            (State::Unread, Content::Move { .. } | Content::Unreadable(_)) => {
                record.lines[current].unread += 1;
                self.count_set_aside();
            }
            (State::Open, Content::Move { .. }) if self.doubtful && row.number > self.next_number() => {
                let message = format!(
                    "move {} is missing, and a line before this one cannot be read",
                    self.next_number()
                );
                let place = text.place(row.offset);
                self.begin_set_aside(record, Code::UnreadableMove, place, message);
                record.lines[current].unread += 1;
                self.state = State::Unread;
            }
            (State::Open, Content::Move { written, same }) => {
                self.check_number(record, row, text, numbered_start);
                self.report_tail(record, row, text);
                if same && written.to.is_some() && self.previous.is_some() && self.previous != written.to {
                    let message = "the square beside `同` is not that of the move before";
                    record.report(Code::DestinationWithSame, text.place(row.offset), message);
                }
                self.push(record, written, row.clock, text.place(row.offset));
                if row.branch_mark {
                    self.branch_marks.push((self.at, text.place(row.offset)));
                }
            }
            (State::Open, Content::Unreadable(what)) => {
                let place = text.place(row.offset);
                self.begin_set_aside(
                    record,
                    Code::UnreadableMove,
                    place,
                    format!("`{}` is no move", what.trim_end()),
                );
                record.lines[current].unread += 1;
                self.state = State::Unread;
            }
            (State::Open | State::Unread, Content::Word(word, side)) => {
                self.word(record, word, side, row, text);
            }
        }
    }

    /// A regular row that is the next move of the current line; false, and nothing is done, when it is anything else.
    #[inline]
    pub fn regular(&mut self, record: &mut Record, row: &Regular, line: &TextLine<'_>) -> bool {
        let is_next = self.started && self.state == State::Open && row.number == self.next_number();
        if is_next {
            let column = u32::try_from(row.offset).unwrap_or(u32::MAX).saturating_add(line.before + 1);
            self.push(record, row.written, row.clock, Place::new(line.number, column));
        }
        is_next
    }

    fn word(
        &mut self,
        record: &mut Record,
        word: &str,
        side: Option<Color>,
        row: &Row<'_>,
        text: &TextLine<'_>,
    ) {
        let place = text.place(row.offset);
        if ending::PASSES.contains(&word) && self.state == State::Open {
            self.push(record, WrittenMove { pass: true, ..WrittenMove::default() }, row.clock, place);
            return;
        }
        self.check_ending(record, row, text);
        self.report_tail(record, row, text);
        let declaration = ending::word(word, side, row.clock, place);
        if declaration.ending == crate::record::Ending::Unknown {
            record.report(Code::EndingUnknown, place, format!("`{word}` is no ending that is known"));
        }
        self.close_set_aside(record);
        record.lines[self.line()].declarations.push(declaration);
        self.state = State::Ended;
        if row.branch_mark {
            self.branch_marks.push((self.at + 1, place));
        }
    }

    /// Reports an ending whose number says that a move before it is missing.
    fn check_ending(&mut self, record: &mut Record, row: &Row<'_>, text: &TextLine<'_>) {
        let (line, next) = (self.line(), self.next_number());
        // Before the first move nothing says with which number the rows begin.
        if self.state != State::Open || self.at == 0 {
            return;
        }
        if self.doubtful && row.number > next {
            let message = format!("move {next} is missing, and a line before this one cannot be read");
            record.report(Code::UnreadableMove, text.place(row.offset), message);
            // Who is to move goes by the number; how many moves are lost nobody knows.
            record.lines[line].unread += if (row.number - next).is_multiple_of(2) { 2 } else { 1 };
            self.state = State::Unread;
        } else if row.number != next {
            let message = format!("the row has number {} instead of {next}", row.number);
            record.report(Code::NumberMismatch, text.start_place(), message);
        }
    }

    /// True for a row 1 behind other rows: another game that nothing parts from the one before it.
    pub fn begins_anew(&self, row: &Row<'_>) -> bool {
        let (ended, in_branch) = (self.state == State::Ended, self.path.len() > 1);
        let behind = if ended { 1 } else { 2 };
        let in_line = self.state != State::Orphan && (ended || !in_branch);
        row.number == 1 && in_line && self.at >= behind && matches!(row.content, Content::Move { .. })
    }

    fn push(&mut self, record: &mut Record, written: WrittenMove, clock: Clock, place: Place) {
        self.previous = written.to.or(self.previous);
        record.lines[self.line()].plies.push(Ply { written, clock, place });
        self.at += 1;
        self.doubtful = false;
    }

    /// Notes that a line cannot be read, in which a move may be lost.
    pub fn unreadable(&mut self) {
        self.doubtful = self.started;
    }

    fn check_number(
        &mut self,
        record: &mut Record,
        row: &Row<'_>,
        text: &TextLine<'_>,
        numbered_start: bool,
    ) {
        let place_in_game = i64::try_from(self.at).unwrap_or(i64::MAX - 1) + 1;
        let ahead = i64::from(row.number) - place_in_game;
        if ahead == self.ahead {
            return;
        }
        if self.at > 0 || !numbered_start {
            let message =
                format!("the row has number {} instead of {}", row.number, place_in_game + self.ahead);
            record.report(Code::NumberMismatch, text.start_place(), message);
        }
        self.ahead = ahead;
    }

    fn report_tail(&self, record: &mut Record, row: &Row<'_>, text: &TextLine<'_>) {
        if let Some(at) = row.bad_clock {
            let message = format!("`{}` is no time", text.text[at..].trim_end());
            record.report(Code::BadClock, text.place(at), message);
        }
        if let Some(at) = row.leftover {
            let message = format!("`{}` after the move", text.text[at..].trim_end());
            record.report(Code::UnreadableLine, text.place(at), message);
        }
    }

    /// A closing line.
    pub fn closing(&mut self, record: &mut Record, declaration: Declaration) {
        self.started = true;
        if self.state == State::Orphan {
            return;
        }
        let current = self.line();
        if let Some(count) = declaration.plies {
            let plies = i64::try_from(self.at + record.lines[current].unread).unwrap_or(i64::MAX / 2);
            let count = i64::from(count);
            if count != plies && count != plies + self.ahead {
                let message = match declaration.plies {
                    Some(u32::MAX) => format!("the line counts as no game can, the record has {plies} moves"),
                    _ => format!("the line counts {count} moves, the record has {plies}"),
                };
                let mut found = Diagnostic::new(Code::CountMismatch, declaration.place, message);
                if count == plies + 1 && !record.lines[current].declarations.is_empty() {
                    // Some programs count the row of the ending as a move.
                    found.severity = Severity::Info;
                }
                record.report_all(vec![found]);
            }
        }
        self.close_set_aside(record);
        record.lines[current].declarations.push(declaration);
        self.state = State::Ended;
    }

    /// A line `変化：N手`.
    pub fn branch(&mut self, record: &mut Record, number: Option<u32>, text: &TextLine<'_>) {
        self.started = true;
        self.close_set_aside(record);
        let ahead = self.ahead;
        let after = number.and_then(|number| usize::try_from(i64::from(number) - ahead - 1).ok());
        let Some((after, parent)) = after.and_then(|after| self.parent(record, after, text)) else {
            let name =
                number.map_or_else(|| "without a number".to_owned(), |number| format!("at ply {number}"));
            let message = format!("no line reaches the branch {name}");
            self.begin_set_aside(record, Code::OrphanBranch, text.start_place(), message);
            self.state = State::Orphan;
            return;
        };
        self.state = State::Open;
        self.at = after;
        self.previous = destination(record, parent, after);
        let whole = &record.lines[parent];
        if parent > 0
            && whole.after + whole.plies.len() == after
            && whole.declarations.is_empty()
            && whole.unread == 0
        {
            // The block goes on where the branch before it stops.
            return;
        }
        record.lines.push(Line { parent: Some(parent), after, ..Line::default() });
        self.path.push(Segment { line: record.lines.len() - 1, after });
    }

    /// The line that a branch after `after` plies leaves; the path is cut there.
    fn parent(&mut self, record: &mut Record, after: usize, text: &TextLine<'_>) -> Option<(usize, usize)> {
        let reaches = |line: usize| record.lines[line].after + record.lines[line].plies.len() >= after;
        let above = self.path.iter().rposition(|segment| segment.line == 0 || segment.after < after)?;
        let last = self.path[above].line;
        if reaches(last) {
            self.path.truncate(above + 1);
            return Some((after, last));
        }
        // The working line is too short here: the latest line that is long enough is what was meant, if any is.
        let latest = record.lines.len().saturating_sub(FAR_BACK)..record.lines.len();
        let found = latest
            .rev()
            .chain([0])
            .find(|line| (*line == 0 || record.lines[*line].after < after) && reaches(*line))?;
        let message = format!("the line read last does not reach ply {after}");
        record.report(Code::BranchGuessed, text.start_place(), message);
        self.path = path_to(record, found);
        Some((after, found))
    }

    /// A comment or bookmark.
    pub fn note(&mut self, record: &mut Record, kind: NoteKind, text: &str) {
        if self.state == State::Orphan {
            self.count_set_aside();
            return;
        }
        record.notes.push(Note { line: self.line(), ply: self.at, kind, text: text.to_owned() });
    }

    fn begin_set_aside(&mut self, record: &mut Record, code: Code, place: Place, message: String) {
        record.report(code, place, message);
        self.set_aside = Some(SetAside { diagnostic: record.diagnostics.len() - 1, rows: 0 });
    }

    fn count_set_aside(&mut self) {
        if let Some(set_aside) = &mut self.set_aside {
            set_aside.rows += 1;
        }
    }

    fn close_set_aside(&mut self, record: &mut Record) {
        if let Some(SetAside { diagnostic, rows }) = self.set_aside.take()
            && rows > 0
        {
            let lines = if rows == 1 { "line" } else { "lines" };
            let what = match record.diagnostics[diagnostic].code {
                Code::UnreadableMove => "further",
                _ => "in all",
            };
            record.diagnostics[diagnostic].message += &format!("; {rows} {lines} {what} left as text");
        }
    }

    /// Completes the record's moves.
    pub fn finish(mut self, record: &mut Record) {
        self.close_set_aside(record);
        let branches: HashSet<_> = record.lines.iter().skip(1).map(|line| line.after + 1).collect();
        for (ply, place) in std::mem::take(&mut self.branch_marks) {
            if !branches.contains(&ply) {
                let message = format!("no branch at ply {ply} follows");
                record.report(Code::BranchMarkUnused, place, message);
            }
        }
    }
}

/// The lines from the main line to a line.
fn path_to(record: &Record, line: usize) -> Vec<Segment> {
    let mut path = Vec::new();
    let mut next = Some(line);
    while let Some(line) = next {
        path.push(Segment { line, after: record.lines[line].after });
        next = record.lines[line].parent;
    }
    path.reverse();
    path
}

/// Where the move before ply `after + 1` went, on the way through `line`.
fn destination(record: &Record, line: usize, after: usize) -> Option<Square> {
    let (mut line, mut after) = (line, after);
    loop {
        let current = record.lines.get(line)?;
        let plies = current.plies.get(..after.saturating_sub(current.after))?;
        if let Some(to) = plies.iter().rev().find_map(|ply| ply.written.to) {
            return Some(to);
        }
        (line, after) = (current.parent?, current.after);
    }
}
