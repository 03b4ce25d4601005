//! The choice of an encoding.

use super::bad_bytes::{self, AROUND, Bad, Repaired};
use super::part::report_changes;
use super::words::{LOOK, has_record_words, record_words};
use super::{Encoding, Evidence, control, line_class, mixed, mojibake, trailing_zeros, utf16};
use crate::record::{Code, Diagnostic, Place};

/// A file's text, and how it was got.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text without a byte order mark; undecodable bytes are U+FFFD.
    pub text: String,
    /// The encoding.
    pub encoding: Encoding,
    /// Why this encoding.
    pub evidence: Evidence,
    /// The text, encoded again, has the bytes of the file: nothing could not be decoded, and all is in one encoding.
    pub is_exact: bool,
    /// What is wrong with the bytes (codes `B…`).
    pub diagnostics: Vec<Diagnostic>,
}

/// Decodes a file. Never fails; files that are empty or no text carry [`Code::EmptyFile`] or [`Code::BinaryFile`].
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    let (bytes, zeros) = trailing_zeros::cut(bytes);
    let (mut decoded, may_be_mixed) = decode_bytes(bytes);
    let mut others = Vec::new();
    if may_be_mixed && let Some((mixed, found)) = decode_mixed(bytes, &decoded) {
        (decoded, others) = (mixed, found);
    }
    let replaced = decoded.diagnostics.iter().any(|found| found.code == Code::UndecodableBytes);
    if let Some(code) = unfit(&decoded.text, replaced) {
        decoded.diagnostics.clear();
        let message = match code {
            Code::EmptyFile => "the file is empty",
            _ => "the file is not text",
        };
        decoded.diagnostics.push(Diagnostic::new(code, Place::FILE, message));
        return decoded;
    }
    if let Some(declared) = declared(bytes)
        && decoded.encoding != Encoding::Ascii
        // It may speak of another part.
        && !others.contains(&family(declared))
    {
        if family(declared) == family(decoded.encoding) {
            if matches!(decoded.evidence, Evidence::Scored | Evidence::Guessed) {
                decoded.evidence = Evidence::Declared;
            }
        } else {
            let message =
                format!("the file says `{}`, its bytes are {}", declared.name(), decoded.encoding.name());
            decoded.diagnostics.push(Diagnostic::new(Code::EncodingMisdeclared, Place::new(1, 1), message));
        }
    }
    if decoded.evidence == Evidence::Guessed {
        let message = format!("{} is a guess", decoded.encoding.name());
        decoded.diagnostics.push(Diagnostic::new(Code::EncodingGuessed, Place::FILE, message));
    }
    if !replaced && decoded.encoding != Encoding::Ascii {
        decoded.diagnostics.extend(mojibake::find(&decoded.text));
    }
    decoded.diagnostics.extend(control::find(&decoded.text));
    decoded.diagnostics.extend(trailing_zeros::finding(zeros));
    decoded
}

/// Decodes a text line by line, if its lines are not all in one encoding, and says to which it changes.
fn decode_mixed(bytes: &[u8], one: &Decoded) -> Option<(Decoded, Vec<Encoding>)> {
    if !matches!(one.encoding, Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Cp932 | Encoding::EucJp) {
        return None;
    }
    let mark: &[u8] = if one.encoding == Encoding::Utf8Bom { b"\xEF\xBB\xBF" } else { b"" };
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    // A mark says how the text begins.
    let before = (!mark.is_empty()).then_some(Encoding::Utf8);
    let found = mixed::decode(bytes, family(one.encoding), before)?;
    let mut diagnostics = bad_bytes::report(&found.repaired, AROUND);
    diagnostics.extend(report_changes(found.first, &found.changes));
    let encoding = if mark.is_empty() { found.first } else { one.encoding };
    let evidence = if mark.is_empty() { Evidence::Scored } else { Evidence::Bom };
    let is_exact = found.changes.is_empty() && found.repaired.bad.count == 0;
    let mut others: Vec<Encoding> = found.changes.iter().map(|(_, encoding)| *encoding).collect();
    others.sort_unstable();
    others.dedup();
    Some((Decoded { text: found.repaired.text, encoding, evidence, is_exact, diagnostics }, others))
}

