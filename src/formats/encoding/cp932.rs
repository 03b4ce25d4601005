//! CP932 by table: the encoding of most KIF files, and text in which every byte means something.
//!
//! Rows of moves are short runs of ASCII between short runs of kanji. A general decoder goes from one machinery to the
//! other at every change; one table for all pairs of bytes and eight bytes of ASCII at a time do not.

use std::sync::LazyLock;

/// How many pairs of bytes there are whose first one is not ASCII.
const ALL: usize = 1 << 15;

/// The place of a pair in the table.
const fn place(first: u8, second: u8) -> usize {
    u16::from_be_bytes([first, second]) as usize % ALL
}

/// For every pair its three bytes of UTF-8 and a fourth, since four bytes are copied at once; the first is 0 where the
/// pair is not one character of three bytes. The fourth is no part of the text: it is 1 for a pair with which a letter of
/// UTF-8 may begin.
static PAIRS: LazyLock<Box<[[u8; 4]; ALL]>> = LazyLock::new(|| {
    let mut pairs = Box::new([[0; 4]; ALL]);
    for bytes in (0x81..=0xFC).flat_map(|first| (0x40..=0xFF).map(move |second| [first, second])) {
        let char = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(&bytes);
        // Half-width kana are characters of one byte each, so a pair of them is none of the table.
        if let Some(text) = char.filter(|text| text.chars().count() == 1)
            && let [a, b, c] = *text.as_bytes()
        {
            let begins_utf8 = matches!(bytes, [0xE2..=0xE9, 0x80..=0xBF]);
            pairs[place(bytes[0], bytes[1])] = [a, b, c, u8::from(begins_utf8)];
        }
    }
    pairs
});

/// The text, and whether it has a pair with which a letter of UTF-8 may begin; `None` where a byte is not ASCII or part of
/// a pair that the table has: then the general decoder decides.
pub(super) fn decode(bytes: &[u8]) -> Option<(String, bool)> {
    let pairs: &[[u8; 4]; ALL] = &PAIRS;
    let mut out = vec![0_u8; bytes.len() + bytes.len() / 2 + 8];
    let (mut rest, mut to) = (bytes, 0);
    let mut may_be_utf8 = 0;
    while let [byte, after @ ..] = rest {
        if !byte.is_ascii() {
            let [second, after @ ..] = after else { return None };
            let char = &pairs[place(*byte, *second)];
            if char[0] == 0 {
                return None;
            }
            may_be_utf8 |= char[3];
            out.get_mut(to..to + 4)?.copy_from_slice(char);
            (rest, to) = (after, to + 3);
        } else if let Some(eight) = rest.first_chunk::<8>() {
            // All eight are copied; those from the first that is no ASCII on are written over by what follows.
            out.get_mut(to..to + 8)?.copy_from_slice(eight);
            let wide = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
            let ascii = wide.trailing_zeros() as usize / 8;
            (rest, to) = (rest.get(ascii..)?, to + ascii);
        } else {
            *out.get_mut(to)? = *byte;
            (rest, to) = (after, to + 1);
        }
    }
    super::utf8(out.get(..to)?).map(|text| (text.to_owned(), may_be_utf8 > 0))
}

#[cfg(test)]
mod tests {
    use super::decode;
    use proptest::prelude::*;

    #[test]
    fn every_pair_decodes_as_in_the_general_decoder() {
        for first in 0..=255_u8 {
            for second in 0..=255_u8 {
                for bytes in
                    [&[first, second][..], &[b'a', first, second, b'b', b'c', b'd', b'e', b'f', b'g', b'h']]
                {
                    let general =
                        encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
                    if let Some((text, _)) = decode(bytes) {
                        assert_eq!(Some(text.as_str()), general.as_deref(), "{bytes:x?}");
                    }
                }
            }
        }
        let text = "   1 ７六歩(77)   ( 0:12/00:00:12)\r\n髙﨑①\n";
        let bytes = encoding_rs::SHIFT_JIS.encode(text).0;
        assert_eq!(decode(&bytes), Some((text.to_owned(), false)));
        assert_eq!(decode("先手".as_bytes()).map(|found| found.1), Some(true));
    }

    proptest! {
        #[test]
        fn any_bytes_are_decoded_as_in_the_general_decoder_or_not_at_all(bytes: Vec<u8>) {
            let general = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(&bytes);
            if let Some((text, _)) = decode(&bytes) {
                prop_assert_eq!(Some(text), general.map(std::borrow::Cow::into_owned));
            }
        }
    }
}
