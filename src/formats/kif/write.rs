//! Stub.
use crate::record::Record;
use crate::replay::Game;
/// What a writer wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the format cannot hold.
    pub warnings: Vec<String>,
}
/// Stub.
#[must_use]
pub fn write(_record: &Record, _game: &Game) -> Written {
    Written { text: String::new(), warnings: vec![] }
}
