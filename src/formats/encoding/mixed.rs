//! Texts of several encodings, as files that were put together are: each line in its own.
//!
//! A line whose bytes leave no doubt decides for itself and for the lines around it that do not, up to a line that begins
//! another game. Nothing else is looked at, so that a text that is read part by part is decoded as it is in one.

use super::Encoding;
use super::bad_bytes::{Bad, Repaired, decode_around};
use super::line_class::{self, Class};

/// A text whose encoding changes.
#[derive(Debug)]
pub(super) struct Mixed {
    pub repaired: Repaired,
    /// The encoding of the first line that is certain, or that the text before had.
    pub first: Encoding,
    /// Where it changes: the number of the line from 1, and the encoding from there on.
    pub changes: Vec<(u32, Encoding)>,
}

/// Decodes a text that is not all in one of UTF-8, CP932 and EUC-JP; `None` for one that is all in `base`, as far as its
/// lines are certain. `before` is the encoding of the text before this part of it.
pub(super) fn decode(bytes: &[u8], base: Encoding, before: Option<Encoding>) -> Option<Mixed> {
    let first_certain = || {
        lines(bytes).find_map(|line| match line_class::of(line.text) {
            Class::Certain(encoding) => Some(encoding),
            _ => None,
        })
    };
    if before.is_none_or(|before| before == base)
        && !lines(bytes).any(|line| line_class::is_other(line.text, base))
    {
        return None;
    }
    let first = before.or_else(first_certain).unwrap_or(base);
    let mut decoder = Decoder {
        bytes,
        encoding: first,
        start: 0,
        pending: None,
        decided: false,
        repaired: Repaired { text: String::with_capacity(bytes.len() * 3 / 2), bad: Bad::default() },
        changes: Vec::new(),
    };
    for line in lines(bytes) {
        decoder.line(line);
    }
    decoder.flush(bytes.len());
    Some(Mixed { repaired: decoder.repaired, first, changes: decoder.changes })
}

/// A line without its end.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    text: &'a [u8],
    start: usize,
    number: u32,
}

/// The lines of the bytes; in all three encodings the bytes of line ends are only that.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let mut number = 0_u32;
    std::iter::from_fn(move || {
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let end = match rest.get(length..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([]) | None => 0,
            Some(_) => 1,
        };
        number = number.saturating_add(1);
        let line = Line { text: &rest[..length], start, number };
        start += length + end;
        Some(line)
    })
}

/// True for a line with which another game may begin.
fn may_begin_game(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let begins: [&[u8]; 6] = [b"#KIF", b"# --", b"'CSA", b"V2", b"V3", b"{"];
    line.is_empty() || line == b"/" || begins.iter().any(|begin| line.starts_with(begin))
}

struct Decoder<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// Where the bytes begin that are in this encoding and not decoded yet.
    start: usize,
    /// The first line since the last certain one that is open: where it begins, and its number.
    pending: Option<(usize, u32)>,
    /// A line of this game was certain.
    decided: bool,
    repaired: Repaired,
    changes: Vec<(u32, Encoding)>,
}

impl Decoder<'_> {
    fn line(&mut self, line: Line<'_>) {
        if may_begin_game(line.text) {
            (self.pending, self.decided) = (None, false);
        }
        match line_class::of(line.text) {
            Class::Plain => {}
            Class::Open => self.pending = self.pending.or(Some((line.start, line.number))),
            Class::Certain(encoding) => {
                if encoding != self.encoding {
                    let open = self.pending.filter(|_| !self.decided);
                    let (from, number) = open.unwrap_or((line.start, line.number));
                    self.flush(from);
                    self.encoding = encoding;
                    self.changes.push((number, encoding));
                }
                (self.pending, self.decided) = (None, true);
            }
        }
    }

    /// Decodes the bytes up to here.
    fn flush(&mut self, end: usize) {
        let part = &self.bytes[self.start..end];
        let repaired = match self.encoding {
            Encoding::Cp932 => decode_around(part, encoding_rs::SHIFT_JIS),
            Encoding::EucJp => decode_around(part, encoding_rs::EUC_JP),
            _ => decode_around(part, encoding_rs::UTF_8),
        };
        self.repaired.bad.append(repaired.bad, self.repaired.text.len());
        self.repaired.text += &repaired.text;
        self.start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::formats::encoding::{Encoding, encode};
    use Encoding::{Cp932, EucJp, Utf8};

    fn bytes(parts: &[(&str, Encoding)]) -> Vec<u8> {
        parts.iter().flat_map(|(text, encoding)| encode(text, *encoding).0).collect()
    }

    const GAME: &str = "手合割：平手\n先手：甲\n   1 ７六歩(77)\n*ｱｲｳ\n";

    #[test]
    fn each_part_is_read_in_its_own() {
        for (parts, changes) in [
            (vec![(GAME, Cp932), (GAME, Utf8)], vec![(5, Utf8)]),
            (vec![(GAME, Utf8), (GAME, Cp932)], vec![(5, Cp932)]),
            (vec![(GAME, EucJp), (GAME, Cp932), (GAME, EucJp)], vec![(5, Cp932), (9, EucJp)]),
            (vec![(GAME, Utf8), (GAME, EucJp)], vec![(5, EucJp)]),
            (
                vec![
                    ("V2.2\nN+甲野\nPI\n+\n+7776FU\n/\n", Cp932),
                    ("V2.2\nN+甲野\nN-のぞみ\nPI\n+\n+7776FU\n", Utf8),
                ],
                vec![(8, Utf8)],
            ),
            // The name alone is open, the comment below it is not.
            (
                vec![("V2.2\nN+甲野\nPI\n/\n", Cp932), ("V2.2\nN+甲\n'これはよい手\n", EucJp)],
                vec![(6, EucJp)],
            ),
            (vec![("先手：甲\n*Jos", Cp932), ("é\n", Utf8), ("先手：甲\n", Utf8)], vec![(3, Utf8)]),
        ] {
            let whole: String = parts.iter().map(|(text, _)| *text).collect();
            let mixed = decode(&bytes(&parts), parts[0].1, None).unwrap();
            assert_eq!(mixed.changes, changes, "{parts:?}");
            assert_eq!(mixed.first, parts[0].1);
            if mixed.repaired.bad.count == 0 && !whole.contains('é') {
                assert_eq!(mixed.repaired.text, whole);
            }
        }
    }

    #[test]
    fn a_text_in_one_encoding_is_not_mixed() {
        for encoding in [Cp932, Utf8, EucJp] {
            assert!(decode(&bytes(&[(GAME, encoding), ("*Jos\n", encoding)]), encoding, None).is_none());
        }
        let mut damaged = bytes(&[(GAME, Utf8)]);
        damaged.extend(b"*\xff\n\x88\xe6\x89\x8b\n");
        assert!(decode(&damaged, Utf8, None).is_none());
    }
}
