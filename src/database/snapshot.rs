//! One state of the database, in which a question is answered whoever writes meanwhile.

use super::{Database, DatabaseError};
use crate::index::{self, Facts, LoadedFacts};
use crate::store::{self, StoreError};
use rusqlite::Connection;
use std::sync::{Arc, PoisonError};

/// A connection inside a transaction, with the games' facts of the state that it sees. It goes back to the database
/// when it is dropped.
#[derive(Debug)]
pub(crate) struct Snapshot<'d> {
    database: &'d Database,
    /// There until it is dropped.
    connection: Option<Connection>,
    facts: Arc<Facts>,
}

impl<'d> Snapshot<'d> {
    pub(super) fn begin(database: &'d Database) -> Result<Self, DatabaseError> {
        let idle = database.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => store::open(&database.path)?,
        };
        store::begin_snapshot(&connection).map_err(StoreError::from)?;
        let facts = facts(database, &connection)?;
        Ok(Self { database, connection: Some(connection), facts })
    }

    /// The connection.
    pub(crate) fn connection(&self) -> &Connection {
        // It is taken out by `drop` alone.
        self.connection.as_ref().expect("a snapshot has its connection until it is dropped")
    }

    /// The facts of all games, read to the last one.
    pub(crate) fn all_facts(&self) -> Result<&Facts, DatabaseError> {
        self.facts.load_all(self.connection())?;
        Ok(&self.facts)
    }

    /// The facts of these games, which come sorted, and if `first_moves` their first moves too.
    pub(crate) fn facts_of(&self, games: &[u32], first_moves: bool) -> Result<LoadedFacts, DatabaseError> {
        Ok(LoadedFacts::load(Arc::clone(&self.facts), self.connection(), games, first_moves)?)
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        // A connection whose transaction cannot be ended is of no use to the next question.
        if store::end_snapshot(&connection).is_ok() {
            self.database.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

/// The facts of the state that `connection` sees: those that another question has read, if nothing changed since.
fn facts(database: &Database, connection: &Connection) -> Result<Arc<Facts>, DatabaseError> {
    let version = index::facts_version(connection)?;
    let mut kept = database.facts.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(facts) = kept.as_ref().filter(|facts| facts.version() == version) {
        return Ok(Arc::clone(facts));
    }
    let facts = Arc::new(Facts::new(connection)?);
    *kept = Some(Arc::clone(&facts));
    Ok(facts)
}
