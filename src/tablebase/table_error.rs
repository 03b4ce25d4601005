//! What can be wrong with a table file.

use std::io;

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as a table does.
    #[error("not a table of dōbutsu shōgi")]
    NotATable,
    /// It is of another version of the format.
    #[error("a table of format version {0}; this program reads version {version}", version = super::blocks::VERSION)]
    Version(u32),
    /// The head of the file is damaged, or says what no table of this version says.
    #[error("the head of the table is damaged")]
    Head,
    /// The file is shorter or longer than its head says.
    #[error("the table has {actual} bytes instead of {expected}")]
    Length {
        /// How long it should be, in bytes.
        expected: u64,
        /// How long it is, in bytes.
        actual: u64,
    },
    /// A block does not have the content that was written.
    #[error("block {0} of the table is damaged")]
    Block(u32),
}
