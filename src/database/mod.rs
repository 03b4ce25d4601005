//! The one door to a database file: opening it, sharing it among threads, and what is done to it as a whole.
//!
//! Everything above asks a [`Database`]; connections to SQLite do not leave the crate. What games, positions and
//! players there are is asked in [`query`](crate::query).

mod error;
mod openings;
mod operations;
mod players;
mod refill;
mod snapshot;
mod transfer;
mod upkeep;

pub use crate::store::{
    APPLICATION_ID, Combined, Forgotten, Operation, OperationKind, SCHEMA_VERSION, SqliteError, StoreError,
};
pub use error::{DamagedIndex, DatabaseError};
pub use operations::UndoError;
pub(crate) use operations::replace_games;
pub(crate) use snapshot::Snapshot;
pub use transfer::Copied;

use crate::index::{self, Facts};
use crate::record::Record;
use crate::store;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How many postings of the index a merge of games, or their copy, may put in order.
const SPARE_POSTINGS: u64 = 1 << 20;

/// A database file. Questions can be asked from several threads at once: each takes a connection of its own, and all
/// share the facts of the games that one of them has read.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    /// Connections for reading that nobody uses at the moment.
    idle: Mutex<Vec<Connection>>,
    /// The facts of the state that was asked about last.
    facts: Mutex<Option<Arc<Facts>>>,
    /// The connection for writing, where the file was opened for that.
    writer: Option<Mutex<Connection>>,
}

/// The file that one game came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// The source's id.
    pub id: i64,
    /// A path under which it was seen; empty when none is known.
    pub path: String,
}

impl Database {
    /// Opens the database at `path` for reading. One that an earlier kifukura made is brought up to date first, which
    /// needs the right to write it.
    ///
    /// # Errors
    /// When there is no such file, it is not ours, or it was made by a later kifukura.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let connection = match store::open(path) {
            Err(older @ StoreError::Older { .. }) => {
                // The connection that migrates is closed before the one that reads is opened.
                match create(path).map(drop) {
                    Ok(()) => store::open(path)?,
                    Err(DatabaseError::Store(StoreError::ReadOnly { .. })) => return Err(older.into()),
                    Err(error) => return Err(error),
                }
            }
            opened => opened?,
        };
        Ok(Self::new(path, vec![connection], None))
    }

    /// Opens the database at `path` for reading and writing; it is made when it is not there, and brought up to date
    /// when an earlier kifukura made it.
    ///
    /// ```
    /// use kifukura::database::Database;
    /// use kifukura::query::{Filter, Questions};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("games.db");
    /// let database = Database::create(&path)?;
    /// assert_eq!(database.count_games(&Filter::default())?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file is not ours, was made by a later kifukura, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self::new(path, Vec::new(), Some(create(path)?)))
    }

    /// Opens the database at `path` for reading and writing; it must be there.
    ///
    /// # Errors
    /// As of [`open`](Self::open), and when the file cannot be written.
    pub fn open_to_write(path: &Path) -> Result<Self, DatabaseError> {
        Self::open(path)?;
        Self::create(path)
    }

    fn new(path: &Path, idle: Vec<Connection>, writer: Option<Connection>) -> Self {
        Self {
            path: path.to_owned(),
            idle: Mutex::new(idle),
            facts: Mutex::new(None),
            writer: writer.map(Mutex::new),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state of the database as it is now, for one question.
    pub(crate) fn snapshot(&self) -> Result<Snapshot<'_>, DatabaseError> {
        Snapshot::begin(self).map_err(|error| error.about(&self.path))
    }

    /// Gives the connection for writing to `write`.
    pub(crate) fn write<T, E: From<DatabaseError>>(
        &self,
        write: impl FnOnce(&mut Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let read_only = || StoreError::ReadOnly {
            path: self.path.clone(),
            reason: "it was opened for reading only".to_owned(),
        };
        let writer = self.writer.as_ref().ok_or_else(|| DatabaseError::from(read_only()))?;
        write(&mut writer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An error of this database with the file named in it.
    pub(crate) fn named(&self, error: impl Into<DatabaseError>) -> DatabaseError {
        error.into().about(&self.path)
    }

    /// The record of a stored game; `None` when there is no such game. Its legal moves are spelled as moves, what follows
    /// them as it was written; as text it is [`unplayed`](Self::unplayed).
    ///
    /// # Errors
    /// When the database cannot be read, or what it holds is no game.
    pub fn record(&self, game: i64) -> Result<Option<Record>, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::load(snapshot.connection(), game).map_err(|error| self.named(error))
    }

    /// The text of a stored game from the first move on that could not be played; `None` when all were.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn unplayed(&self, game: i64) -> Result<Option<String>, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::rest_of(snapshot.connection(), game).map_err(|error| self.named(error))
    }

    /// The files that a game came from.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn sources(&self, game: i64) -> Result<Vec<GameSource>, DatabaseError> {
        let snapshot = self.snapshot()?;
        let sources = store::sources_of(snapshot.connection(), game).map_err(|error| self.named(error))?;
        Ok(sources.into_iter().map(|(id, path)| GameSource { id, path }).collect())
    }

    /// The bytes of a source as they came in; `None` when they were not kept.
    ///
    /// # Errors
    /// When the database cannot be read, or the bytes are damaged.
    pub fn source_bytes(&self, source: i64) -> Result<Option<Vec<u8>>, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::source_bytes(snapshot.connection(), source).map_err(|error| self.named(error))
    }
}

fn create(path: &Path) -> Result<Connection, DatabaseError> {
    store::create(path, |connection| {
        store::name_older_kinds(connection)?;
        store::name_persons(connection)?;
        refill::refill(connection)?;
        Ok(index::rebuild_games(connection)?)
    })
}
