//! What can go wrong with a database file, and what to do about it.

use std::path::{Path, PathBuf};

/// An error of the database. The text says what and where; [`StoreError::hint`] says what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite would not take the name for that of a file.
    #[error("`{}` does not name a database file", .0.display())]
    NoFile(PathBuf),
    /// There is no file.
    #[error("there is no database at `{}`", .0.display())]
    Missing(PathBuf),
    /// The file holds nothing.
    #[error("`{}` is empty", .0.display())]
    Empty(PathBuf),
    /// The file is something else.
    #[error("`{}` is not a kifukura database", .0.display())]
    Foreign(PathBuf),
    /// A later kifukura made the file.
    #[error("`{}` has schema version {found}, and this kura knows versions up to {known}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// An earlier kifukura made the file.
    #[error("`{}` has schema version {found}; it has to be brought to version {known} first", .path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: i64,
        /// The version that is known here.
        known: i64,
    },
    /// The file or its folder cannot be written.
    #[error("`{}` cannot be written: {reason}", .path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// The system's or SQLite's words.
        reason: String,
    },
    /// No space is left.
    #[error("the disk that holds `{}` is full", .0.display())]
    Full(PathBuf),
    /// Somebody else writes.
    #[error("`{}` is being written by another program", .0.display())]
    Busy(PathBuf),
    /// The file is damaged.
    #[error("`{}` is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Something stored cannot be understood.
    #[error("game {game}: {reason}")]
    BadGame {
        /// The game's id.
        game: i64,
        /// What is wrong.
        reason: String,
    },
    /// The kept bytes of a source cannot be got back.
    #[error("source {id}: {reason}")]
    BadSource {
        /// The source's id.
        id: i64,
        /// What is wrong.
        reason: String,
    },
    /// Anything else that SQLite says.
    #[error(transparent)]
    Sql(SqliteError),
}

/// An error of SQLite in its own words. Which library speaks to SQLite is no part of this crate's interface.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SqliteError(pub(crate) rusqlite::Error);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(SqliteError(error))
    }
}

impl StoreError {
    /// What to do next, in one line.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoFile(_) => {
                "a database is always a file; put `./` before a name that begins with `:` or `file:`"
            }
            Self::Missing(_) => {
                "make one with `kura import PATH…`, or name another with `--db FILE` or KURA_DB"
            }
            Self::Empty(_) => {
                "`kura import PATH…` fills it; a copy of a database in use needs its `-wal` file beside it"
            }
            Self::Foreign(_) => "name another file with `--db FILE`; this one was left as it is",
            Self::Newer { .. } => "use the kura that wrote it, or a newer one; the file was left as it is",
            Self::Older { .. } => {
                "make the file and its folder writable, or copy it to where it can be written"
            }
            Self::ReadOnly { .. } => {
                "check the permissions of the file and its folder, or name another with `--db`"
            }
            Self::Full(_) => "free some space and run the same command again; what was committed is safe",
            Self::Busy(_) => "wait until it is done and run the same command again",
            Self::Damaged { .. } => "restore it from a copy, or import the records again into a new file",
            Self::BadGame { .. } | Self::BadSource { .. } | Self::Sql(_) => return None,
        })
    }

    /// Names what SQLite's error means for the file at `path`.
    #[must_use]
    pub(crate) fn about(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        let reason = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Self::ReadOnly { path, reason }
            }
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::SystemIoFailure) => Self::Damaged { path, reason },
            _ => error.into(),
        }
    }
}
