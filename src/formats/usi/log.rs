//! Games in logs of the protocol between engines and their user: one game for each engine and game.
//!
//! A log repeats the growing game in every `position` line. Whoever analyses backwards sends shorter and shorter ones; a
//! move that an engine only ponders on may be taken back.

use std::collections::BTreeMap;

use super::channel;
use super::game;
use crate::formats::builder::{add_comment, declared};
use crate::record::{Code, Ending, Place, Record, Subject, WrittenMove};
use crate::rules::Color;

/// How many engines are told apart; the lines of more are taken for games of their own.
const MOST: usize = 256;

/// What is known of one engine's log.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    /// The game that goes on, as an index into the records.
    pub game: Option<usize>,
    /// Where the talk began that belongs to the game that goes on, or to the next one.
    pub talk: Option<usize>,
    /// The engine is to ponder on the last move, which may not have been played.
    pondering: bool,
    /// How many plies the latest position has.
    at: usize,
    /// The engine's last answer, with its place.
    answer: Option<(String, Place)>,
    /// The side that the engine has, by the positions in which it was to move.
    engine: Option<Color>,
    /// It was to move for both sides.
    both: bool,
    /// It has had a game.
    seen: bool,
}

/// The logs of all engines in a text.
#[derive(Debug, Default)]
pub(super) struct Logs {
    logs: Vec<Log>,
    by_name: BTreeMap<String, usize>,
    /// The last marks that were looked up, and whose they are.
    last: Option<(String, usize)>,
    /// The log whose game was touched last.
    pub current: Option<usize>,
}

impl Logs {
    /// The log whose lines have these marks.
    pub fn find(&mut self, marks: &str) -> usize {
        if let Some((known, at)) = &self.last
            && known == marks
        {
            return *at;
        }
        let name = channel::name(marks);
        let next = self.logs.len();
        let at = match self.by_name.get(&name) {
            Some(at) => *at,
            None if next >= MOST => MOST - 1,
            None => {
                self.by_name.insert(name, next);
                self.logs.push(Log::default());
                next
            }
        };
        self.last = Some((marks.to_owned(), at));
        at
    }

    /// The log of a line of talk. Where its marks name nobody whose game goes on, it is that of the only game that does, if
    /// they never had a game, or if that one's lines have no marks: some logs mark one direction alone.
    pub fn of_talk(&mut self, marks: &str, command: &str) -> usize {
        let at = self.find(marks);
        let command = command.split_whitespace().next().unwrap_or_default();
        let in_game = ["go", "stop", "ponderhit", "bestmove", "info", "gameover"].contains(&command);
        if self.logs[at].game.is_some() || !in_game {
            return at;
        }
        let mut open = self.logs.iter().enumerate().filter(|(_, log)| log.game.is_some()).map(|(at, _)| at);
        match (open.next(), open.next()) {
            (Some(only), None) if !self.logs[at].seen || self.by_name.get("") == Some(&only) => only,
            _ => at,
        }
    }

    pub fn log(&mut self, at: usize) -> &mut Log {
        &mut self.logs[at]
    }

    /// The game that a remark belongs to: one with talk that goes on.
    pub fn remarked(&self) -> Option<usize> {
        let log = &self.logs[self.current?];
        log.talk.and(log.game)
    }

    /// Where talk begins that belongs to a game which has not begun.
    pub fn waiting(&self) -> Option<usize> {
        self.logs.iter().filter(|log| log.game.is_none()).filter_map(|log| log.talk).min()
    }

    /// Nothing can be added to any game any more.
    pub fn close_all(&mut self, records: &mut [Record]) {
        for log in &mut self.logs {
            log.close(records);
        }
        if !self.logs.is_empty() {
            *self = Self::default();
        }
    }
}

impl Log {
    /// A `position` command that goes on with this log's game; hands back one that does not.
    pub fn go_on(&mut self, records: &mut [Record], mut record: Record) -> Option<Record> {
        let last = self.game.filter(|_| self.talk.is_some()).and_then(|game| records.get_mut(game));
        let Some(last) = last.filter(|last| last.start.setup == record.start.setup) else {
            return Some(record);
        };
        let (old, new) = (written(last), written(&record));
        let guessed = self.pondering && self.at == old.len() && !starts_with(&new, &old);
        let known: &[WrittenMove] = &old[..old.len() - usize::from(guessed && !old.is_empty())];
        let end = record.text_range.end;
        if starts_with(&new, known) {
            record.text_range.start = last.text_range.start.min(record.text_range.start);
            let mut notes = std::mem::take(&mut last.notes);
            notes.append(&mut record.notes);
            record.notes = notes;
            last.diagnostics.retain(|found| found.code == Code::UnreadableLine);
            last.diagnostics.append(&mut record.diagnostics);
            record.diagnostics = std::mem::take(&mut last.diagnostics);
            (self.at, self.pondering, self.answer) = (new.len(), false, None);
            *last = record;
        } else if starts_with(known, &new) {
            let length = known.len();
            (self.at, self.pondering, self.answer) = (new.len(), false, None);
            last.lines[0].plies.truncate(length);
            last.notes.append(&mut record.notes);
            last.report_all(record.diagnostics);
        } else {
            return Some(record);
        }
        keep_remarks(last);
        last_touched(records, self.game, end);
        None
    }

