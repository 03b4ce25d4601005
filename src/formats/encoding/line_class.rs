//! In which encoding a single line must be, if its bytes leave no doubt.

use super::Encoding;
use super::words::has_record_words;
use encoding_rs::{EUC_JP, SHIFT_JIS};

/// What the bytes of a line say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing but ASCII.
    Plain,
    /// It can be in several encodings, or is damaged.
    Open,
    /// It is UTF-8, CP932 or EUC-JP.
    Certain(Encoding),
}

/// Classifies a line without its end.
pub(super) fn of(line: &[u8]) -> Class {
    if line.is_ascii() {
        return Class::Plain;
    }
    if let Some(text) = super::utf8(line) {
        return if text.chars().any(is_japanese) { Class::Certain(Encoding::Utf8) } else { Class::Open };
    }
    if is_damaged_utf8(line) {
        return Class::Open;
    }
    let is_cp932 = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(line).is_some();
    let euc = EUC_JP.decode_without_bom_handling_and_without_replacement(line);
    match (is_cp932, euc) {
        (true, None) if cp932_letters(line).are_usual() => Class::Certain(Encoding::Cp932),
        (false, Some(_)) if euc_letters(line).are_usual() => Class::Certain(Encoding::EucJp),
        (true, Some(text)) => {
            let (letters, euc) = (cp932_letters(line), euc_letters(line));
            // Half-width katakana of EUC-JP are kanji of CP932.
            if letters.half == 0 && euc.half == 0 && letters.are_usual() {
                Class::Certain(Encoding::Cp932)
            } else if letters.are_mostly_half() && euc.are_usual() && is_sentence(&text) {
                Class::Certain(Encoding::EucJp)
            } else {
                Class::Open
            }
        }
        _ => Class::Open,
    }
}

/// True for a line that can only be in another encoding than `base`. Nearly all lines of a text are not, which a look at
/// their bytes shows.
pub(super) fn is_other(line: &[u8], base: Encoding) -> bool {
    if line.is_ascii() {
        return false;
    }
    let is_utf8 = super::utf8(line).is_some();
    // EUC-JP has none of these, and nearly every word of CP932 has.
    let no_euc = |byte: &u8| matches!(byte, 0x80..=0x8D | 0x90..=0xA0 | 0xFF);
    match base {
        Encoding::Cp932 if !is_utf8 && line.iter().any(no_euc) => false,
        Encoding::Utf8 if is_utf8 => false,
        _ => matches!(of(line), Class::Certain(found) if found != base),
    }
}

/// True for all bytes as EUC-JP when they make usual Japanese, and as CP932 mostly half-width katakana, which alone speak
/// against it.
pub(super) fn is_rather_euc(bytes: &[u8]) -> bool {
    cp932_letters(bytes).are_mostly_half()
        && euc_letters(bytes).are_usual()
        && EUC_JP.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// Words of records, or kana, which half-width katakana hardly make by chance.
fn is_sentence(text: &str) -> bool {
    has_record_words(text, 1)
        || text.chars().filter(|char| matches!(char, '\u{3041}'..='\u{30fa}')).count() >= 2
}

/// What only Japanese records have of the letters that UTF-8 writes with three bytes.
const fn is_japanese(char: char) -> bool {
    matches!(char, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ff9f}' | '▲' | '△' | '☗' | '☖' | '▼' | '▽' | '\u{feff}')
}

/// True for a line that has at least as many Japanese letters of UTF-8 as mistakes.
fn is_damaged_utf8(line: &[u8]) -> bool {
    let (mut rest, mut letters, mut mistakes) = (line, 0_usize, 0_usize);
    loop {
        let (valid, skip) = match std::str::from_utf8(rest) {
            Ok(text) => (text, rest.len()),
            Err(error) => {
                let end = error.valid_up_to();
                let text = std::str::from_utf8(&rest[..end]).unwrap_or_default();
                mistakes += 1;
                (text, end + error.error_len().unwrap_or(rest.len() - end))
            }
        };
        letters += valid.chars().filter(|char| is_japanese(*char)).count();
        rest = &rest[skip..];
        if rest.is_empty() {
            return letters >= mistakes && letters > 0;
        }
    }
}

/// How many letters are usual in records, rare, or half-width katakana.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Letters {
    usual: usize,
    rare: usize,
    half: usize,
}

