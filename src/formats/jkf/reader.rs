//! JSON to records.

use serde_json::Deserializer;

use super::header::Headers;
use super::lenient::Field;
use super::start::{self, Initial};
use super::tree::{Fork, Game, Games, Node};
use crate::formats::budget::{self, Budget, MOST_BRANCHES};
use crate::formats::builder::{declared, report_no_moves};
use crate::formats::csa::ending::of_word;
use crate::formats::json::{Lines, blanks, readable, without_marks};
use crate::formats::kakinoki::handicap::{self, Handicap};
use crate::formats::kakinoki::header::{self, Key};
use crate::formats::kakinoki::other_game;
use crate::record::{
    Clock, Code, Declaration, Ending, Header, Line, Note, NoteKind, Place, Ply, Record, StartSource, Subject,
};

/// Every record of the text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let (mut records, mut budget) = (Vec::<Record>::new(), Budget::default());
    // What stands among the games and is none; the last of them reports it.
    let mut strays = Record::default();
    let text = without_marks(text);
    let all = &*text;
    let text = &all[..readable(all)];
    let mut values = Deserializer::from_str(text).into_iter::<Games<'_>>();
    let mut line = Lines::new(text);
    'text: loop {
        let start = values.byte_offset();
        let place = Place::new(line.of(start + blanks(&text[start..])), 1);
        match values.next() {
            None => break,
            Some(Ok(value)) => {
                let range = start..values.byte_offset();
                value.mismatches.report(&mut strays, place);
                for game in value.games {
                    let mut record = Reader::read(game, place);
                    record.text_range = range.clone();
                    let more = budget.take(&mut record);
                    records.push(record);
                    if !more {
                        break 'text;
                    }
                }
            }
            Some(Err(error)) => {
                let to_u32 = |number| u32::try_from(number).unwrap_or(u32::MAX);
                let place = Place::new(to_u32(error.line()), to_u32(error.column()).max(1));
                let message = format!("not JSON: {error}");
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
    if text.len() < all.len() {
        if records.is_empty() {
            records.push(Record { unusable: Some(Code::TooMuch), ..Record::default() });
        }
        let place = Place::new(line.of(text.len()), 1);
        records.last_mut().into_iter().for_each(|last| last.diagnostics.push(budget::finding(place)));
    }
    budget.report(&mut records);
    if let Some(last) = records.last_mut() {
        strays.diagnostics.into_iter().for_each(|found| last.report(found.code, found.place, found.message));
        last.text_range.end = all.len();
    }
    records
}

/// Reading one record. JSON has no lines to speak of, so that messages name the field.
struct Reader {
    record: Record,
    place: Place,
    /// Some move of the record has an origin, so that one without it is a drop.
    has_origins: bool,
}

impl Reader {
    fn read(game: Game<'_>, place: Place) -> Record {
        let has_origins = game.moves.iter().any(|node| node.mv.value().is_some_and(|mv| mv.has_origin()));
        let mut reader = Self { record: Record::default(), place, has_origins };
        reader.headers(game.header);
        reader.start(&game.initial);
        reader.handicap();
        reader.line(0, &game.moves, "moves");
        let mut record = reader.record;
        game.mismatches.report(&mut record, place);
        report_no_moves(&mut record);
        record
    }

    fn report(&mut self, code: Code, message: String) {
        self.record.report(code, self.place, message);
    }

    fn headers(&mut self, Headers(headers): Headers<'_>) {
        for (key, value) in headers {
            let key = key.into_owned();
            let Some(value) = value else {
                // No value is no text either: it names nobody.
                self.report(Code::BadHeader, format!("header `{key}` is null"));
                self.record.headers.push(Header { key, value: String::new() });
                continue;
            };
            let value = value.trim_end().to_owned();
            if let Some(known) = header::key(&key).filter(|known| !matches!(known, Key::Turn | Key::Hand(_)))
            {
                header::understand(&mut self.record, known, &value, self.place);
            }
            self.record.headers.push(Header { key, value });
        }
        header::fill_short_names(&mut self.record);
    }

    fn start(&mut self, initial: &Field<Box<Initial<'_>>>) {
        let initial = match initial {
            Field::Missing | Field::Null => return,
            Field::Is(initial) => initial,
            Field::Mismatch(kind) => {
                return self.unusable(Code::BadStart, format!("initial is {kind}, not an object"));
            }
        };
        let position = match initial.data.as_ref() {
            Field::Missing | Field::Null => None,
            Field::Is(data) => {
                let wrong = |part| format!("initial.data.{part} cannot be understood");
                Some(start::position(data).map_err(wrong))
            }
            Field::Mismatch(kind) => Some(Err(format!("initial.data is {kind}, not an object"))),
        };
        let name = initial.preset.as_ref().value().map(|name| &**name);
        match (name, position) {
            (Some(name), position) if name != "OTHER" => match start::preset(name) {
                Some((handicap, setup, guess)) => {
                    if position.is_some_and(|position| position.as_ref() != Ok(&setup)) {
                        let message = format!("initial.data is not the position of `{name}`; it is ignored");
                        self.report(Code::IgnoredField, message);
                    }
                    self.record.start.setup = setup.into();
                    self.record.start.handicap = Some(handicap.to_owned());
                    self.record.start.source = StartSource::Name;
                    if let Some(reason) = guess {
                        self.report(Code::HandicapGuessed, format!("preset `{name}`: {reason}"));
                    }
                }
                None => {
                    self.unusable(Code::UnknownHandicap, format!("`{name}` is not a known preset"));
                }
            },
            (_, Some(Ok(setup))) => {
                self.record.start.setup = setup.into();
                self.record.start.source = StartSource::Diagram;
            }
            (_, Some(Err(wrong))) => self.unusable(Code::BadStart, wrong),
            (_, None) => {
                self.unusable(Code::BadStart, "initial names neither a preset nor a position".to_owned());
            }
        }
    }

    /// Says where the header names another handicap than the start position is.
    fn handicap(&mut self) {
        let Record { start, headers, unusable: None, .. } = &self.record else { return };
        let by_handicap = headers.iter().find(|found| {
            header::key(&found.key) == Some(Key::Handicap) && other_game::is_other_game(&found.value)
        });
        if let Some(found) = by_handicap.or_else(|| other_game::named_in(headers)) {
            let name = found.value.clone();
            return self
                .unusable(Code::OtherGame, format!("`{name}` is another game; its moves cannot be judged"));
        }
        let named = headers.iter().find(|found| header::key(&found.key) == Some(Key::Handicap));
        let Some(name) = named.map(|found| found.value.clone()) else { return };
        if let Handicap::Known(setup, _) = handicap::find(&name)
            && !start.setup.shogi().is_some_and(|start| handicap::same_position(&setup, start))
        {
            let message = format!("initial is not the position of `{name}`; it decides");
            self.report(Code::StartConflict, message);
        }
    }

    fn unusable(&mut self, code: Code, message: String) {
        self.report(code, message);
        self.record.unusable = Some(code);
    }

    /// Reads a line of moves, and then its branches from its end to its beginning, as KIF has them. The depth of the
    /// recursion is that of the JSON, which the parser bounds.
    fn line(&mut self, line: usize, nodes: &[Node<'_>], path: &str) {
        let after = self.record.lines[line].after;
        let mut forks = Vec::new();
        let mut state = State::Open;
        for (index, node) in nodes.iter().enumerate() {
            let here = || format!("{path}[{index}]");
            let ply = after + self.record.lines[line].plies.len();
            if !node.forks().is_empty() {
                forks.push((ply, index, node.forks()));
            }
            let mv = node.mv.fits();
            match (mv, node.special(), state) {
                (Ok(None), None, _) => {
                    if let Field::Is(_) = node.clock {
                        self.report(Code::BadClock, format!("{}.time is the time of no move", here()));
                    }
                }
                (_, _, State::Ended) => {
                    self.report(Code::TextAfterEnd, format!("{}: a move after the end of the game", here()));
                    state = State::Over;
                }
                (_, _, State::Over) => {}
                (mv, special, _) => {
                    let alone = matches!(mv, Ok(None));
                    if !alone {
                        state = self.mv(line, node, state, &here);
                    }
                    if let Some(word) = special {
                        let clock = node.clock.value().filter(|_| alone).unwrap_or_default();
                        self.special(line, word, clock);
                        state = State::Ended;
                    }
                }
            }
            let ply = after + self.record.lines[line].plies.len();
            let is_ending = state == State::Ended && matches!(node.mv.fits(), Ok(None));
            for comment in node.comments() {
                self.comment(line, ply + usize::from(is_ending), comment);
            }
        }
        for (ply, index, found) in forks.into_iter().rev() {
            for (number, fork) in found.iter().enumerate() {
                let path = format!("{path}[{index}].forks[{number}]");
                let Field::Is(Fork(nodes)) = fork else {
                    self.report(Code::BadField, format!("{path} is not a list of moves"));
                    continue;
                };
                if self.record.lines.len() > MOST_BRANCHES {
                    return self.record.diagnostics.push(budget::finding(self.place));
                }
                self.record.lines.push(Line { parent: Some(line), after: ply, ..Line::default() });
                self.line(self.record.lines.len() - 1, nodes, &path);
            }
        }
    }

    /// The move of a node, and what the nodes after it mean.
    fn mv(&mut self, line: usize, node: &Node<'_>, state: State, here: &dyn Fn() -> String) -> State {
        if state == State::Unread {
            self.record.lines[line].unread += 1;
            return state;
        }
        let written = match node.mv.fits() {
            Ok(mv) => mv.unwrap_or_default().written(self.has_origins).map_err(|part| {
                format!("{}.move{part} cannot be understood; the line ends before it", here())
            }),
            Err(kind) => Err(format!("{}.move is {kind}, not an object; the line ends before it", here())),
        };
        match written {
            Ok(written) => {
                let (clock, place) = (node.clock.value().unwrap_or_default(), self.place);
                self.record.lines[line].plies.push(Ply { written, clock, place });
                state
            }
            Err(message) => {
                self.report(Code::BadField, message);
                self.record.lines[line].unread += 1;
                State::Unread
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
        let known = of_word(word.trim_start_matches('%'));
        let (ending, subject) = known.unwrap_or((Ending::Unknown, Subject::Silent));
        if known.is_none() {
            self.report(Code::EndingUnknown, format!("`{word}` is not a known ending"));
        }
        let declaration = declared(ending, subject, word, self.place);
        self.record.lines[line].declarations.push(Declaration { clock, ..declaration });
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
