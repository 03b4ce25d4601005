//! KIF, the format of Kakinoki's programs and of nearly everybody's: headers, numbered rows, times, comments, branches.
//!
//! Source: <http://kakinoki.o.oo7.jp/kif_format.html>; branches (変化) and the many spellings that other programs
//! write are not in it and were taken from real files. [`read`] accepts all of them and judges no move; [`write()`]
//! writes what Kifu for Windows reads.
//!
//! The tables of line kinds, header names and ending words are those of KI2 as well.

mod animals;
mod board;
mod clock;
pub(in crate::formats) mod ending;
mod handicap;
pub(in crate::formats) mod header;
mod line_kind;
mod moves;
mod reader;
mod row;
mod start;
#[cfg(test)]
mod tests;
mod write;

use line_kind::{LineKind, kind};
use row::Content;
pub(in crate::formats) use row::{is_blank, read_modifiers};

use crate::formats::lines::lines;
use crate::record::Record;
pub use write::{UTF8_LINE, write};

/// Enough rows with moves to be certain.
const CERTAIN: usize = 8;

/// How many lines of the text can only be KIF: numbered moves, known headers, the separator, closing and branch lines.
/// Stops counting as soon as there can be no doubt. Text with moves only as KI2 writes them is not KIF.
#[must_use]
pub fn score(text: &str) -> usize {
    let (mut rows, mut others, mut ki2) = (0, 0, 0);
    for line in lines(text) {
        match kind(line.text) {
            LineKind::Row(row) => match row.content {
                Content::Move { .. } => rows += 1,
                Content::Word(word) if ending::WORDS.iter().any(|(known, ..)| *known == word) => others += 1,
                _ => {}
            },
            LineKind::Separator | LineKind::Closing | LineKind::Branch(_) => others += 1,
            LineKind::Header(key, _) if header::key(key).is_some() => others += 1,
            LineKind::Ki2Moves => ki2 += 1,
            _ => {}
        }
        if rows >= CERTAIN {
            break;
        }
    }
    if rows == 0 && ki2 > 0 { 0 } else { rows + others }
}

/// The records of a KIF text, in order. A text without a single row, known header or closing line gives none.
///
/// Files with several games one after another are cut where a header, a banner or a separator follows moves.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}
