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
    Index(#[from] DamagedIndex),
}

/// A block of what is derived from the games that does not decode. The games are not touched by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DamagedIndex {
    /// Of the position index.
    #[error("block {number} of segment {segment} of the position index is damaged")]
    Positions {
        /// The segment.
        segment: i64,
        /// The block's number in it.
        number: i64,
    },
    /// Of the names of openings.
    #[error("block {number} of the games' openings is damaged")]
    Openings {
        /// The block's number.
        number: u32,
    },
    /// Of what is measured of the games.
    #[error("block {number} of the games' measures is damaged")]
    Measures {
        /// The block's number.
        number: u32,
    },
    /// The definitions of openings.
    #[error("the stored definitions of openings are damaged")]
    Definitions,
    /// Of the games' facts.
    #[error("block {number} of the games' facts is damaged")]
    Facts {
        /// The block's number.
        number: u32,
    },
}

impl From<IndexError> for DatabaseError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Sql(error) => Self::Store(error.into()),
            IndexError::Damaged { segment, number } => DamagedIndex::Positions { segment, number }.into(),
            IndexError::DamagedOpenings { number } => DamagedIndex::Openings { number }.into(),
            IndexError::DamagedMeasures { number } => DamagedIndex::Measures { number }.into(),
            IndexError::DamagedDefinitions => DamagedIndex::Definitions.into(),
            IndexError::DamagedGames { number } => DamagedIndex::Facts { number }.into(),
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
            Self::Store(StoreError::Sql(error)) => Self::Store(StoreError::about(path, error.0)),
            other => other,
        }
    }
}
