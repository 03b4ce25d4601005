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
mod replay;
#[macro_use]
mod ending;
mod code;
mod example;

pub use code::Code;
pub use example::{Example, ExampleBytes};
use std::fmt;

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

/// A place in a file. Lines and columns start at 1; a column counts characters, not bytes. Line 0 means the complete
/// file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1; 0 for the complete line.
    pub column: u32,
}

impl Place {
    /// A line and a column, both from 1.
    #[must_use]
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line, column }
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
