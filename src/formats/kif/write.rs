//! Stub.
use crate::record::Record;
use crate::formats::Written;
use crate::replay::Game;
/// Stub.
#[must_use]
pub fn write(_record: &Record, _game: &Game) -> Written {
    Written { text: String::new(), warnings: vec![] }
}
