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
    let (offset, message) = if let Some(offset) = text.find('\u{fffd}') {
        let count = text.matches('\u{fffd}').count();
        (
            offset,
            format!(
                "`\u{fffd}` stands in the file itself ({count} times): the text was lost when it was saved"
            ),
        )
    } else if super::choice::has_record_words(text, 1) {
        return None;
    } else if let Some(offset) = first(UTF8_AS_CP932) {
        (offset, "UTF-8 text that was read as CP932 and saved".to_owned())
    } else {
        (first(AS_LATIN)?, "Japanese text that was read as Latin-1 and saved".to_owned())
    };
    places(text, &[offset]).first().map(|place| Diagnostic::new(Code::Mojibake, *place, message))
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
