//! Games in quotation marks, in lists and in markup: what stands around them is not part of them.

/// Marks that a text has around a game.
pub(super) const QUOTES: [char; 5] = ['"', '\'', '`', '「', '“'];

/// How far into a line a quotation is searched, in bytes.
const MOST: usize = 200;

/// The first quotation of the line for which `begins` holds: where it starts and ends, without its marks. One that is not
/// closed goes on to the end of the line.
pub(super) fn quotation(line: &str, begins: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
    for (at, mark) in line.match_indices(QUOTES).take_while(|(at, _)| *at < MOST) {
        let start = at + mark.len();
        let rest = &line[start..];
        if begins(rest) {
            let close = match mark {
                "「" => '」',
                "“" => '”',
                mark => mark.chars().next().unwrap_or_default(),
            };
            return Some((start, start + rest.find(close).unwrap_or(rest.len())));
        }
    }
    None
}

/// Where a game that begins at `start` ends: before a mark of markup, quotation or punctuation, unless a comment begins
/// first.
pub(super) fn end_of_game(line: &str, start: usize) -> usize {
    let rest = &line[start..];
    match rest.find(['#', '"', '`', '<', '\'', '」', '”']) {
        Some(at) if !rest[at..].starts_with('#') => start + rest[..at].trim_end().len(),
        Some(_) => line.len(),
        None => start + rest.trim_end_matches([',', ';', '.', ')', ']', '}', ' ']).len(),
    }
}

/// How many bytes a line begins with that only make it an item of a list: `- `, `* `, `1. `.
pub(super) fn bullet(line: &str) -> usize {
    let rest = match line.chars().next() {
        Some(mark @ ('-' | '*' | '+' | '•' | '・' | '>')) => &line[mark.len_utf8()..],
        Some('0'..='9') => {
            let rest = line.trim_start_matches(|char: char| char.is_ascii_digit());
            match rest.strip_prefix(['.', ')']) {
                Some(rest) => rest,
                None => return 0,
            }
        }
        _ => return 0,
    };
    let text = rest.trim_start();
    if text.len() == rest.len() { 0 } else { line.len() - text.len() }
}

/// A label without the marks around it.
pub(super) fn label(text: &str) -> &str {
    text.trim_matches(|char: char| char.is_whitespace() || "\"'`「」“”:=,;-*+>[](){}<・•".contains(char))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_and_lists() {
        let begins = |text: &str| text.starts_with("game");
        for (line, want) in [
            ("\"game one\"", Some("game one")),
            ("`game one` is good", Some("game one")),
            ("\"key\": \"game one\",", Some("game one")),
            ("it's `game one`", Some("game one")),
            ("「game one」", Some("game one")),
            ("\"game one", Some("game one")),
            ("game one", None),
        ] {
            assert_eq!(quotation(line, begins).map(|(start, end)| &line[start..end]), want, "{line}");
        }
        for (line, want) in
            [("- a", 2), ("* a", 2), ("12. a", 4), ("3) a", 3), ("-a", 0), ("12 a", 0), ("a", 0), ("1.a", 0)]
        {
            assert_eq!(bullet(line), want, "{line}");
        }
        for (line, want) in [("a b</p>", 3), ("a b # it's", 10), ("a b \",", 3), ("a b", 3)] {
            assert_eq!(end_of_game(line, 0), want, "{line}");
        }
    }
}
