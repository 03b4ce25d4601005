//! From the words of a text in PSN to records.

use super::lexer::{Found, Lexer, Token};
use super::mv::{number, without_number, written};
use super::tags::{self, Tags};
use super::{clock, ending};
use crate::formats::budget::{self, Budget, MOST_BRANCHES};
use crate::formats::builder::{declared, excerpt};
use crate::record::{
    Clock, Code, Declaration, Ending, Line, Note, NoteKind, Place, Ply, Record, Subject, WrittenMove,
};

/// How deep variations may stand in variations; deeper ones are kept as comments.
const DEEPEST: usize = 32;

/// Every game of the text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for found in Lexer::new(text) {
        if !reader.budget.allows(&reader.record, 0) {
            break;
        }
        reader.token(found, 0);
    }
    reader.end_record(text.len());
    reader.budget.report(&mut reader.records);
    reader.records
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    record: Record,
    tags: Tags,
    begin: usize,
    /// A move was read.
    known: bool,
    /// The line that is being read: 0, or that of a variation.
    line: usize,
    /// The main line was said to be over, and something that follows was reported.
    ended: bool,
    excess: bool,
    /// What a comment behind the last move says about the ending; it is no comment if nothing follows.
    said: Option<(Declaration, String)>,
    /// The last two numbers before moves of the main line: the number, three points, and the plies before it.
    numbers: [Option<(usize, bool, usize)>; 2],
    budget: Budget,
}

impl Reader {
    fn token(&mut self, found: Found<'_>, depth: usize) {
        let place = found.place;
        match found.token {
            Token::Tag(key, value) => self.tag(key, value, place, found.start),
            Token::At(key, value) => self.jpsn_tag(key, value, place, found.start),
            Token::Comment(text) => self.comment(text, place),
            Token::Bracket(text) => self.bracket(text, place, depth),
            Token::Open(text) => {
                let message = "a comment or bracket that does not end";
                self.record.report(Code::UnreadableLine, place, message);
                self.note(&lines_of(text));
            }
            Token::Stray => self.record.report(Code::UnreadableLine, place, "a closing bracket alone"),
            Token::Word(word) => self.word(word, place),
        }
    }

    fn word(&mut self, word: &str, place: Place) {
        let bare = without_number(word);
        if let (0, Some((number, dots))) = (self.line, number(word).filter(|_| bare.len() < word.len())) {
            self.numbers = [self.numbers[1], Some((number, dots, self.plies()))];
        }
        let place = place.further(word[..word.len() - bare.len()].chars().count());
        // What only comments on a move.
        if bare.is_empty() || bare.chars().all(|char| "!?".contains(char)) || is_glyph(bare) {
            return self.note(bare);
        }
        let result = ending::result(bare).map(ending::of_result);
        if let Some((ending, subject)) = result.or_else(|| ending::word(bare)) {
            self.end(ending, subject, bare, place);
        } else if bare == "*" {
            self.ended |= self.line == 0;
        } else if self.ended && self.line == 0 {
            if !std::mem::replace(&mut self.excess, true) {
                let message = format!("`{}` after the result", excerpt(bare));
                self.record.report(Code::TextAfterEnd, place, message);
            }
        } else {
            self.mv(written(bare), bare, place);
        }
    }

    /// A move, or what should be one.
    fn mv(&mut self, written: Option<WrittenMove>, word: &str, place: Place) {
        if self.line == 0
            && let Some((_, comment)) = self.said.take()
        {
            // The game went on, so it was a remark.
            self.note(&comment);
        }
        let line = &mut self.record.lines[self.line];
        match (written, line.unread) {
            (Some(written), 0) => {
                self.known = true;
                line.plies.push(Ply { written, clock: Clock::default(), place });
            }
            (None, 0) => {
                line.unread = 1;
                self.record.report(Code::BadToken, place, format!("`{}` is not a move", excerpt(word)));
            }
            _ => line.unread += 1,
        }
    }

    fn end(&mut self, ending: Ending, subject: Subject, word: &str, place: Place) {
        self.ended |= self.line == 0;
        self.record.lines[self.line].declarations.push(declared(ending, subject, word, place));
    }

    /// How many plies of the current line were read, from the start position.
    fn plies(&self) -> usize {
        let line = &self.record.lines[self.line];
        line.after + line.plies.len()
    }

    fn note(&mut self, text: &str) {
        if !text.is_empty() {
            let (line, ply) = (self.line, self.plies());
            self.record.notes.push(Note { line, ply, kind: NoteKind::Comment, text: text.to_owned() });
        }
    }

    fn comment(&mut self, text: &str, place: Place) {
        let text = lines_of(text);
        let said = ending::sentence(&text).filter(|_| self.line == 0 && !self.ended && self.said.is_none());
        match said {
            Some((ending, subject)) if self.plies() > 0 || !self.record.headers.is_empty() => {
                self.said = Some((declared(ending, subject, &text, place), text));
            }
            _ => self.note(&text),
        }
    }

    /// A time, a variation, or a remark.
    fn bracket(&mut self, text: &str, place: Place, depth: usize) {
        if let Some(clock) = clock::read(text) {
            let line = &mut self.record.lines[self.line];
            let row = line.declarations.last_mut().filter(|_| self.ended || self.line > 0);
            let slot =
                row.map(|row| &mut row.clock).or_else(|| line.plies.last_mut().map(|ply| &mut ply.clock));
            match slot {
                Some(slot) if *slot == Clock::default() && line.unread == 0 => *slot = clock,
                _ if line.unread > 0 => {}
                _ => {
                    let message = format!("`({})` is no time of a move", excerpt(text));
                    self.record.report(Code::BadClock, place, message);
                }
            }
            return;
        }
        if depth < DEEPEST && is_variation(text, place) {
            return self.variation(text, place, depth);
        }
        self.comment(text, place);
    }

