//! What can go wrong with a database, and what to do about it.

use crate::index::IndexError;
use crate::store::StoreError;
use std::path::Path;

/// An error of a database file. The text says what and where; [`hint`](Self::hint) says what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file, or what is stored in it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position index or the games' facts, which can be built again.
    #[error(transparent)]
    Index(IndexError),
}

impl From<IndexError> for DatabaseError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Sql(error) => Self::Store(error.into()),
            error => Self::Index(error),
        }
    }
}

impl DatabaseError {
    /// What to do next, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Store(error) => error.hint(),
            Self::Index(_) => Some("`kura doctor --rebuild-index` builds it again from the games"),
        }
    }

    /// The same error with the file named in it, where SQLite's own words do not name it.
    #[must_use]
    pub(super) fn about(self, path: &Path) -> Self {
        match self {
            Self::Store(StoreError::Sql(error)) => Self::Store(StoreError::about(path, error)),
            other => other,
        }
    }
}
