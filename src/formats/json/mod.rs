//! JSON: which kind of it a text is, and its values one after the other.
//!
//! JKF, lishogi's games and kura's own objects are formats of their own; [`texts`] reads games out of the strings of any
//! other JSON.

mod parts;
pub mod texts;
mod values;

pub(super) use parts::{Lines, blanks, readable, without_marks};
pub(super) use values::read;

use super::{Format, jkf};

/// Certain enough to outweigh whatever the strings inside might be like.
pub(super) const CERTAIN: usize = 1000;

/// Which format a text of JSON is of, by what its first `moves` are; `None` for what is not JSON, or has no game.
pub(super) fn format(text: &str) -> Option<Format> {
    if !begins(text) {
        return None;
    }
    for (at, _) in text.match_indices("\"moves\"") {
        let mut rest = text[at + "\"moves\"".len()..].trim_start();
        match rest.strip_prefix(':') {
            Some(value) => rest = value.trim_start(),
            None => continue,
        }
        let inside = rest.strip_prefix('[').map(str::trim_start);
        match inside {
            Some(inside) if inside.starts_with('"') || text.contains("\"start_sfen\"") => {
                return Some(Format::Jsonl);
            }
            Some(_) => break,
            None if rest.starts_with('"') && is_lishogi(text) => return Some(Format::Lishogi),
            None => {}
        }
    }
    if jkf::score(text) > 0 {
        return Some(Format::Jkf);
    }
    (texts::has_games(text)).then_some(Format::Json)
}

/// True for text that begins as an object, or as a list of objects, texts or lists: tags of PGN begin with `[` as well.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}');
    match text.strip_prefix('[') {
        Some(inside) => inside.trim_start().starts_with(['{', '[', '"']),
        None => text.starts_with('{'),
    }
}

/// True for what lishogi names around the moves of a game.
fn is_lishogi(text: &str) -> bool {
    ["\"players\"", "\"initialSfen\"", "\"sente\""].iter().any(|name| text.contains(name))
}

#[cfg(test)]
mod tests {
    use super::format;
    use crate::formats::Format;

    #[test]
    fn kinds_of_json() {
        for (text, want) in [
            (r#"{"header":{},"moves":[{}]}"#, Some(Format::Jkf)),
            (r#"[{"header":{},"moves":[{},{"move":{}}]}]"#, Some(Format::Jkf)),
            ("\n{\"moves\" :\n[ {\"comments\":[]}]}", Some(Format::Jkf)),
            (r#"{"start_sfen":"x","moves":["7g7f"]}"#, Some(Format::Jsonl)),
            (r#"{"start_sfen":"x","moves":[]}"#, Some(Format::Jsonl)),
            (r#"{"moves":["7g7f"]}"#, Some(Format::Jsonl)),
            (r#"{"players":{"sente":{}},"clock":{"initial":300},"moves":"7g7f"}"#, Some(Format::Lishogi)),
            (r#"{"sfen":"position startpos moves 7g7f"}"#, Some(Format::Json)),
            (r#"["startpos moves 7g7f"]"#, Some(Format::Json)),
            (r#"{"moves":"7g7f 3c3d","x":1}"#, None),
            (r#"{"a":1}"#, None),
            ("[]", None),
            ("[Event \"moves\"]\n1. P-7f\n", None),
            ("7g7f", None),
        ] {
            assert_eq!(format(text), want, "{text}");
        }
    }
}