    /// Moves in brackets take the place of the move before, unless their number says that they go on from it.
    fn variation(&mut self, text: &str, place: Place, depth: usize) {
        let line = &self.record.lines[self.line];
        let first = Lexer::inside(text, place).find_map(|found| match found.token {
            Token::Word(word) => Some(word),
            _ => None,
        });
        let after = match first.and_then(|word| self.ply_of(word)) {
            Some(ply) if ply == self.plies() + 1 => self.plies(),
            _ => self.plies().saturating_sub(1),
        };
        if line.unread > 0 || self.plies() == 0 && after == 0 || after < line.after {
            let message = "a variation without a move whose place it takes; it is left as a comment";
            self.record.report(Code::OrphanBranch, place, message);
            return self.note(&lines_of(text));
        }
        if self.record.lines.len() > MOST_BRANCHES {
            self.record.diagnostics.push(budget::finding(place));
            return self.note(&lines_of(text));
        }
        let mut parent = self.line;
        while parent > 0 && self.record.lines[parent].after >= after {
            parent = self.record.lines[parent].parent.unwrap_or(0);
        }
        self.record.lines.push(Line { parent: Some(parent), after, ..Line::default() });
        let outer = std::mem::replace(&mut self.line, self.record.lines.len() - 1);
        for found in Lexer::inside(text, place) {
            self.token(found, depth + 1);
        }
        self.line = outer;
    }

    /// The ply that a number before a move means, by the numbers of the main line: one for each move, or for two.
    fn ply_of(&self, word: &str) -> Option<usize> {
        let (number, dots) = number(word)?;
        let [Some((before, before_dots, at)), Some((last, last_dots, then))] = self.numbers else {
            return None;
        };
        let in_pairs = |number: usize, dots: bool| number.checked_mul(2)?.checked_sub(2 - usize::from(dots));
        let [first, second, asked] = [(before, before_dots), (last, last_dots), (number, dots)]
            .map(|(number, dots)| in_pairs(number, dots));
        if last > before && last - before == then - at && !dots {
            return (then + number + 1).checked_sub(last);
        }
        let (first, second, asked) = (first?, second?, asked?);
        (second.checked_sub(first)? == then - at).then(|| (then + asked + 1).checked_sub(second))?
    }

    /// A tag of PSN. Behind moves it is the next game's.
    fn tag(&mut self, key: &str, value: &str, place: Place, start: usize) {
        let main = self.record.main();
        let has_moves = !main.plies.is_empty() || main.unread > 0 || self.ended;
        let again = tags::is_once(key) && self.record.headers.iter().any(|header| header.key == key);
        if has_moves || again {
            self.end_record(start);
        }
        self.tags.take(&mut self.record, key, value, place);
    }

    /// A tag of JPSN, which has a mark before the moves and the result behind them.
    fn jpsn_tag(&mut self, key: &str, value: &str, place: Place, start: usize) {
        match key.to_ascii_lowercase().as_str() {
            "moves" => {}
            "result" => self.tags.take(&mut self.record, key, value, place),
            _ => self.tag(key, value, place, start),
        }
    }

    fn end_record(&mut self, end: usize) {
        let mut record = std::mem::take(&mut self.record);
        if let Some((declaration, _)) = self.said.take() {
            record.lines[0].declarations.push(declaration);
        }
        std::mem::take(&mut self.tags).finish(&mut record);
        (self.ended, self.excess, self.numbers) = (false, false, [None; 2]);
        record.text_range = self.begin..end;
        let known = std::mem::take(&mut self.known) || record.main().unread > 0;
        if known || record.headers.iter().any(|header| tags::tells(&header.key)) {
            if record.main().plies.is_empty() && record.main().unread == 0 {
                record.report(Code::NoMoves, Place::FILE, "the record has no moves");
            }
            self.begin = end;
            self.budget.take(&mut record);
            self.records.push(record);
        } else if let Some(last) = self.records.last_mut() {
            // A result behind the moves, or remarks at the end.
            last.text_range.end = end;
            last.headers.append(&mut record.headers);
            last.lines[0].declarations.append(&mut record.lines[0].declarations);
            let ply = last.main().plies.len();
            last.notes.extend(record.notes.into_iter().map(|note| Note { line: 0, ply, ..note }));
            last.report_all(record.diagnostics);
            self.begin = end;
        }
    }
}

/// `$1`, a number for `!`, as in PGN.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The text of a comment, its lines without the blanks around them.
fn lines_of(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    lines.join("\n")
}

/// Nothing but moves, their numbers, and comments.
fn is_variation(text: &str, place: Place) -> bool {
    let mut moves = 0;
    for found in Lexer::inside(text, place) {
        if let Token::Word(word) = found.token {
            let bare = without_number(word);
            let is_mark = bare.chars().all(|char| "!?".contains(char));
            if written(bare).is_some() {
                moves += 1;
            } else if !is_mark && ending::result(bare).is_none() && ending::word(bare).is_none() {
                return false;
            }
        }
    }
    moves > 0
}
