//! KIF, the format of Kakinoki's programs and of nearly everybody's: headers, numbered rows, times, comments, branches.
//!
//! Source: <http://kakinoki.o.oo7.jp/kif_format.html>; branches (変化) and the many spellings that other programs
//! write are not in it and were taken from real files. [`read`] accepts all of them and judges no move; [`write()`]
//! writes what Kifu for Windows reads.
//!
//! The tables of line kinds, header names and ending words are those of KI2 as well.

mod animals;
pub(super) mod board;
mod clock;
pub(super) mod ending;
pub(super) mod handicap;
pub(super) mod header;
mod line_kind;
pub(super) mod moves;
pub(super) mod reader;
mod regular;
pub(super) mod row;
mod start;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::ki2::line as ki2;
use line_kind::{LineKind, kind};
use reader::Dialect;
use row::Content;
pub(in crate::formats) use row::{Follows, is_blank, read_modifiers};

use crate::formats::lines::lines;
use crate::record::Record;
pub use write::{UTF8_LINE, write};

/// Enough rows with moves to be certain.
const CERTAIN: usize = 8;

/// How many lines of the text can only be KIF: numbered moves, known headers, the separator, closing and branch lines.
/// Stops counting as soon as there can be no doubt. Text with moves only as KI2 writes them is not KIF, and neither is
/// a diagram without anything of a game.
#[must_use]
pub fn score(text: &str) -> usize {
    Kinds::count(text).kif()
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
    /// Of these, what no format of ASCII letters and signs could count as well.
    pub ki2_alone: usize,
    /// Ranks of diagrams.
    pub ranks: usize,
    /// All of them.
    pub lines: usize,
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

    /// See [`score`].
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
        match kind(line) {
            LineKind::Row(row) => match row.content {
                Content::Move { .. } => self.rows += 1,
                Content::Word(word, _) if ending::WORDS.iter().any(|(known, ..)| *known == word) => {
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
            LineKind::Ki2Moves | LineKind::Other if ki2::is_moves(line) => {
                self.ki2 += 1;
                let foreign = |byte: u8| byte.is_ascii_alphabetic() | byte.is_ascii_punctuation();
                self.ki2_alone += usize::from(!line.bytes().fold(false, |any, byte| any | foreign(byte)));
            }
            _ => {}
        }
    }
}

/// A move in the spelling of KIF or KI2 (`７六歩(77)`, `▲７六歩`, `同　銀右`), and the text after it; `None` when
/// the text begins with no move.
#[must_use]
pub fn read_move(text: &str) -> Option<(crate::record::WrittenMove, &str)> {
    row::read_move_before(text, row::Follows::NextMove).map(|(written, _, rest)| (written, rest))
}

/// The start position of the handicap with this name (`二枚落ち`); `None` for a name that is not known.
#[must_use]
pub fn handicap_start(name: &str) -> Option<crate::rules::shogi::Setup> {
    match handicap::find(name) {
        handicap::Handicap::Known(setup, _) => Some(setup),
        handicap::Handicap::Custom | handicap::Handicap::Unknown => None,
    }
}

/// The records of a KIF text, in order. A text without a single row, known header or closing line gives none.
///
/// Files with several games one after another are cut where a header, a banner or a separator follows moves.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text, Dialect::Kif)
}
