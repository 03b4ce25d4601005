//! Which names are one person's.

use super::{Database, DatabaseError};
use crate::store::{self, Operation, OperationKind, StoreError};

impl Database {
    /// Makes `others` names of the person that `keep` means, with all further names that they have; names that no game
    /// has yet are remembered. Returns the operation and how many persons went into the other one; `None` when all were
    /// that person already.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn join_players(
        &self,
        keep: &str,
        others: &[String],
    ) -> Result<Option<(Operation, usize)>, DatabaseError> {
        let what = std::iter::once(keep).chain(others.iter().map(String::as_str)).collect::<Vec<_>>();
        let mut joined = 0;
        let done = self.operate(OperationKind::Join, &what.join("\n"), |transaction, operation| {
            joined = store::join_players(transaction, operation, keep, others)?;
            Ok((joined > 0).then(Vec::new))
        })?;
        Ok(done.map(|operation| (operation, joined)))
    }

    /// Takes a name away from the person that it was given to, or all names from the person who is called so. Returns
    /// the operation and how many names are persons of their own now; `None` when the name was given to nobody.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn split_player(&self, name: &str) -> Result<Option<(Operation, usize)>, DatabaseError> {
        let mut split = 0;
        let done = self.operate(OperationKind::Split, name, |transaction, operation| {
            split = store::split_player(transaction, operation, name)?;
            Ok((split > 0).then(Vec::new))
        })?;
        Ok(done.map(|operation| (operation, split)))
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

    /// The names of whoever asks, as they were given.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn own_names(&self) -> Result<Vec<String>, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::own_names(snapshot.connection()).map_err(|error| self.named(error))
    }

    /// Adds names of whoever asks; no game has to have them yet. Returns how many are new.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn add_own_names(&self, names: &[String]) -> Result<u64, DatabaseError> {
        self.write(|connection| {
            let transaction = store::begin_transaction(connection)?;
            let added = store::add_own_names(&transaction, names)?;
            transaction.commit().map_err(StoreError::from)?;
            Ok::<_, DatabaseError>(added)
        })
        .map_err(|error| self.named(error))
    }

    /// Forgets the names of whoever asks. Returns how many they were.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn clear_own_names(&self) -> Result<usize, DatabaseError> {
        self.write(|connection| Ok::<_, DatabaseError>(store::clear_own_names(connection)?))
            .map_err(|error| self.named(error))
    }
}
