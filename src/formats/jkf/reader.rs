//! JSON to records.

use std::borrow::Cow;

use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

use super::start;
use crate::formats::csa::ending::of_statement;
use crate::formats::kif::header::{self, Key};
use crate::formats::room::{self, MOST_BRANCHES, Room};
use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Ending, Header, Line, Note, NoteKind, Origin, Place, Ply,
    Promotion, Record, Relative, StartSource, Subject, WrittenMove,
};
use crate::rules::shogi::{PieceKind, Square};

/// Every record of the text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let (mut records, mut room) = (Vec::new(), Room::default());
    // Marks of the byte order between values, where files were put together; no string holds a line end.
    let text = match text.contains("\n\u{feff}") {
        true => Cow::Owned(text.replace("\n\u{feff}", "\n   ")),
        false => Cow::Borrowed(text),
    };
    let whole = &*text;
    let text = &whole[..readable(whole)];
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let mut line = Lines { text, at: 0, line: 1 };
    loop {
        let start = values.byte_offset();
        let place = Place::new(line.of(start + blanks(&text[start..])), 1);
        match values.next() {
            None => break,
            Some(Ok(value)) => {
                let range = start..values.byte_offset();
                let games = match &value {
                    Value::Array(games) => games.as_slice(),
                    other => std::slice::from_ref(other),
                };
                let before = records.len();
                let found = games.iter().filter_map(|game| Reader::read(game, place));
                records.extend(found.map(|record| Record { text_range: range.clone(), ..record }));
                if !records[before..].iter_mut().all(|record| room.take(record)) {
                    break;
                }
            }
            Some(Err(error)) => {
                let to_u32 = |number| u32::try_from(number).unwrap_or(u32::MAX);
                let place = Place::new(to_u32(error.line()), to_u32(error.column()).max(1));
                let message = format!("no JSON: {error}");
                match records.last_mut() {
                    Some(last) => last.report(Code::BadJson, place, message),
                    None => {
                        let mut record = Record { unusable: Some(Code::BadJson), ..Record::default() };
                        record.report(Code::BadJson, place, message);
                        record.text_range = 0..text.len();
                        records.push(record);
                    }
                }
                break;
            }
        }
    }
    if text.len() < whole.len() {
        if records.is_empty() {
            records.push(Record { unusable: Some(Code::TooMuch), ..Record::default() });
        }
        let place = Place::new(line.of(text.len()), 1);
        records.last_mut().into_iter().for_each(|last| last.diagnostics.push(room::finding(place)));
    }
    room.report(&mut records);
    if let Some(last) = records.last_mut() {
        last.text_range.end = whole.len();
    }
    records
}

/// The largest single value that is read, in bytes: it takes up to fifty times as much in memory.
const MOST_JSON: usize = 8 << 20;

/// How much of the text has no value that is larger than [`MOST_JSON`]. What is no JSON is left to the reader.
fn readable(text: &str) -> usize {
    if text.len() <= MOST_JSON {
        return text.len();
    }
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        let start = values.byte_offset();
        match values.next() {
            Some(Ok(value)) if value.get().len() <= MOST_JSON => {}
            Some(Err(_)) if text.len() - start <= MOST_JSON => return text.len(),
            Some(_) => return start,
            None => return text.len(),
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Finds the lines of growing offsets.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn of(&mut self, offset: usize) -> u32 {
        let between = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        let ends = between.iter().filter(|byte| **byte == b'\n').count();
        (self.at, self.line) = (offset, self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX)));
        self.line
    }
}

/// Reading one record. JSON has no lines to speak of, so that messages name the part of the record.
struct Reader {
    record: Record,
    place: Place,
    /// Some move of the record has an origin, so that one without it is a drop.
    has_origins: bool,
}

impl Reader {
    fn read(game: &Value, place: Place) -> Option<Record> {
        let moves = game.get("moves")?.as_array()?;
        let has_origins = moves.iter().any(|node| node.pointer("/move/from").is_some());
        let mut reader = Self { record: Record::default(), place, has_origins };
        reader.headers(game.get("header"));
        reader.start(game.get("initial"));
        reader.line(0, moves, "moves");
        let mut record = reader.record;
        if record.main().plies.is_empty() && record.main().unread == 0 {
            record.report(Code::NoMoves, Place::default(), "the record has no moves");
        }
        Some(record)
    }

    fn report(&mut self, code: Code, message: String) {
        self.record.report(code, self.place, message);
    }

