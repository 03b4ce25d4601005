//! Games of lishogi as its API exports them: one JSON object a line (`application/x-ndjson`), or a single one.
//!
//! The fields are those of <https://lishogi.org/api>: players, variant, moves in USI, the status, clocks, and the analysis
//! if it was asked for. Everything that is no move becomes a header, so that nothing is lost; what it means is in
//! [`Info`](crate::record::Info) as well. Variants that are not standard shogi or dōbutsu shōgi are refused.

mod analysis;
mod headers;
mod moment;
mod players;
mod reader;
mod status;
#[cfg(test)]
mod tests;

use super::{Format, json};
use crate::record::Record;

/// 1000 for JSON whose games have their moves in one string beside what lishogi says of games, else 0.
#[must_use]
pub fn score(text: &str) -> usize {
    if json::format(text) == Some(Format::Lishogi) { json::CERTAIN } else { 0 }
}

/// The games of a text: one object, several in a list, or several one after another.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    json::read(text, "a game of lishogi", |value, records| {
        let before = records.len();
        match reader::notation(value.json) {
            // Exports without moves may have the game as KIF or CSA.
            Some(notation) => json::texts::take(notation, value.place, "notation", records),
            None => records.extend(reader::game(value.json, value.place)),
        }
        records.len() > before
    })
}
