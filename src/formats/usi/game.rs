//! One game or position of a USI text.

use super::line::is_board;
use crate::formats::builder::{add_comment, add_move, break_off, declared, excerpt};
use crate::formats::lines::TextLine;
use crate::record::{
    Clock, Code, Ending, Origin, Place, Ply, Promotion, Record, Severity, Start, StartSource, Subject,
    WrittenMove,
};
use crate::rules::MoveOrigin;
use crate::rules::shogi::{Move, Setup};

/// Reads the game that stands between two bytes of a line.
pub(super) fn read(line: TextLine<'_>, (start, end): (usize, usize)) -> Record {
    let mut record = Record { text_range: line.start..line.start + line.text.len(), ..Record::default() };
    // Without an early end, so that many bytes are compared together.
    let ascii = line.text.bytes().fold(true, |ascii, byte| ascii & matches!(byte, b' '..=b'~'));
    let mut words = Words { line, at: start, end, ascii, column: (0, 0) };
    match words.peek() {
        Some("startpos") => {
            words.next();
            record.start.source = StartSource::Name;
        }
        Some("sfen") => {
            words.next();
            diagram(&mut record, &mut words);
        }
        Some(word) if is_board(word) => diagram(&mut record, &mut words),
        _ => {}
    }
    let position_only = record.start.source == StartSource::Diagram;
    match words.peek() {
        Some("moves") => {
            words.next();
        }
        Some(word) if position_only && !word.starts_with('#') && !words.are_moves() => {
            let begins_with_a_move = written_move(word).is_some();
            let text = words.rest();
            let message = "the words after the position were kept as a comment";
            record.diagnostics.push(crate::record::Diagnostic {
                // A move among them may have been meant to be played.
                severity: if begins_with_a_move { Severity::Warning } else { Severity::Info },
                ..crate::record::Diagnostic::new(Code::BadToken, words.place(), message)
            });
            add_comment(&mut record, text);
            words.at = words.end;
        }
        _ => {}
    }
    moves(&mut record, &mut words);
    record
}

/// The position of three or four fields that starts here.
fn diagram(record: &mut Record, words: &mut Words<'_>) {
    let (begin, place) = (words.begin(), words.place());
    let mut end = begin;
    for field in 0..4 {
        let is_field =
            |word: &str| field < 3 && word != "moves" || word.bytes().all(|byte| byte.is_ascii_digit());
        if !words.peek().is_some_and(is_field) {
            break;
        }
        words.next();
        end = words.at;
    }
    let text = &words.line.text[begin..end];
    record.start.source = StartSource::Diagram;
    match text.parse::<Setup>() {
        Ok(setup) => {
            record.start = Start { setup: setup.into(), source: StartSource::Diagram, ..Start::default() };
        }
        Err(error) => {
            record.report(Code::BadStart, place.further(error.column - 1), format!("not SFEN: {error}"));
            record.unusable = Some(Code::BadStart);
        }
    }
}

fn moves(record: &mut Record, words: &mut Words<'_>) {
    record.lines[0].plies.reserve((words.end - words.at) / 5 + 1);
    words.ascii_moves(&mut record.lines[0].plies);
    let (mut ended, mut excess) = (false, false);
    while let Some(word) = words.next() {
        if let Some(written) = written_move(word).filter(|_| !ended) {
            add_move(record, written, words.word_place(word));
        } else if word.starts_with('#') {
            let from = words.at - word.len();
            add_comment(record, words.line.text[from + 1..words.end].trim());
            return;
        } else if let Some((ending, subject)) = ending(word).filter(|_| !ended) {
            ended = true;
            if ending != Ending::None {
                let place = words.word_place(word);
                record.lines[0].declarations.push(declared(ending, subject, word, place));
            }
        } else if !ended {
            break_off(record, words.word_place(word), word);
        } else if !std::mem::replace(&mut excess, true) {
            let message = format!("`{}` after the end of the game", excerpt(word));
            record.report(Code::TextAfterEnd, words.word_place(word), message);
        }
    }
}

/// The move as written; `0000` is a pass.
fn written_move(word: &str) -> Option<WrittenMove> {
    if word == "0000" {
        return Some(WrittenMove { pass: true, ..WrittenMove::default() });
    }
    Move::from_usi_bytes(word.as_bytes()).map(as_written)
}

fn as_written(mv: Move) -> WrittenMove {
    let (origin, piece) = match mv.origin() {
        MoveOrigin::Board(from) => (Origin::Board(from), None),
        MoveOrigin::Hand(kind) => (Origin::Hand, Some(kind)),
    };
    let promotion = if mv.promotes() { Promotion::Yes } else { Promotion::Unstated };
    WrittenMove { to: Some(mv.to()), origin, piece, promotion, ..WrittenMove::default() }
}

