//! Walks over the lines of a text and makes records of them.

mod branches;

use super::blank::is_blank;
use super::branch_heading::{self, Ahead};
use super::foreign_row;
use super::header::{self, Key};
use super::header_line;
use super::line_kind::{LineKind, kind};
use super::moves::Moves;
use super::next_game;
use super::row::{self, Row};
use super::start::StartBuilder;
use super::stated::{self, Stated};
use super::{Content, Dialect, ending, move_line, regular};
use crate::formats::budget::Budget;
use crate::formats::builder::{excerpt, report_no_moves};
use crate::formats::lines::{Lines, TextLine, lines};
use crate::notation::animals;
use crate::notation::kif::{digit, mark};
use crate::record::{Code, Header, NoteKind, Record};
use crate::replay::settle;
use crate::rules::Color;

/// The records of a text, each with its own range of the text.
pub(in crate::formats) fn read(text: &str, dialect: Dialect) -> Vec<Record> {
    let mut reader = Reader { dialect, ..Reader::default() };
    let mut lines = lines(text);
    while let Some(line) = lines.next() {
        if !reader.regular(&line) {
            reader.line(&line, &lines);
        }
    }
    reader.end_record(text.len());
    reader.budget.report(&mut reader.records);
    reader.records
}

/// Reading one text.
#[derive(Debug, Default)]
struct Reader {
    dialect: Dialect,
    records: Vec<Record>,
    record: Record,
    start: StartBuilder,
    moves: Moves,
    stated: Stated,
    /// Whether headers at this place behind the moves (plies and line) begin another game.
    behind: Option<((usize, usize), bool)>,
    /// The record has rows in other programs' spellings.
    foreign: bool,
    /// The side of a player whom the line before named by a mark alone.
    marked: Option<Color>,
    /// Something of the record has been read that makes it one.
    known: bool,
    begin: usize,
    budget: Budget,
}

impl Reader {
    /// Reads the line if it is a regular row of KIF that is the next move.
    #[inline]
    fn regular(&mut self, line: &TextLine<'_>) -> bool {
        if self.dialect == Dialect::Kif
            && !self.budget.is_spent()
            && let Some(row) = regular::read(line.text.as_bytes())
            && self.moves.regular(&mut self.record, &row, line)
        {
            self.known = true;
            return true;
        }
        false
    }

    fn line(&mut self, line: &TextLine<'_>, rest: &Lines<'_>) {
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        let mut last = *line;
        while let Some((row, next)) = row::first_of_several(last.text) {
            self.row(&row, &last, rest);
            let before = last.text[..next].chars().count();
            last = last.rest(next, u32::try_from(before).unwrap_or(u32::MAX));
        }
        let line = &last;
        match kind(line.text) {
            LineKind::Ki2Moves if self.dialect == Dialect::Ki2 && move_line::begins_moves(line.text) => {
                self.ki2_moves(line);
            }
            LineKind::Row(row) if row.is_doubtful() && !self.is_next(&row) => {
                self.unreadable(line, "this line");
            }
            LineKind::Row(row) => self.row(&row, line, rest),
            LineKind::Blank => {}
            LineKind::Frame if self.moves.started() => {}
            LineKind::Frame => self.start.frame(line.text),
            LineKind::Comment(text) => {
                if let Some(number) = branch_heading::number_alone(text) {
                    self.branch_like(number, line, rest);
                }
                self.moves.note(&mut self.record, NoteKind::Comment, text);
            }
            LineKind::Bookmark(text) => {
                self.moves.note(&mut self.record, NoteKind::Bookmark, text.trim_end());
            }
            LineKind::Remark(text) => self.remark(text, line),
            LineKind::Separator => {
                if !self.moves.goes_on(&self.record, || Ahead::of(rest, self.dialect)) {
                    self.begin_if_over(line);
                }
                self.known = true;
            }
            LineKind::Branch(number) => self.branch(number, line, rest),
            LineKind::BranchLike(number) if self.branch_like(number, line, rest) => {}
            LineKind::BranchLike(_) => match header::split(line.text) {
                Some((key, value)) => self.header(key, value, line, rest),
                None => self.unreadable(line, "this line"),
            },
            LineKind::Closing => {
                self.closing(line);
            }
            LineKind::Turn(color) => self.start.turn(color, line.start_place()),
            LineKind::LastMove(count, text) => self.start.last_move(count, text, line.start_place()),
            LineKind::Rank => {
                if self.moves.started() && self.moves.ended()
                    || self.start.has_diagram() && !self.moves.started()
                {
                    self.begin_record(line);
                }
                if self.moves.started() {
                    self.record.report(Code::UnreadableLine, line.start_place(), "a diagram among the moves");
                } else {
                    self.known = true;
                    self.start.rank(line.text, line.start_place());
                }
            }
            LineKind::Header(key, value) => match header_line::split(key, value) {
                None => self.header(key, value, line, rest),
                Some(all) => all.into_iter().for_each(|(key, value)| self.header(key, value, line, rest)),
            },
            LineKind::Rotation => {
                self.record.headers.push(Header { key: "盤面回転".to_owned(), value: String::new() });
            }
            LineKind::Ki2Moves if self.dialect == Dialect::Kif => {
                if !self.without_number(line.text, None, line) {
                    self.unreadable(line, "moves as KI2 writes them");
                }
            }
            LineKind::Ki2Moves | LineKind::Other => self.other(line, rest),
        }
    }

