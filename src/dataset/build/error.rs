//! Why a dataset was not built.

use crate::dataset::table::{TableFormat, TableName};
use crate::query::QueryError;
use crate::report::UnknownColumn;
use std::io;
use std::path::PathBuf;

/// Why a dataset was not built. The text says what is wrong; [`hint`](Self::hint) says what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The filter or the database.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A column that no table has.
    #[error("{0}")]
    Column(#[from] UnknownColumn),
    /// A table without any of the columns that were asked for.
    #[error("the table {} has none of these columns ({})", .table.name(), .format.name())]
    NoColumns {
        /// The table.
        table: TableName,
        /// The format.
        format: TableFormat,
    },
    /// Nothing to write.
    #[error("no table and no format is asked for")]
    NoTable,
    /// Records, headers and comments have the names that are to be hidden.
    #[error("names cannot be hidden where records, headers or comments are written out")]
    NamesInText,
    /// Packed records have no place for means.
    #[error("{} has no place for a position's mean result", .format.name())]
    UniquePacked {
        /// The format.
        format: TableFormat,
    },
    /// An earlier dataset has a part that this one does not have.
    #[error("the earlier dataset has a part `{part}`, which is none of this one's")]
    PreviousPart {
        /// The part.
        part: String,
    },
    /// Too many files.
    #[error("the games lie in {partitions} partitions")]
    TooManyPartitions {
        /// How many.
        partitions: usize,
    },
    /// The folder has something in it.
    #[error("`{}` is not empty", .folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// Something lies where a file is to be written.
    #[error("`{}` is there, and no build of a dataset made it", .path.display())]
    Foreign {
        /// What lies there.
        path: PathBuf,
    },
    /// The build in a folder did not come to its end.
    #[error("the build in `{}` is not finished", .folder.display())]
    Unfinished {
        /// The folder.
        folder: PathBuf,
    },
    /// The last position would stand before the first.
    #[error("the positions from ply {from} to ply {to} are none")]
    NoPlies {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
    },
    /// There is nothing to go on with, or it was built from something else.
    #[error("the build in `{}` cannot be resumed: {reason}", .folder.display())]
    NotResumed {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// A manifest cannot be read.
    #[error("the manifest cannot be read: {reason}")]
    Manifest {
        /// Why.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("`{}` cannot be read or written", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// Some output cannot be written.
    #[error("the output could not be written")]
    Write(#[from] io::Error),
}

impl BuildError {
    /// What to do next, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        Some(match self {
            Self::Query(error) => return error.hint(),
            Self::NotEmpty { .. } => {
                "name another folder, go on with an interrupted build with `--resume`, or replace a dataset with `--force`"
            }
            Self::Foreign { .. } => "move it away, or name another folder",
            Self::Unfinished { .. } => "go on with the same options and `--resume`",
            Self::NotResumed { .. } => "begin anew with `--force`",
            Self::NamesInText => "leave `--with-text` and formats of records out; usi has no names",
            Self::UniquePacked { .. } => {
                "leave `--unique` out, or name the formats of positions: parquet, csv, jsonl, sfen"
            }
            Self::NoColumns { .. } => "leave the table out with `--tables`, or name one of its columns",
            Self::NoTable => "name tables and formats: `--tables positions --formats psv`",
            Self::PreviousPart { .. } => "give the parts the names that they had",
            _ => return None,
        })
    }
}