/// What a word after the moves says about the ending; `Ending::None` where it only ends the moves.
pub(super) fn ending(word: &str) -> Option<(Ending, Subject)> {
    Some(match word {
        "resign" => (Ending::Resignation, Subject::MoverLoses),
        "win" => (Ending::Declaration, Subject::MoverWins),
        "draw" => (Ending::DrawAgreed, Subject::Nobody),
        "rep_draw" => (Ending::Sennichite, Subject::Nobody),
        "rep_win" => (Ending::PerpetualCheck, Subject::MoverWins),
        "rep_lose" => (Ending::PerpetualCheck, Subject::MoverLoses),
        "timeout" => (Ending::TimeForfeit, Subject::MoverLoses),
        "break" => (Ending::Interrupted, Subject::Silent),
        "none" | "null" => (Ending::None, Subject::Silent),
        _ => return None,
    })
}

/// The words between two bytes of a line, with their columns.
struct Words<'a> {
    line: TextLine<'a>,
    at: usize,
    end: usize,
    /// The line is ASCII, and its only blanks are spaces.
    ascii: bool,
    /// The last byte whose column was asked for, and the characters before it: columns cost one walk in all.
    column: (usize, u32),
}

impl<'a> Words<'a> {
    /// Where the next word begins.
    fn begin(&self) -> usize {
        let rest = &self.line.text[self.at..self.end];
        self.at + rest.len() - rest.trim_start().len()
    }

    fn peek(&self) -> Option<&'a str> {
        self.line.text[self.at..self.end].split_whitespace().next()
    }

    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.line.text.as_bytes();
        let mut at = self.at;
        while at < self.end && bytes[at] == b' ' {
            at += 1;
        }
        let length = bytes[at..self.end].iter().position(|byte| *byte == b' ').unwrap_or(self.end - at);
        self.at = at + length;
        let word = &self.line.text[at..at + length];
        if !self.ascii && word.chars().any(char::is_whitespace) {
            // Rare: other blanks than the space separate the words.
            let rest = self.line.text[at..self.end].trim_start();
            let word = rest.split_whitespace().next()?;
            self.at = self.end - rest.len() + word.len();
            return Some(word);
        }
        (length > 0).then_some(word)
    }

    /// Reads moves with one space between them, up to a word that is not one; only in a line of ASCII.
    fn ascii_moves(&mut self, plies: &mut Vec<Ply>) {
        while self.ascii {
            let rest = &self.line.text.as_bytes()[self.at..self.end];
            let rest = rest.strip_prefix(b" ").unwrap_or(rest);
            let Some((word, after)) = rest.split_first_chunk() else { return };
            let Some(mut mv) = Move::from_usi_word(*word) else { return };
            let length = match after {
                [] | [b' ', ..] => 4,
                [b'+'] | [b'+', b' ', ..] if let Some(promoting) = mv.promoting() => {
                    mv = promoting;
                    5
                }
                _ => return,
            };
            let begin = self.end - rest.len();
            let place = self.ascii_place(begin);
            plies.push(Ply { written: as_written(mv), clock: Clock::default(), place });
            self.at = begin + length;
        }
    }

    /// Nothing but moves follows, up to a comment; a word for the ending may be the last.
    fn are_moves(&self) -> bool {
        let mut words = self.rest().split_whitespace().take_while(|word| !word.starts_with('#')).peekable();
        let mut some = false;
        while let Some(word) = words.next() {
            let is_move = written_move(word).is_some();
            if !is_move && (ending(word).is_none() || words.peek().is_some()) {
                return false;
            }
            some |= is_move;
        }
        some
    }

    fn rest(&self) -> &'a str {
        self.line.text[self.at..self.end].trim()
    }

    fn place(&mut self) -> Place {
        let begin = self.begin();
        self.place_of(begin)
    }

    /// The place of the word that was just read.
    fn word_place(&mut self, word: &str) -> Place {
        self.place_of(self.at - word.len())
    }

    fn place_of(&mut self, at: usize) -> Place {
        if self.ascii {
            return self.ascii_place(at);
        }
        let (from, before) = self.column;
        let between = self.line.text.get(from..at).map_or(0, |text| text.chars().count());
        self.column = (at, before.saturating_add(u32::try_from(between).unwrap_or(u32::MAX)));
        Place::new(self.line.number, self.column.1.saturating_add(self.line.before + 1))
    }

    /// A place in a line of ASCII.
    fn ascii_place(&self, at: usize) -> Place {
        let column = u32::try_from(at + 1).unwrap_or(u32::MAX).saturating_add(self.line.before);
        Place::new(self.line.number, column)
    }
}
