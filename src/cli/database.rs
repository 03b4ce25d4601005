//! The `--db` option, and opening what it names.

use super::database_files::belongs_to;
use super::output_file::OutputError;
use clap::Args;
use kifukura::import::ImportError;
use kifukura::index::IndexError;
use kifukura::store::{self, StoreError};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Which database.
#[derive(Debug, Args)]
pub struct Database {
    /// The database file
    #[arg(long, value_name = "FILE", env = "KURA_DB", default_value = "kura.db", global = true)]
    db: PathBuf,
}

impl Database {
    /// True when something is there.
    pub fn exists(&self) -> bool {
        self.db.exists()
    }

    /// Opens it for reading.
    pub fn open(&self) -> Result<Connection, StoreError> {
        store::open(&self.db)
    }

    /// Opens it for writing, and makes it if it is not there.
    pub fn create(&self) -> Result<Connection, StoreError> {
        store::create(&self.db)
    }

    /// Opens it for writing; it must be there.
    pub fn open_for_repair(&self) -> Result<Connection, StoreError> {
        self.open()?;
        store::create(&self.db)
    }

    /// Names the file in what went wrong with a question.
    pub fn name(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast::<StoreError>() {
            Ok(StoreError::Sql(error)) => self.about(error).into(),
            Ok(error) => error.into(),
            Err(error) => error,
        }
    }

    /// Refuses to write `path` when it is a file of the database.
    pub fn must_not_be(&self, path: &Path) -> Result<(), OutputError> {
        if belongs_to(path, &self.db) { Err(OutputError::Database(path.to_owned())) } else { Ok(()) }
    }

    /// The same database in an error that SQLite gives.
    pub fn about(&self, error: rusqlite::Error) -> StoreError {
        StoreError::about(&self.db, error)
    }
}

impl Database {
    /// Names the file in what went wrong with an import.
    pub fn explain(&self, error: ImportError) -> anyhow::Error {
        match error {
            ImportError::Store(StoreError::Sql(error)) | ImportError::Index(IndexError::Sql(error)) => {
                self.about(error).into()
            }
            other => other.into(),
        }
    }
}