impl Letters {
    /// Three in four are usual.
    const fn are_usual(self) -> bool {
        self.usual > 0 && self.usual * 4 >= (self.usual + self.rare + self.half) * 3
    }

    const fn are_mostly_half(self) -> bool {
        self.half > self.usual + self.rare
    }
}

/// The letters of a text as CP932: kana, signs and the kanji of level 1 are usual.
fn cp932_letters(bytes: &[u8]) -> Letters {
    let mut letters = Letters::default();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (0..=0x80, _) => after,
            (0xA1..=0xDF, _) => {
                letters.half += 1;
                after
            }
            (0x81..=0x83 | 0x87..=0x97, [_, after @ ..]) => {
                letters.usual += 1;
                after
            }
            (0x98, [..=0x72, after @ ..]) => {
                letters.usual += 1;
                after
            }
            (_, [_, after @ ..]) => {
                letters.rare += 1;
                after
            }
            (_, []) => {
                letters.rare += 1;
                after
            }
        };
    }
    letters
}

/// The same as EUC-JP.
fn euc_letters(bytes: &[u8]) -> Letters {
    let mut letters = Letters::default();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        let (count, length) = match first {
            0..=0x7F => {
                rest = after;
                continue;
            }
            0x8E => (&mut letters.half, 1),
            0x8F => (&mut letters.rare, 2),
            0xA1..=0xA5 | 0xAD | 0xB0..=0xCF => (&mut letters.usual, 1),
            _ => (&mut letters.rare, 1),
        };
        *count += 1;
        rest = after.get(length..).unwrap_or_default();
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::{Class, is_rather_euc, of};
    use crate::formats::encoding::{Encoding, encode};

    #[test]
    fn lines_of_records_are_certain() {
        for text in [
            "手合割：平手",
            "先手：甲野太郎",
            "   1 ７六歩(77)",
            "*好手。これはよい",
            "▲７六歩 △３四歩",
            "N+羽生善治",
            "'コメント",
        ] {
            for encoding in [Encoding::Utf8, Encoding::Cp932, Encoding::EucJp] {
                let found = of(&encode(text, encoding).0);
                let is_open = encoding == Encoding::EucJp && matches!(found, Class::Open);
                assert!(
                    found == Class::Certain(encoding) || is_open && text.starts_with("N+"),
                    "{text} {encoding:?} {found:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_not_certain() {
        for (line, want) in [
            (b"+7776FU".as_slice(), Class::Plain),
            (b"N+Jos\xe9 M", Class::Open),
            (b"N+M\xfcller", Class::Open),
            ("N+José".as_bytes(), Class::Open),
            // Half-width katakana, or kanji of EUC-JP.
            (b"N+\xb9\xc3", Class::Open),
            (b"\x90\xe6\x8e\xe8\x81\x46\xff", Class::Open),
            // A letter cut in two before and behind.
            (b"\x88\xe6\x89\x8b", Class::Open),
            (b"\xe6\x89\x8b\xe5\x90", Class::Open),
            (b"*\xff\xfe\xfd", Class::Open),
        ] {
            assert_eq!(of(line), want, "{line:x?}");
        }
    }

    #[test]
    fn half_width_katakana_alone_speak_against_cp932() {
        for (text, encoding, want) in [
            ("N+甲", Encoding::EucJp, true),
            ("N+甲野\nN-乙山", Encoding::EucJp, true),
            ("N+ﾔﾏﾀﾞ", Encoding::Cp932, false),
            ("N+ｻﾄｳ", Encoding::Cp932, false),
            ("N+ﾀﾅｶﾀﾛｳ", Encoding::Cp932, false),
            ("N+甲野", Encoding::Cp932, false),
        ] {
            assert_eq!(is_rather_euc(&encode(text, encoding).0), want, "{text}");
        }
    }
}
