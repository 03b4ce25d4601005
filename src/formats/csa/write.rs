//! A record as CSA text, V2.2 or V3.0, and what CSA cannot hold of it.

use std::fmt::Write as _;

use super::{animals, comment, ending, statement};
use crate::formats::conclusion::Conclusion;
use crate::formats::date_text::says_no_more;
use crate::formats::encoding::Encoding;
use crate::formats::kakinoki::header::{self, Key};
use crate::formats::loose_board::LooseBoard;
use crate::formats::written::Losses;
use crate::formats::{LossCode, Written};
use crate::notation::csa;
use crate::record::{
    Clock, Declaration, DeclaredBy, Note, NoteKind, Origin, PartialDate, Record, WrittenMove,
};
use crate::replay::{Game, Stop};
use crate::rules::shogi::{Piece, PieceKind, Setup, Square};
use crate::rules::{Color, PlayablePosition, Variant, VariantPosition};

/// A version of the format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// V2.2 (2008), which every program reads; times in seconds.
    V22,
    /// V3.0 (2024), in UTF-8; times to the millisecond, limits and rules as headers.
    V30,
}

/// Writes the main line of a played record.
///
/// The moves are the legal ones and, where the record goes on, the illegal move and what follows it as far as CSA can
/// name them. The text of V3.0 says that its encoding is UTF-8; [`Target::encode`](crate::formats::Target::encode) writes
/// it in another one.
#[must_use]
pub fn write(record: &Record, game: &Game, version: Version) -> Written {
    let mut notes: Vec<Vec<usize>> = vec![Vec::new(); record.main().plies.len() + 1];
    for (index, note) in record.notes.iter().enumerate().filter(|(_, note)| note.line == 0) {
        if let Some(here) = notes.get_mut(note.ply).filter(|_| !is_late(&note.text)) {
            here.push(index);
        }
    }
    let mut writer = Writer {
        record,
        version,
        notes,
        text: String::new(),
        losses: Losses::default(),
        fractions: false,
        totals: false,
        line_ends: false,
    };
    writer.head();
    match &game.start {
        VariantPosition::Shogi(position) => {
            writer.position(&position.setup());
            if position.ply() > 1 {
                let message = "CSA has no number for the start position's next move";
                writer.lose(LossCode::MoveNumberDropped, message);
            }
        }
        VariantPosition::Dobutsu(position) => {
            animals::write(&position.setup()).iter().for_each(|line| writer.line(line));
        }
    }
    writer.moves(game);
    writer.branches();
    writer.finish()
}

/// The first line of V3.0. A file without it is in Shift_JIS.
const ENCODING_LINE: &str = "'CSA encoding=UTF-8\n";

/// A written text whose first line names the encoding that it is going to have, where the version has such a line; and
/// whether that is one of the two that CSA names, UTF-8 and SHIFT_JIS.
#[must_use]
pub fn in_encoding(text: String, encoding: Encoding) -> (String, bool) {
    let (name, official) = match encoding {
        Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => return (text, true),
        Encoding::Cp932 => ("SHIFT_JIS".to_owned(), true),
        other => (other.name().to_ascii_uppercase(), false),
    };
    match text.strip_prefix(ENCODING_LINE) {
        Some(rest) => (format!("'CSA encoding={name}\n{rest}"), official),
        None => (text, true),
    }
}

