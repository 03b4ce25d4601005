//! A diagnostic with its file and the line on which it stands.

use crate::formats::text_lines;
use crate::intake::ReplayedFile;
use crate::record::Diagnostic;
use serde::Serialize;
use std::cell::OnceCell;

/// A file, or a chunk of one, in which findings stand.
#[derive(Debug)]
pub struct Findings<'a> {
    path: &'a str,
    text: &'a str,
    /// How many lines of the file come before the text.
    before: u32,
    /// The lines, cut when the first is needed.
    lines: OnceCell<Vec<&'a str>>,
}

/// A finding as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<'a> {
    /// The file, as it is shown.
    pub path: &'a str,
    /// The number of the game in the file, from 0, or of the record in a file of packed positions; `None` for the file as
    /// such.
    pub game_index: Option<usize>,
    /// What was found.
    pub diagnostic: &'a Diagnostic,
    /// The line on which it stands.
    pub line: Option<&'a str>,
}

impl<'a> Findings<'a> {
    /// For a file and its decoded text.
    #[must_use]
    pub const fn new(path: &'a str, text: &'a str) -> Self {
        Self { path, text, before: 0, lines: OnceCell::new() }
    }

    /// For a file that was read, or a chunk of one.
    #[must_use]
    pub fn of(path: &'a str, file: &'a ReplayedFile) -> Self {
        let before = file.content.chunk.map_or(0, |chunk| chunk.lines);
        Self { before, ..Self::new(path, &file.document.text) }
    }

    /// A finding with its line.
    #[must_use]
    pub fn find<'f>(&'f self, game_index: Option<usize>, diagnostic: &'f Diagnostic) -> Finding<'f> {
        Finding {
            path: self.path,
            game_index,
            diagnostic,
            line: diagnostic.place.line().and_then(|line| self.line(line)),
        }
    }

    fn line(&self, number: u32) -> Option<&'a str> {
        let index = number.checked_sub(self.before)?.checked_sub(1)? as usize;
        self.lines.get_or_init(|| text_lines(self.text).collect()).get(index).copied()
    }
}

impl<'a> Finding<'a> {
    /// The same for a program.
    #[must_use]
    pub fn object(&self) -> FindingObject<'a> {
        let Diagnostic { code, severity, place, message } = self.diagnostic;
        FindingObject {
            source: self.path,
            game_index: self.game_index,
            code: code.id(),
            name: code.name(),
            severity: severity.name(),
            line: place.line(),
            column: place.column(),
            message: message.as_str(),
            hint: code.hint(),
        }
    }
}

/// A finding as an object, with these fields in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingObject<'a> {
    /// The file, as it is shown.
    pub source: &'a str,
    /// The number of the game in the file, from 0, or of the record in a file of packed positions; `None` for the file as
    /// such.
    pub game_index: Option<usize>,
    /// The stable code, for example `R001`.
    pub code: &'static str,
    /// The code's name, for example `illegal-move`.
    pub name: &'static str,
    /// `info`, `warning` or `error`.
    pub severity: &'static str,
    /// The line, from 1; `None` for the file itself.
    pub line: Option<u32>,
    /// The column in characters, from 1; `None` for the line itself.
    pub column: Option<u32>,
    /// What was found.
    pub message: &'a str,
    /// What to do about it.
    pub hint: &'static str,
}
