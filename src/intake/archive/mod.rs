//! The files inside zip, tar, gz, zst, 7z and lzh, recognised by their first bytes and never written to disk.
//!
//! An archive is hostile until it is read: the names of its members are only shown, cleaned; what it expands to is
//! bounded in bytes and in proportion to its own size; and a member that is damaged, encrypted or too large is reported
//! and passed over. An archive may hold archives, once; a `gz` or `zst` around either does not count.
//!
//! Without the feature `archives` an archive is recognised all the same, and reported as one that was not opened.

mod error;
mod kind;
#[cfg(feature = "archives")]
mod lzh;
#[cfg(feature = "archives")]
mod members;
#[cfg(feature = "archives")]
mod name;
#[cfg(feature = "archives")]
mod nested;
#[cfg(feature = "archives")]
mod sevenz;
#[cfg(feature = "archives")]
mod stream;
#[cfg(feature = "archives")]
mod tape;
#[cfg(feature = "archives")]
mod zipped;

pub use error::ArchiveError;
pub(super) use kind::ArchiveKind;

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
#[cfg(feature = "archives")]
pub(super) fn unpack(kind: ArchiveKind, bytes: &[u8], take: &mut Take<'_>) {
    // Where the end comes from makes no difference.
    let _ = nested::read(kind, bytes, take);
}

/// The same for bytes whose kind is known: here no archive can be opened.
#[cfg(not(feature = "archives"))]
pub(super) fn unpack(kind: ArchiveKind, _: &[u8], take: &mut Take<'_>) {
    // It is the only thing that is given, so it makes no difference whether more is wanted.
    let _ = take(String::new(), Err(kind.refusal()));
}

#[cfg(all(test, not(feature = "archives")))]
mod tests {
    use super::{ArchiveError, members};
    use std::ops::ControlFlow;

    #[test]
    fn an_archive_is_reported_by_a_build_that_cannot_open_it() {
        for (bytes, error) in [
            (b"PK\x03\x04rest".as_slice(), ArchiveError::NotInThisBuild("zip")),
            (b"\x1f\x8b\x08rest", ArchiveError::NotInThisBuild("gz")),
            (b"Rar!\x1a\x07rest", ArchiveError::Foreign("RAR")),
        ] {
            let mut given = Vec::new();
            assert!(members(bytes, &mut |name, content| {
                given.push((name, content));
                ControlFlow::Continue(())
            }));
            assert_eq!(given, [(String::new(), Err(error))]);
        }
    }
}
