//! KIF, the format of Kakinoki's programs and of nearly everybody's: headers, numbered rows, times, comments, branches.
//!
//! Source: <http://kakinoki.o.oo7.jp/kif_format.html>; branches (変化) and the many spellings that other programs
//! write are not in it and were taken from real files. [`read`] accepts all of them and judges no move; [`write()`]
//! writes what Kifu for Windows reads.

#[cfg(test)]
mod tests;

use super::Written;
use super::kakinoki::write::{Writer, write_with};
use super::kakinoki::{Dialect, Kinds, reader};
use crate::record::Record;
use crate::replay::Game;

pub use super::kakinoki::handicap_start;
pub(crate) use super::kakinoki::read_move;

/// The first line of a KIF file in UTF-8; without it Kifu for Windows takes a file for Shift_JIS.
pub(crate) const UTF8_LINE: &str = "#KIF version=2.0 encoding=UTF-8\n";

/// How many lines of the text can only be KIF: numbered moves, known headers, the separator, closing and branch lines.
/// Stops counting as soon as there can be no doubt. Text with moves only as KI2 writes them is not KIF, and neither is
/// a diagram without anything of a game.
#[must_use]
pub fn score(text: &str) -> usize {
    Kinds::count(text).kif()
}

/// The records of a KIF text, in order. A text without a single row, known header or closing line gives none.
///
/// Files with several games one after another are cut where a header, a banner or a separator follows moves.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text, Dialect::Kif)
}

/// Writes a played record as KIF: headers, start position, moves, times, comments, bookmarks, endings, and every branch.
///
/// Legal moves are spelled from the board; what the record has beyond them, from its own words. Branches stand in the
/// order of Kifu for Windows, the last one of the main line first. Reading the text again gives the same game; what
/// KIF cannot hold is listed as losses.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    write_with(Writer::new(record, game, Dialect::Kif))
}
