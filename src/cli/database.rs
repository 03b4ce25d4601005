//! The `--db` option, and opening what it names.

use super::database_files::belongs_to;
use super::output_file::OutputError;
use clap::Args;
use kifukura::database::{Database, DatabaseError};
use std::path::{Path, PathBuf};

/// Which database.
#[derive(Debug, Args)]
pub struct DatabaseArgs {
    /// The database file
    #[arg(long, value_name = "FILE", env = "KURA_DB", default_value = "kura.db", global = true)]
    db: PathBuf,
}

impl DatabaseArgs {
    /// True when something is there.
    pub fn exists(&self) -> bool {
        self.db.exists()
    }

    /// Opens it for reading.
    pub fn open(&self) -> Result<Database, DatabaseError> {
        Database::open(&self.db)
    }

    /// Opens it for writing, and makes it if it is not there.
    pub fn create(&self) -> Result<Database, DatabaseError> {
        Database::create(&self.db)
    }

    /// Opens it for writing; it must be there.
    pub fn open_to_write(&self) -> Result<Database, DatabaseError> {
        Database::open_to_write(&self.db)
    }

    /// Refuses to write `path` when it is a file of the database.
    pub fn must_not_be(&self, path: &Path) -> Result<(), OutputError> {
        if belongs_to(path, &self.db) { Err(OutputError::Database(path.to_owned())) } else { Ok(()) }
    }
}
