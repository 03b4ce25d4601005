//! Bytes to text and back: which encoding a file has, and what in it cannot be decoded.
//!
//! The choice goes by evidence, and the evidence is kept: a byte order mark, UTF-8 that is valid and Japanese, the
//! escape sequences of ISO-2022-JP, a declared encoding, and at last which of CP932, EUC-JP and broken UTF-8 shows
//! more of the words that records consist of. "Shift_JIS" always means Windows code page 932 here, since that is
//! what the programs write (髙, ①). In a file that was put together of several the encoding may change from game to game,
//! which `mixed` finds line by line. Nothing is dropped: bytes without a meaning become U+FFFD and are located.

mod bad_bytes;
mod choice;
mod control;
mod cp932;
mod encode;
mod line_class;
mod mixed;
mod mojibake;
mod part;
mod trailing_zeros;
mod utf16;
mod words;

pub(crate) use bad_bytes::{AROUND, report_bad};
pub use choice::{Decoded, decode};
pub use encode::{byte_order_mark, encode, encoded_len};
pub use mojibake::repair as repair_mojibake;
pub(crate) use part::{decode_as, report_changes};

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// The bytes as the UTF-8 that they are; checked by many bytes at a time, which the standard library does only in ASCII.
fn utf8(bytes: &[u8]) -> Option<&str> {
    match encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(bytes)? {
        std::borrow::Cow::Borrowed(text) => Some(text),
        std::borrow::Cow::Owned(_) => None,
    }
}

/// Where U+FFFD stands in a text, in bytes.
fn lost_letters(text: &str) -> impl Iterator<Item = usize> {
    static LOST: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\u{fffd}"));
    LOST.find_iter(text.as_bytes())
}

/// A short text of unknown origin, such as a file's name: UTF-8 if it is that, else CP932.
#[must_use]
pub fn short_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// A line that names its encoding (`#KIF version=2.0 encoding=Shift_JIS`), with UTF-8 in its place; `None` when it
/// names none, or UTF-8 already.
#[must_use]
pub fn declare_utf8(line: &str) -> Option<String> {
    let start = line.to_ascii_lowercase().find("encoding=")? + "encoding=".len();
    let name =
        line[start..].split(|char: char| !char.is_ascii_alphanumeric() && !"-_".contains(char)).next()?;
    let end = start + name.len();
    match Encoding::from_name(name)? {
        Encoding::Utf8 => None,
        _ => Some(format!("{}UTF-8{}", &line[..start], &line[end..])),
    }
}

/// An encoding of text files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Nothing but ASCII: the same bytes in all the others.
    Ascii,
    /// UTF-8 without a byte order mark.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// Windows code page 932, which files call Shift_JIS.
    Cp932,
    /// EUC-JP, of old Unix sites.
    EucJp,
    /// ISO-2022-JP, of mail.
    Iso2022Jp,
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 8] = [
        Self::Ascii,
        Self::Utf8,
        Self::Utf8Bom,
        Self::Cp932,
        Self::EucJp,
        Self::Iso2022Jp,
        Self::Utf16Le,
        Self::Utf16Be,
    ];

    /// The stored name, for example `cp932`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
            Self::Utf8Bom => "utf-8-bom",
            Self::Cp932 => "cp932",
            Self::EucJp => "euc-jp",
            Self::Iso2022Jp => "iso-2022-jp",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
        }
    }

    /// The encoding that a name means, the stored names and the usual other ones (`Shift_JIS`, `sjis`, `utf8`) in
    /// any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase().replace('_', "-");
        Some(match name.as_str() {
            "ascii" | "us-ascii" => Self::Ascii,
            "utf-8" | "utf8" => Self::Utf8,
            "utf-8-bom" | "utf-8-sig" => Self::Utf8Bom,
            "cp932" | "shift-jis" | "shiftjis" | "sjis" | "ms932" | "windows-31j" | "x-sjis" => Self::Cp932,
            "euc-jp" | "eucjp" => Self::EucJp,
            "iso-2022-jp" | "jis" => Self::Iso2022Jp,
            "utf-16le" | "utf-16" => Self::Utf16Le,
            "utf-16be" => Self::Utf16Be,
            _ => return None,
        })
    }
}

/// Why an encoding was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// A byte order mark.
    Bom,
    /// All bytes are ASCII, so there is nothing to choose.
    AsciiOnly,
    /// The bytes are valid UTF-8.
    ValidUtf8,
    /// The escape sequences of ISO-2022-JP.
    EscapeSequences,
    /// Every other byte is zero, as in UTF-16.
    ZeroBytes,
    /// The file names its encoding, and the bytes agree.
    Declared,
    /// The bytes show more of the words of game records in this encoding than in any other.
    Scored,
    /// Nothing; the encoding is a guess.
    Guessed,
}

impl Evidence {
    /// The stored name, for example `valid-utf-8`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::AsciiOnly => "ascii-only",
            Self::ValidUtf8 => "valid-utf-8",
            Self::EscapeSequences => "escape-sequences",
            Self::ZeroBytes => "zero-bytes",
            Self::Declared => "declared",
            Self::Scored => "scored",
            Self::Guessed => "guessed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn names_both_ways() {
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::from_name(encoding.name()), Some(encoding));
        }
        assert_eq!(Encoding::from_name("SHIFT_JIS"), Some(Encoding::Cp932));
        assert_eq!(Encoding::from_name("klingon"), None);
    }
}
