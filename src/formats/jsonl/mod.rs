//! kura's own JSON lines, as `kura export` and `kura convert --to jsonl` write them: one object a game, with the columns
//! that `schema/answers.md` describes.
//!
//! What a record says is read from `start_sfen`, `handicap`, `moves`, `clocks_ms`, the declared ending, the names, dates and
//! evaluations, and from `record`, which has the rest ([`Details`]). What was found out about a game is not read: it is
//! found out again. Lists of moves in USI in the JSON of other programs are read in the same way.

mod details;
mod fields;
mod reader;
#[cfg(test)]
mod tests;
mod times;

pub use details::{Branch, Details};

use super::json;
use crate::record::Record;

/// The games of a text: one object, several in a list, or several one after another.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    json::read(text, "a game with moves", |value, records| match reader::game(value.json, value.place) {
        Some(record) => {
            records.push(record);
            true
        }
        None => false,
    })
}
