//! What is wrong with a record, where, and how bad it is: stable codes for every message.
//!
//! One table has all of a code: its name, severity, meaning, hint and example. It is in one file a group (`bytes.rs`
//! to `ending.rs`); `Code`, `docs/diagnostics.md`, `kura check --explain` and the tests come from it. A new code is one
//! entry there, and one without a hint or an example does not compile.

#[macro_use]
mod bytes;
#[macro_use]
mod format;
#[macro_use]
mod kif;
#[macro_use]
mod csa;
#[macro_use]
mod usi;
#[macro_use]
mod json;
#[macro_use]
mod wars;
#[macro_use]
mod pgn;
#[macro_use]
mod packed;
#[macro_use]
mod replay;
#[macro_use]
mod ending;
mod code;
mod example;

pub use code::Code;
pub use example::{Example, ExampleBytes};
use std::fmt;
use std::num::NonZeroU32;

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing was guessed.
    Info,
    /// Something was guessed, contradicts itself, or was set aside.
    Warning,
    /// A part of the record could not be understood or played.
    Error,
}

impl Severity {
    /// Every severity, the least bad first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// The severity with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }

    /// `info`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in a file: a line, and a column in it, both from 1, or the file itself. A column counts characters, not
/// bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    line: Option<NonZeroU32>,
    column: Option<NonZeroU32>,
}

impl Place {
    /// The file itself, not a line of it.
    pub const FILE: Self = Self { line: None, column: None };

    /// A line and a column, both from 1; column 0 is the complete line, line 0 the file.
    #[must_use]
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line: NonZeroU32::new(line), column: NonZeroU32::new(column) }
    }

    /// The line, from 1; `None` for the file itself.
    #[must_use]
    pub fn line(self) -> Option<u32> {
        self.line.map(NonZeroU32::get)
    }

    /// The column in characters, from 1; `None` for a complete line.
    #[must_use]
    pub fn column(self) -> Option<u32> {
        self.column.map(NonZeroU32::get)
    }

    /// The place so many characters further on in its line.
    #[must_use]
    pub(crate) fn further(self, chars: usize) -> Self {
        let chars = u32::try_from(chars).unwrap_or(u32::MAX);
        Self { column: NonZeroU32::new(self.column().unwrap_or(0).saturating_add(chars)), ..self }
    }

    /// The place so many lines further down.
    #[must_use]
    pub(crate) fn below(self, lines: u32) -> Self {
        Self { line: self.line.map(|line| line.saturating_add(lines)), ..self }
    }
}

/// The longest message, in bytes: a message may quote a line of any length.
const MOST_MESSAGE: usize = 400;

/// One finding about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is (usually [`Code::severity`]).
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What, in one English sentence without a full stop; what the file says is in backticks.
    pub message: String,
}

impl Diagnostic {
    /// A finding with the code's usual severity.
    #[must_use]
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if message.len() > MOST_MESSAGE {
            let end = message.floor_char_boundary(MOST_MESSAGE);
            message.truncate(end);
            message.push('…');
        }
        Self { code, severity: code.severity(), place, message }
    }
}
