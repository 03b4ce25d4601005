//! Names of files that are made of somebody's text: of a record's headers, of names inside archives.

/// How many bytes the name of a file or folder may have, on any system.
pub const NAME_BYTES: usize = 255;

/// What Windows keeps for devices, with any ending behind it.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The text as the name of one file or folder, on every system: no separator, no control character or change of the
/// writing direction, no character that Windows does not allow, no blank or point at either end (so no `..`), no name of a
/// device, and not longer than [`NAME_BYTES`]. Empty when nothing is left.
///
/// ```
/// use kifukura::intake::safe_name;
///
/// assert_eq!(safe_name("../第１期/決勝"), "_第１期_決勝");
/// assert_eq!(safe_name("NUL.kif"), "_NUL.kif");
/// ```
#[must_use]
pub fn safe_name(text: &str) -> String {
    let shown: String = text.chars().filter_map(shown).collect();
    let ends = |char: char| char == '.' || char.is_whitespace();
    let name = shown.trim_matches(ends);
    let name = cut(name, NAME_BYTES).trim_end_matches(ends);
    if is_device(name) { cut(&format!("_{name}"), NAME_BYTES).to_owned() } else { name.to_owned() }
}

fn shown(char: char) -> Option<char> {
    match char {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => Some('_'),
        // Marks of the writing direction, blanks of no width, marks of the byte order.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => None,
        _ if char.is_control() => None,
        other => Some(other),
    }
}

/// The beginning of a text that has at most so many bytes.
#[must_use]
pub fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port).unwrap_or_default();
        let mut chars = number.chars();
        matches!(chars.next(), Some('0'..='9' | '¹' | '²' | '³')) && chars.next().is_none()
    });
    numbered || DEVICES.contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn a_text_is_one_name_that_leads_nowhere() {
        let long = "棋".repeat(100);
        for (text, want) in [
            ("甲野 一郎", "甲野 一郎"),
            ("..", ""),
            (".", ""),
            ("", ""),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("C:\\games", "C__games"),
            ("a\u{1b}[31m\nb\u{202e}c\u{feff}", "a[31mbc"),
            (" . 名人戦. ", "名人戦"),
            (".bashrc", "bashrc"),
            ("con", "_con"),
            ("Aux.kif", "_Aux.kif"),
            ("COM1", "_COM1"),
            ("lpt² .txt", "_lpt² .txt"),
            ("com10", "com10"),
            ("コン", "コン"),
            ("what? \"no\" <a|b>*", "what_ _no_ _a_b__"),
            (&long, &long[..255]),
        ] {
            assert_eq!(safe_name(text), want, "{text:?}");
        }
    }
}
