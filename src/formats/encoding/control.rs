//! Control characters in a text, which a terminal would obey.

use super::bad_bytes::places;
use crate::record::{Code, Diagnostic};

/// Says that the text has control characters, other than tabs, line ends, form feeds, and a Ctrl-Z at the end.
pub(super) fn find(text: &str) -> Option<Diagnostic> {
    let text = text.strip_suffix('\u{1a}').unwrap_or(text);
    let is_control = |byte: &u8| (*byte < 9) | ((*byte > 13) & (*byte < 32)) | (*byte == 0x7f);
    // Without branches, so that it is done in bulk: hardly a text has any.
    let has_control = |bytes: &[u8]| bytes.iter().fold(false, |found, byte| found | is_control(byte));
    let clean = text.as_bytes().chunks(256).take_while(|bytes| !has_control(bytes)).count() * 256;
    let rest = text.as_bytes().get(clean..)?;
    let offset = clean + rest.iter().position(is_control)?;
    let count = rest.iter().filter(|byte| is_control(byte)).count();
    let number = text.as_bytes()[offset];
    let message = format!("the control character {number:#04x} ({count} such characters in all)");
    places(text, &[offset]).first().map(|place| Diagnostic::new(Code::ControlCharacters, *place, message))
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn control_characters_are_counted_and_placed() {
        let found = |text: &str| {
            find(text).map(|found| {
                (found.place.line().unwrap_or(0), found.place.column().unwrap_or(0), found.message)
            })
        };
        assert_eq!(
            found("先手：\u{1b}[2J甲\u{7}\n"),
            Some((1, 4, "the control character 0x1b (2 such characters in all)".to_owned()))
        );
        for text in ["先手：甲\t乙\r\n\u{c}\n\u{1a}", "", "棋譜"] {
            assert_eq!(found(text), None, "{text:?}");
        }
    }
}