struct Writer<'a> {
    record: &'a Record,
    version: Version,
    /// The notes of the main line by ply, but for those of [`Writer::late_notes`].
    notes: Vec<Vec<usize>>,
    text: String,
    losses: Losses,
    /// Times finer than a second were cut.
    fractions: bool,
    /// Running totals were left out.
    totals: bool,
    /// Line ends inside of a line were written as blanks.
    line_ends: bool,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let line_ends = ['\n', '\r'];
        if text.contains(line_ends) {
            self.line_ends = true;
            self.text += &text.replace(line_ends, " ");
        } else {
            self.text += text;
        }
        self.text.push('\n');
    }

    fn lose(&mut self, code: LossCode, message: impl Into<String>) {
        self.losses.add(code, message);
    }

    /// Version, names and headers.
    fn head(&mut self) {
        if self.version == Version::V30 {
            self.text.push_str(ENCODING_LINE);
        }
        self.line(if self.version == Version::V30 { "V3.0" } else { "V2.2" });
        let record = self.record;
        let info = &record.info;
        let has = |key: &str| record.headers.iter().any(|header| header.key == key);
        // The format has the names before everything else, and some programs refuse them behind it.
        let is_name = |key: &str| key == "N+" || key == "N-";
        for color in Color::ALL {
            let key = format!("N{}", csa::sign(color));
            let first = record.headers.iter().find(|header| header.key == key).map(|header| &header.value);
            if let Some(name) = first.or(info.players[color].as_ref()) {
                self.line(&format!("{key}{name}"));
            }
        }
        let date = |date: &Option<PartialDate>| date.map(|date| date.slashes());
        let known = [
            ("$EVENT", info.event.clone()),
            ("$SITE", info.place.clone()),
            ("$START_TIME", date(&info.started)),
            ("$END_TIME", date(&info.ended)),
            ("$OPENING", info.opening.clone()),
            (
                "$MAX_MOVES",
                info.max_moves.filter(|_| self.version == Version::V30).map(|limit| limit.to_string()),
            ),
            ("$JISHOGI", info.impasse_points.filter(|_| self.version == Version::V30).map(|p| p.to_string())),
            (
                "$NOTE",
                info.remarks.as_deref().filter(|_| self.version == Version::V30).map(statement::escape),
            ),
        ];
        let said = |key: &str| record.notes.iter().any(|note| note.text.starts_with(key));
        for (key, value) in known {
            let in_a_note = key == "$MAX_MOVES" && said("Max_Moves:")
                || key == "$JISHOGI" && said("Declaration:")
                || key == "$END_TIME" && said("$END_TIME:");
            if let Some(value) = value.filter(|_| !has(key) && !in_a_note) {
                self.line(&format!("{key}:{value}"));
            }
        }
        let mut seen = Vec::new();
        for header in &record.headers {
            if is_name(&header.key) && !seen.contains(&header.key.as_str()) {
                seen.push(&header.key);
                continue;
            }
            self.header(&header.key, &header.value);
        }
    }

    /// One header of the record. Those of CSA keep their spelling; those of other formats that no CSA header says
    /// become comments.
    fn header(&mut self, key: &str, value: &str) {
        const NEW: [&str; 6] = ["$TIME", "$TIME+", "$TIME-", "$MAX_MOVES", "$JISHOGI", "$NOTE"];
        if key == "N+" || key == "N-" {
            return self.line(&format!("{key}{value}"));
        }
        if key.starts_with('$') {
            if self.version == Version::V22 && NEW.contains(&key) {
                self.line(&format!("'*{key}:{value}"));
                let message = format!("CSA V2.2 has no header `{key}`; it was written as a comment");
                return self.lose(LossCode::HeaderAsComment, message);
            }
            return self.line(&format!("{key}:{value}"));
        }
        let info = &self.record.info;
        let text = value.trim();
        let texts = [&info.event, &info.place, &info.opening, &info.players.black, &info.players.white];
        let same_date = |date: &Option<PartialDate>| date.is_some() && *date == PartialDate::parse(text);
        let date = [&info.started, &info.ended].into_iter().find(|date| same_date(date)).copied().flatten();
        let is_said = text.is_empty() && key != "盤面回転"
            || matches!(header::key(key), Some(Key::Handicap | Key::Turn | Key::Hand(_)))
            || texts.into_iter().flatten().any(|said| said == text)
            || date.is_some_and(|date| says_no_more(text, date));
        if !is_said {
            self.line(&format!("'*{key}：{value}"));
            let message = match date {
                Some(_) => format!(
                    "the header `{key}` says more than a date of CSA; all of it was written as a comment"
                ),
                None => format!("CSA has no header `{key}`; it was written as a comment"),
            };
            self.lose(LossCode::HeaderAsComment, message);
        }
    }

    fn position(&mut self, setup: &Setup) {
        let even = Setup::startpos();
        if setup.board == even.board && setup.hands == even.hands {
            self.line("PI");
        } else {
            for rank in 1..=9 {
                let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
                let row: String = squares.map(|square| cell(setup.piece_at(square))).collect();
                self.line(&format!("P{rank}{row}"));
            }
            for color in Color::ALL {
                let hand: String = setup.hands[color]
                    .iter()
                    .map(|(kind, count)| in_hand(kind).repeat(usize::from(count)))
                    .collect();
                if !hand.is_empty() {
                    self.line(&format!("P{}{hand}", csa::sign(color)));
                }
            }
        }
        self.line(&csa::sign(setup.turn).to_string());
    }

    fn moves(&mut self, game: &Game) {
        let record = self.record;
        let plies = &record.main().plies;
        let mut position = game.start.clone();
        self.notes(0);
        for (index, mv) in game.moves().iter().enumerate() {
            let text = csa::write_move(&position, *mv);
            self.line(&text);
            self.after_move(index, plies.get(index).map(|ply| ply.clock));
            position.play(*mv);
        }
        let stop = game.lines.first().and_then(|line| line.stop);
        let mut mover = position.turn();
        let mut written = game.moves().len();
        let mut board = LooseBoard::new(&position, game.moves().last().map(|mv| mv.to()));
        for ply in plies.iter().skip(written) {
            mover = ply.written.color.unwrap_or(mover);
            let resolved = match stop {
                Some(Stop::Illegal(Some(mv), _)) if written == game.moves().len() => {
                    board.play_move(mv, mover);
                    illegal_move(&position, mv, mover)
                }
                _ => {
                    let text = by_its_text(&ply.written, game.start.variant(), mover, &board);
                    board.play(&ply.written, mover);
                    text
                }
            };
            let Some(text) = resolved else { break };
            self.line(&text);
            self.after_move(written, Some(ply.clock));
            mover = !mover;
            written += 1;
        }
        let left = plies.len() + record.main().unread - written;
        if left > 0 {
            let message =
                format!("{left} moves after the legal ones cannot be named in CSA and were left out");
            self.lose(LossCode::MovesDropped, message);
        }
        self.ending(mover, game);
        self.late_notes(written);
        if self.fractions {
            self.lose(LossCode::TimesCut, "CSA V2.2 has only whole seconds; fractions were cut");
        }
        if self.totals {
            let message = "CSA has no running totals of the clocks; they were left out";
            self.lose(LossCode::TotalsDropped, message);
        }
    }

    fn after_move(&mut self, index: usize, clock: Option<Clock>) {
        self.clock(clock.unwrap_or_default());
        self.notes(index + 1);
    }

    fn clock(&mut self, clock: Clock) {
        self.totals |= clock.total.is_some();
        let Some(spent) = clock.spent else { return };
        let sign = if spent < 0 { "-" } else { "" };
        let (seconds, rest) = (spent.unsigned_abs() / 1000, spent.unsigned_abs() % 1000);
        let mut text = format!("T{sign}{seconds}");
        if rest > 0 {
            if self.version == Version::V30 {
                let _ = write!(text, ".{rest:03}");
                text.truncate(text.trim_end_matches('0').len());
            } else {
                self.fractions = true;
            }
        }
        self.line(&text);
    }

    /// The comments of the main line after this many plies, but for those of [`Self::late_notes`].
    fn notes(&mut self, ply: usize) {
        let record = self.record;
        for note in self.notes.get_mut(ply).map(std::mem::take).unwrap_or_default() {
            let note = &record.notes[note];
            self.note(note.kind, &note.text);
        }
    }

    /// The comments that a server writes behind the ending, and those of moves that were not written.
    fn late_notes(&mut self, plies: usize) {
        let record = self.record;
        let is_left = |note: &&Note| note.line == 0 && (note.ply > plies || is_late(&note.text));
        for note in record.notes.iter().filter(is_left) {
            self.note(note.kind, &note.text);
        }
    }

    fn note(&mut self, kind: NoteKind, text: &str) {
        for line in text.split('\n').map(|line| line.trim_end_matches('\r')) {
            let mark = match kind {
                NoteKind::Bookmark => "'*&",
                NoteKind::Comment if comment::is_server_fact(line) => "'",
                NoteKind::Comment => "'*",
            };
            self.line(&format!("{mark}{line}"));
        }
        if kind == NoteKind::Bookmark {
            let message = format!("CSA has no bookmarks; `{text}` was written as a comment");
            self.lose(LossCode::BookmarkAsComment, message);
        }
    }

    fn ending(&mut self, mover: Color, game: &Game) {
        let record = self.record;
        let Some(end) = Conclusion::of(record, game, 0) else { return };
        let Some(declaration) = main_declaration(record) else { return self.summary(&end, mover) };
        let ending = declaration.ending.in_variant(record.variant());
        let declaration = &Declaration { ending, ..end.naming_the_offender(declaration) };
        let winner = end.winner_by(declaration);
        let says_otherwise =
            |other: &&Declaration| end.winner_by(other).is_some_and(|named| Some(named) != winner);
        if let Some(other) = record.main().declarations.iter().find(says_otherwise) {
            let message = format!("CSA has no place for `{}`, which names another winner", other.word);
            self.lose(LossCode::EndingsDropped, message);
        }
        match ending::word(declaration, winner, mover, self.version) {
            Ok(word) => self.line(&format!("%{word}")),
            Err(nearest) => {
                if let Some(word) = nearest {
                    self.line(&format!("%{word}"));
                }
                self.line(&format!("'*{}", declaration.word));
                let name = declaration.ending.name();
                let message = format!(
                    "CSA cannot say `{}` ({name}) here; it was written as a comment",
                    declaration.word
                );
                self.lose(LossCode::EndingAsComment, message);
            }
        }
        self.clock(declaration.clock);
    }

    /// The ending that only a server's summary names, which is written as the comment that it is: a word for programs that
    /// do not know such comments, if there is one that says the same.
    fn summary(&mut self, end: &Conclusion, mover: Color) {
        let by = |found: &&Declaration| found.by == DeclaredBy::Summary;
        let Some(said) = self.record.main().declarations.iter().find(by) else { return };
        match ending::word(said, end.winner, mover, self.version) {
            Ok(word) => self.line(&format!("%{word}")),
            Err(_) => {
                let message =
                    format!("CSA has no word for `{}` but the server's comment", said.ending.name());
                self.lose(LossCode::EndingAsComment, message);
            }
        }
    }

    fn branches(&mut self) {
        let branches = self.record.lines.len() - 1;
        let notes = self.record.notes.iter().filter(|note| note.line != 0).count();
        if branches > 0 {
            let message = format!("CSA has no branches; {branches} with {notes} comments were left out");
            self.lose(LossCode::BranchesDropped, message);
        }
    }

    fn finish(mut self) -> Written {
        if self.line_ends {
            let message = "line ends inside of headers or comments were written as blanks";
            self.lose(LossCode::LineEndsChanged, message);
        }
        self.losses.unplaced(self.record);
        Written { text: self.text, losses: self.losses.finish() }
    }
}

