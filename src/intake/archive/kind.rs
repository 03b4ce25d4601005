//! What sort of archive some bytes are.

#[cfg(not(feature = "archives"))]
use super::ArchiveError;

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
            _ if begins_as_lzh(bytes) => Self::Lzh,
            _ if begins_as_tar(bytes) => Self::Tar,
            _ => return None,
        })
    }

    /// True for one packed file without a table of contents.
    #[cfg(feature = "archives")]
    pub const fn is_stream(self) -> bool {
        matches!(self, Self::Gzip | Self::Zstd)
    }

    /// Why a build without unpackers does not open it.
    #[cfg(not(feature = "archives"))]
    pub const fn refusal(self) -> ArchiveError {
        ArchiveError::NotInThisBuild(match self {
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::Gzip => "gz",
            Self::Zstd => "zst",
            Self::SevenZip => "7z",
            Self::Lzh => "lzh",
            Self::Foreign(what) => return ArchiveError::Foreign(what),
        })
    }
}

/// The length of a tar's header, in bytes.
const TAR_HEADER: usize = 512;

/// `-lh5-` and its kin in the first header.
fn begins_as_lzh(bytes: &[u8]) -> bool {
    matches!(bytes.get(2..7), Some([b'-', b'l', b'h' | b'z', b'0'..=b'9' | b'd' | b's' | b'x', b'-']))
}

/// A tar has no mark at its beginning, but a header whose checksum is right.
fn begins_as_tar(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..TAR_HEADER) else { return false };
    if header[0] == 0 {
        return false;
    }
    let number = header[148..156].iter().filter(|byte| byte.is_ascii_digit());
    let stated = number.fold(0_u32, |sum, byte| sum.wrapping_mul(8).wrapping_add(u32::from(byte - b'0')));
    let blanked = |(at, byte): (usize, &u8)| if (148..156).contains(&at) { 32 } else { u32::from(*byte) };
    stated == header.iter().enumerate().map(blanked).sum::<u32>()
}
