//! What a transaction gathers before it is written.

use crate::import::ImportError;
use crate::import::packed::PlayableGame;
use crate::index::{self, Postings};
use crate::store::{self, BlockWriter, Change, KnownIds, Transaction};

/// What a transaction gathers before it is written.
#[derive(Default)]
pub(super) struct Pending {
    pub known: KnownIds,
    pub blocks: BlockWriter,
    pub postings: Postings,
    /// The games that are new or were enriched.
    pub changed: Vec<u32>,
    /// The ids of the new games, the first and the last: one transaction gives them one after the other.
    pub added: Option<(i64, i64)>,
}

impl Pending {
    /// Adds a new game. Ids beyond what a posting can hold do not occur: they are given one by one.
    pub fn add(&mut self, id: i64, game: &PlayableGame) {
        self.added = Some((self.added.map_or(id, |(first, _)| first), id));
        let Ok(id) = u32::try_from(id) else { return };
        self.postings.push_game(id, &game.keys, game.new.moves());
        self.changed.push(id);
    }

    /// Writes what was gathered on behalf of an operation, and starts again: ids may be others in the next transaction.
    pub fn write(
        &mut self,
        transaction: &Transaction<'_>,
        operation: Option<i64>,
    ) -> Result<(), ImportError> {
        if let (Some(operation), Some((first, last))) = (operation, self.added.take()) {
            store::insert_change(transaction, operation, Change::Added(first, last))?;
        }
        self.blocks.flush(transaction)?;
        self.postings.write(transaction)?;
        index::update_games(transaction, &mut self.changed)?;
        self.changed.clear();
        self.known = KnownIds::default();
        Ok(())
    }
}
