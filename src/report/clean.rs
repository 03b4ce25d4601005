//! Text from files, made safe for a terminal.

use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text with every control character shown as its picture (`␛`), and every character that turns the writing
/// direction shown as `�`, so that a record can neither move the cursor nor disguise what it says.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|char| shown(char) == char) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(shown).collect())
}

fn shown(char: char) -> char {
    match char {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(char)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        other => other,
    }
}

/// The text, or as much of it as fits into so many places with `…` behind it. (tabled's own cutting splits characters
/// that take two places.)
pub(in crate::report) fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut width = 1;
    let fits = |char: &char| {
        width += char.width().unwrap_or(0);
        width <= most
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn escapes_are_shown_not_sent() {
        assert_eq!(clean("先手\u{1b}[2J\n"), "先手␛[2J␊");
        assert_eq!(clean("a\u{202e}b"), "a\u{fffd}b");
        assert_eq!(clean("羽生　善治"), "羽生　善治");
    }
}