/// The text in one encoding, and whether its lines are to be looked at one by one.
fn decode_bytes(bytes: &[u8]) -> (Decoded, bool) {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        let repaired = bad_bytes::decode_around(rest, encoding_rs::UTF_8);
        let has_mistakes = repaired.bad.count > 0;
        return (decoded(repaired, Encoding::Utf8Bom, Evidence::Bom), has_mistakes);
    }
    if let Some(found) = in_wide_units(bytes) {
        return (found, false);
    }
    match super::utf8(bytes) {
        Some(text) if text.is_ascii() => (chosen(text, Encoding::Ascii, Evidence::AsciiOnly), false),
        Some(text) if is_japanese(text) || !has_record_words(&cp932(bytes).0.text, 1) => {
            (chosen(text, Encoding::Utf8, Evidence::ValidUtf8), false)
        }
        _ if declared(bytes) == Some(Encoding::EucJp) => match euc_jp(bytes) {
            Some(text) => (chosen(&text, Encoding::EucJp, Evidence::Declared), true),
            None => by_words(bytes),
        },
        _ => by_words(bytes),
    }
}

/// UTF-16, or ISO-2022-JP.
fn in_wide_units(bytes: &[u8]) -> Option<Decoded> {
    for (mark, encoding) in [(b"\xFF\xFE", Encoding::Utf16Le), (b"\xFE\xFF", Encoding::Utf16Be)] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            return Some(decoded(utf16::decode(rest, encoding), encoding, Evidence::Bom));
        }
    }
    // A NUL can only be in the head or the text is UTF-8, which these two tests find without a walk over the rest.
    if memchr::memchr(0, &bytes[..bytes.len().min(LOOK)]).is_some()
        && let Some(encoding) = utf16::shape(bytes)
    {
        return Some(decoded(utf16::decode(bytes, encoding), encoding, Evidence::ZeroBytes));
    }
    if has_escapes(bytes) {
        let repaired = bad_bytes::decode_around(bytes, encoding_rs::ISO_2022_JP);
        if repaired.bad.count * 50 <= bytes.len() {
            return Some(decoded(repaired, Encoding::Iso2022Jp, Evidence::EscapeSequences));
        }
    }
    None
}

