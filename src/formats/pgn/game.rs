//! One game: its tags, its moves, and the variations in brackets.

use super::dialect::Dialect;
use super::lexer::{Kind, Lexer};
use super::reader::FoundGame;
use super::san::{self, without_glyphs, without_number};
use super::tags::Tags;
use super::{comment, ending};
use crate::formats::budget::{self, Budget, MOST_BRANCHES};
use crate::formats::builder::{excerpt, report_no_moves};
use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Evaluation, Line, Note, NoteKind, Place, Ply, Record,
};

/// What a bracket that is still open had found.
#[derive(Clone, Copy, Debug)]
enum Level {
    /// The line that goes on behind the bracket.
    Of(usize),
    /// The same; what is in the bracket belongs nowhere.
    Skipped,
}

/// The game while it is read.
pub(super) struct Game {
    record: Record,
    tags: Tags,
    dialect: Dialect,
    /// The tags were completed.
    begun: bool,
    /// A word that is a move was read, or a tag.
    known: bool,
    /// The first word, where there is no tag.
    first: Option<Place>,
    line: usize,
    open: Vec<Level>,
    /// The result of the main line was read.
    ended: bool,
    excess: bool,
    last_comment: Option<(usize, String, Place)>,
}

impl Game {
    /// Reads the next game; `Err` for text without a tag or a move.
    pub fn read(lexer: &mut Lexer<'_>, dialect: Dialect, budget: &mut Budget) -> FoundGame {
        let mut game = Self {
            record: Record::default(),
            tags: Tags::default(),
            dialect,
            begun: false,
            known: false,
            first: None,
            line: 0,
            open: Vec::new(),
            ended: false,
            excess: false,
            last_comment: None,
        };
        for token in lexer {
            if !budget.allows(&game.record, 0) {
                break;
            }
            game.token(token.kind, token.place);
        }
        game.finish()
    }

    fn token(&mut self, kind: Kind<'_>, place: Place) {
        match kind {
            Kind::Tag(key, value) => {
                self.known = true;
                self.tags.take(&mut self.record, key, &value, place);
            }
            Kind::Comment(text) => self.comment(&text, place),
            Kind::OpenComment(text) => {
                let message = "a comment that begins with `{` and has no `}`";
                self.record.report(Code::UnreadableLine, place, message);
                self.comment(text, place);
            }
            Kind::Open => self.open(place),
            Kind::Close => self.close(place),
            Kind::Glyph(word) => self.note(glyph(word)),
            Kind::Word(word) => self.word(word, place),
        }
    }

    /// Completes the tags before the first move.
    fn begin(&mut self, black_dots: Option<Place>) {
        if !std::mem::replace(&mut self.begun, true) {
            self.tags.finish(&mut self.record, black_dots);
        }
    }

    fn is_skipping(&self) -> bool {
        matches!(self.open.last(), Some(Level::Skipped))
    }

    fn word(&mut self, word: &str, place: Place) {
        self.first = self.first.or(Some(place));
        let bare = without_number(word);
        let number = &word[..word.len() - bare.len()];
        let place = place.further(number.chars().count());
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let dots = number.ends_with("...") || number.ends_with('…');
        self.begin(dots.then_some(place));
        if is_number(bare) || self.is_skipping() {
            return;
        }
        if let Some(result) = ending::result(bare, place) {
            if self.line == 0 {
                self.ended = true;
            }
            self.record.lines[self.line].declarations.extend(result);
            return;
        }
        let (text, glyphs) = without_glyphs(bare);
        if self.ended && self.line == 0 {
            if !std::mem::replace(&mut self.excess, true) {
                let message = format!("`{}` after the result", excerpt(bare));
                self.record.report(Code::TextAfterEnd, place, message);
            }
        } else if text.is_empty() {
            self.note(glyphs);
        } else {
            self.mv(text, bare, place);
            if !glyphs.is_empty() {
                self.note(glyphs);
            }
        }
    }

    /// A move, or what should be one.
    fn mv(&mut self, text: &str, word: &str, place: Place) {
        let line = &mut self.record.lines[self.line];
        let Some(written) = san::read(text, self.dialect) else {
            line.unread += 1;
            if line.unread == 1 {
                self.record.report(Code::BadToken, place, format!("`{}` is not a move", excerpt(word)));
            }
            return;
        };
        self.known = true;
        match line.unread {
            0 => line.plies.push(Ply { written, clock: Clock::default(), place }),
            _ => line.unread += 1,
        }
    }

