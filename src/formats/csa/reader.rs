//! Statement by statement from CSA text to records.

use super::animals::{self, AnimalStart};
use super::lookahead::{self, Lookahead};
use super::position::StartBuilder;
use super::{comment, ending, regular, shown, statement};
use crate::formats::budget::Budget;
use crate::formats::builder::{comment_at, declared};
use crate::formats::lines::{Lines, TextLine, lines};
use crate::notation::animals::read_csa_move;
use crate::notation::csa;
use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Diagnostic, Ending, Header, Place, Ply, Record, Severity, Subject,
    WrittenMove,
};
use crate::rules::Color;

/// Unreadable lines of one game that are reported one by one; the rest is counted.
const REPORTED: usize = 100;

/// Statements about the ending of one game that are kept.
const MOST_ENDINGS: usize = 100;

/// Reads every game of a text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    let mut lines = lines(text);
    while let Some(line) = lines.next() {
        reader.line(line, &lines);
        if reader.phase == Phase::Moves && !reader.animals.is_there() && !reader.budget.is_spent() {
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
    /// Something else than comments and unreadable lines was read.
    has_statements: bool,
    /// Where the text of this game begins.
    begin: usize,
    unreadable: usize,
    after_end: usize,
    budget: Budget,
}

impl Reader {
    /// Reads one line; `lines` are those after it.
    fn line(&mut self, line: TextLine<'_>, lines: &Lines<'_>) {
        let indent = line.text.len() - line.text.trim_start().len();
        let text = line.text[indent..].trim_end();
        match text.as_bytes() {
            [] => {}
            [b'\'', ..] => self.comment(&line.text[indent + 1..], line.start_place(), line.start),
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
            column += u32::try_from(text[at..at + indent].chars().count()).unwrap_or(u32::MAX);
            at += indent;
            let place = Place::new(line.number, column);
            if text[at..].starts_with('\'') {
                self.comment(&text[at + 1..], place, line.start + at);
                return;
            }
            let end = statement::end_of_statement(text, at);
            let statement = text[at..end].trim_end();
            if !statement.is_empty() {
                let lookahead = || Lookahead::of_rest(&text[end..], lines);
                self.statement(statement, place, line.start + at, lookahead);
            }
            column += u32::try_from(text[at..end].chars().count()).unwrap_or(u32::MAX);
            at = end;
            if text[at..].starts_with(',') {
                at += 1;
                column += 1;
            }
        }
    }

    fn statement(&mut self, text: &str, place: Place, offset: usize, lookahead: impl FnOnce() -> Lookahead) {
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        match text.as_bytes() {
            [b'/'] => return self.next_game(offset, offset + 1),
            [b'V', b'0'..=b'9', ..] => self.version(text, place, offset),
            [b'N', b'+' | b'-', ..] => self.name(text, place, offset, lookahead),
            [b'$', ..] => self.header(text, place, offset),
            [b'P', b'I' | b'+' | b'-' | b'0'..=b'9', ..] => self.position(text, place, offset),
            [b'.' | b'+' | b'-', ..] if text.len() > 2 && self.animal_row(text, place, offset) => {}
            [b'0'..=b'2', ..] if self.animals.hands(text) => {}
            [b'+' | b'-'] => self.turn(text, place, offset),
            [b'+' | b'-', ..] => self.written_move(text, place),
            [b'T'] | [b'T', b'0'..=b'9' | b'-' | b'.' | b' ', ..] => self.clock(text, place),
            [b'%', b'%', ..] | [b'#', ..] => self.message(text, place),
            [b'%', ..] => self.ending(text, place),
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

    fn version(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase != Phase::Header || self.record.producer.is_some() {
            self.next_game(offset, offset);
        }
        if !["V1", "V2", "V2.1", "V2.2", "V3", "V3.0"].contains(&text) {
            let message = format!("`{}` is not a known version of CSA", shown(text));
            self.record.report(Code::BadHeader, place, message);
        }
        self.record.producer = Some(text.to_owned());
    }

    /// A player's name. Among the moves of a game that goes on behind it, it begins no other one.
    fn name(&mut self, text: &str, place: Place, offset: usize, lookahead: impl FnOnce() -> Lookahead) {
        let among_moves = matches!(self.phase, Phase::Moves | Phase::Broken);
        if among_moves && !lookahead().is_another_game() {
            let message = format!("`{}` names a player among the moves", shown(text));
            self.record.report(Code::BadHeader, place, message);
        } else if self.phase != Phase::Header {
            self.next_game(offset, offset);
        }
        let color = if text.starts_with("N+") { Color::Black } else { Color::White };
        let name = text[2..].trim();
        self.record.headers.push(Header { key: text[..2].to_owned(), value: text[2..].to_owned() });
        if name.is_empty() {
            return;
        }
        if self.record.info.players[color].is_some() {
            if self.phase != Phase::Header {
                return;
            }
            let message = format!("`{}` names this player a second time", shown(text));
            return self.record.report(Code::BadHeader, place, message);
        }
        self.record.info.players[color] = Some(name.to_owned());
    }

    fn header(&mut self, text: &str, place: Place, offset: usize) {
        let (key, value) =
            text.split_once(':').map_or((text, None), |(key, value)| (key.trim_end(), Some(value)));
        if self.phase == Phase::Ended && self.record.headers.iter().any(|header| header.key == key) {
            self.next_game(offset, offset);
        }
        self.record.headers.push(Header { key: key.to_owned(), value: value.unwrap_or_default().to_owned() });
        let understood = value.is_some_and(|value| statement::header(&mut self.record.info, key, value));
        if !understood || key == "$" {
            self.record.report(Code::BadHeader, place, format!("`{}` cannot be understood", shown(text)));
        }
    }

    fn position(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase != Phase::Header {
            self.next_game(offset, offset);
        }
        if self.start.is_empty() {
            self.start_place = place;
        }
        if let Err((at, code, message)) = self.start.line(text) {
            let before = text.get(..at).map_or(0, |before| before.chars().count());
            self.record.report(code, place.further(before), message);
            if code == Code::BadStart {
                self.record.unusable = Some(code);
            }
        }
    }

    fn turn(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase == Phase::Ended {
            self.next_game(offset, offset);
        }
        let color = if text == "+" { Color::Black } else { Color::White };
        if self.phase != Phase::Header {
            let message = format!("`{text}` among the moves says who moves first, or is a move cut short");
            return self.record.report(Code::UnreadableLine, place, message);
        }
        if self.turn.is_some_and(|turn| turn != color) {
            let message = format!("a second line `{text}` names the other side to move first");
            return self.record.report(Code::BadTurn, place, message);
        }
        self.turn = Some(color);
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
        self.record.lines[0].plies.push(Ply { written, clock: Clock::default(), place });
    }

    fn clock(&mut self, text: &str, place: Place) {
        let line = &mut self.record.lines[0];
        let clock = match self.phase {
            Phase::Broken => return,
            Phase::Header => None,
            Phase::Moves => line.plies.last_mut().map(|ply| &mut ply.clock),
            Phase::Ended => line.declarations.last_mut().map(|declaration| &mut declaration.clock),
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

    fn ending(&mut self, text: &str, place: Place) {
        let word = text.to_ascii_uppercase();
        if word == "%PASS" {
            return match self.phase {
                Phase::Ended => self.text_after_end(text, place),
                Phase::Broken => self.record.lines[0].unread += 1,
                Phase::Header | Phase::Moves => {
                    self.phase = Phase::Moves;
                    self.push(WrittenMove { pass: true, ..WrittenMove::default() }, place);
                }
            };
        }
        let known = word.strip_prefix('%').and_then(ending::of_word);
        if known.is_none() {
            let message = format!("`{}` does not say how the game ended", shown(text));
            self.record.report(Code::EndingUnknown, place, message);
        }
        let (ending, subject) = known.unwrap_or((Ending::Unknown, Subject::Silent));
        if ending == Ending::DrawAgreed {
            let message = "`%HIKIWAKE` is a draw claimed at impasse, but programs write it for any draw";
            self.record.report(Code::EndingAmbiguous, place, message);
        }
        let line = &mut self.record.lines[0];
        if line.declarations.len() >= MOST_ENDINGS {
            return self.text_after_end(text, place);
        }
        if line.declarations.iter().any(|other| other.by == DeclaredBy::Row && other.ending != ending) {
            let message = format!("`{}` after the statement that ends the game", shown(text));
            self.record.report(Code::TextAfterEnd, place, message);
        }
        self.declare(ending, subject, text, DeclaredBy::Row, place);
    }

    fn declare(&mut self, ending: Ending, subject: Subject, word: &str, by: DeclaredBy, place: Place) {
        self.phase = Phase::Ended;
        let declaration = declared(ending, subject, word, place);
        self.record.lines[0].declarations.push(Declaration { by, ..declaration });
    }

    /// A line of the protocol between server and player. One that names a reason declares the ending if no statement
    /// does.
    fn message(&mut self, text: &str, place: Place) {
        let known = ending::of_message(text);
        self.record.report(Code::ServerMessage, place, format!("`{}` is a message of a server", shown(text)));
        if let Some((ending, subject)) = known
            && self.record.lines[0].declarations.is_empty()
            && matches!(self.phase, Phase::Moves | Phase::Broken)
        {
            self.declare(ending, subject, text, DeclaredBy::Summary, place);
        }
    }

    fn comment(&mut self, text: &str, place: Place, offset: usize) {
        if text.starts_with("CSA encoding=") {
            // The bytes have been decoded by now; the line only shows where a game begins.
            if self.phase == Phase::Ended {
                self.next_game(offset, offset);
            }
            return;
        }
        if text.contains(':') && comment::is_server_fact(text) {
            comment::note_facts(&mut self.record.info, text);
            if let Some(summary) = comment::summary(text, &self.record.info.players, place) {
                if summary.ending == Ending::Unknown {
                    let message = format!("`{}` gives a reason that is not known", shown(text));
                    self.record.report(Code::EndingUnknown, place, message);
                }
                self.record.lines[0].declarations.push(summary);
            }
        }
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        let text = text.strip_prefix('*').unwrap_or(text).to_owned();
        let ply = self.record.main().plies.len();
        self.record.notes.push(comment_at(ply, text));
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

    fn finish(mut self, end: usize) -> Record {
        self.record.text_range = self.begin..end;
        if self.unreadable > REPORTED {
            let message = format!("{} more lines are not CSA statements", self.unreadable - REPORTED);
            self.record.report(Code::UnreadableLine, Place::FILE, message);
        }
        let turn = self.first_to_move();
        let place = self.start_place;
        let is_dobutsu = self.animals.is_there();
        let start = if is_dobutsu { self.animals.finish(turn) } else { self.start.finish(turn) };
        match start {
            Ok(start) => self.record.start = start,
            Err((_, code, message)) => {
                self.record.report(code, place, message);
                self.record.unusable = Some(code);
            }
        }
        self.record.start.set_turn(turn);
        let mut record = self.record;
        if record.main().plies.is_empty() {
            record.report(Code::NoMoves, Place::FILE, "the record has no moves");
        }
        record.diagnostics.sort_by_key(|found| found.place);
        record
    }

    /// Who moves first: the line `+` or `-`, unless the first two moves agree on something else.
    fn first_to_move(&mut self) -> Color {
        let plies = &self.record.main().plies;
        let first = plies.first().and_then(|ply| ply.written.color);
        let second = plies.get(1).and_then(|ply| ply.written.color);
        let place = plies.first().map_or(self.start_place, |ply| ply.place);
        let (turn, finding) = match (self.turn, first) {
            (Some(turn), Some(first)) if turn != first && second.is_none_or(|second| second != first) => {
                let message =
                    "the first move is not made by the side that the line before it names; the move decides";
                (first, Some(Diagnostic::new(Code::BadTurn, place, message)))
            }
            (Some(turn), _) => (turn, None),
            (None, Some(first)) => {
                let message = "no line `+` or `-` stands before the first move; the move's own sign decides";
                (first, Some(Diagnostic::new(Code::TurnMissing, place, message)))
            }
            (None, None) => {
                let severity = if self.start.is_empty() && !self.animals.has_rows() {
                    Severity::Info
                } else {
                    Severity::Warning
                };
                let message = "no line `+` or `-` says who moves first; Black was assumed".to_owned();
                (Color::Black, Some(Diagnostic { code: Code::TurnMissing, severity, place, message }))
            }
        };
        self.record.diagnostics.extend(finding);
        turn
    }
}
