//! A diagnostic with its place, the line it stands on, and a mark under the place.

use super::clean;
use crate::formats::text_lines;
use crate::record::Diagnostic;
use std::cell::OnceCell;
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// The longest part of a line that is shown, in characters.
const SHOWN: usize = 100;

/// Shows what was found in one file.
#[derive(Debug)]
pub struct Findings<'a> {
    path: &'a str,
    text: &'a str,
    /// How many lines come before the text.
    before: u32,
    /// The lines, cut when the first is shown.
    lines: OnceCell<Vec<&'a str>>,
}

impl<'a> Findings<'a> {
    /// For a file and its decoded text.
    #[must_use]
    pub const fn new(path: &'a str, text: &'a str) -> Self {
        Self { path, text, before: 0, lines: OnceCell::new() }
    }

    /// For a text that so many lines of the file come before.
    #[must_use]
    pub fn after(self, lines: u32) -> Self {
        Self { before: lines, ..self }
    }

    /// The finding as `kura check` prints it: `path:line:column: severity[code name]: message`, then the line and a
    /// mark.
    #[must_use]
    pub fn show(&self, found: &Diagnostic) -> String {
        self.show_as(found, found.severity.name())
    }

    /// The same with another word in place of the severity.
    #[must_use]
    pub fn show_as(&self, found: &Diagnostic, word: &str) -> String {
        let mut out = clean(self.path).into_owned();
        if found.place.line > 0 {
            let _ = write!(out, ":{}:{}", found.place.line, found.place.column);
        }
        let _ = writeln!(out, ": {word}[{}]: {}", found.code, clean(&found.message));
        if let Some(line) = self.line(found.place.line).filter(|line| !line.trim().is_empty()) {
            mark(&mut out, line, found);
        }
        out
    }

    fn line(&self, number: u32) -> Option<&'a str> {
        let index = number.checked_sub(self.before)?.checked_sub(1)? as usize;
        self.lines.get_or_init(|| text_lines(self.text).collect()).get(index).copied()
    }
}

/// Draws the line and the mark.
fn mark(out: &mut String, line: &str, found: &Diagnostic) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Code, Place};

    #[test]
    fn the_mark_stands_under_wide_characters() {
        let found = Diagnostic::new(Code::NoSuchPiece, Place::new(2, 7), "there is no silver on 4f");
        let text = Findings::new("a.kif", "x\n  42 ５五銀(46)\n").show(&found);
        let want = "a.kif:2:7: warning[K012 no-such-piece]: there is no silver on 4f\n     2 │   42 ５五銀(46)\n       │        ^\n";
        assert_eq!(text, want);
    }
}
