//! UTF-16, with and without a byte order mark.

use super::Encoding;
use super::bad_bytes::{Bad, Repaired};

/// Decodes UTF-16 without its mark. Lone surrogates and an odd last byte become U+FFFD.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> Repaired {
    let pairs = bytes.chunks_exact(2);
    let odd = !pairs.remainder().is_empty();
    let unit = |pair: &[u8]| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
        _ => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let mut repaired = Repaired { text: String::with_capacity(bytes.len() * 3 / 2), bad: Bad::default() };
    for char in char::decode_utf16(pairs.map(unit)) {
        repaired.text.push(char.unwrap_or_else(|_| {
            repaired.bad.push(repaired.text.len());
            '\u{fffd}'
        }));
    }
    if odd {
        repaired.bad.push(repaired.text.len());
        repaired.text.push('\u{fffd}');
    }
    repaired
}

/// The byte order of bytes that are UTF-16 without a mark: nearly every character of the text so decoded must be one
/// that records use.
pub(super) fn shape(bytes: &[u8]) -> Option<Encoding> {
    let head = &bytes[..bytes.len().min(4096)];
    [Encoding::Utf16Le, Encoding::Utf16Be].into_iter().find(|encoding| {
        let text = decode(head, *encoding).text;
        let usual = |char: &char| matches!(*char, '\n' | '\r' | '\t' | ' '..='~' | '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '▲' | '△' | '―' | '─' | '\u{feff}');
        let (total, usual) = (text.chars().count(), text.chars().filter(usual).count());
        total > 1 && usual * 20 >= total * 19 && text.chars().any(|char| matches!(char, '\n' | '\r' | ' '..='~'))
    })
}
