//! zip.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use std::cell::Cell;
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
}

/// A zip that was cut off has lost its table of contents, which stands at the end; its members are still there one
/// after the other.
fn without_directory(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth, error: &ZipError) {
    walk.refuse(name, &format!("{}; what could be found was read", reason(error)));
    let closed = Cell::new(false);
    let mut rest = Tap { bytes, closed: &closed };
    while !walk.over {
        match read_zipfile_from_stream(&mut rest) {
            Ok(Some(mut file)) => {
                if !file.is_file() {
                    continue;
                }
                let own = member_name(name, file.name_raw());
                let content = walk.bytes(&mut file);
                if content.is_err() {
                    // Dropping a file reads it to its end, which may be very far away.
                    closed.set(true);
                    drop(file);
                    return walk.member(own, content, depth);
                }
                drop(file);
                walk.member(own, content, depth);
            }
            Ok(None) | Err(_) => return,
        }
    }
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
