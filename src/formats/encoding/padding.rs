//! Zero bytes behind a text, with which disks fill up a block.

use super::{Encoding, utf16};
use crate::record::{Code, Diagnostic, Place};

/// The bytes without the zeros at their end, and how many those are. A file that holds nothing else is left as it is.
pub(super) fn cut(bytes: &[u8]) -> (&[u8], usize) {
    let is_zero = |byte: &u8| *byte == 0;
    let zeros = bytes.iter().rev().take_while(|byte| is_zero(byte)).count();
    if zeros == 0 || zeros == bytes.len() {
        return (bytes, 0);
    }
    // In UTF-16 a character may end with one.
    let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let is_utf16 = is_utf16 || matches!(utf16::shape(bytes), Some(Encoding::Utf16Le | Encoding::Utf16Be));
    let zeros = match is_utf16 {
        true => bytes.rchunks_exact(2).take_while(|pair| pair.iter().all(is_zero)).count() * 2,
        false => zeros,
    };
    (&bytes[..bytes.len() - zeros], zeros)
}

/// Says that zeros were cut off.
pub(super) fn finding(zeros: usize) -> Option<Diagnostic> {
    let message = format!("{zeros} zero bytes after the end of the text were left out");
    (zeros > 0).then(|| Diagnostic::new(Code::Padding, Place::default(), message))
}
