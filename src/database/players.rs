//! Which names are one person's.

use super::{Database, DatabaseError};
use crate::store;

impl Database {
    /// Makes `others` names of the person that `keep` means, with all further names that they have; names that no game
    /// has yet are remembered. Returns how many persons went into the other one.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn join_players(&self, keep: &str, others: &[String]) -> Result<usize, DatabaseError> {
        self.write(|connection| {
            store::join_players(connection, keep, others).map_err(|error| self.named(error))
        })
    }

    /// Undoes [`join_players`](Self::join_players) for a name, or for all names that were joined to it. Returns how
    /// many names are persons of their own now.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn split_player(&self, name: &str) -> Result<usize, DatabaseError> {
        self.write(|connection| store::split_player(connection, name).map_err(|error| self.named(error)))
    }

    /// Whether a game or an alias has this name, in any spelling.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn is_player(&self, name: &str) -> Result<bool, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::is_player(snapshot.connection(), name).map_err(|error| self.named(error))
    }

    /// The name under which the person is shown that a name means.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn person_of(&self, name: &str) -> Result<String, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::person_of(snapshot.connection(), name).map_err(|error| self.named(error))
    }
}