    /// A numbered row.
    fn row(&mut self, row: &Row<'_>, line: &TextLine<'_>, rest: &Lines<'_>) {
        if self.moves.begins_anew(row) && (self.moves.ended() || goes_on_with_two(rest)) {
            self.begin_anew(line);
        }
        self.foreign |= row.foreign;
        self.known |= matches!(row.content, Content::Move { .. } | Content::Word(..));
        let is_end = matches!(row.content, Content::Word(..));
        let numbered_start = self.start.has_diagram() || is_end && self.start.precedes(row.number);
        if !self.moves.started() && names_an_animal(&line.text[row.offset..]) {
            self.start.animal_move();
        }
        if let Content::Word(word, _) = row.content
            && !ending::is_known(word)
            && ending::closing_line_of(word, line.start_place(), &self.record.info.players).is_some()
        {
            return self.closing(&line.rest(row.offset, 0));
        }
        self.moves.row(&mut self.record, row, line, numbered_start);
        if let Some(at) = row.comment {
            self.moves.note(&mut self.record, NoteKind::Comment, &line.text[at..]);
        }
    }

    /// True for a row in another program's spelling that has the number of the next one, among rows of its kind.
    fn is_next(&self, row: &Row<'_>) -> bool {
        self.moves.expects(row.number) && (self.foreign || !self.moves.started())
    }

    /// A move without a number, or an ending that is not the record's first row, of the side that is named before it;
    /// false for any other text.
    fn without_number(&mut self, text: &str, side: Option<Color>, line: &TextLine<'_>) -> bool {
        let offset = line.text.len() - line.text.trim_start_matches(is_blank).len();
        if let Some(row) = foreign_row::without_number(text) {
            let content = match row.content {
                Content::Move { mut written, same } => {
                    written.color = written.color.or(side);
                    Content::Move { written, same }
                }
                other => other,
            };
            self.known = true;
            self.moves.timed(&mut self.record, content, row.clock, line.place(offset));
            if let Some(at) = row.comment {
                self.moves.note(&mut self.record, NoteKind::Comment, &text[at..]);
            }
            return true;
        }
        let text = text.trim_matches(is_blank);
        let marked = text.chars().next().and_then(mark);
        let word = text.trim_start_matches(|char| mark(char).is_some() || is_blank(char));
        let is_ending = self.moves.is_open() && ending::is_known(word);
        if is_ending {
            let content = Content::Word(word, marked.or(side));
            self.moves.unnumbered(&mut self.record, content, line.place(offset));
        }
        is_ending
    }

    /// A line that is none of the usual ones.
    fn other(&mut self, line: &TextLine<'_>, rest: &Lines<'_>) {
        let text = line.text.trim_matches(is_blank);
        if !self.moves.started() {
            if self.players(line, rest) {
                return;
            }
            if let Some(all) = header_line::without_colon(text) {
                return all.into_iter().for_each(|(key, value)| self.header(key, value, line, rest));
            }
        }
        if self.dialect == Dialect::Ki2 && move_line::begins_moves(line.text) {
            self.ki2_moves(line);
        } else if ending::closing_line_of(text, line.start_place(), &self.record.info.players).is_some() {
            self.closing(line);
        } else if self.dialect == Dialect::Kif && self.without_number(line.text, None, line) {
        } else {
            match move_line::moves_behind_strays(line.text) {
                Some(at) if self.dialect == Dialect::Ki2 => self.moves_behind_strays(line, at),
                _ => self.unreadable(line, "this line"),
            }
        }
    }

