//! zip.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use std::cell::Cell;
use std::collections::HashMap;
use std::io::{Cursor, Read};
use zip::result::ZipError;
use zip::{ZipArchive, read::read_zipfile_from_stream};

pub(super) fn walk(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => archive,
        Err(error) => return without_directory(walk, name, bytes, depth, &error),
    };
    for index in 0..archive.len() {
        let raw =
            archive.by_index_raw(index).map(|file| (member_name(name, file.name_raw()), file.is_file()));
        let (own, is_file) = match raw {
            Ok(found) => found,
            Err(error) => {
                walk.refuse(name, &format!("member {}: {}", index + 1, reason(&error)));
                continue;
            }
        };
        if !is_file {
            continue;
        }
        let go_on = match archive.by_index(index) {
            Ok(mut file) => walk.read(own, &mut file, depth),
            Err(error) => {
                walk.member(own, Err(reason(&error)), depth);
                !walk.over
            }
        };
        if !go_on {
            return;
        }
    }
    for at in shadowed(bytes).into_iter().filter_map(|at| bytes.get(at..)) {
        let mut rest = Tap { bytes: at, closed: &Cell::new(false) };
        if walk.over {
            return;
        }
        if !next_member(walk, name, &mut rest, depth) {
            walk.refuse(
                name,
                "a member that has the name of another one cannot be read; unpack the archive first",
            );
        }
    }
}

/// Where the members begin that have the name of a later one: the table of contents in memory has each name once.
fn shadowed(bytes: &[u8]) -> Vec<usize> {
    /// The length of an entry of the table of contents, and of the record after the table, without names and comments.
    const ENTRY: usize = 46;
    const END: usize = 22;
    let number = |at: usize, length: usize| -> Option<usize> {
        let field = bytes.get(at..at.checked_add(length)?)?;
        Some(field.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    let from = bytes.len().saturating_sub(END + usize::from(u16::MAX));
    let Some(end) = memchr::memmem::rfind(&bytes[from..], b"PK\x05\x06").map(|end| from + end) else {
        return Vec::new();
    };
    let mut at = number(end + 16, 4).unwrap_or(usize::MAX);
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
fn without_directory(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth, error: &ZipError) {
    walk.refuse(name, &format!("{}; what could be found was read", reason(error)));
    let mut rest = Tap { bytes, closed: &Cell::new(false) };
    while !walk.over && next_member(walk, name, &mut rest, depth) {}
}

/// Reads the member that begins here; false when there is none, or nothing can follow it.
fn next_member(walk: &mut Walk<'_, '_>, name: &str, rest: &mut Tap<'_>, depth: Depth) -> bool {
    let closed = rest.closed;
    let Ok(Some(mut file)) = read_zipfile_from_stream(rest) else { return false };
    if !file.is_file() {
        return true;
    }
    let own = member_name(name, file.name_raw());
    let content = walk.bytes(&mut file);
    if content.is_err() {
        // Dropping a file reads it to its end, which may be very far away.
        closed.set(true);
    }
    drop(file);
    let whole = content.is_ok();
    walk.member(own, content, depth);
    whole
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

fn reason(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            "encrypted; unpack it with its password".to_owned()
        }
        ZipError::UnsupportedArchive(what) => format!("packed in a way that is not known here: {what}"),
        ZipError::CompressionMethodNotSupported(number) => {
            format!("packed by method {number}, which is not known here")
        }
        error => damaged(error),
    }
}
