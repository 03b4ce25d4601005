//! Making anew what is derived, and giving space back.

use super::{Database, DatabaseError};
use crate::store::{Forgotten, StoreError};
use crate::{index, store};

impl Database {
    /// Builds the position index, the games' facts and the normalized names again from the games; `progress` is called
    /// with the number of games done. Returns the ids of the games whose moves cannot be played; they are in no
    /// position.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn rebuild_index(&self, progress: &mut dyn FnMut(u64)) -> Result<Vec<u32>, DatabaseError> {
        self.write(|connection| {
            let unplayable = index::rebuild(connection, progress).map_err(|error| self.named(error))?;
            store::renormalize_names(connection).map_err(|error| self.named(error))?;
            Ok(unplayable)
        })
    }

    /// Forgets every hidden game for good: removed, merged, replaced ones and those of undone imports, with the files of
    /// which no other game came. What they were a part of can no longer be undone. The space is given back by
    /// [`compact`](Self::compact).
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn forget(&self) -> Result<Forgotten, DatabaseError> {
        self.write(|connection| {
            let transaction = store::begin_transaction(connection).map_err(|error| self.named(error))?;
            let forgotten = store::forget_hidden(&transaction).map_err(|error| self.named(error))?;
            if forgotten.games > 0 {
                index::rebuild_in(&transaction, &mut |_| {}).map_err(|error| self.named(error))?;
            }
            transaction.commit().map_err(|error| self.named(StoreError::from(error)))?;
            Ok(forgotten)
        })
    }

    /// How many games are hidden.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn count_hidden(&self) -> Result<u64, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::count_hidden(snapshot.connection()).map_err(|error| self.named(error))
    }

    /// Merges all segments of the position index into one and gives free space back to the disk. Returns whether there
    /// was anything to merge.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn compact(&self) -> Result<bool, DatabaseError> {
        self.write(|connection| {
            let merged = index::merge_all(connection).map_err(|error| self.named(error))?;
            store::shrink(connection).map_err(|error| self.named(error))?;
            Ok(merged)
        })
    }
}
