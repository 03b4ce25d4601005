//! Line by line from a USI text to records: collections, books, logs.

use super::game;
use super::line::{Kind, another, classify, is_reply_row};
use super::log::{self, Logs};
use super::quoted;
use crate::formats::budget::Budget;
use crate::formats::builder::{add_comment, comment_at, declared, excerpt};
use crate::formats::lines::{TextLine, lines};
use crate::record::{Code, Diagnostic, Ending, MOST_FINDINGS, Place, Record, StartSource};

/// The first line of an opening book, after `#`.
const BOOK: &str = "YANEURAOU-DB";

/// Reads every game and position of a text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for line in lines(text) {
        let mut part = Some(line);
        while let Some(line) = part {
            part = reader.line(line);
        }
    }
    reader.finish(text.len())
}

#[derive(Debug, Default)]
struct Reader {
    records: Vec<Record>,
    /// A single move on the next line belongs to the last record.
    moves: bool,
    /// Rows of moves below the last record, a position, are those of an opening book.
    rows: bool,
    /// The text says that it is an opening book.
    book: bool,
    logs: Logs,
    /// Lines of the protocol stand before, or belong to the game that goes on: other lines are what engines print.
    talk: bool,
    /// Comments that wait for the game after them, and where the first of them stands.
    comments: Vec<String>,
    comments_start: Option<usize>,
    /// Findings before the first record.
    early: Vec<Diagnostic>,
    /// The first of either, and where it stands in the text.
    book_rows: Option<(Place, usize)>,
    messages: Option<(Place, usize)>,
    /// Unreadable lines in a row: where they start, the first of them, and how many.
    unreadable: Option<(Place, String, usize)>,
    budget: Budget,
}

impl Reader {
    /// Reads a line up to where another game begins on it, if one does.
    fn line<'a>(&mut self, line: TextLine<'a>) -> Option<TextLine<'a>> {
        // Lines after the last game can still be added to it.
        let last = self.records.last();
        if last.is_some_and(|last| !self.budget.allows(last, self.comments.len())) {
            return None;
        }
        let mut kind = classify(line.text);
        if self.is_row(&kind, line.text) {
            kind = Kind::BookRow;
        }
        if kind != Kind::Other {
            self.report_unreadable();
        }
        match kind {
            Kind::Game { single: true, .. } if self.moves => self.append_move(line),
            Kind::Game { command, single, body, mut labels, .. } => {
                let mut record = game::read(line, body);
                if let Some(start) = self.comments_start.take() {
                    record.text_range.start = start;
                }
                let next = another(line.text, body.1);
                if let Some(next) = next {
                    labels[1] = quoted::label(&line.text[body.1..next]);
                    record.text_range.end = line.start + next;
                }
                let labels = labels.into_iter().map(str::to_owned);
                let comments = std::mem::take(&mut self.comments).into_iter().chain(labels);
                record.notes.extend(comments.filter(|text| !text.is_empty()).map(|text| comment_at(0, text)));
                match command {
                    Some(marks) => self.command(marks, record),
                    None => self.alone(record, single, line.text),
                }
                return next.map(|next| {
                    let before = line.text[..next].chars().count();
                    line.rest(next, u32::try_from(before).unwrap_or(u32::MAX))
                });
            }
            Kind::Blank => {
                self.moves = false;
                self.rows &= self.book;
            }
            Kind::Comment(text) => self.comment(text, &line),
            Kind::BookRow => {
                self.close();
                self.book_rows.get_or_insert((line.start_place(), line.start));
                if let Some(record) = self.records.last_mut() {
                    record.is_book_line = true;
                    add_comment(record, line.text.trim());
                }
            }
            Kind::Protocol { marks, command } => self.protocol(marks, command, &line),
            Kind::Other => self.other(line),
        }
        None
    }

    /// Is the line a row of an opening book because of what stands before it?
    fn is_row(&self, kind: &Kind<'_>, text: &str) -> bool {
        match kind {
            Kind::Game { alone: true, .. } => self.book || self.rows && is_reply_row(text),
            Kind::Other => self.rows && is_reply_row(text),
            _ => false,
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

    /// A game or position that nothing can be added to but moves, one a line.
    fn alone(&mut self, record: Record, single: bool, text: &str) {
        self.close();
        self.moves = single;
        self.rows = record.start.source == StartSource::Diagram
            && record.main().plies.is_empty()
            && text.trim_start().starts_with("sfen");
        self.push(record);
    }

    /// A `position` command: more of the game before it, or another game.
    fn command(&mut self, marks: &str, record: Record) {
        (self.moves, self.rows) = (false, false);
        let at = self.logs.find(marks);
        self.logs.current = Some(at);
        let Some(mut record) = self.logs.log(at).go_on(&mut self.records, record) else { return };
        let log = self.logs.log(at);
        log.close(&mut self.records);
        self.talk = log.talk.is_some();
        log.begin(self.records.len(), &mut record);
        self.push(record);
    }

    /// Adds another record; the one before it is complete, unless it is one of several logs.
    fn push(&mut self, mut record: Record) {
        record.is_book_line = self.book;
        if let Some(last) = self.records.last_mut() {
            self.budget.take(last);
        }
        self.records.push(record);
    }

    fn protocol(&mut self, marks: &str, command: &str, line: &TextLine<'_>) {
        self.messages.get_or_insert((line.start_place(), line.start));
        (self.moves, self.talk) = (false, true);
        let at = self.logs.of_talk(marks, command);
        let range = (line.start, line.start + line.text.len());
        self.logs.log(at).talk(&mut self.records, command, line.start_place(), range);
        if self.logs.log(at).game.is_some() {
            self.logs.current = Some(at);
        }
    }

    /// A remark about the game of a log that goes on, else about the game that follows.
    fn comment(&mut self, text: &str, line: &TextLine<'_>) {
        self.moves = false;
        self.book |= text.starts_with(BOOK);
        match self.logs.remarked() {
            Some(game) => log::remark(&mut self.records, game, text.trim(), line.start + line.text.len()),
            None => {
                self.comments_start.get_or_insert(line.start);
                self.comments.push(text.trim().to_owned());
            }
        }
    }

    fn other(&mut self, line: TextLine<'_>) {
        let text = line.text.trim();
        if self.moves
            && let Some((ending, subject)) = game::ending(text)
        {
            if let Some(record) = self.records.last_mut().filter(|_| ending != Ending::None) {
                let declaration = declared(ending, subject, text, line.start_place());
                record.lines[0].declarations.push(declaration);
            }
            self.moves = false;
            return;
        }
        (self.moves, self.rows) = (false, false);
        if self.talk && !["position", "startpos", "sfen"].iter().any(|word| text.contains(word)) {
            // What an engine prints beside the protocol.
            self.messages.get_or_insert((line.start_place(), line.start));
            return;
        }
        let first = || (line.start_place(), excerpt(text), 0);
        self.unreadable.get_or_insert_with(first).2 += 1;
    }

    /// Nothing can be added to any record any more.
    fn close(&mut self) {
        (self.moves, self.talk) = (false, false);
        self.logs.close_all(&mut self.records);
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

    /// Completes the records of a text of so many bytes.
    fn finish(mut self, length: usize) -> Vec<Record> {
        self.report_unreadable();
        if let Some(waiting) = self.logs.waiting()
            && let Some(record) = self.records.iter_mut().rfind(|found| found.text_range.start <= waiting)
        {
            // Talk before a game that has not begun: a chunk of a long text must not end here.
            record.text_range.end = length;
        }
        self.close();
        // Those of logs side by side begin with the talk before them.
        self.records.sort_by_key(|record| record.text_range.start);
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
