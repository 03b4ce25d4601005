//! Files in: found, opened, taken out of archives, read in chunks when they are large, decoded, read and replayed.
//!
//! The only place that opens record files. It knows no database.

mod archive;
mod chunks;
mod replayed;
mod source;

pub use replayed::{ReplayedFile, ReplayedGame};
pub use source::{
    Batch, Chunk, Content, FoundFile, Limits, SEPARATOR, STANDARD_INPUT, SourcePath, each, find, members,
    path_text,
};
