//! A finding as text: its place, what was found, the line on which it stands, and a mark under the place.

use super::clean;
use crate::check::{Finding, Fix};
use crate::record::Place;
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// How many characters of a line are shown.
const MOST_CHARS: usize = 100;

/// The finding as `kura check` prints it: `path:line:column: severity[code name]: message`, then the line and a mark.
#[must_use]
pub fn finding_text(finding: &Finding<'_>) -> String {
    let found = finding.diagnostic;
    let place = Some(found.place);
    let mut out = located(finding.path, place);
    let _ = writeln!(out, ": {}[{}]: {}", found.severity, found.code, clean(&found.message));
    if let Some(line) = finding.line.filter(|line| !line.trim().is_empty()) {
        mark(&mut out, line, found.place);
    }
    out
}

/// A correction: `path:line:column: fixed[code name]: message`; `left` in place of `fixed` when it was not done.
#[must_use]
pub fn fix_text(path: &str, fix: &Fix, fixed: bool) -> String {
    let code = fix.code.map(|code| format!("[{code}]")).unwrap_or_default();
    let word = if fixed { "fixed" } else { "left" };
    format!("{}: {word}{code}: {}\n", located(path, fix.place), clean(&fix.message))
}

/// `path:line:column`
fn located(path: &str, place: Option<Place>) -> String {
    let path = clean(path);
    match place.and_then(|place| Some((place.line()?, place.column().unwrap_or(0)))) {
        Some((line, column)) => format!("{path}:{line}:{column}"),
        None => path.into_owned(),
    }
}

/// Draws the line and the mark.
fn mark(out: &mut String, line: &str, place: Place) {
    let column = place.column().map_or(0, |column| column as usize - 1);
    // A long line is shown from a little before the place on.
    let skip = if column >= MOST_CHARS { column - MOST_CHARS / 2 } else { 0 };
    let excerpt: String = line.chars().skip(skip).take(MOST_CHARS).collect();
    let excerpt = clean(&excerpt);
    let before: usize = excerpt.chars().take(column - skip).map(|char| char.width().unwrap_or(1)).sum();
    let _ = writeln!(out, "{:>6} │ {excerpt}", place.line().unwrap_or(0));
    let _ = writeln!(out, "       │ {}^", " ".repeat(before));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Findings;
    use crate::record::{Code, Diagnostic};

    #[test]
    fn the_mark_stands_under_wide_characters() {
        let found = Diagnostic::new(Code::NoSuchPiece, Place::new(2, 7), "there is no silver on 4f");
        let findings = Findings::new("a.kif", "x\n  42 ５五銀(46)\n");
        let want = "a.kif:2:7: warning[K012 no-such-piece]: there is no silver on 4f\n     2 │   42 ５五銀(46)\n       │        ^\n";
        assert_eq!(finding_text(&findings.find(None, &found)), want);
    }
}
