//! One place that turns errors into text, a hint and an exit code.

use super::output_file::OutputError;
use kifukura::database::{DatabaseError, StoreError, UndoError};
use kifukura::dataset::build::BuildError;
use kifukura::query::{ConditionError, PositionError, QueryError};
use kifukura::report::{UnknownColumn, clean};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// An error of the command line itself, with what to do next.
#[derive(Debug)]
pub struct CommandError {
    message: String,
    picture: Option<String>,
    hint: Option<String>,
}

impl CommandError {
    /// An error with this text: lower case, no full stop, literals in back quotes.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), picture: None, hint: None }
    }

    /// The same with the place that it is about: a line, and a caret below it.
    #[must_use]
    pub fn picture(mut self, lines: impl Into<String>) -> Self {
        self.picture = Some(lines.into());
        self
    }

    /// The same with what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CommandError {}

/// A reader such as `head` that has seen enough is not an error.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| io_kind(cause) == Some(ErrorKind::BrokenPipe))
}

/// What the system says below an error of writing. Writers of CSV and JSON do not name it as their source.
fn io_kind(error: &(dyn Error + 'static)) -> Option<ErrorKind> {
    if let Some(io) = error.downcast_ref::<io::Error>() {
        let inner = io.get_ref().and_then(|inner| io_kind(inner));
        return inner.or(Some(io.kind()));
    }
    if let Some(json) = error.downcast_ref::<serde_json::Error>() {
        return json.io_error_kind();
    }
    match error.downcast_ref::<csv::Error>()?.kind() {
        csv::ErrorKind::Io(io) => Some(io.kind()),
        _ => None,
    }
}

/// Writes an error and its hint to standard error.
pub fn report(error: &anyhow::Error) {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        // Some causes repeat what was said above them.
        if !text.contains(&cause) {
            text += if text.is_empty() { "" } else { ": " };
            text += &cause;
        }
    }
    let mut stderr = std::io::stderr().lock();
    // Nothing can be done when even this cannot be written.
    let _ = writeln!(stderr, "error: {}", clean(&text));
    let picture = error.chain().find_map(|cause| cause.downcast_ref::<CommandError>()?.picture.as_deref());
    for line in picture.into_iter().flat_map(str::lines) {
        let _ = writeln!(stderr, "{}", clean(line));
    }
    if let Some(hint) = error.chain().find_map(hint) {
        let _ = writeln!(stderr, "hint: {}", clean(&hint));
    }
}

/// What to do about a cause.
fn hint(cause: &(dyn Error + 'static)) -> Option<String> {
    macro_rules! of {
        ($($error:ty),+) => {
            $(if let Some(error) = cause.downcast_ref::<$error>() {
                return Into::<Option<&str>>::into(error.hint()).map(str::to_owned);
            })+
        };
    }
    of!(BuildError, QueryError, DatabaseError, StoreError, ConditionError, PositionError, OutputError);
    if let Some(error) = cause.downcast_ref::<UndoError>() {
        return error.hint();
    }
    if let Some(error) = cause.downcast_ref::<CommandError>() {
        return error.hint.clone();
    }
    if let Some(error) = cause.downcast_ref::<UnknownColumn>() {
        return Some(format!("it has {}", error.known.join(", ")));
    }
    let io = cause.downcast_ref::<io::Error>()?.get_ref()?;
    hint(io)
}
