//! Text that was saved after having been decoded in the wrong encoding.

use super::bad_bytes::places;
use crate::record::{Code, Diagnostic};

/// How the words that every record has (先手, 後手, 手合割, 手数, 投了) look when UTF-8 is read as CP932.
const UTF8_AS_CP932: &[&str] = &["蜈域焔", "蠕梧焔", "荳区焔", "荳頑焔", "謇句粋", "謇区焚", "髢句ｧ", "謚穂"];

/// How 手 looks when UTF-8 or CP932 is read as Windows-1252 or Latin-1.
const AS_LATIN: &[&str] = &["æ‰‹", "æ\u{89}\u{8b}", "ŽèŠ", "æŽè", "Žè\u{81}", "\u{8e}è"];

/// What is wrong with a text that decoded well, if it was saved from a wrong decoding.
pub(super) fn find(text: &str) -> Option<Diagnostic> {
    let first = |words: &[&str]| words.iter().filter_map(|word| text.find(word)).min();
    let (offset, message) = if let Some(offset) = super::lost_letters(text).next() {
        let count = super::lost_letters(text).count();
        (
            offset,
            format!(
                "`\u{fffd}` stands in the file itself ({count} times): the text was lost when it was saved"
            ),
        )
    } else if super::words::has_record_words(text, 1) {
        return None;
    } else if let Some(offset) = first(UTF8_AS_CP932) {
        (offset, "UTF-8 text that was read as CP932 and saved".to_owned())
    } else {
        (first(AS_LATIN)?, "Japanese text that was read as Latin-1 and saved".to_owned())
    };
    places(text, &[offset]).first().map(|place| Diagnostic::new(Code::Mojibake, *place, message))
}

/// Undoes a wrong decoding line by line where that leads back to Japanese without a loss: the text, and how many lines
/// it changed. `None` when no line can be got back.
#[must_use]
pub fn repair(text: &str) -> Option<(String, usize)> {
    let mut count = 0;
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| match repair_line(line) {
            Some(line) => {
                count += 1;
                line
            }
            None => line.to_owned(),
        })
        .collect();
    (count > 0).then(|| (lines.join("\n"), count))
}

/// The line as it was before it was decoded wrongly.
fn repair_line(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let sjis = encoding_rs::SHIFT_JIS;
    let utf8 = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
    let by_cp932 = encode_all(line, sjis).and_then(utf8);
    let by_latin =
        [encode_all(line, encoding_rs::WINDOWS_1252), latin1(line)].into_iter().flatten().find_map(|bytes| {
            let wide = sjis
                .decode_without_bom_handling_and_without_replacement(&bytes)
                .map(std::borrow::Cow::into_owned);
            utf8(bytes).or(wide)
        });
    by_cp932.or(by_latin).filter(|text| text.chars().any(is_japanese))
}

fn encode_all(text: &str, encoding: &'static encoding_rs::Encoding) -> Option<Vec<u8>> {
    let (bytes, _, lossy) = encoding.encode(text);
    (!lossy).then(|| bytes.into_owned())
}

fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).ok()).collect()
}

const fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_mojibake_is_seen() {
        let wrong = |text: &str, encoding: &'static encoding_rs::Encoding| {
            encoding.decode(text.as_bytes()).0.into_owned()
        };
        for text in ["開始日時：\n先手：甲\n", "手合割：平手", "後手：乙"] {
            let found = find(&wrong(text, encoding_rs::WINDOWS_1252)).map(|found| found.code);
            assert_eq!(found, Some(Code::Mojibake), "{text}");
            let found = find(&wrong(text, encoding_rs::SHIFT_JIS)).map(|found| found.code);
            assert_eq!(found, Some(Code::Mojibake), "{text}");
            assert_eq!(find(text), None);
        }
        let lossy = String::from_utf8_lossy(b"\x90\xe6\x8e\xe8\x81\x46").into_owned();
        assert_eq!(find(&lossy).map(|found| found.code), Some(Code::Mojibake));
    }
}