    /// Players who are named by their marks (`▲甲 △乙`), on a line or on two; false for any other line.
    fn players(&mut self, line: &TextLine<'_>, rest: &Lines<'_>) -> bool {
        let side = |color| if color == Color::Black { "先手" } else { "後手" };
        if let Some(both) = header_line::marked_players(line.text) {
            both.into_iter().for_each(|(color, name)| self.header(side(color), name, line, rest));
            return true;
        }
        let Some((color, name)) = header_line::marked_player(line.text) else { return false };
        let next = rest.clone().find(|line| !line.text.trim_matches(is_blank).is_empty());
        let next = next.and_then(|line| header_line::marked_player(line.text)).map(|(color, _)| color);
        let in_pair = self.marked == Some(!color) || next == Some(!color);
        if in_pair {
            self.marked = Some(color);
            self.header(side(color), name, line, rest);
        }
        in_pair
    }

    /// A line of moves as KI2 writes them.
    fn ki2_moves(&mut self, line: &TextLine<'_>) {
        self.known = true;
        for (item, rest) in move_line::items(*line) {
            let content = match item {
                move_line::Item::Content(content) => content,
                move_line::Item::Closing => {
                    self.closing(&rest);
                    return;
                }
                move_line::Item::Remark(text) => {
                    let message = format!("`{}` among the moves", excerpt(text));
                    self.record.report(Code::UnreadableLine, rest.start_place(), message);
                    continue;
                }
            };
            self.moves.unnumbered(&mut self.record, content, rest.start_place());
        }
    }

    fn closing(&mut self, line: &TextLine<'_>) {
        let players = &self.record.info.players;
        let Some(closing) = ending::closing_line_of(line.text, line.start_place(), players) else { return };
        self.known = true;
        if self.moves.started() {
            ending::report_nobody(&mut self.record, &closing.declaration);
            self.moves.closing(&mut self.record, closing);
        } else {
            let below_headers = players.black.as_ref().or(players.white.as_ref()).is_some()
                || self.start.handicap_name().is_some();
            self.stated.closing(line.text, line.start_place(), below_headers);
        }
    }

    /// Begins another game at a row 1. Behind an ending nothing else can be meant.
    fn begin_anew(&mut self, line: &TextLine<'_>) {
        let over = self.moves.ended();
        self.begin_record(line);
        if !over {
            let message = "the rows begin with 1 again; another game was taken to begin here";
            self.record.report(Code::NumberMismatch, line.start_place(), message);
        }
    }

    fn moves_behind_strays(&mut self, line: &TextLine<'_>, at: usize) {
        let strays = &line.text[..at];
        let message = format!("`{}` before the moves", strays.trim_matches(is_blank));
        self.record.report(Code::UnreadableLine, line.start_place(), message);
        self.ki2_moves(&line.rest(at, u32::try_from(strays.chars().count()).unwrap_or(u32::MAX)));
    }

    fn unreadable(&mut self, line: &TextLine<'_>, what: &str) {
        let column = line.text.len() - line.text.trim_start_matches(is_blank).len();
        let text = excerpt(line.text.trim_matches(is_blank));
        let format = if self.dialect == Dialect::Kif { "KIF" } else { "KI2" };
        let message = format!("{what} is not {format}: `{text}`");
        self.moves.unreadable();
        self.record.report(Code::UnreadableLine, line.place(column), message);
    }

    /// `#` lines: a banner names the program, and after a game's moves begins another.
    fn remark(&mut self, text: &str, line: &TextLine<'_>) {
        let version = text.trim_start().starts_with("KIF version");
        let banner = is_banner(text);
        if !banner && !version {
            if let LineKind::Row(Row { content: Content::Move { .. }, .. }) = kind(text) {
                self.unreadable(line, "a row behind `#`");
            }
            return;
        }
        if banner && self.record.producer.is_some() && !self.record.headers.is_empty() {
            // Another file's beginning, also where the record before it has no moves.
            self.begin_record(line);
        } else {
            self.begin_if_over(line);
        }
        if banner && self.record.producer.is_none() {
            let name = text.trim_matches(|char: char| is_blank(char) || char == '-');
            self.record.producer = (!name.is_empty()).then(|| name.to_owned());
        }
    }