    fn headers(&mut self, headers: Option<&Value>) {
        for (key, value) in headers.and_then(Value::as_object).into_iter().flatten() {
            if value.is_null() {
                // No value is no text either: it names nobody.
                self.report(Code::BadHeader, format!("header `{key}` is null"));
                self.record.headers.push(Header { key: key.clone(), value: String::new() });
                continue;
            }
            let value = value.as_str().map_or_else(|| value.to_string(), |text| text.trim_end().to_owned());
            if let Some(known) = header::key(key).filter(|known| !matches!(known, Key::Turn | Key::Hand(_))) {
                header::understand(&mut self.record, known, &value, self.place);
            }
            self.record.headers.push(Header { key: key.clone(), value });
        }
        header::fill_short_names(&mut self.record);
    }

    fn start(&mut self, initial: Option<&Value>) {
        let Some(initial) = initial.filter(|initial| !initial.is_null()) else { return };
        let name = initial.get("preset").and_then(Value::as_str);
        let data = initial.get("data").filter(|data| !data.is_null());
        match (name, data) {
            (Some(name), _) if name != "OTHER" => match start::preset(name) {
                Some((handicap, setup, guess)) => {
                    self.record.start.setup = setup;
                    self.record.start.handicap = Some(handicap.to_owned());
                    self.record.start.source = StartSource::Name;
                    if let Some(reason) = guess {
                        self.report(Code::HandicapGuessed, format!("preset `{name}`: {reason}"));
                    }
                }
                None => {
                    self.report(Code::UnknownHandicap, format!("`{name}` is no preset that is known"));
                    self.record.unusable = Some(Code::UnknownHandicap);
                }
            },
            (_, Some(data)) => match start::position(data) {
                Ok(setup) => {
                    self.record.start.setup = setup;
                    self.record.start.source = StartSource::Diagram;
                }
                Err(part) => {
                    self.report(Code::BadStart, format!("initial.data.{part} cannot be understood"));
                    self.record.unusable = Some(Code::BadStart);
                }
            },
            (_, None) => {
                self.report(Code::BadStart, "initial names neither a preset nor a position".to_owned());
                self.record.unusable = Some(Code::BadStart);
            }
        }
    }

    /// Reads a line of moves, and then its branches from its end to its beginning, as KIF has them. The depth of the
    /// recursion is that of the JSON, which the parser bounds.
    fn line(&mut self, line: usize, nodes: &[Value], path: &str) {
        let after = self.record.lines[line].after;
        let mut forks: Vec<(usize, usize, &Value)> = Vec::new();
        let mut state = State::Open;
        for (index, node) in nodes.iter().enumerate() {
            let here = || format!("{path}[{index}]");
            let ply = after + self.record.lines[line].plies.len();
            if let Some(found) = node.get("forks").filter(|found| !found.is_null()) {
                forks.push((ply, index, found));
            }
            let special = node.get("special").and_then(Value::as_str);
            match (node.get("move").filter(|mv| !mv.is_null()), special, state) {
                (None, None, _) => {}
                (_, _, State::Ended) => {
                    self.report(Code::TextAfterEnd, format!("{}: a move after the end of the game", here()));
                    state = State::Over;
                }
                (_, _, State::Over) => {}
                (_, Some(word), _) => {
                    self.special(line, word, clock(node.get("time")));
                    state = State::Ended;
                }
                (Some(_), None, State::Unread) => self.record.lines[line].unread += 1,
                (Some(mv), None, State::Open) => match self.written(mv) {
                    Ok(written) => {
                        let (clock, place) = (clock(node.get("time")), self.place);
                        self.record.lines[line].plies.push(Ply { written, clock, place });
                    }
                    Err(part) => {
                        let message =
                            format!("{}.move{part} cannot be understood; the line ends before it", here());
                        self.report(Code::BadField, message);
                        self.record.lines[line].unread += 1;
                        state = State::Unread;
                    }
                },
            }
            let ply = after + self.record.lines[line].plies.len();
            for comment in node.get("comments").and_then(Value::as_array).into_iter().flatten() {
                self.comment(line, ply, comment.as_str().unwrap_or_default());
            }
        }
        for (ply, index, found) in forks.into_iter().rev() {
            for (number, fork) in found.as_array().into_iter().flatten().enumerate() {
                let path = format!("{path}[{index}].forks[{number}]");
                let Some(nodes) = fork.as_array() else {
                    self.report(Code::BadField, format!("{path} is no list of moves"));
                    continue;
                };
                if self.record.lines.len() > MOST_BRANCHES {
                    return self.record.diagnostics.push(room::finding(self.place));
                }
                self.record.lines.push(Line { parent: Some(line), after: ply, ..Line::default() });
                self.line(self.record.lines.len() - 1, nodes, &path);
            }
        }
    }