    /// Begins a game, the record with this index.
    pub fn begin(&mut self, game: usize, record: &mut Record) {
        if let Some(talk) = self.talk {
            record.text_range.start = record.text_range.start.min(talk);
        }
        let at = record.main().plies.len();
        *self = Self { game: Some(game), talk: self.talk, at, seen: true, ..Self::default() };
    }

    /// A line of the protocol, which ends at byte `end` and begins at `begin`.
    pub fn talk(
        &mut self,
        records: &mut [Record],
        command: &str,
        place: Place,
        (begin, end): (usize, usize),
    ) {
        let mut words = command.split_whitespace();
        let (name, next) = (words.next().unwrap_or_default(), words.next());
        if name == "usinewgame" {
            self.close(records);
        }
        last_touched(records, self.game, end);
        if self.game.is_some() || opens(name) {
            self.talk.get_or_insert(begin);
        }
        let Some(record) = self.game.and_then(|game| records.get_mut(game)) else { return };
        match (name, next) {
            ("bestmove", Some(answer)) => self.answer = Some((answer.to_owned(), place)),
            ("ponderhit", _) => self.pondering = false,
            ("go", next) => {
                self.pondering = next == Some("ponder");
                let mover =
                    if self.at.is_multiple_of(2) { record.start.turn() } else { !record.start.turn() };
                self.both |= self.engine.is_some_and(|side| side != mover);
                self.engine = Some(mover);
            }
            ("gameover", Some(result)) => {
                let result = result.to_owned();
                self.over(records, &result, place);
            }
            _ => {}
        }
    }

    /// `gameover win` is said to an engine about its own side.
    fn over(&mut self, records: &mut [Record], result: &str, place: Place) {
        let engine = self.engine.filter(|_| !self.both);
        let game = self.game;
        self.close(records);
        self.talk = None;
        let Some(record) = game.and_then(|game| records.get_mut(game)) else { return };
        let winner = match (result, engine) {
            ("win", Some(engine)) => Some(engine),
            ("lose", Some(engine)) => Some(!engine),
            ("draw", _) => None,
            _ => {
                let message = format!("`gameover {result}` does not say which side won");
                return record.report(Code::EndingUnknown, place, message);
            }
        };
        let plies = record.main().plies.len();
        let mover = if plies.is_multiple_of(2) { record.start.turn() } else { !record.start.turn() };
        let said = &record.main().declarations;
        if winner.is_some() && said.iter().any(|found| found.subject.winner(mover) == winner) {
            return;
        }
        let (ending, subject) = match winner {
            Some(winner) => (Ending::Unknown, Subject::Winner(winner)),
            None => (Ending::DrawAgreed, Subject::Nobody),
        };
        record.lines[0].declarations.push(declared(ending, subject, &format!("gameover {result}"), place));
    }

    /// Nothing can be added to the game any more; what the engine answered last may say how it ended.
    pub fn close(&mut self, records: &mut [Record]) {
        let closed = std::mem::take(self);
        self.seen = closed.seen;
        if closed.game.is_none() {
            // Talk before a game stays.
            self.talk = closed.talk;
        }
        let Some(record) = closed.game.and_then(|game| records.get_mut(game)) else { return };
        let is_last = closed.at == record.main().plies.len();
        if closed.pondering && is_last {
            record.lines[0].plies.pop();
            keep_remarks(record);
        }
        match closed.answer.filter(|_| is_last) {
            Some((word, place)) if word == "resign" || word == "win" => {
                if let Some((ending, subject)) = game::ending(&word) {
                    let word = format!("bestmove {word}");
                    record.lines[0].declarations.push(declared(ending, subject, &word, place));
                }
            }
            Some((word, place)) => {
                let message = format!("the engine's last answer `{word}` is not shown to have been played");
                record.report(Code::UnplayedAnswer, place, message);
            }
            None => {}
        }
    }
}

/// Commands by which a user begins to talk about a game that is to come.
fn opens(command: &str) -> bool {
    matches!(command.split_whitespace().next(), Some("usi" | "isready" | "usinewgame" | "setoption"))
}

/// Adds a remark of a log to its game; the line ends at byte `end`.
pub(super) fn remark(records: &mut [Record], game: usize, text: &str, end: usize) {
    last_touched(records, Some(game), end);
    if let Some(record) = records.get_mut(game) {
        add_comment(record, text);
    }
}

/// The text of a game goes on at least to byte `end`.
fn last_touched(records: &mut [Record], game: Option<usize>, end: usize) {
    if let Some(record) = game.and_then(|game| records.get_mut(game)) {
        record.text_range.end = record.text_range.end.max(end);
    }
}

/// Remarks about a move that was taken back stay at the last one.
fn keep_remarks(record: &mut Record) {
    let rows = record.main().plies.len() + record.main().unread;
    record.notes.iter_mut().for_each(|note| note.ply = note.ply.min(rows));
}

fn written(record: &Record) -> Vec<WrittenMove> {
    record.main().plies.iter().map(|ply| ply.written).collect()
}

fn starts_with(long: &[WrittenMove], short: &[WrittenMove]) -> bool {
    long.starts_with(short)
}
