//! Making anew what is derived, and giving space back.

use super::{Database, DatabaseError};
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