    fn header(&mut self, name: &str, value: &str, line: &TextLine<'_>, rest: &Lines<'_>) {
        let Some((name, key)) = header_line::known_key(name) else {
            let own = self.behind.is_some_and(|(place, _)| place == self.moves.place());
            if self.moves.started() && !own || matches!(name, "http" | "https") {
                self.unreadable(line, "this line");
            } else {
                self.record.headers.push(Header { key: name.to_owned(), value: value.to_owned() });
            }
            return;
        };
        if let Key::Player(color) = key
            && self.without_number(value, Some(color), line)
        {
            return;
        }
        let is_hand = matches!(key, Key::Hand(_) | Key::SomeHand);
        let begins = key.begins_a_game() && self.is_over() && self.another_begins((name, value), rest);
        if is_hand && self.moves.started() && (!begins || self.is_shown(rest)) {
            let message = format!("`{name}` among the moves");
            self.record.report(Code::UnreadableLine, line.start_place(), message);
            return;
        }
        if begins {
            self.begin_record(line);
        }
        if matches!(key, Key::Hand(color) if self.start.has_diagram() && self.start.has_hand(color)) {
            self.begin_record(line);
        }
        if key == Key::SomeHand && self.start.has_diagram() && self.start.has_two_unnamed_hands() {
            self.begin_record(line);
        }
        self.known = true;
        let place = line.start_place();
        let earlier = match key {
            Key::Player(color) => self.record.info.players[color].as_deref(),
            Key::Handicap => self.start.handicap_name(),
            _ => None,
        };
        if let Some(earlier) = earlier.filter(|earlier| !value.is_empty() && *earlier != value) {
            let message = format!("`{name}` is `{value}` here and `{earlier}` before; the first counts");
            self.record.report(Code::BadHeader, place, message);
        }
        self.record.headers.push(Header { key: name.to_owned(), value: value.to_owned() });
        match key {
            Key::Handicap => self.start.handicap(value, place),
            Key::Hand(color) => self.start.hand(name, color, value, place),
            Key::SomeHand => self.start.some_hand(name, value, place),
            Key::Turn => match header::side(value) {
                Some(color) => self.start.turn(color, place),
                None => self.record.report(Code::BadTurn, place, format!("`{value}` is not a side")),
            },
            Key::Result => self.stated.header(name, value, place),
            _ => header::understand(&mut self.record, key, value, place),
        }
    }

    /// True when the record has moves or an ending of its own.
    fn is_over(&self) -> bool {
        self.moves.started() || self.stated.ends_a_game()
    }

    /// Whether this header and those after it are another game's.
    fn another_begins(&mut self, header: (&str, &str), rest: &Lines<'_>) -> bool {
        let place = self.moves.place();
        if let Some((_, known)) = self.behind.filter(|(decided, _)| *decided == place) {
            return known;
        }
        let begins = next_game::begins(&self.record, header, rest.clone(), self.dialect);
        self.behind = Some((place, begins));
        begins
    }

    /// Begins another record when the current one already has moves or an ending.
    fn begin_if_over(&mut self, line: &TextLine<'_>) {
        if self.moves.started() {
            self.begin_record(line);
        }
    }

    fn begin_record(&mut self, line: &TextLine<'_>) {
        self.end_record(line.start);
    }

    fn end_record(&mut self, end: usize) {
        let mut record = std::mem::take(&mut self.record);
        let start = std::mem::take(&mut self.start);
        let doubts = std::mem::take(&mut self.moves).finish(&mut record);
        start.finish(&mut record);
        settle(&mut record, &doubts);
        header::fill_short_names(&mut record);
        std::mem::take(&mut self.stated).finish(&mut record);
        (self.behind, self.marked, self.foreign) = (None, None, false);
        if self.dialect == Dialect::Ki2 {
            stated::resignations_of_ki2(&mut record);
        }
        report_no_moves(&mut record);
        record.text_range = self.begin..end;
        if std::mem::take(&mut self.known) {
            self.begin = end;
            self.budget.take(&mut record);
            self.records.push(record);
        } else if let Some(last) = self.records.last_mut() {
            // What follows the last game and is no game of its own belongs to it.
            last.text_range.end = end;
            last.report_all(record.diagnostics);
            self.begin = end;
        } else {
            // What stands before the first game is reported by it.
            self.record.diagnostics = record.diagnostics;
        }
    }
}

/// True for the text of a `#` line with which a program begins a file: `---- Kifu for Windows …`.
pub(super) fn is_banner(text: &str) -> bool {
    text.trim_start_matches(is_blank).starts_with("--") && text.contains(is_blank)
}

/// True when the next row has the number 2.
fn goes_on_with_two(rest: &Lines<'_>) -> bool {
    rest.clone().take(COMMENT_LINES).find_map(|line| row::read(line.text)).is_some_and(|row| row.number == 2)
}

/// How many lines of comments between two rows are passed over at most.
const COMMENT_LINES: usize = 16;

/// True for a move whose piece is written as an animal: no name of a piece of standard shogi is one of them.
fn names_an_animal(text: &str) -> bool {
    let text = text.trim_start_matches(|char| mark(char).is_some() || is_blank(char));
    let text = text.trim_start_matches(|char| digit(char).is_some());
    animals::read_name(text.trim_start_matches(is_blank)).is_some()
}