    /// How many plies of the current line were read, from the start position.
    fn plies(&self) -> usize {
        let line = &self.record.lines[self.line];
        line.after + line.plies.len()
    }

    fn note(&mut self, text: &str) {
        if !text.is_empty() && !self.is_skipping() {
            let note =
                Note { line: self.line, ply: self.plies(), kind: NoteKind::Comment, text: text.to_owned() };
            self.record.notes.push(note);
        }
    }

    fn comment(&mut self, text: &str, place: Place) {
        let text = text.trim();
        self.note(text);
        if self.is_skipping() {
            return;
        }
        if self.line == 0 {
            self.last_comment = Some((self.plies(), text.to_owned(), place));
        }
        let (line, ply) = (self.line, self.plies());
        let first = self.record.start.turn();
        let mover = if ply.is_multiple_of(2) { !first } else { first };
        let Some(last) = self.record.lines[line].plies.last_mut() else { return };
        let facts = comment::read(text, mover);
        last.clock.spent = last.clock.spent.or(facts.spent);
        if let Some(score) = facts.score {
            self.record.evaluations.push(Evaluation {
                line,
                ply,
                score,
                depth: facts.depth,
                nodes: None,
                engine: None,
                variation: None,
            });
        }
    }

    /// A variation takes the place of the move before the bracket.
    fn open(&mut self, place: Place) {
        self.begin(None);
        let current = &self.record.lines[self.line];
        if self.is_skipping() {
            self.open.push(Level::Skipped);
            return;
        }
        if current.unread > 0 || self.plies() == 0 || current.plies.is_empty() {
            let message = "a variation without a move whose place it takes; it is left as text";
            self.record.report(Code::OrphanBranch, place, message);
            self.open.push(Level::Skipped);
            return;
        }
        if self.record.lines.len() > MOST_BRANCHES {
            self.record.diagnostics.push(budget::finding(place));
            self.open.push(Level::Skipped);
            return;
        }
        let after = self.plies() - 1;
        let mut parent = self.line;
        while parent > 0 && self.record.lines[parent].after >= after {
            parent = self.record.lines[parent].parent.unwrap_or(0);
        }
        self.open.push(Level::Of(self.line));
        self.record.lines.push(Line { parent: Some(parent), after, ..Line::default() });
        self.line = self.record.lines.len() - 1;
    }

    fn close(&mut self, place: Place) {
        match self.open.pop() {
            Some(Level::Of(line)) => self.leave(line),
            Some(Level::Skipped) => {}
            None => self.record.report(Code::BadToken, place, "`)` without `(`"),
        }
    }

    /// Goes back to a line; a variation of which nothing was read is none.
    fn leave(&mut self, line: usize) {
        let left = std::mem::replace(&mut self.line, line);
        let is_last = left + 1 == self.record.lines.len();
        let found = &self.record.lines[left];
        let is_empty = found.plies.is_empty() && found.unread == 0 && found.declarations.is_empty();
        if is_last && is_empty && self.record.notes.last().is_none_or(|note| note.line != left) {
            self.record.lines.pop();
        }
    }

    fn finish(mut self) -> FoundGame {
        if !self.known {
            return match self.first {
                Some(place) => Err(place),
                None => Err(Place::FILE),
            };
        }
        self.begin(None);
        if !self.open.is_empty() {
            self.record.report(
                Code::BadToken,
                Place::FILE,
                "a variation that begins with `(` and has no `)`",
            );
        }
        let tags = std::mem::take(&mut self.tags);
        let said = self.last_comment.take().filter(|(ply, _, _)| *ply == self.record.main().plies.len());
        let said = said.and_then(|(_, text, place)| ending::sentence(&text, place));
        let named = tags.termination.and_then(|(value, place)| ending::termination(&value, place));
        let tag = tags.result.and_then(|(value, place)| ending::result(value.trim(), place)?);
        let tag = tag.map(|found| Declaration { by: DeclaredBy::Header, ..found });
        let statements = &mut self.record.lines[0].declarations;
        for statement in [said, named, tag].into_iter().flatten() {
            ending::add(statements, statement);
        }
        report_no_moves(&mut self.record);
        Ok(self.record)
    }
}

/// What a glyph's number stands for, as far as moves are written with it.
fn glyph(word: &str) -> &str {
    match word {
        "$1" => "!",
        "$2" => "?",
        "$3" => "!!",
        "$4" => "??",
        "$5" => "!?",
        "$6" => "?!",
        other => other,
    }
}
