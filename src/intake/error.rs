//! Why a file could not be read.

use super::archive::ArchiveError;
use crate::formats::packed::PackedFormat;
use std::io;

/// Why a file could not be read. The text says after a semicolon what can be done about it, where something can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The operating system refused.
    #[error("{message}")]
    System {
        /// What sort of refusal it is.
        kind: io::ErrorKind,
        /// Its words.
        message: String,
    },
    /// A link to a folder below a given folder.
    #[error("a link to a folder, which is not followed; name it to have it read")]
    FolderLink,
    /// A device, a pipe, or a socket.
    #[error("not a regular file")]
    NotAFile,
    /// Standard input above this size in bytes.
    #[error("larger than {} MiB; write it to a file first, which may be of any size", .0 >> 20)]
    InputTooLarge(u64),
    /// An archive above this size in bytes.
    #[error("larger than {} MiB; unpack the archive first; records may be files of any size", .0 >> 20)]
    ArchiveTooLarge(u64),
    /// More came than the file's size had promised, and than may be kept in memory.
    #[error("it grows while it is read")]
    Growing,
    /// The second reading of a large file found other bytes than the first.
    #[error("it was changed while it was read; run the same command again")]
    Changed,
    /// One game takes more bytes than may be in memory at once.
    #[error("the game that begins in line {line} is larger than {} MiB", .limit >> 20)]
    GameTooLarge {
        /// The line in which it begins, from 1.
        line: u32,
        /// The limit in bytes.
        limit: usize,
    },
    /// The file is large, and its encoding or format cannot be read in chunks.
    #[error("{0}")]
    Indivisible(String),
    /// It holds packed positions, which are no games. [`open_positions`](super::open_positions) opens it.
    #[error(
        "positions for training ({}), not games; `kura check` checks them, and games come from the records that they \
         were made of",
        .0.name()
    )]
    Positions(PackedFormat),
    /// The archive in which it lies.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::System { kind: error.kind(), message: error.to_string() }
    }
}
