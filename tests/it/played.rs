//! A record played, for the writers.

use kifukura::record::Record;
use kifukura::replay::{Game, replay};

/// Plays a record whose start position can be played on.
pub fn play(record: &Record) -> Game {
    replay(record).expect("a position that can be played")
}
