//! Statement by statement from CSA text to records.
//!
//! Moves and times are here; what stands before the moves is in `heading`, what ends them in `outcome`, comments in
//! `remark`, and the lines that server and client send each other in `session`.

mod finish;
mod heading;
mod outcome;
mod remark;
mod session;

use super::animals::{self, AnimalStart};
use super::lookahead::{self, Lookahead};
use super::position::StartBuilder;
use super::{regular, shown, statement, transcript};
use crate::formats::budget::Budget;
use crate::formats::lines::{Lines, TextLine, characters, lines};
use crate::formats::wars;
use crate::notation::animals::read_csa_move;
use crate::notation::csa;
use crate::record::{Clock, Code, DeclaredBy, Place, Ply, Record, WrittenMove};
use crate::rules::Color;
use session::Session;

/// Unreadable lines of one game that are reported one by one; the rest is counted.
const REPORTED: usize = 100;

/// Reads every game of a text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    let mut lines = lines(text);
    while let Some(line) = lines.next() {
        reader.line(line, &lines);
        if reader.phase == Phase::Moves && reader.is_plain() {
            regular::read(&mut lines, &mut reader.record.lines[0].plies);
        }
    }
    reader.next_game(text.len(), text.len());
    reader.budget.report(&mut reader.done);
    reader.done
}

/// How far the reading of a game has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Before the first move.
    #[default]
    Header,
    /// Among the moves.
    Moves,
    /// After a move that could not be read: the moves that follow are only counted.
    Broken,
    /// After a statement that ends the game.
    Ended,
}

/// Whether a text that is not a statement is a move with a few characters too many. Longer ones are remarks of engines,
/// which hold variations.
fn is_spoilt_move(text: &str) -> bool {
    /// The length of a move and of as much again.
    const LONGEST: usize = 14;
    text.len() < LONGEST
        && text.as_bytes().array_windows::<7>().any(|[sign, squares @ .., a, b]| {
            matches!(sign, b'+' | b'-')
                && squares.iter().all(u8::is_ascii_digit)
                && a.is_ascii_uppercase()
                && b.is_ascii_uppercase()
        })
}

#[derive(Debug, Default)]
struct Reader {
    done: Vec<Record>,
    record: Record,
    start: StartBuilder,
    animals: AnimalStart,
    start_place: Place,
    turn: Option<Color>,
    phase: Phase,
    /// A line with the version was read.
    has_version: bool,
    session: Session,
    /// Something else than comments and unreadable lines was read.
    has_statements: bool,
    /// Where the text of this game begins.
    begin: usize,
    unreadable: usize,
    after_end: usize,
    budget: Budget,
}

impl Reader {
    /// True where moves and times may be read in place.
    fn is_plain(&self) -> bool {
        !self.animals.is_there() && !self.session.is_there() && !self.budget.is_spent()
    }

    /// Reads one line; `lines` are those after it.
    fn line(&mut self, line: TextLine<'_>, lines: &Lines<'_>) {
        let line = if transcript::begins_as_statement(line.text) {
            line
        } else {
            let line = match transcript::prefix(line.text) {
                0 => line,
                length => self.without_prefix(line, length),
            };
            if transcript::Line::of(line.text).is_some_and(|said| self.said(said, &line)) {
                return;
            }
            line
        };
        let indent = line.text.len() - line.text.trim_start().len();
        let text = line.text[indent..].trim_end();
        match text.as_bytes() {
            [] => {}
            [b'\'', ..] => self.comment(&line.text[indent + 1..], false, line.start_place(), line.start),
            [b'N', b'+' | b'-', ..] | [b'$', ..] => {
                if statement::holds_a_move(text) && lookahead::is_one_line(text, lines) {
                    self.record.report(
                        Code::OneLine,
                        line.start_place(),
                        "several statements stand on one line",
                    );
                    self.statements(line, lines);
                } else {
                    let lookahead = || Lookahead::of(lines);
                    self.statement(text, line.start_place(), line.start, lookahead);
                }
            }
            _ => self.statements(line, lines),
        }
    }

    /// Reads the statements of a line, between commas, up to a comment.
    fn statements(&mut self, line: TextLine<'_>, lines: &Lines<'_>) {
        let text = line.text;
        let (mut at, mut column) = (0, line.before.saturating_add(1));
        while at < text.len() {
            let indent = text[at..].len() - text[at..].trim_start().len();
            column += characters(&text[at..at + indent]);
            at += indent;
            let place = Place::new(line.number, column);
            if text[at..].starts_with('\'') {
                let behind_comma = text[..at].trim_end().ends_with(',');
                return self.comment(&text[at + 1..], behind_comma, place, line.start + at);
            }
            let end = statement::end_of_statement(text, at);
            let statement = text[at..end].trim_end();
            if !statement.is_empty() {
                let lookahead = || Lookahead::of_rest(&text[end..], lines);
                self.session.time_follows = text[end..].starts_with(",T");
                self.statement(statement, place, line.start + at, lookahead);
            }
            column += characters(&text[at..end]);
            at = end;
            if text[at..].starts_with(',') {
                at += 1;
                column += 1;
            }
        }
    }

