//! Line by line from a text to records.

use super::{ending, list, prose};
use crate::formats::budget::Budget;
use crate::formats::builder::{add_move, break_off, comment_at, excerpt, report_no_moves};
use crate::formats::kakinoki::{ending as kakinoki, header, is_blank};
use crate::formats::lines::{TextLine, lines};
use crate::record::{Code, Header, MOST_FINDINGS, Place, Record, StartSource};
use crate::rules::dobutsu::Setup;

/// The header under which prose says where the game starts, if not as usual.
pub(super) const START: &str = "開始局面";

/// Reads every game of a text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.line(line);
    }
    reader.close(text.len());
    let Reader { mut records, comments, mut early, budget, .. } = reader;
    if let Some(last) = records.last_mut() {
        let ply = last.main().plies.len();
        last.notes.extend(comments.into_iter().map(|text| comment_at(ply, text)));
    }
    let mut end = text.len();
    for record in records.iter_mut().rev() {
        record.text_range.end = end;
        end = record.text_range.start;
        if record.unusable.is_none() {
            report_no_moves(record);
        }
    }
    if let Some(first) = records.first_mut() {
        first.text_range.start = 0;
        early.append(&mut first.diagnostics);
        first.diagnostics = early;
    }
    budget.report(&mut records);
    records
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    /// A game in prose that may go on.
    record: Option<Record>,
    /// Comments that wait for the game after them.
    comments: Vec<String>,
    /// Findings before the first record.
    early: Vec<crate::record::Diagnostic>,
    budget: Budget,
}

impl Reader {
    fn line(&mut self, line: TextLine<'_>) {
        let open = self.record.as_ref().or_else(|| self.records.last());
        if open.is_some_and(|open| !self.budget.allows(open, self.comments.len())) {
            return;
        }
        let trimmed = line.text.trim_matches(is_blank);
        if trimmed.is_empty() {
            if self.record.as_ref().is_some_and(|record| !record.main().plies.is_empty()) {
                self.close(line.start);
            }
            return;
        }
        if let Some(text) = trimmed.strip_prefix('#') {
            return self.comments.push(text.trim().to_owned());
        }
        if prose::begins(line.text) {
            return self.prose(line);
        }
        if list::begins(line.text) {
            self.close(line.start);
            let mut record = list::read(line);
            let comments = std::mem::take(&mut self.comments);
            record.notes.splice(0..0, comments.into_iter().map(|text| comment_at(0, text)));
            self.budget.take(&mut record);
            return self.records.push(record);
        }
        if let Some(closing) = kakinoki::closing_line(trimmed, line.start_place())
            && let Some(record) = &mut self.record
        {
            record.lines[0].declarations.push(closing);
            return;
        }
        if self.record.is_some() && ending::read(trimmed, Place::FILE).is_some() {
            return self.prose(line);
        }
        if let Some((key, value)) = header::split(trimmed) {
            return self.header(key, value, line);
        }
        let message = format!("`{}` is not a game of dōbutsu shōgi", excerpt(trimmed));
        let found = crate::record::Diagnostic::new(Code::UnreadableLine, line.start_place(), message);
        match self.record.as_mut().or_else(|| self.records.last_mut()) {
            Some(record) => record.report_all(vec![found]),
            None if self.early.len() < MOST_FINDINGS => self.early.push(found),
            None => {}
        }
    }

    /// The game in prose that is being read, or a new one.
    fn open(&mut self, start: usize) -> &mut Record {
        let comments = &mut self.comments;
        self.record.get_or_insert_with(|| {
            let mut record = Record { text_range: start..start, ..Record::default() };
            record.start.setup = Setup::startpos().into();
            record.notes = std::mem::take(comments).into_iter().map(|text| comment_at(0, text)).collect();
            record
        })
    }

    fn header(&mut self, key: &str, value: &str, line: TextLine<'_>) {
        if self.record.as_ref().is_some_and(|record| !record.main().plies.is_empty()) {
            self.close(line.start);
        }
        let place = line.start_place();
        let record = self.open(line.start);
        record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
        if key == START {
            match value.parse::<Setup>() {
                Ok(setup) => {
                    record.start.setup = setup.into();
                    record.start.source = StartSource::Diagram;
                }
                Err(error) => {
                    record.report(Code::BadStart, place, format!("`{value}`: {error}"));
                    record.unusable = Some(Code::BadStart);
                }
            }
        } else if let Some(known) = header::key(key) {
            if known == header::Key::Handicap {
                record.start.handicap = Some(value.to_owned());
            }
            header::understand(record, known, value, place);
        }
    }

    fn prose(&mut self, line: TextLine<'_>) {
        if self.record.as_ref().is_some_and(|record| !record.main().declarations.is_empty()) {
            self.close(line.start);
        }
        let record = self.open(line.start);
        let mut rest = line.text.trim_start_matches(is_blank);
        while !rest.is_empty() {
            let place = line.place(line.text.len() - rest.len());
            if let Some((written, after)) = prose::read(rest) {
                if !record.main().declarations.is_empty() {
                    let message = format!("`{}` after the end of the game", excerpt(rest));
                    return record.report(Code::TextAfterEnd, place, message);
                }
                add_move(record, written, place);
                rest = after.trim_start_matches(is_blank);
                continue;
            }
            let end = rest.find(is_blank).unwrap_or(rest.len());
            let word = rest[..end].trim_start_matches(|char| crate::notation::kif::mark(char).is_some());
            match ending::read(word, place) {
                Some(declaration) => record.lines[0].declarations.push(declaration),
                None => break_off(record, place, word),
            }
            rest = rest[end..].trim_start_matches(is_blank);
        }
    }

    fn close(&mut self, end: usize) {
        if let Some(mut record) = self.record.take() {
            record.text_range.end = end;
            self.budget.take(&mut record);
            self.records.push(record);
        }
    }
}
