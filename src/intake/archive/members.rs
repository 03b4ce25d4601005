//! What an archive's reader gives its files to: within the budget of bytes, and with cleaned names.

use super::error::ArchiveError;
use super::name::member_name;
use crate::intake::limits::{MOST_IN_MEMORY, most_unpacked};
use std::io::Read;
use std::ops::ControlFlow;

/// How many bytes may still come out of an archive and of those in it.
#[derive(Debug)]
pub(super) struct Budget {
    pub left: u64,
    limit: u64,
}

impl Budget {
    /// That of an archive of `packed` bytes.
    pub fn of(packed: usize) -> Self {
        let limit = most_unpacked(packed as u64);
        Self { left: limit, limit }
    }
}

/// A file of an archive, or why there is none.
pub(super) type Unpacked = Result<Vec<u8>, ArchiveError>;

/// The files of one archive on their way out.
pub(super) struct Members<'a> {
    /// The archive's own name, empty for the outermost.
    pub archive: &'a str,
    pub budget: &'a mut Budget,
    /// Takes a file, which may be an archive itself, or what is wrong with the archive.
    pub take: &'a mut dyn FnMut(&mut Budget, String, Unpacked) -> ControlFlow<()>,
}

impl Members<'_> {
    /// The name of a member, cleaned.
    pub fn name(&self, raw: &[u8]) -> String {
        member_name(self.archive, raw)
    }

    /// Gives a file.
    pub fn give(&mut self, name: String, content: Unpacked) -> ControlFlow<()> {
        let is_last = matches!(content, Err(ArchiveError::ExpandsTooFar(_)));
        // What expands too far concerns everything that lies around it.
        let name = if is_last { String::new() } else { name };
        (self.take)(self.budget, name, content)?;
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reads a file and gives it.
    pub fn read(&mut self, name: String, reader: &mut dyn Read) -> ControlFlow<()> {
        let content = self.bytes(reader);
        self.give(name, content)
    }

    /// Gives what is wrong with the archive itself.
    pub fn report(&mut self, error: ArchiveError) -> ControlFlow<()> {
        self.give(self.archive.to_owned(), Err(error))
    }

    /// The error of an archive that expands too far.
    pub fn expands_too_far(&self) -> ArchiveError {
        ArchiveError::ExpandsTooFar(self.budget.limit)
    }

    /// The bytes of a member, within the limits. What was unpacked counts even if nothing comes of it.
    pub fn bytes(&mut self, reader: &mut dyn Read) -> Unpacked {
        let mut bytes = Vec::new();
        let left = self.budget.left;
        let read = reader.take(left.min(MOST_IN_MEMORY) + 1).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        if length > left {
            self.budget.left = 0;
            return Err(self.expands_too_far());
        }
        self.budget.left -= length;
        match read {
            Err(error) => Err(ArchiveError::damaged(&error)),
            Ok(_) if length > MOST_IN_MEMORY => Err(ArchiveError::MemberTooLarge(MOST_IN_MEMORY)),
            Ok(_) => Ok(bytes),
        }
    }
}
