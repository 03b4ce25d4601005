//! Walks over the lines of a text.

use super::token::{handicap_name, result, tag, without_number, written};
use crate::formats::budget::Budget;
use crate::formats::builder::{add_comment, add_move, break_off, declared, excerpt};
use crate::formats::kakinoki::handicap::{self, Handicap};
use crate::formats::lines::{TextLine, lines};
use crate::record::{Code, Ending, Header, PartialDate, Place, Record, Start, StartSource, Subject};
use crate::rules::Color;
use crate::rules::shogi::Setup;

/// Every game of the text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.line(&line);
    }
    reader.end_record(text.len());
    reader.budget.report(&mut reader.records);
    reader.records
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    record: Record,
    begin: usize,
    known: bool,
    ended: bool,
    excess: bool,
    /// The comment that has begun, and what ends it.
    comment: Option<(String, char)>,
    /// The handicap that a tag names.
    handicap: Option<(String, Place)>,
    budget: Budget,
}

impl Reader {
    fn line(&mut self, line: &TextLine<'_>) {
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        let trimmed = line.text.trim();
        if self.comment.is_none()
            && let Some((key, value)) = tag(trimmed)
        {
            self.tag(key, value, line);
            return;
        }
        let (mut at, mut column, mut counted) = (0, line.before, 0);
        while at < line.text.len() {
            let rest = &line.text[at..];
            if let Some((text, end)) = &mut self.comment {
                let stop = rest.find(*end);
                text.push_str(rest[..stop.unwrap_or(rest.len())].trim());
                match stop {
                    Some(stop) => {
                        let text = std::mem::take(text);
                        self.comment = None;
                        add_comment(&mut self.record, text.trim());
                        at += stop + 1;
                    }
                    None => {
                        text.push('\n');
                        return;
                    }
                }
                continue;
            }
            let Some(char) = rest.chars().next() else { break };
            if char.is_whitespace() {
                at += char.len_utf8();
                continue;
            }
            match char {
                '{' | '[' => {
                    self.comment = Some((String::new(), if char == '{' { '}' } else { ']' }));
                    at += 1;
                    continue;
                }
                ';' | '#' => {
                    add_comment(&mut self.record, rest[1..].trim());
                    return;
                }
                _ => {}
            }
            let word = rest.split(|char: char| char.is_whitespace() || "{[;#".contains(char)).next();
            let word = word.unwrap_or_default();
            let bare = without_number(word);
            let from = at + word.len() - bare.len();
            let between = line.text[counted..from].chars().count();
            column = column.saturating_add(u32::try_from(between).unwrap_or(u32::MAX));
            counted = from;
            self.word(bare, Place::new(line.number, column.saturating_add(1)));
            at += word.len();
        }
    }

    fn word(&mut self, word: &str, place: Place) {
        if word.is_empty() {
            return;
        }
        if let Some(winner) = result(word) {
            self.result(word, winner, place);
        } else if self.ended {
            if !std::mem::replace(&mut self.excess, true) {
                self.record.report(
                    Code::TextAfterEnd,
                    place,
                    format!("`{}` after the result", excerpt(word)),
                );
            }
        } else if let Some(written) = written(word) {
            self.known = true;
            add_move(&mut self.record, written, place);
        } else {
            break_off(&mut self.record, place, word);
        }
    }

    fn result(&mut self, word: &str, winner: Option<Color>, place: Place) {
        self.ended = true;
        let (ending, subject) = match winner {
            Some(color) => (Ending::Unknown, Subject::Winner(color)),
            None => (Ending::DrawAgreed, Subject::Nobody),
        };
        self.record.lines[0].declarations.push(declared(ending, subject, word, place));
    }

    fn tag(&mut self, key: &str, value: &str, line: &TextLine<'_>) {
        let place = line.start_place();
        match key.to_ascii_lowercase().as_str() {
            "moves" => return,
            "result" => {
                if let Some(winner) = result(value) {
                    self.result(value, winner, place);
                }
            }
            _ if !self.record.main().plies.is_empty() => self.end_record(line.start),
            _ => {}
        }
        let info = &mut self.record.info;
        match key.to_ascii_lowercase().as_str() {
            "sente" | "black" => info.players.black = Some(value.to_owned()),
            "gote" | "white" => info.players.white = Some(value.to_owned()),
            "event" => info.event = Some(value.to_owned()),
            "site" => info.place = Some(value.to_owned()),
            "date" => {
                let (date, impossible) = PartialDate::read(value);
                info.started = date;
                // `????.??.??` says that nothing is known.
                let is_unknown = value.chars().all(|char| "?0/:-. ".contains(char));
                if impossible || date.is_none() && !is_unknown {
                    self.record.report(
                        Code::BadHeader,
                        place,
                        format!("`{}` is not a valid date", excerpt(value)),
                    );
                }
            }
            "handicap" => self.handicap = Some((value.to_owned(), place)),
            "position" | "sfen" => match value.parse::<Setup>() {
                Ok(setup) => {
                    self.record.start =
                        Start { setup: setup.into(), source: StartSource::Diagram, ..Start::default() };
                }
                Err(error) => {
                    self.record.report(Code::BadStart, place, format!("not SFEN: {error}"));
                    self.record.unusable = Some(Code::BadStart);
                }
            },
            _ => {}
        }
        self.record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
    }

    fn end_record(&mut self, end: usize) {
        if let Some((text, _)) = self.comment.take() {
            add_comment(&mut self.record, text.trim());
        }
        let mut record = std::mem::take(&mut self.record);
        (self.ended, self.excess) = (false, false);
        if let Some((name, place)) = self.handicap.take() {
            take_handicap(&mut record, &name, place);
        }
        record.text_range = self.begin..end;
        if std::mem::take(&mut self.known) {
            self.begin = end;
            self.records.push(record);
        } else if let Some(last) = self.records.last_mut() {
            last.text_range.end = end;
            self.begin = end;
        }
    }
}

/// The start position of a handicap, unless another tag gave one.
fn take_handicap(record: &mut Record, name: &str, place: Place) {
    if record.start.source != StartSource::Silence || record.unusable.is_some() {
        return;
    }
    let known = handicap_name(name).unwrap_or(name);
    record.start.handicap = Some(known.to_owned());
    match handicap::find(known) {
        Handicap::Known(setup, guess) => {
            record.start.setup = setup.into();
            record.start.source = StartSource::Name;
            if let Some(reason) = guess {
                record.report(Code::HandicapGuessed, place, format!("`{}`: {reason}", excerpt(name)));
            }
        }
        Handicap::Custom | Handicap::Unknown => {
            let message =
                format!("`{}` is not a known handicap, and no tag gives the position", excerpt(name));
            record.report(Code::UnknownHandicap, place, message);
            record.unusable = Some(Code::UnknownHandicap);
        }
    }
}
