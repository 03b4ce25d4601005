//! Line by line from a USI text to records: collections, books, logs.

use super::game;
use super::line::{Kind, classify};
use crate::formats::budget::Budget;
use crate::formats::builder::{add_comment, comment_at, declared, excerpt};
use crate::formats::lines::{TextLine, lines};
use crate::record::{Code, Diagnostic, Ending, MOST_FINDINGS, Place, Record, Subject, WrittenMove};

/// Reads every game and position of a text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.line(line);
    }
    reader.finish()
}

/// What may still be added to the last record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    /// Nothing.
    #[default]
    No,
    /// A single move on the next line.
    Moves,
    /// A longer `position` command.
    Log {
        /// Lines of the protocol stand after the last command.
        talk: bool,
        /// The engine is to ponder on the last move, which may not have been played.
        pondering: bool,
    },
}

#[derive(Debug, Default)]
struct Reader {
    records: Vec<Record>,
    open: Open,
    /// Comments that wait for the game after them, and where the first of them stands.
    comments: Vec<String>,
    comments_start: Option<usize>,
    /// The engine's last answer in an open log, with its place.
    answer: Option<(String, Place)>,
    /// Findings before the first record.
    early: Vec<Diagnostic>,
    /// The text says that it is a book of openings.
    is_book: bool,
    /// The first of either, and where it stands in the text.
    book_rows: Option<(Place, usize)>,
    messages: Option<(Place, usize)>,
    /// Unreadable lines in a row: where they start, the first of them, and how many.
    unreadable: Option<(Place, String, usize)>,
    budget: Budget,
}

impl Reader {
    fn line(&mut self, line: TextLine<'_>) {
        // Lines after the last game can still be added to it.
        let last = self.records.last();
        if last.is_some_and(|last| !self.budget.allows(last, self.comments.len())) {
            return;
        }
        let kind = classify(line.text);
        if kind != Kind::Other {
            self.report_unreadable();
        }
        match kind {
            Kind::Game { single: true, .. } if self.open == Open::Moves => self.append_move(line),
            Kind::Game { command, single, body, labels, .. } => {
                let mut record = game::read(line, body);
                if let Some(start) = self.comments_start.take() {
                    record.text_range.start = start;
                }
                let labels = labels.into_iter().map(str::to_owned);
                let comments = std::mem::take(&mut self.comments).into_iter().chain(labels);
                record.notes.extend(comments.filter(|text| !text.is_empty()).map(|text| comment_at(0, text)));
                if command {
                    self.command(record);
                } else {
                    self.close();
                    self.push(record);
                    self.open = if single { Open::Moves } else { Open::No };
                }
            }
            Kind::Blank => {
                if self.open == (Open::Log { talk: false, pondering: false }) || self.open == Open::Moves {
                    self.close();
                }
            }
            Kind::Comment(text) => {
                self.close();
                self.is_book |= text.starts_with("YANEURAOU-DB");
                self.comments_start.get_or_insert(line.start);
                self.comments.push(text.trim().to_owned());
            }
            Kind::BookRow => {
                self.close();
                self.book_rows.get_or_insert((line.start_place(), line.start));
                if let Some(record) = self.records.last_mut() {
                    record.is_book_line = true;
                    add_comment(record, line.text.trim());
                }
            }
            Kind::Protocol(command) => self.protocol(command, line),
            Kind::Other => self.other(line),
        }
    }

    /// Adds the only move of the line to the game of the lines before.
    fn append_move(&mut self, line: TextLine<'_>) {
        let next = game::read(line, (0, line.text.len()));
        if let Some(record) = self.records.last_mut() {
            record.lines[0].plies.extend(next.lines.into_iter().flat_map(|line| line.plies));
            record.text_range.end = next.text_range.end;
        }
    }

    /// A `position` command: more of the game before it, or another game.
    fn command(&mut self, mut record: Record) {
        if let (Open::Log { talk, pondering }, Some(last)) = (self.open, self.records.last_mut()) {
            let same_start = last.start.setup == record.start.setup;
            let (old, new) = (written(last), written(&record));
            let known = if pondering && !new.starts_with(&old) {
                &old[..old.len().saturating_sub(1)]
            } else {
                &old[..]
            };
            if same_start && new.starts_with(known) && (talk || new.len() > known.len()) {
                record.text_range.start = last.text_range.start;
                let mut notes = std::mem::take(&mut last.notes);
                notes.append(&mut record.notes);
                record.notes = notes;
                *last = record;
                self.answer = None;
                self.open = Open::Log { talk: false, pondering: false };
                return;
            }
        }
        self.close();
        self.push(record);
        self.open = Open::Log { talk: false, pondering: false };
    }

