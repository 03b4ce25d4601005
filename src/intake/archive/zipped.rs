//! zip.

use super::error::ArchiveError;
use super::members::Members;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use zip::result::ZipError;
use zip::{ZipArchive, read::read_zipfile_from_stream};

pub(super) fn read(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => archive,
        Err(error) => return without_directory(members, bytes, &error),
    };
    for index in 0..archive.len() {
        let raw = archive.by_index_raw(index).map(|file| (members.name(file.name_raw()), file.is_file()));
        let (name, is_file) = match raw {
            Ok(found) => found,
            Err(error) => {
                let error = Box::new(reason(&error));
                members.report(ArchiveError::Nameless { number: index + 1, error })?;
                continue;
            }
        };
        if !is_file {
            continue;
        }
        match archive.by_index(index) {
            Ok(mut file) => members.read(name, &mut file)?,
            Err(error) => members.give(name, Err(reason(&error)))?,
        }
    }
    for bytes in same_names(bytes).into_iter().filter_map(|at| bytes.get(at..)) {
        let mut rest = Tap { bytes, closed: &Cell::new(false) };
        if next_member(members, &mut rest)? == Follows::Nothing {
            members.report(ArchiveError::SameName)?;
        }
    }
    ControlFlow::Continue(())
}

/// Where the members begin that have the name of a later one: the table of contents in memory has each name once.
fn same_names(bytes: &[u8]) -> Vec<usize> {
    /// The length of an entry of the table of contents, and of the record after the table, without names and comments.
    const ENTRY: usize = 46;
    const END: usize = 22;
    let number = |at: usize, length: usize| -> Option<usize> {
        let field = bytes.get(at..at.checked_add(length)?)?;
        Some(field.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    let from = bytes.len().saturating_sub(END + usize::from(u16::MAX));
    let end = memchr::memmem::rfind(&bytes[from..], b"PK\x05\x06").map(|end| from + end);
    let Some(mut at) = end.and_then(|end| number(end + 16, 4)) else { return Vec::new() };
    let mut last: HashMap<&[u8], usize> = HashMap::new();
    let mut found = Vec::new();
    while bytes.get(at..).is_some_and(|rest| rest.starts_with(b"PK\x01\x02")) {
        let lengths = [28, 30, 32].map(|field| number(at + field, 2).unwrap_or(0));
        let (Some(name), Some(local)) = (bytes.get(at + ENTRY..at + ENTRY + lengths[0]), number(at + 42, 4))
        else {
            break;
        };
        found.extend(last.insert(name, local));
        at += ENTRY + lengths.iter().sum::<usize>();
    }
    found
}

/// A zip that was cut off has lost its table of contents, which stands at the end; its members are still there one
/// after the other.
fn without_directory(members: &mut Members<'_>, bytes: &[u8], error: &ZipError) -> ControlFlow<()> {
    members.report(ArchiveError::NoDirectory(Box::new(reason(error))))?;
    let mut rest = Tap { bytes, closed: &Cell::new(false) };
    while next_member(members, &mut rest)? == Follows::Perhaps {}
    ControlFlow::Continue(())
}

/// Whether another member may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    Perhaps,
    /// There was no member, or it was not read to its end.
    Nothing,
}

/// Reads the member that begins here.
fn next_member(members: &mut Members<'_>, rest: &mut Tap<'_>) -> ControlFlow<(), Follows> {
    let closed = rest.closed;
    let Ok(Some(mut file)) = read_zipfile_from_stream(rest) else {
        return ControlFlow::Continue(Follows::Nothing);
    };
    if !file.is_file() {
        return ControlFlow::Continue(Follows::Perhaps);
    }
    let name = members.name(file.name_raw());
    let content = members.bytes(&mut file);
    if content.is_err() {
        // Dropping a file reads it to its end, which may be very far away.
        closed.set(true);
    }
    drop(file);
    let follows = if content.is_ok() { Follows::Perhaps } else { Follows::Nothing };
    members.give(name, content)?;
    ControlFlow::Continue(follows)
}

/// Bytes that are at their end as soon as somebody says so.
struct Tap<'a> {
    bytes: &'a [u8],
    closed: &'a Cell<bool>,
}

impl Read for Tap<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.closed.get() { Ok(0) } else { self.bytes.read(buffer) }
    }
}

fn reason(error: &ZipError) -> ArchiveError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ArchiveError::Encrypted,
        ZipError::UnsupportedArchive(what) => ArchiveError::UnknownMethod(format!("another method ({what})")),
        ZipError::CompressionMethodNotSupported(number) => {
            ArchiveError::UnknownMethod(format!("method {number}"))
        }
        error => ArchiveError::damaged(error),
    }
}
