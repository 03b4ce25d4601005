//! Where the bytes of a large file may be cut: at ends of lines, before a game.

use crate::formats::encoding::{Encoding, encoded_len};
use crate::formats::{Document, last_game};

/// The length of what consists of finished lines.
pub(super) fn finished_lines(bytes: &[u8]) -> Option<usize> {
    // A CR at the very end may be half of a line end.
    let inner = bytes.len().saturating_sub(1);
    let lf = memchr::memrchr(b'\n', bytes);
    let end = lf.or_else(|| memchr::memrchr(b'\r', &bytes[..inner]));
    end.map(|end| end + 1)
}

/// How many lines end in these bytes.
pub(super) fn line_ends(bytes: &[u8]) -> u32 {
    u32::try_from(ends(bytes).count()).unwrap_or(u32::MAX)
}

/// The last byte of every line end.
fn ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
}

/// Where so many lines end, the byte behind the last of them.
pub(super) fn end_of_line(bytes: &[u8], lines: usize) -> Option<usize> {
    ends(bytes).nth(lines.checked_sub(1)?).map(|end| end + 1)
}

/// The last game of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastGame {
    /// Where it begins in the text.
    pub text: usize,
    /// Where it begins in the bytes.
    pub bytes: usize,
}

impl LastGame {
    /// Finds it, when there are others before it; `first` says that the file begins with this chunk. Lines are counted,
    /// since they are the same in the text and in the bytes.
    pub fn find(document: &Document, bytes: &[u8], first: bool) -> Option<Self> {
        let text = last_game(document).filter(|start| *start > 0)?;
        let before = document.text.get(..text)?;
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let start = match (line_ends(before.as_bytes()) as usize).checked_sub(1) {
            None => 0,
            Some(skip) => ends(bytes).nth(skip)? + 1,
        };
        let mark = if first && start == 0 && document.encoding == Encoding::Utf8Bom { 3 } else { 0 };
        Some(Self { text, bytes: start + mark + encoded_len(&before[line..], document.encoding) })
    }
}
