//! Files of packed positions: recognised, so that nobody takes them for records, and opened for those who want them.

use super::archive::members;
use super::error::ReadError;
use super::limits::MOST_IN_MEMORY;
use super::source_path::SourcePath;
use crate::formats::packed::PackedFormat;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

/// How much of the beginning shows what a file is, in bytes.
const HEAD: usize = 4096;

/// How much is read at once, in bytes.
const BUFFER: usize = 1 << 20;

/// The format of a file of an archive with these bytes, if they are packed positions. What is packed by itself has the
/// archive's name without its ending: `a.psv.gz` has `a.psv`.
pub(super) fn format_of_bytes(file: &SourcePath, bytes: &[u8]) -> Option<PackedFormat> {
    let name = match &file.member {
        Some(member) => Path::new(member),
        None => Path::new(file.path.file_stem()?),
    };
    PackedFormat::of_file(extension(name), &bytes[..bytes.len().min(HEAD)], bytes.len() as u64)
}

fn extension(name: &Path) -> &str {
    name.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// The format of a file of this size, if it holds packed positions; it is opened only if its name says so.
pub(super) fn format_of_file(path: &Path, bytes: u64) -> std::io::Result<Option<PackedFormat>> {
    let extension = extension(path);
    if !PackedFormat::is_extension(extension) {
        return Ok(None);
    }
    let mut head = Vec::with_capacity(HEAD);
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(PackedFormat::of_file(extension, &head, bytes))
}

/// Begins to read a file of packed positions: one that [`each_file`](super::each_file) has named with
/// [`ReadError::Positions`]. A file in an archive is unpacked into memory.
///
/// # Errors
/// When it cannot be opened.
pub fn open_positions(file: &SourcePath) -> Result<Box<dyn BufRead>, ReadError> {
    let opened = File::open(&file.path)?;
    if file.member.is_none() && PackedFormat::is_extension(extension(&file.path)) {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, opened)));
    }
    let wanted = file.member.as_deref().unwrap_or_default();
    let mut archive = Vec::new();
    opened.take(MOST_IN_MEMORY).read_to_end(&mut archive)?;
    let mut found = None;
    members(&archive, &mut |name, content| {
        if name != wanted {
            return ControlFlow::Continue(());
        }
        found = Some(content);
        ControlFlow::Break(())
    });
    match found {
        Some(content) => Ok(Box::new(Cursor::new(content?))),
        None => Err(ReadError::Changed),
    }
}
