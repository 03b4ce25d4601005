//! A diagnostic with its place, the line it stands on, and a mark under the place.

use super::clean;
use crate::formats::text_lines;
use crate::record::Diagnostic;
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// The longest part of a line that is shown, in characters.
const SHOWN: usize = 100;

/// The finding as `kura check` prints it: `path:line:column: severity[code name]: message`, then the line and a mark.
#[must_use]
pub fn show_finding(path: &str, text: &str, found: &Diagnostic) -> String {
    let mut out = clean(path).into_owned();
    if found.place.line > 0 {
        let _ = write!(out, ":{}:{}", found.place.line, found.place.column);
    }
    let _ = writeln!(out, ": {}[{}]: {}", found.severity, found.code, clean(&found.message));
    let line = (found.place.line as usize).checked_sub(1).and_then(|index| text_lines(text).nth(index));
    if let Some(line) = line.filter(|line| !line.trim().is_empty()) {
        let column = (found.place.column as usize).max(1) - 1;
        // A long line is shown from a little before the place on.
        let skip = if column >= SHOWN { column - SHOWN / 2 } else { 0 };
        let part: String = line.chars().skip(skip).take(SHOWN).collect();
        let part = clean(&part);
        let number = found.place.line;
        let before: usize = part.chars().take(column - skip).map(|letter| letter.width().unwrap_or(1)).sum();
        let _ = writeln!(out, "{number:>6} │ {part}");
        let _ = writeln!(out, "       │ {}^", " ".repeat(before));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Code, Place};

    #[test]
    fn the_mark_stands_under_wide_characters() {
        let found = Diagnostic::new(Code::NoSuchPiece, Place::new(2, 7), "there is no silver on 4f");
        let text = show_finding("a.kif", "x\n  42 ５五銀(46)\n", &found);
        let want = "a.kif:2:7: warning[K012 no-such-piece]: there is no silver on 4f\n     2 │   42 ５五銀(46)\n       │        ^\n";
        assert_eq!(text, want);
    }
}
