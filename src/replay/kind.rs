//! What a played record is, and where it began.

use super::Game;
use crate::record::{GameKind, Record};
use crate::rules::Placing;

impl Game {
    /// How the pieces stood at the beginning.
    #[must_use]
    pub fn placing(&self) -> Placing {
        Placing::of(&self.start)
    }

    /// What `record` is, which this game was played from.
    #[must_use]
    pub fn kind(&self, record: &Record) -> GameKind {
        GameKind::of(record, self.placing(), self.moves().len(), self.outcome.declared)
    }
}