/// The text if all bytes are EUC-JP. Many such texts, of names and ASCII, are CP932 as well, and read no worse.
fn euc_jp(bytes: &[u8]) -> Option<String> {
    let text = encoding_rs::EUC_JP.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// CP932, EUC-JP or UTF-8 with mistakes: the one that shows the most words of records with the fewest mistakes. Where
/// none shows any, half-width katakana alone speak against CP932.
fn by_words(bytes: &[u8]) -> (Decoded, bool) {
    let (first, may_be_mixed) = cp932(bytes);
    if first.bad.count == 0 && has_record_words(&first.text, 3) {
        return (decoded(first, Encoding::Cp932, Evidence::Scored), may_be_mixed);
    }
    let is_rather_euc = || declared(bytes) != Some(Encoding::Cp932) && line_class::is_rather_euc(bytes);
    let (mut best, mut best_score) = (None, None);
    let mut first = Some(first);
    // One after the other: a text takes up to three times the bytes.
    for encoding in [Encoding::Cp932, Encoding::EucJp, Encoding::Utf8] {
        let repaired = match encoding {
            Encoding::EucJp => bad_bytes::decode_around(bytes, encoding_rs::EUC_JP),
            Encoding::Utf8 => bad_bytes::decode_around(bytes, encoding_rs::UTF_8),
            _ => first.take().unwrap_or_else(|| cp932(bytes).0),
        };
        let words = i64::from(record_words(&repaired.text));
        let mistakes = i64::try_from(repaired.bad.count).unwrap_or(i64::MAX / 4);
        let score = words * 5 - mistakes;
        // The one point more that katakana give decides nothing for an encoding that is behind.
        let may_lead = encoding == Encoding::EucJp && best_score.is_none_or(|best| score >= best);
        let score = score + i64::from(may_lead && is_rather_euc());
        if best_score.is_none_or(|best| score > best) {
            let evidence = if words > 0 { Evidence::Scored } else { Evidence::Guessed };
            (best, best_score) = (Some((repaired, encoding, evidence)), Some(score));
        }
    }
    match best {
        Some((repaired, encoding, evidence)) => {
            let is_one = encoding == Encoding::Cp932 && !may_be_mixed;
            (decoded(repaired, encoding, evidence), !is_one)
        }
        None => (decoded(cp932(bytes).0, Encoding::Cp932, Evidence::Guessed), true),
    }
}

/// The text as CP932, and whether some of it may be in another encoding.
pub(super) fn cp932(bytes: &[u8]) -> (Repaired, bool) {
    match super::cp932::decode(bytes) {
        Some((text, may_be_mixed)) => (Repaired { text, bad: Bad::default() }, may_be_mixed),
        None => (bad_bytes::decode_around(bytes, encoding_rs::SHIFT_JIS), true),
    }
}

fn chosen(text: &str, encoding: Encoding, evidence: Evidence) -> Decoded {
    Decoded { text: text.to_owned(), encoding, evidence, is_exact: true, diagnostics: Vec::new() }
}

fn decoded(repaired: Repaired, encoding: Encoding, evidence: Evidence) -> Decoded {
    let (diagnostics, is_exact) = (bad_bytes::report(&repaired, encoding.name()), repaired.bad.count == 0);
    Decoded { text: repaired.text, encoding, evidence, is_exact, diagnostics }
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(
        |char| matches!(char, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}'),
    )
}

/// The escapes `ESC $` or `ESC (` of ISO-2022-JP, in text that has no byte above 0x7F near them.
fn has_escapes(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64 * 1024)];
    let begins = |at: usize| matches!(head.get(at + 1), Some(b'$' | b'('));
    memchr::memchr_iter(0x1b, head).any(begins) && head.is_ascii()
}

/// The encoding that `encoding=NAME` in the first lines names.
fn declared(bytes: &[u8]) -> Option<Encoding> {
    let head = &bytes[..bytes.len().min(512)];
    let named = |at: &usize| {
        let name = at.checked_sub("encoding".len()).and_then(|start| head.get(start..*at));
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"encoding"))
    };
    let start = memchr::memchr_iter(b'=', head).find(named)? + 1;
    let char = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
    let name: Vec<u8> = head[start..].iter().copied().take_while(char).collect();
    Encoding::from_name(std::str::from_utf8(&name).ok()?)
}

/// Encodings that a declaration need not distinguish.
pub(super) const fn family(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Utf8Bom => Encoding::Utf8,
        other => other,
    }
}

