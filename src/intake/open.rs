//! Opening one file: its bytes, unless it is an archive or too large to be read at once.

use super::archive::ArchiveKind;
use super::chunks::holds_too_much;
use super::content::Content;
use super::error::ReadError;
use super::find::{FoundFile, STANDARD_INPUT};
use super::limits::{Limits, MOST_IN_MEMORY};
use super::positions::format_of_file;
use super::survey::Input;
use crate::formats::Shape;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A file that was opened.
pub(super) enum Opened<T> {
    /// What was made of its content.
    Item(T),
    /// It is an archive.
    Archive(ArchiveKind, Vec<u8>),
    /// It is to be read in chunks.
    Large(Input),
}

/// What becomes of contents.
pub(super) struct Opener<'a, T, F> {
    pub limits: Limits,
    /// The item of a file whose SHA-256 is known, so that it need not be read.
    pub known: &'a (dyn Fn(&[u8; 32]) -> Option<T> + Sync),
    /// The item of any other file.
    pub make: &'a F,
}

impl<T, F: Fn(Result<Content, ReadError>) -> T> Opener<'_, T, F> {
    /// Opens a file that was found.
    pub fn open(&self, file: &FoundFile) -> Opened<T> {
        let input = match &file.error {
            Some(error) => Err(error.clone()),
            None => read_file(&file.path, self.limits),
        };
        match input {
            Ok(Input::Bytes(bytes)) => match ArchiveKind::of(&bytes) {
                Some(kind) => Opened::Archive(kind, bytes),
                None => self.bytes(bytes),
            },
            Ok(input) => Opened::Large(input),
            Err(error) => Opened::Item((self.make)(Err(error))),
        }
    }

    /// Reads the games of a file in memory, unless the file is too large for that or has more games than are read at
    /// once.
    pub fn bytes(&self, bytes: Vec<u8>) -> Opened<T> {
        if bytes.len() as u64 > self.limits.file {
            return Opened::Large(Input::Bytes(bytes));
        }
        let mut content = Content::new(bytes);
        if let Some(item) = (self.known)(&content.sha256) {
            return Opened::Item(item);
        }
        let document = content.read();
        if holds_too_much(&document) && document.records.len() > 1 && Shape::is_of(&document) {
            return Opened::Large(Input::Bytes(content.bytes));
        }
        content.document = Some(document);
        Opened::Item((self.make)(Ok(content)))
    }
}

/// Reads a file, if it may be in memory: a file of records above the limit is only named.
fn read_file(path: &Path, limits: Limits) -> Result<Input, ReadError> {
    let mut bytes = Vec::new();
    if path.as_os_str() == STANDARD_INPUT {
        io::stdin().lock().take(MOST_IN_MEMORY + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_IN_MEMORY {
            return Err(ReadError::InputTooLarge(MOST_IN_MEMORY));
        }
        return Ok(Input::Bytes(bytes));
    }
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile);
    }
    if let Some(format) = format_of_file(path, metadata.len())? {
        return Err(ReadError::Positions(format));
    }
    let mut file = File::open(path)?;
    if metadata.len() > limits.file {
        (&mut file).take(ArchiveKind::HEAD).read_to_end(&mut bytes)?;
        if ArchiveKind::of(&bytes).is_none() {
            return Ok(Input::File(path.to_owned()));
        }
        if metadata.len() > MOST_IN_MEMORY {
            return Err(ReadError::ArchiveTooLarge(MOST_IN_MEMORY));
        }
    }
    bytes.reserve_exact(usize::try_from(metadata.len().min(MOST_IN_MEMORY)).unwrap_or(0));
    file.take(MOST_IN_MEMORY + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_IN_MEMORY {
        return Err(ReadError::Growing);
    }
    Ok(Input::Bytes(bytes))
}
