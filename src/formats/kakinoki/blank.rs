//! Blanks of any width.

/// A blank of any width.
pub(in crate::formats) const fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\u{3000}' | '\u{a0}')
}

/// The text without the blanks at its start.
#[inline]
pub(in crate::formats) fn skip_blanks(text: &str) -> &str {
    let mut rest = text.as_bytes();
    // The blanks of any width by their bytes.
    while let [b' ' | b'\t', after @ ..] | [0xC2, 0xA0, after @ ..] | [0xE3, 0x80, 0x80, after @ ..] = rest {
        rest = after;
    }
    &text[text.len() - rest.len()..]
}

#[cfg(test)]
mod tests {
    use super::{is_blank, skip_blanks};

    #[test]
    fn blanks_are_told_by_their_bytes() {
        for char in '\0'..=char::MAX {
            let text = format!("{char}\u{3000} x");
            assert_eq!(skip_blanks(&text).len() == 1, is_blank(char), "{char:?}");
            assert_eq!(skip_blanks(&text), text.trim_start_matches(is_blank));
        }
        assert_eq!((skip_blanks(""), skip_blanks("\u{a0}\t"), skip_blanks("　ま")), ("", "", "ま"));
    }
}
