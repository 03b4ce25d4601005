//! Writes KI2.

use crate::formats::kif::reader::Dialect;
use crate::formats::kif::write::{Writer, write_with};
use crate::formats::{Written, only_shogi};
use crate::record::Record;
use crate::replay::Game;

/// Writes a played record as KI2: headers, start position, moves, comments, bookmarks, closing lines, and every branch.
///
/// Moves have the fewest words that tell pieces apart, in the convention of the Japan Shogi Association. The ending is
/// told by a closing line, as KI2 has it. Reading the text again gives the same game; what KI2 cannot hold, the times
/// first of all, is told in the warnings.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    if game.start.shogi().is_none() {
        return only_shogi("KI2");
    }
    write_with(Writer::new(record, game, Dialect::Ki2))
}
