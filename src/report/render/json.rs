//! Answers as JSON: a value, or one object a line.

use super::{RenderOptions, Renderer};
use crate::report::view::Object;
use crate::report::{Answer, Cell, Column};
use std::io::{self, Write};

/// One JSON value: an object, or a list of them.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Renderer for Json {
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
        let view = options.arrange(answer.view())?;
        serde_json::to_writer_pretty(&mut *out, &Cell::Rows(view))?;
        out.write_all(b"\n")
    }
}

/// One JSON object a line.
#[derive(Clone, Copy, Debug)]
pub struct JsonLines;

impl Renderer for JsonLines {
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
        let view = options.arrange(answer.view())?;
        view.rows.iter().try_for_each(|cells| write_json_row(&view.columns, cells, out))
    }
}

/// Writes one row as a JSON object on a line.
///
/// # Errors
/// When the output cannot be written.
pub fn write_json_row(columns: &[Column], cells: &[Cell], out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Object { columns, cells })?;
    out.write_all(b"\n")
}
