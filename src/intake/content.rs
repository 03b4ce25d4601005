//! The bytes of a file, or of a chunk of one.

use crate::formats::{Document, read};
use sha2::{Digest, Sha256};

/// A file's bytes and their SHA-256.
#[derive(Clone, Debug)]
pub struct Content {
    /// The bytes; those of the chunk when it is one.
    pub bytes: Vec<u8>,
    /// The SHA-256 of the file with all its chunks.
    pub sha256: [u8; 32],
    /// Which chunk of the file this is, when it was too large to be read at once.
    pub chunk: Option<Chunk>,
    /// What was read already, to find where the chunk ends.
    pub(super) document: Option<Document>,
}

/// Where a chunk of a file stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// How many bytes of the file come before it.
    pub start: u64,
    /// How many bytes the file has.
    pub file_bytes: u64,
    /// How many games come before it.
    pub games: usize,
    /// How many lines end before it.
    pub lines: u32,
    /// Nothing comes after it.
    pub last: bool,
}

impl Content {
    /// The content that these bytes are.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let sha256 = Sha256::digest(&bytes).into();
        Self { bytes, sha256, chunk: None, document: None }
    }

    /// Decodes and reads the records, unless that was done to cut the file.
    #[must_use]
    pub fn read(&mut self) -> Document {
        self.document.take().unwrap_or_else(|| read(&self.bytes))
    }
}