    /// Adds another record; the one before it is complete.
    fn push(&mut self, mut record: Record) {
        record.is_book_line = self.is_book;
        if let Some(last) = self.records.last_mut() {
            self.budget.take(last);
        }
        self.records.push(record);
    }

    fn protocol(&mut self, command: &str, line: TextLine<'_>) {
        self.messages.get_or_insert((line.start_place(), line.start));
        let mut words = command.split_whitespace();
        match (words.next(), words.next()) {
            (Some("usinewgame"), _) => return self.close(),
            (Some("bestmove"), Some(answer)) => self.answer = Some((answer.to_owned(), line.start_place())),
            _ => {}
        }
        if let Open::Log { talk, pondering } = &mut self.open {
            *talk = true;
            match command.split_whitespace().next() {
                Some("go") => *pondering = command.split_whitespace().nth(1) == Some("ponder"),
                Some("ponderhit") => *pondering = false,
                _ => {}
            }
        }
    }

    fn other(&mut self, line: TextLine<'_>) {
        if self.open == Open::Moves
            && let Some((ending, subject)) = game::ending(line.text.trim())
        {
            self.declare(ending, subject, line.text.trim(), line.start_place());
            return self.close();
        }
        self.close();
        let first = || (line.start_place(), excerpt(line.text.trim()), 0);
        self.unreadable.get_or_insert_with(first).2 += 1;
    }

    fn declare(&mut self, ending: Ending, subject: Subject, word: &str, place: Place) {
        if let Some(record) = self.records.last_mut().filter(|_| ending != Ending::None) {
            record.lines[0].declarations.push(declared(ending, subject, word, place));
        }
    }

    /// Nothing can be added to the last record any more.
    fn close(&mut self) {
        let open = std::mem::take(&mut self.open);
        let answer = self.answer.take();
        let (Open::Log { pondering, .. }, Some(record)) = (open, self.records.last_mut()) else { return };
        if pondering {
            record.lines[0].plies.pop();
        }
        match answer {
            Some((word, place)) if word == "resign" || word == "win" => {
                if let Some((ending, subject)) = game::ending(&word) {
                    self.declare(ending, subject, &format!("bestmove {word}"), place);
                }
            }
            Some((word, place)) => {
                let message = format!("the engine's last answer `{word}` is not shown to have been played");
                record.report(Code::UnplayedAnswer, place, message);
            }
            None => {}
        }
    }

    fn report_unreadable(&mut self) {
        if let Some((place, first, count)) = self.unreadable.take() {
            let message = match count {
                1 => format!("`{first}` is not USI"),
                _ => format!("`{first}` and {} lines after it are not USI", count - 1),
            };
            self.report(Diagnostic::new(Code::UnreadableLine, place, message));
        }
    }

    fn report(&mut self, found: Diagnostic) {
        match self.records.last_mut() {
            Some(record) => record.report_all(vec![found]),
            None if self.early.len() < MOST_FINDINGS => self.early.push(found),
            None => {}
        }
    }

    fn finish(mut self) -> Vec<Record> {
        self.report_unreadable();
        self.close();
        if let Some(last) = self.records.last_mut() {
            for text in self.comments {
                add_comment(last, &text);
            }
        }
        let remarks = [
            (
                self.book_rows,
                Code::BookRows,
                "rows of an opening book are kept as comments of the position above them",
            ),
            (self.messages, Code::EngineMessages, "lines between engine and program do not belong to a game"),
        ];
        for (first, code, message) in remarks {
            let Some((place, offset)) = first else { continue };
            let found = Diagnostic::new(code, place, message);
            match self.records.iter_mut().rev().find(|record| record.text_range.start <= offset) {
                Some(record) => record.diagnostics.push(found),
                None => self.early.push(found),
            }
        }
        if let Some(first) = self.records.first_mut() {
            self.early.append(&mut first.diagnostics);
            first.diagnostics = self.early;
        }
        for record in &mut self.records {
            if record.main().plies.is_empty() && record.unusable.is_none() {
                record.report(Code::NoMoves, Place::FILE, "the record has no moves");
            }
            record.diagnostics.sort_by_key(|found| found.place);
        }
        self.budget.report(&mut self.records);
        self.records
    }
}

fn written(record: &Record) -> Vec<WrittenMove> {
    record.main().plies.iter().map(|ply| ply.written).collect()
}
