//! The files inside zip, tar, gz, zst, 7z and lzh, recognised by their first bytes and never written to disk.
//!
//! An archive is hostile until it is read: the names of its members are only shown, cleaned; what it expands to is
//! bounded in bytes and in proportion to its own size; and a member that is damaged, encrypted or too large is reported
//! and passed over. An archive may hold archives, once; a `gz` or `zst` around either does not count.

mod error;
mod kind;
mod lzh;
mod members;
mod name;
mod sevenz;
mod stream;
mod tape;
mod zipped;

pub use error::ArchiveError;
pub(super) use kind::ArchiveKind;

use super::limits::Depth;
use members::{Budget, Members, Unpacked};
use std::ops::ControlFlow;

/// Takes a file out of an archive: its cleaned name, and its bytes or why there are none.
type Take<'a> = dyn FnMut(String, Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> + 'a;

/// Gives every file inside `bytes`, an archive in memory, to `take`: its cleaned name, and its bytes or why there are
/// none. What concerns the archive itself has no name. Returns false, and gives nothing, when the bytes are no archive.
pub fn members(bytes: &[u8], take: &mut Take<'_>) -> bool {
    let kind = ArchiveKind::of(bytes);
    if let Some(kind) = kind {
        unpack(kind, bytes, take);
    }
    kind.is_some()
}

/// The same for bytes whose kind is known.
pub(super) fn unpack(kind: ArchiveKind, bytes: &[u8], take: &mut Take<'_>) {
    // Where the end comes from makes no difference.
    let _ = archive("", kind, bytes, Depth::OUTERMOST, &mut Budget::of(bytes.len()), take);
}

/// Opens an archive, and the archives in it.
fn archive(
    name: &str,
    kind: ArchiveKind,
    bytes: &[u8],
    depth: Depth,
    budget: &mut Budget,
    take: &mut Take<'_>,
) -> ControlFlow<()> {
    let left = if kind.is_stream() { depth.streams } else { depth.archives };
    if left == 0 {
        return take(name.to_owned(), Err(ArchiveError::TooDeep));
    }
    let inside = Depth {
        archives: depth.archives - u8::from(!kind.is_stream()),
        streams: depth.streams - u8::from(kind.is_stream()),
    };
    let mut give = |budget: &mut Budget, name: String, content: Unpacked| {
        let kind = content.as_deref().ok().and_then(ArchiveKind::of);
        match (kind, content) {
            (Some(kind), Ok(bytes)) => archive(&name, kind, &bytes, inside, budget, take),
            (_, content) => take(name, content),
        }
    };
    let mut members = Members { archive: name, budget, take: &mut give };
    match kind {
        ArchiveKind::Zip => zipped::read(&mut members, bytes),
        ArchiveKind::Tar => tape::read(&mut members, bytes),
        ArchiveKind::Gzip => stream::gzip(&mut members, bytes),
        ArchiveKind::Zstd => stream::zstd(&mut members, bytes),
        ArchiveKind::SevenZip => sevenz::read(&mut members, bytes),
        ArchiveKind::Lzh => lzh::read(&mut members, bytes),
        ArchiveKind::Foreign(what) => members.report(ArchiveError::Foreign(what)),
    }
}