    fn statement(&mut self, text: &str, place: Place, offset: usize, lookahead: impl Fn() -> Lookahead) {
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        match text.as_bytes() {
            [b'/'] => return self.next_game(offset, offset + 1),
            [b'V', b'0'..=b'9', ..] => self.version(text, place, offset),
            [b'N', b'+' | b'-', ..] => self.name(text, place, offset, lookahead),
            [b'$', ..] => self.header(text, place, offset, lookahead),
            [b'P', b'I' | b'+' | b'-' | b'0'..=b'9', ..] => self.position(text, place, offset),
            [b'.' | b'+' | b'-', ..] if text.len() > 2 && self.animal_row(text, place, offset) => {}
            [b'0'..=b'2', ..] if self.animals.hands(text) => {}
            [b'+' | b'-'] => self.turn(text, place, offset),
            [b'+' | b'-', ..] => self.written_move(text, place),
            [b'T'] | [b'T', b'0'..=b'9' | b'-' | b'+' | b'.' | b' ', ..] => self.clock(text, place),
            [b'%', b'%', ..] | [b'#', ..] => self.message(text, place),
            [b'%', ..] => self.ending(text, place),
            _ if let Some((ending, subject)) = wars::ending(text) => {
                self.token(ending, subject, text, place);
            }
            // A move that is lost leaves the ones after it on a board that never was.
            _ if self.phase == Phase::Moves && is_spoilt_move(text) => self.written_move(text, place),
            _ => return self.unreadable(text, place),
        }
        self.has_statements = true;
    }

    /// Takes a row of the board of dōbutsu shōgi; false when the text is none.
    fn animal_row(&mut self, text: &str, place: Place, offset: usize) -> bool {
        let Some(row) = animals::row(text) else { return false };
        if self.phase != Phase::Header {
            self.next_game(offset, offset);
        }
        if !self.animals.has_rows() {
            self.start_place = place;
        }
        self.animals.row(row);
        true
    }

    /// True behind a statement that ends the game.
    fn is_over(&self) -> bool {
        self.phase == Phase::Ended
    }

    fn written_move(&mut self, text: &str, place: Place) {
        match self.phase {
            Phase::Header => {
                self.phase = Phase::Moves;
                self.record.lines[0].plies.reserve(192);
            }
            Phase::Moves => {}
            Phase::Broken => {
                self.record.lines[0].unread += 1;
                return;
            }
            Phase::Ended => return self.text_after_end(text, place),
        }
        let written = match text.get(1..) {
            Some("PASS") => {
                Some(WrittenMove { pass: true, color: csa::color(text.as_bytes()[0]), ..Default::default() })
            }
            _ => <[u8; 7]>::try_from(text.as_bytes()).ok().and_then(|text| self.seven(text)),
        };
        match written {
            Some(written) => self.push(written, place),
            None => {
                self.phase = Phase::Broken;
                self.record.lines[0].unread = 1;
                self.record.report(Code::BadStatement, place, format!("`{}` is not a move", shown(text)));
            }
        }
    }

    /// A move of the game that the record is of; its first move decides where no position did.
    fn seven(&mut self, text: [u8; 7]) -> Option<WrittenMove> {
        let is_first = self.record.main().plies.is_empty() && self.start.is_empty();
        match read_csa_move(text) {
            Some(written) if is_first || self.animals.is_there() => {
                self.animals.moves = true;
                Some(written)
            }
            Some(_) => None,
            None if self.animals.is_there() => None,
            None => csa::read_move(text),
        }
    }

    fn push(&mut self, written: WrittenMove, place: Place) {
        if self.is_echo(&written, place) {
            return;
        }
        self.record.lines[0].plies.push(Ply { written, clock: Clock::default(), place });
    }

    fn clock(&mut self, text: &str, place: Place) {
        let line = &mut self.record.lines[0];
        let clock = match self.phase {
            Phase::Broken => return,
            Phase::Header => None,
            Phase::Moves => line.plies.last_mut().map(|ply| &mut ply.clock),
            Phase::Ended => {
                let row = line.declarations.iter().rposition(|found| found.by == DeclaredBy::Row);
                let last = row.or_else(|| line.declarations.len().checked_sub(1));
                last.map(|at| &mut line.declarations[at].clock)
            }
        };
        let problem = match (clock, statement::milliseconds(text[1..].trim_start().as_bytes())) {
            (_, None) => "is not a time",
            (None, _) => "is a time before the first move",
            (Some(clock), Some(_)) if clock.spent.is_some() => "is a second time for the same move",
            (Some(clock), spent) => {
                clock.spent = spent;
                return;
            }
        };
        self.record.report(Code::BadClock, place, format!("`{}` {problem}", shown(text)));
    }

    fn text_after_end(&mut self, text: &str, place: Place) {
        self.after_end += 1;
        if self.after_end == 1 {
            let message = format!("`{}` after the statement that ends the game", shown(text));
            self.record.report(Code::TextAfterEnd, place, message);
        }
    }

    fn unreadable(&mut self, text: &str, place: Place) {
        self.unreadable += 1;
        if self.unreadable <= REPORTED {
            self.record.report(
                Code::UnreadableLine,
                place,
                format!("`{}` is not a CSA statement", shown(text)),
            );
        }
    }

    /// Closes the game that ends before byte `end` of the text; the next one begins at byte `begin`.
    fn next_game(&mut self, end: usize, begin: usize) {
        let next =
            Self { done: std::mem::take(&mut self.done), begin, budget: self.budget, ..Self::default() };
        let game = std::mem::replace(self, next);
        if game.has_statements {
            let mut record = game.finish(end);
            self.budget.take(&mut record);
            self.done.push(record);
        } else if let Some(last) = self.done.last_mut() {
            last.report_all(game.record.diagnostics);
        }
    }
}