/// A result or time that a server writes as the last comment.
fn is_late(text: &str) -> bool {
    text.starts_with("summary:") || text.starts_with("$END_TIME:")
}

fn cell(piece: Option<Piece>) -> String {
    piece.map_or_else(
        || " * ".to_owned(),
        |piece| format!("{}{}", csa::sign(piece.color), csa::piece_code(piece.kind)),
    )
}

fn in_hand(kind: PieceKind) -> String {
    format!("00{}", csa::piece_code(kind))
}

/// An illegal move as the record has it, with the sign of the side that makes it. CSA names the piece after the move, and so
/// cannot say that one promotes which cannot.
fn illegal_move(position: &VariantPosition, mv: crate::rules::shogi::Move, mover: Color) -> Option<String> {
    let piece = mv.from().and_then(|from| position.piece_on(from));
    if mv.promotes() && piece.is_some_and(|piece| piece.kind.promoted().is_none()) {
        return None;
    }
    let text = csa::write_move(position, mv);
    Some(format!("{}{}", csa::sign(mover), &text[1..]))
}

/// A move that no rules explain, if its own text and the board name all that CSA names.
fn by_its_text(written: &WrittenMove, variant: Variant, mover: Color, board: &LooseBoard) -> Option<String> {
    let from = match written.origin {
        Origin::Board(square) => Some(square),
        Origin::Hand => None,
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => return None,
    };
    if written.pass {
        return None;
    }
    let (kind, to) = (board.after(written)?, board.destination(written)?);
    if variant == Variant::Dobutsu {
        return Some(crate::notation::animals::csa_text(mover, from, to, kind));
    }
    let from = from.map_or_else(|| "00".to_owned(), csa::square_text);
    Some(format!("{}{from}{}{}", csa::sign(mover), csa::square_text(to), csa::piece_code(kind)))
}

/// The declaration that the ending is written from. Summaries are comments, which are written as such.
fn main_declaration(record: &Record) -> Option<&Declaration> {
    let find =
        |by: DeclaredBy| record.main().declarations.iter().find(move |declaration| declaration.by == by);
    let message = find(DeclaredBy::Summary).filter(|declaration| declaration.word.starts_with('#'));
    find(DeclaredBy::Row)
        .or_else(|| find(DeclaredBy::ClosingLine))
        .or_else(|| find(DeclaredBy::Header))
        .or(message)
}
