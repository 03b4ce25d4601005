//! What sort of archive some bytes are.

use super::{lzh, tape};

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::intake) enum ArchiveKind {
    Zip,
    Tar,
    Gzip,
    Zstd,
    SevenZip,
    Lzh,
    /// One that is known and not opened.
    Foreign(&'static str),
}

impl ArchiveKind {
    /// So many bytes show it.
    pub const HEAD: u64 = 4096;

    /// The kind of archive that bytes are, by what they begin with.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::SevenZip,
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Foreign("RAR"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Foreign("xz"),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..] => Self::Foreign("bzip2"),
            _ if lzh::begins(bytes) => Self::Lzh,
            _ if tape::begins(bytes) => Self::Tar,
            _ => return None,
        })
    }

    /// True for one packed file without a table of contents.
    pub const fn is_stream(self) -> bool {
        matches!(self, Self::Gzip | Self::Zstd)
    }
}
