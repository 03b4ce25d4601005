//! A corrected text of a record file: only what can be corrected with certainty, each correction listed.
//!
//! The text is edited where it is wrong and otherwise left as it is. A text that would not read as the same games is
//! refused.

mod kif;
mod row;

use crate::formats::encoding::{Encoding, declare_utf8, repair_mojibake};
use crate::formats::{Format, text_lines};
use crate::intake::{Content, ReplayedFile};
use crate::record::{Code, Place, Record};
use serde::Serialize;

/// One correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The diagnostic that it settles, if there is a code for it.
    pub code: Option<Code>,
    /// Where; `None` for the file as such.
    pub place: Option<Place>,
    /// What was done, or why nothing was.
    pub message: String,
}

impl Fix {
    fn at(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self { code: Some(code), place: Some(place), message: message.into() }
    }

    fn of_file(code: Option<Code>, message: impl Into<String>) -> Self {
        Self { code, place: None, message: message.into() }
    }

    /// The same for a program; `fixed` says whether it was done.
    #[must_use]
    pub fn object<'a>(&'a self, source: &'a str, fixed: bool) -> FixObject<'a> {
        FixObject {
            source,
            fixed,
            code: self.code.map(Code::id),
            line: self.place.and_then(Place::line),
            column: self.place.and_then(Place::column),
            message: &self.message,
        }
    }
}

/// A correction as an object, with these fields in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FixObject<'a> {
    /// The file, as it is shown.
    pub source: &'a str,
    /// Whether it was done.
    pub fixed: bool,
    /// The stable code of the diagnostic that it settles, if there is one.
    pub code: Option<&'static str>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// What was done, or why nothing was.
    pub message: &'a str,
}

/// A corrected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// All of the text, to be written as UTF-8.
    pub text: String,
    /// What was corrected; empty when there is nothing to do.
    pub fixes: Vec<Fix>,
    /// What is wrong and was left, since no correction is certain.
    pub left: Vec<Fix>,
}

/// Why a file cannot be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FixError {
    /// A correction would change what is read.
    #[error("the corrected copy would not read as the same games, so none was made")]
    OtherGames,
}

/// How often a corrected text is corrected again.
const MOST_ROUNDS: usize = 3;

/// Corrects what was read. Mojibake only when `mojibake` says so, since it cannot be undone with certainty.
///
/// # Errors
/// When a correction would change what is read.
pub fn fix(file: &ReplayedFile, mojibake: bool) -> Result<Fixed, FixError> {
    let mut fixed = once(file, mojibake)?;
    // One correction can bring out another: the count of a closing line goes by the numbers of the rows.
    for _ in 0..MOST_ROUNDS {
        if fixed.fixes.is_empty() {
            break;
        }
        let more = once(&replayed(&fixed.text), false)?;
        fixed.left = more.left;
        if more.fixes.is_empty() {
            break;
        }
        fixed.text = more.text;
        fixed.fixes.extend(more.fixes);
    }
    Ok(fixed)
}

fn once(file: &ReplayedFile, mojibake: bool) -> Result<Fixed, FixError> {
    let (mut fixes, mut left) = (Vec::new(), Vec::new());
    let repaired = if mojibake { decoded_again(file, &mut fixes) } else { None };
    let read = repaired.as_ref().unwrap_or(file);
    let mut lines: Vec<String> = text_lines(&read.document.text).map(ToOwned::to_owned).collect();
    declare_encoding(file.document.encoding, &mut lines, &mut fixes);
    if read.document.format == Some(Format::Kif) {
        for game in &read.games {
            if let Ok(played) = &game.game {
                kif::correct(&mut lines, &game.record, played, &mut fixes, &mut left);
            }
        }
    }
    let text = join(&lines, &read.document.text, &mut fixes);
    if !same_games(read, &replayed(&text)) {
        return Err(FixError::OtherGames);
    }
    Ok(Fixed { text, fixes, left })
}

fn replayed(text: &str) -> ReplayedFile {
    ReplayedFile::new(Content::new(text.as_bytes().to_vec()))
}

/// The file as it reads when what was saved after a wrong decoding is decoded anew; `None` when nothing was.
fn decoded_again(file: &ReplayedFile, fixes: &mut Vec<Fix>) -> Option<ReplayedFile> {
    let mut diagnostics = file.document.diagnostics.iter();
    if !diagnostics.any(|found| found.code == Code::Mojibake) {
        return None;
    }
    let (text, lines) = repair_mojibake(&file.document.text)?;
    fixes.push(Fix::of_file(Some(Code::Mojibake), format!("{lines} lines were decoded anew")));
    Some(replayed(&text))
}

/// The copy is UTF-8, and says so where the file names an encoding.
fn declare_encoding(encoding: Encoding, lines: &mut [String], fixes: &mut Vec<Fix>) {
    if !matches!(encoding, Encoding::Utf8 | Encoding::Ascii) {
        fixes.push(Fix::of_file(None, format!("written as utf-8 instead of {}", encoding.name())));
    }
    if encoding == Encoding::Ascii {
        return;
    }
    for (line, number) in lines.iter_mut().take(5).zip(1..) {
        if let Some(new) = declare_utf8(line) {
            let place = Place::new(number, 1);
            fixes.push(Fix::at(Code::EncodingMisdeclared, place, "now names the encoding utf-8"));
            *line = new;
        }
    }
}

/// The lines with one kind of line end, the commoner one.
fn join(lines: &[String], text: &str, fixes: &mut Vec<Fix>) -> String {
    let (mut both, mut lf, mut cr) = (0, 0, 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => both += 1,
            b'\r' => cr += 1,
            b'\n' if at == 0 || bytes[at - 1] != b'\r' => lf += 1,
            _ => {}
        }
    }
    let (end, name) = if both > lf { ("\r\n", "CR LF") } else { ("\n", "LF") };
    if cr > 0 || both.min(lf) > 0 {
        let message =
            format!("all lines end with {name} now ({both} with CR LF, {lf} with LF, {cr} with CR before)");
        fixes.push(Fix::of_file(None, message));
    }
    if text.ends_with('\u{1a}') {
        fixes.push(Fix::of_file(None, "the end mark of DOS (Ctrl-Z) was taken away"));
    }
    let mut joined = lines.join(end);
    if !joined.is_empty() {
        joined.push_str(end);
    }
    joined
}

fn same_games(before: &ReplayedFile, after: &ReplayedFile) -> bool {
    before.games.len() == after.games.len()
        && before.games.iter().zip(&after.games).all(|(before, after)| match (&before.game, &after.game) {
            (Ok(old), Ok(new)) => {
                old.lines == new.lines
                    && old.outcome.declared == new.outcome.declared
                    && old.outcome.verified == new.outcome.verified
                    && before.record.notes.len() == after.record.notes.len()
                    && before.record.headers.len() == after.record.headers.len()
                    && rows(&before.record).eq(rows(&after.record))
            }
            (Err(_), Err(_)) => true,
            _ => false,
        })
}

/// How many rows each line has, legal or not, and how many that could not be read.
fn rows(record: &Record) -> impl Iterator<Item = (usize, usize)> {
    record.lines.iter().map(|line| (line.plies.len(), line.unread))
}

#[cfg(test)]
mod tests;
