//! Text to bytes.

use std::collections::HashSet;

use encoding_rs::EncoderResult;

use super::Encoding;

/// The text in an encoding, and each character that the encoding does not have (once each, in order of appearance).
///
/// Such a character is written as `?`, never as an escape that another program would take for text. For CP932 the
/// characters that differ only by conversion table (`〜` and `～`, `−` and `－`, …) are written as their twin.
#[must_use]
pub fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, Vec<char>) {
    match encoding {
        Encoding::Utf8 => (text.as_bytes().to_vec(), Vec::new()),
        Encoding::Utf8Bom => ([byte_order_mark(encoding), text.as_bytes()].concat(), Vec::new()),
        Encoding::Utf16Le => utf16(text, u16::to_le_bytes),
        Encoding::Utf16Be => utf16(text, u16::to_be_bytes),
        Encoding::Ascii => ascii(text),
        Encoding::Cp932 => legacy(text, encoding_rs::SHIFT_JIS),
        Encoding::EucJp => legacy(text, encoding_rs::EUC_JP),
        Encoding::Iso2022Jp => legacy(text, encoding_rs::ISO_2022_JP),
    }
}

/// The mark of the byte order with which [`encode`] begins, if the encoding has one.
#[must_use]
pub const fn byte_order_mark(encoding: Encoding) -> &'static [u8] {
    match encoding {
        Encoding::Utf8Bom => b"\xEF\xBB\xBF",
        Encoding::Utf16Le => b"\xFF\xFE",
        Encoding::Utf16Be => b"\xFE\xFF",
        _ => b"",
    }
}

/// How many bytes a text that was decoded from `encoding` has in it, without a mark at its beginning.
#[must_use]
pub fn encoded_len(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Ascii => text.len(),
        // One byte for ASCII, half-width katakana and what could not be decoded, two for everything else.
        Encoding::Cp932 => text
            .chars()
            .map(|char| match char {
                ..='\u{80}' | '\u{ff61}'..='\u{ff9f}' | '\u{fffd}' => 1,
                _ => 2,
            })
            .sum(),
        _ => encode(text, encoding).0.len() - byte_order_mark(encoding).len(),
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> (Vec<u8>, Vec<char>) {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    (units.flat_map(bytes).collect(), Vec::new())
}

fn ascii(text: &str) -> (Vec<u8>, Vec<char>) {
    let mut missing = Missing::default();
    let bytes = text
        .chars()
        .map(|char| u8::try_from(char).ok().filter(u8::is_ascii).unwrap_or_else(|| missing.note(char)));
    (bytes.collect(), missing.in_order)
}

/// The characters that cannot be written, each once: a hostile text has a million of them.
#[derive(Default)]
struct Missing {
    in_order: Vec<char>,
    known: HashSet<char>,
}

impl Missing {
    /// Notes a character; what is written instead.
    fn note(&mut self, char: char) -> u8 {
        if self.known.insert(char) {
            self.in_order.push(char);
        }
        b'?'
    }
}

fn legacy(text: &str, encoding: &'static encoding_rs::Encoding) -> (Vec<u8>, Vec<char>) {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::with_capacity(text.len());
    let mut missing = Missing::default();
    let mut rest = text;
    loop {
        let budget = encoder
            .max_buffer_length_from_utf8_without_replacement(rest.len())
            .unwrap_or(rest.len() * 4 + 16);
        bytes.reserve(budget);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return (bytes, missing.in_order),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(char) => {
                let twin = twin(char).unwrap_or('?');
                if twin == '?' {
                    missing.note(char);
                }
                let mut buffer = [0; 4];
                bytes.reserve(16);
                let _ = encoder.encode_from_utf8_to_vec_without_replacement(
                    twin.encode_utf8(&mut buffer),
                    &mut bytes,
                    false,
                );
            }
        }
    }
}

/// The character that another conversion table uses for the same code of JIS X 0208.
const fn twin(char: char) -> Option<char> {
    Some(match char {
        '〜' => '～',
        '−' => '－',
        '‖' => '∥',
        '—' => '―',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        '\u{a0}' => ' ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;

    #[test]
    fn every_encoding_comes_back() {
        let text = "手合割：平手\n先手：髙﨑①\n   1 ７六歩(77)\n";
        for encoding in
            [Encoding::Utf8, Encoding::Utf8Bom, Encoding::Cp932, Encoding::Utf16Le, Encoding::Utf16Be]
        {
            let (bytes, missing) = encode(text, encoding);
            assert!(bytes.starts_with(byte_order_mark(encoding)));
            assert_eq!(encoded_len(text, encoding), bytes.len() - byte_order_mark(encoding).len());
            let decoded = decode(&bytes);
            assert_eq!((decoded.text.as_str(), decoded.encoding, missing.len()), (text, encoding, 0));
        }
        let text = "手合割：平手\n先手：甲\n";
        for encoding in [Encoding::EucJp, Encoding::Iso2022Jp] {
            let decoded = decode(&encode(text, encoding).0);
            assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
        }
    }

    #[test]
    fn what_cannot_be_written_is_told_and_never_escaped() {
        assert_eq!(
            encode("☗７六歩☗☖", Encoding::Cp932),
            (b"?\x82\x56\x98\x5a\x95\xe0??".to_vec(), vec!['☗', '☖'])
        );
        assert_eq!(encode("〜", Encoding::Cp932), (b"\x81\x60".to_vec(), vec![]));
        assert_eq!(encode("a歩", Encoding::Ascii), (b"a?".to_vec(), vec!['歩']));
        let (bytes, missing) = encode("手☗手", Encoding::Iso2022Jp);
        assert_eq!((decode(&bytes).text.as_str(), missing), ("手?手", vec!['☗']));
    }
}
