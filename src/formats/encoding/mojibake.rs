//! Text that was saved after having been decoded in the wrong encoding.

use super::bad_bytes::places;
use crate::record::{Code, Diagnostic};

/// What the words that every record has (先手, 後手, 手合割, 手数, 投了) become when UTF-8 is read as CP932.
const UTF8_AS_CP932: &[&str] = &["蜈域焔", "蠕梧焔", "荳区焔", "荳頑焔", "謇句粋", "謇区焚", "髢句ｧ", "謚穂"];

/// What 手 becomes when UTF-8 or CP932 is read as Windows-1252 or Latin-1.
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
        // Some of the text can have come from another file.
        (wrong_kana(text)?, "UTF-8 text that was read as CP932 and saved".to_owned())
    } else if let Some(offset) = first(UTF8_AS_CP932) {
        (offset, "UTF-8 text that was read as CP932 and saved".to_owned())
    } else if let Some(offset) = first(AS_LATIN) {
        (offset, "Japanese text that was read as Latin-1 and saved".to_owned())
    } else {
        (wrong_line(text)?, "text that was read in the wrong encoding and saved".to_owned())
    };
    places(text, &[offset]).first().map(|place| Diagnostic::new(Code::Mojibake, *place, message))
}

/// How many lines are tried, and how long they may be in bytes.
const MOST_LINES: usize = 200;
const LONGEST: usize = 4096;

/// The first of the lines that leads back to Japanese.
fn wrong_line(text: &str) -> Option<usize> {
    let mut lines = text.split(['\n', '\r']).filter(|line| !line.is_ascii() && line.len() <= LONGEST);
    let line = lines.by_ref().take(MOST_LINES).find(|line| repair_line(line).is_some())?;
    Some(line.as_ptr().addr() - text.as_ptr().addr())
}

/// The first line that leads back to Japanese and has 縺, 繧 or 繝, one of which every line with kana has when UTF-8
/// is read as CP932, and hardly any other.
fn wrong_kana(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_one = |at: &usize| matches!(bytes.get(at + 1..at + 3), Some([0xB8, 0xBA] | [0xB9, 0xA7 | 0x9D]));
    let begin = |at: usize| {
        let before = text.floor_char_boundary(at.saturating_sub(LONGEST));
        text[before..at].rfind(['\n', '\r']).map_or(before, |end| before + end + 1)
    };
    memchr::memchr_iter(0xE7, bytes).filter(is_one).take(MOST_LINES).map(begin).find(|start| {
        let line = text[*start..].split(['\n', '\r']).next().unwrap_or_default();
        line.len() <= LONGEST && repair_line(line).is_some()
    })
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
            // French and German have letters that begin a Japanese one, but none that kana and common kanji begin with.
            let wide = bytes
                .iter()
                .any(|byte| (0x81..=0x9f).contains(byte))
                .then(|| sjis.decode_without_bom_handling_and_without_replacement(&bytes))
                .flatten()
                .map(std::borrow::Cow::into_owned);
            utf8(bytes).or(wide)
        });
    let japanese = |text: &String| text.chars().filter(|char| is_japanese(*char)).count() >= 2;
    by_cp932.or(by_latin).filter(japanese)
}

fn encode_all(text: &str, encoding: &'static encoding_rs::Encoding) -> Option<Vec<u8>> {
    let (bytes, _, lossy) = encoding.encode(text);
    (!lossy).then(|| bytes.into_owned())
}

fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect()
}

const fn is_japanese(char: char) -> bool {
    matches!(char, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
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
        for text in [
            "V2.2\nN+Jos\u{e9} Mu\u{f1}oz\n",
            "'Cr\u{e8}me br\u{fb}l\u{e9}e\n",
            "N+\u{ff84}\u{ff91}\n",
            "V2.2\nN+羽生善治\n",
            "'縺れた局面\n",
        ] {
            assert_eq!(find(text), None, "{text}");
            assert_eq!(repair(text), None, "{text}");
        }
        let lossy = String::from_utf8_lossy(b"\x90\xe6\x8e\xe8\x81\x46").into_owned();
        assert_eq!(find(&lossy).map(|found| found.code), Some(Code::Mojibake));
    }
}
