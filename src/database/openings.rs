//! The names of openings and castles that the games have, and the definitions by which they are found.

use super::{Database, DatabaseError};
use crate::classify::{Definitions, FoundName};
use crate::index::{self, StoredDefinitions};
use crate::rules::ByColor;
use crate::store::{self, StoreError};

impl Database {
    /// The definitions by which the names of the games were found; those that come with kifukura for a database without
    /// games.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn definitions(&self) -> Result<Definitions, DatabaseError> {
        let snapshot = self.snapshot()?;
        let stored = index::stored_definitions(snapshot.connection()).map_err(|error| self.named(error))?;
        Ok(match stored {
            Some(StoredDefinitions { definitions, .. }) => definitions,
            None => Definitions::standard().unwrap_or_else(|_| Definitions::empty()),
        })
    }

    /// The names of a game, by places among [`definitions`](Self::definitions) and with the plies after which they held
    /// first; none for other games than shogi from the even start.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn opening_names(&self, game: i64) -> Result<ByColor<Vec<FoundName>>, DatabaseError> {
        let Ok(game) = u32::try_from(game) else { return Ok(ByColor::default()) };
        let snapshot = self.snapshot()?;
        index::names_of(snapshot.connection(), game).map_err(|error| self.named(error))
    }

    /// Finds the names of all games anew, by the definitions that come with kifukura and those of `added`, a table in the
    /// same form ([`Definitions::parse`] says whether it can be read) which adds names or takes the place of known ones;
    /// with `None` by those that were added before. `progress` is called with the number of games done.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn reclassify(
        &self,
        added: Option<&str>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), DatabaseError> {
        self.write(|connection| {
            let transaction = store::begin_transaction(connection).map_err(|error| self.named(error))?;
            index::classify_all(&transaction, added, progress).map_err(|error| self.named(error))?;
            transaction.commit().map_err(|error| self.named(StoreError::from(error)))
        })
    }
}
