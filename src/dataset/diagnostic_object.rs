//! A diagnostic as an object of a game.

use crate::record::Diagnostic;
use crate::report::{Cell, Field, Kind, Row};
use crate::terms::Category;

/// A diagnostic as an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticObject {
    /// The stable code, for example `R001`.
    pub code: &'static str,
    /// The code's name, for example `illegal-move`.
    pub name: &'static str,
    /// `info`, `warning` or `error`.
    pub severity: &'static str,
    /// The line, from 1; none for the file itself.
    pub line: Option<u32>,
    /// The column in characters, from 1; none for the line itself.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl From<&Diagnostic> for DiagnosticObject {
    fn from(found: &Diagnostic) -> Self {
        Self {
            code: found.code.id(),
            name: found.code.name(),
            severity: found.severity.name(),
            line: found.place.line(),
            column: found.place.column(),
            message: found.message.clone(),
        }
    }
}

impl Row for DiagnosticObject {
    const NAME: &'static str = "diagnostic";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("code", Kind::Text, "the stable code, for example `R001`", |row: &Self| {
                row.code.into()
            }),
            Field::new("name", Kind::Text, "the code's name, for example `illegal-move`", |row: &Self| {
                row.name.into()
            }),
            Field::new("severity", Kind::Code(Category::Severity), "how bad it is", |row: &Self| {
                Cell::Code(row.severity)
            }),
            Field::new("line", Kind::Id, "the line, from 1; null for the file itself", |row: &Self| {
                row.line.into()
            }),
            Field::new(
                "column",
                Kind::Id,
                "the column in characters, from 1; null for the line itself",
                |row: &Self| row.column.into(),
            ),
            Field::new("message", Kind::Text, "what is wrong", |row: &Self| row.message.clone().into()),
        ]
    }
}
