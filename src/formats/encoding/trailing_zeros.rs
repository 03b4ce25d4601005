//! Zero bytes behind a text, with which disks fill up a block.

use super::{Encoding, utf16};
use crate::record::{Code, Diagnostic, Place};

/// The bytes without the zeros at their end, and how many those are. A file that holds nothing else is left as it is.
pub(super) fn cut(bytes: &[u8]) -> (&[u8], usize) {
    let is_zero = |byte: &u8| *byte == 0;
    let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    // A line end or the end mark of DOS may follow them.
    let marks = bytes.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r' | 0x1A)).count();
    let (content, _) = bytes.split_at(bytes.len() - marks);
    let zeros = content.iter().rev().take_while(|byte| is_zero(byte)).count();
    if zeros == 0 || zeros == content.len() {
        return (bytes, 0);
    }
    let is_utf16 = is_utf16 || matches!(utf16::shape(bytes), Some(Encoding::Utf16Le | Encoding::Utf16Be));
    if is_utf16 {
        // A character may end with a zero.
        let zeros = bytes.rchunks_exact(2).take_while(|pair| pair.iter().all(is_zero)).count() * 2;
        return (&bytes[..bytes.len() - zeros], zeros);
    }
    (&content[..content.len() - zeros], zeros)
}

/// Says that zeros were cut off.
pub(super) fn finding(zeros: usize) -> Option<Diagnostic> {
    let message = format!("{zeros} zero bytes after the end of the text were left out");
    (zeros > 0).then(|| Diagnostic::new(Code::Padding, Place::FILE, message))
}
