//! Blanks of any width.

/// A blank of any width.
pub(in crate::formats) const fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\u{3000}' | '\u{a0}')
}

/// The text without the blanks at its start.
pub(in crate::formats) fn skip_blanks(text: &str) -> &str {
    let ascii = text.bytes().position(|byte| byte != b' ' && byte != b'\t').unwrap_or(text.len());
    let rest = &text[ascii..];
    match rest.as_bytes().first() {
        Some(0xC2 | 0xE3) => rest.trim_start_matches(is_blank),
        _ => rest,
    }
}