/// Why a text cannot hold a record at all. Marks of lost characters speak against it where bytes were `replaced` by
/// them; else they stand in the file itself.
fn unfit(text: &str, replaced: bool) -> Option<Code> {
    let mut end = text.len().min(64 * 1024);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    // Control characters but tab, line ends, form feed, Ctrl-Z and ESC; without branches, so that it is done in bulk.
    let odd = |byte: u8| (byte < 9) | ((byte > 13) & (byte < 26)) | ((byte > 27) & (byte < 32));
    let any_odd = head.bytes().fold(false, |any, byte| any | odd(byte));
    let odd = if any_odd { head.bytes().filter(|byte| odd(*byte)).count() } else { 0 };
    if odd == 0 && text.chars().all(|char| char.is_whitespace() || char == '\u{1a}' || char == '\u{feff}') {
        return Some(Code::EmptyFile);
    }
    let lost = if replaced { super::lost_letters(head).count() } else { 0 };
    let bad = lost + odd;
    // A record may have some control characters; with one in eight it is none, whatever words it has.
    let much = |part: usize| odd * part > head.len();
    (bad > 0 && (much(8) || (much(50) || bad * 8 > head.chars().count()) && !has_record_words(text, 1)))
        .then_some(Code::BinaryFile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(bytes: &[u8]) -> String {
        let decoded = decode(bytes);
        let codes: Vec<_> = decoded.diagnostics.iter().map(|found| found.code.id()).collect();
        format!("{} {} {}", decoded.encoding.name(), decoded.evidence.name(), codes.join(" "))
    }

    #[test]
    fn encodings_by_their_evidence() {
        let sjis = encoding_rs::SHIFT_JIS.encode("手合割：平手\n先手：表\n").0;
        let euc = encoding_rs::EUC_JP.encode("手合割：平手\n先手：表\n").0;
        let jis = encoding_rs::ISO_2022_JP.encode("手合割：平手\n先手：表\n").0;
        let declared =
            |name: &str| [format!("#KIF version=2.0 encoding={name}\n").as_bytes(), &sjis].concat();
        let csa = b"'CSA encoding=EUC-JP\nV3.0\nN+\xb9\xc3\nPI\n+\n+7776FU\n".as_slice();
        let padded = [&sjis, &[0; 512][..]].concat();
        for (bytes, want) in [
            (b"V2.2\n+7776FU\n".as_slice(), "ascii ascii-only "),
            ("手合割：平手".as_bytes(), "utf-8 valid-utf-8 "),
            ("先手：José".as_bytes(), "utf-8 valid-utf-8 "),
            ("N+José".as_bytes(), "utf-8 valid-utf-8 "),
            ("\u{feff}手合割：平手".as_bytes(), "utf-8-bom bom "),
            (&sjis, "cp932 scored "),
            (&euc, "euc-jp scored "),
            (&jis, "iso-2022-jp escape-sequences "),
            (&declared("Shift_JIS"), "cp932 declared "),
            (csa, "euc-jp declared "),
            // Half-width katakana alone speak against CP932.
            (&csa[21..], "euc-jp guessed B004"),
            (b"'CSA encoding=SHIFT_JIS\nV3.0\nN+\x8d\x62\nPI\n+\n+7776FU\n", "cp932 declared "),
            (&padded, "cp932 scored B009"),
            (b"V2.2\n+7776FU\n\0", "ascii ascii-only B009"),
            (b"\0\0\0\0", "ascii ascii-only B002"),
            (b"\xff\xfe\x4b\x62\x70\x65\x0a\x00\x00\x00\x00\x00", "utf-16le bom B009"),
            (b"\x4b\x62\x70\x65\x2d\x00\x2d\x00\x0a\x00", "utf-16le zero-bytes "),
            (&declared("UTF-8"), "cp932 scored B005"),
            ("#KIF version=2.0 encoding=Shift_JIS\n先手：甲".as_bytes(), "utf-8 valid-utf-8 B005"),
            (b"\xff\xfe\x4b\x62\x70\x65\x0a\x00", "utf-16le bom "),
            (b"\x4b\x62\x70\x65\x2d\x00\x2d\x00\x0a\x00\x31\x00", "utf-16le zero-bytes "),
            (b"\x62\x4b\x65\x70\x00\x2d\x00\x2d\x00\x0a\x00\x31", "utf-16be zero-bytes "),
            (b"", "ascii ascii-only B001"),
            (b" \r\n \x1a", "ascii ascii-only B001"),
            ("　\n".as_bytes(), "utf-8 valid-utf-8 B001"),
            (b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00", "ascii ascii-only B002"),
            (b"\x1f\x8b\x08\x00\xff\xfe\xfd\xc0\xc1\xf5\xf6\x81\x00\x00\x01", "cp932 guessed B002"),
            ("先手：\u{fffd}\n".as_bytes(), "utf-8 valid-utf-8 B006"),
            (b"\x90\xe6\x8e\xe8\x81\x46\xff\x0a", "cp932 scored B003"),
        ] {
            assert_eq!(codes(bytes), want, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn one_wrong_byte_does_not_change_the_encoding() {
        let utf8 = ["手合割：平手\n先手：甲".as_bytes(), b"\xff\n"].concat();
        assert_eq!(codes(&utf8), "utf-8 scored B003");
        let mut sjis =
            encoding_rs::SHIFT_JIS.encode("手合割：平手\n先手：甲\n   1 ７六歩(77)\n").0.into_owned();
        sjis.push(0xff);
        assert_eq!(codes(&sjis), "cp932 scored B003");
    }
}
