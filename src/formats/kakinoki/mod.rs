//! What the formats of Kakinoki's programs share: KIF, KI2 and the diagram alone (BOD).
//!
//! One table of the kinds of lines, one of header names, one of ending words, one of handicaps serve them all; they
//! differ in how moves stand in a line ([`Dialect`]). The formats themselves are [`kif`](super::kif),
//! [`ki2`](super::ki2) and [`bod`](super::bod).

mod animals;
mod blank;
mod board;
mod branch_heading;
mod clock;
mod closing;
pub(super) mod diagram;
pub(super) mod ending;
mod foreign_row;
pub(super) mod handicap;
mod hands;
pub(super) mod header;
mod header_line;
mod line_kind;
mod move_line;
mod move_text;
mod moves;
mod next_game;
pub(super) mod other_game;
mod other_key;
pub(super) mod reader;
mod regular;
mod row;
mod start;
mod stated;
pub(super) mod surroundings;
pub(super) mod write;

use crate::formats::lines::lines;
use crate::formats::pasted;
pub(super) use blank::is_blank;
use line_kind::{LineKind, kind};
pub(super) use move_text::{Follows, read_modifiers};
use row::Content;

/// Enough rows with moves to be certain.
const CERTAIN: usize = 8;

/// Which of Kakinoki's formats a text has. They differ in nothing but the rows of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Numbered rows.
    #[default]
    Kif,
    /// Several moves a row, without origins.
    Ki2,
}

/// How many lines of each kind a text in one of Kakinoki's formats has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kinds {
    /// Numbered moves.
    pub rows: usize,
    /// Known headers, separators, closing and branch lines.
    pub others: usize,
    /// Of these, what only a game has.
    pub game: usize,
    /// Lines of moves as KI2 writes them.
    pub ki2: usize,
    /// Of these, what no format in ASCII could count as well.
    pub ki2_alone: usize,
    /// Ranks of diagrams.
    pub ranks: usize,
    /// All of them.
    pub lines: usize,
    /// One of them may belong to a page, Markdown or mail around the record.
    pub surrounded: bool,
}

impl Kinds {
    /// Counts until there are enough rows to be certain.
    pub fn count(text: &str) -> Self {
        let mut kinds = Self::default();
        for line in lines(text) {
            kinds.lines += 1;
            kinds.add(line.text);
            if kinds.rows >= CERTAIN {
                break;
            }
        }
        kinds
    }

    /// See [`crate::formats::kif::score`].
    pub fn kif(&self) -> usize {
        let Self { rows, others, ki2, game, ranks, .. } = *self;
        if rows == 0 && (ki2 > 0 || game == 0 && ranks >= 9) { 0 } else { rows + others }
    }

    /// See [`crate::formats::ki2::score`].
    pub fn ki2(&self) -> usize {
        if self.rows > 0 || self.ki2 == 0 { 0 } else { self.ki2 + self.others }
    }

    fn add(&mut self, line: &str) {
        if regular::read(line.as_bytes()).is_some() {
            self.rows += 1;
            return;
        }
        self.surrounded |= pasted::may_be(line.as_bytes());
        match kind(line) {
            LineKind::Row(row) => match row.content {
                Content::Move { .. } => self.rows += 1,
                Content::Word(word, _) if ending::is_known(word) => {
                    self.others += 1;
                    self.game += 1;
                }
                _ => {}
            },
            LineKind::Separator | LineKind::Closing | LineKind::Branch(_) => {
                self.others += 1;
                self.game += 1;
            }
            LineKind::Header(key, _) if header::key(key).is_some() => self.others += 1,
            LineKind::Rank => self.ranks += 1,
            LineKind::Ki2Moves | LineKind::Other => {
                let moves = move_line::only_moves(line);
                // What has no origin is no row of KIF without its number, and need not be read as one.
                let may_be_row = moves.is_none_or(|moves| moves.has_origin);
                if may_be_row && foreign_row::without_number(line).is_some_and(|row| !row.clock.is_empty()) {
                    self.rows += 1;
                } else if moves.is_some() {
                    self.ki2 += 1;
                    let foreign = |byte: u8| byte.is_ascii_alphabetic() | byte.is_ascii_punctuation();
                    self.ki2_alone += usize::from(!line.bytes().fold(false, |any, byte| any | foreign(byte)));
                }
            }
            _ => {}
        }
    }
}

/// A move in the spelling of KIF or KI2 (`７六歩(77)`, `▲７六歩`, `同　銀右`), and the text after it; `None` when
/// the text begins with no move.
#[must_use]
pub fn read_move(text: &str) -> Option<(crate::record::WrittenMove, &str)> {
    move_text::read_move_before(text, Follows::NextMove).map(|(written, _, rest)| (written, rest))
}

/// The start position of the handicap with this name (`二枚落ち`); `None` for a name that is not known.
#[must_use]
pub fn handicap_start(name: &str) -> Option<crate::rules::shogi::Setup> {
    match handicap::find(name) {
        handicap::Handicap::Known(setup, _) => Some(setup),
        handicap::Handicap::Custom | handicap::Handicap::Unknown => None,
    }
}