    /// A comment; the ones that begin with `&` are bookmarks, as in KIF.
    fn comment(&mut self, line: usize, ply: usize, text: &str) {
        let (kind, text) = match text.strip_prefix('&') {
            Some(name) => (NoteKind::Bookmark, name),
            None => (NoteKind::Comment, text),
        };
        self.record.notes.push(Note { line, ply, kind, text: text.to_owned() });
    }

    fn special(&mut self, line: usize, word: &str, clock: Clock) {
        let known = of_statement(&format!("%{}", word.trim_start_matches('%')));
        let (ending, subject) = known.unwrap_or((Ending::Unknown, Subject::Silent));
        if known.is_none() {
            self.report(Code::EndingUnknown, format!("`{word}` is no ending that is known"));
        }
        let (by, place) = (DeclaredBy::Row, self.place);
        let declaration =
            Declaration { ending, subject, word: word.to_owned(), plies: None, by, clock, place };
        self.record.lines[line].declarations.push(declaration);
    }

    /// A move; `Err` names its part that cannot be understood.
    fn written(&self, mv: &Value) -> Result<WrittenMove, &'static str> {
        let part = |name: &str| mv.get(name).filter(|part| !part.is_null());
        let same = part("same").and_then(Value::as_bool) == Some(true);
        let to = match part("to") {
            Some(to) => Some(square(to).ok_or(".to")?),
            None if same => None,
            None => return Err(", which has neither `to` nor `same`,"),
        };
        let (relative, dropped) = relative(part("relative")).ok_or(".relative")?;
        let origin = match part("from") {
            Some(from) => Origin::Board(square(from).ok_or(".from")?),
            None if dropped || self.has_origins && relative.is_empty() => Origin::Hand,
            None => Origin::Unstated,
        };
        let piece: Option<PieceKind> = match part("piece") {
            Some(name) => Some(name.as_str().and_then(start::kind).ok_or(".piece")?),
            None => None,
        };
        let promotion = match part("promote").map(Value::as_bool) {
            None => Promotion::Unstated,
            Some(Some(true)) => Promotion::Yes,
            Some(Some(false)) => Promotion::No,
            Some(None) => return Err(".promote"),
        };
        let color = match part("color") {
            Some(color) => Some(start::color(color).ok_or(".color")?),
            None => None,
        };
        Ok(WrittenMove { to, origin, piece, promotion, color, relative, ..WrittenMove::default() })
    }
}

/// What the nodes that come next mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Moves.
    Open,
    /// Moves behind one that cannot be understood.
    Unread,
    /// Behind the ending.
    Ended,
    /// The same, and reported.
    Over,
}

/// `{"x": 7, "y": 6}`.
fn square(value: &Value) -> Option<Square> {
    let number = |key| value.get(key)?.as_u64().and_then(|number| u8::try_from(number).ok());
    Square::new(number("x")?, number("y")?)
}

/// The words `LCR` and `UMD`, and whether `H` says that the piece is dropped.
fn relative(value: Option<&Value>) -> Option<(Relative, bool)> {
    let Some(value) = value else { return Some((Relative::default(), false)) };
    let (mut words, mut dropped) = (Relative::default(), false);
    for letter in value.as_str()?.chars() {
        words = words.with(match letter {
            'L' => Relative::LEFT,
            'C' => Relative::STRAIGHT,
            'R' => Relative::RIGHT,
            'U' => Relative::UP,
            'M' => Relative::SIDEWAYS,
            'D' => Relative::DOWN,
            'H' => {
                dropped = true;
                Relative::default()
            }
            _ => return None,
        });
    }
    Some((words, dropped))
}

/// `{"now": {"m": 0, "s": 5}, "total": {"h": 0, "m": 0, "s": 5}}`.
fn clock(value: Option<&Value>) -> Clock {
    let time = |key: &str| -> Option<i32> {
        let time = value?.get(key)?.as_object()?;
        let part =
            |key: &str, unit: f64| time.get(key).and_then(Value::as_f64).map_or(0.0, |number| number * unit);
        let milliseconds = (part("h", 3600.0) + part("m", 60.0) + part("s", 1.0)) * 1000.0;
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        (milliseconds.abs() < f64::from(i32::MAX)).then(|| milliseconds.round() as i32)
    };
    Clock { spent: time("now"), total: time("total") }
}
