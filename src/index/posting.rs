//! One occurrence of a position.

use crate::rules::shogi::Move;

/// The key of a position as SQLite can hold and sort it: the 64 bits of `Position::key`, read as a signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub i64);

impl From<u64> for Key {
    fn from(key: u64) -> Self {
        Self(key.cast_signed())
    }
}

/// A position in a game. Postings sort by key, then game, then ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Posting {
    /// The position's key.
    pub key: Key,
    /// The game's id.
    pub game: u32,
    /// How many plies were played before the position; 0 is the start position.
    pub ply: u16,
    /// The move played in the position, as [`Move::raw`]; 0 when it is the last one of the game.
    next: u16,
}

impl Posting {
    /// A posting; `next` is the move played in the position, if any.
    #[must_use]
    pub fn new(key: u64, game: u32, ply: u16, next: Option<Move>) -> Self {
        Self { key: key.into(), game, ply, next: next.map_or(0, Move::raw) }
    }

    /// A posting with the move as its raw bits.
    pub(super) const fn from_raw(key: Key, game: u32, ply: u16, next: u16) -> Self {
        Self { key, game, ply, next }
    }

    /// The raw bits of the next move, 0 for none.
    #[must_use]
    pub const fn next_raw(&self) -> u16 {
        self.next
    }
}
