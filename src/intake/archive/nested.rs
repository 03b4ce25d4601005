//! Archives in archives, opened one after the other.

use super::error::ArchiveError;
use super::kind::ArchiveKind;
use super::members::{Budget, Members, Unpacked};
use super::{Take, lzh, sevenz, stream, tape, zipped};
use crate::intake::limits::Depth;
use std::ops::ControlFlow;

/// Gives every file of an archive of this kind, and of the archives in it, to `take`.
pub(super) fn read(kind: ArchiveKind, bytes: &[u8], take: &mut Take<'_>) -> ControlFlow<()> {
    archive("", kind, bytes, Depth::OUTERMOST, &mut Budget::of(bytes.len()), take)
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
