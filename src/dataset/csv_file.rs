//! Objects as CSV, safe to open in a spreadsheet.

use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Writes serializable objects as CSV rows: the names of the objects' fields are the header, lists are joined with
/// blanks, objects inside objects are spread out (`results.black`).
///
/// A text that a spreadsheet would take for a formula (it starts with `=`, `+`, `-`, `@`, a tab or a carriage return)
/// gets an apostrophe in front, since the text comes from somebody's file.
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    writer: csv::Writer<W>,
    columns: Vec<String>,
}

impl<W: Write> CsvWriter<W> {
    /// A writer of CSV to `output`. The first object's names are the columns.
    pub fn new(output: W) -> Self {
        Self { writer: csv::Writer::from_writer(output), columns: Vec::new() }
    }

    /// Writes all `rows`, with a column for every name that occurs in any of them.
    ///
    /// # Errors
    /// When the output cannot be written, or a value is no object.
    pub fn write_all(&mut self, rows: &[impl Serialize]) -> io::Result<()> {
        let mut names: Vec<String> = Vec::new();
        for row in rows {
            for (name, _) in spread_out(row)? {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        // Where an object is missing in some rows, only its parts are columns.
        let inside = |name: &str| {
            names.iter().any(|other| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
        };
        self.columns = names.iter().filter(|name| !inside(name)).cloned().collect();
        if !self.columns.is_empty() {
            self.writer.write_record(&self.columns)?;
        }
        rows.iter().try_for_each(|row| self.write(row))
    }

    /// Writes one object.
    ///
    /// # Errors
    /// When the output cannot be written, or the value is no object.
    pub fn write(&mut self, row: &impl Serialize) -> io::Result<()> {
        let cells = spread_out(row)?;
        if self.columns.is_empty() {
            self.columns = cells.iter().map(|(name, _)| name.clone()).collect();
            self.writer.write_record(&self.columns)?;
        }
        let cell = |name: &String| cells.iter().find(|(other, _)| other == name).map_or("", |(_, cell)| cell);
        self.writer.write_record(self.columns.iter().map(cell))?;
        Ok(())
    }

    /// Writes what is still held back.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn spread_out(row: &impl Serialize) -> io::Result<Vec<(String, String)>> {
    let mut cells = Vec::new();
    spread("", serde_json::to_value(row)?, &mut cells);
    Ok(cells)
}

fn spread(name: &str, value: Value, cells: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let name = if name.is_empty() { key } else { format!("{name}.{key}") };
                spread(&name, value, cells);
            }
        }
        other => cells.push((name.to_owned(), cell(&other))),
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(text),
        Value::Array(items) if items.iter().all(|item| !item.is_object()) => {
            harmless(&items.iter().map(cell).collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    }
}

/// The text with an apostrophe in front if a spreadsheet would run it.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_disarmed_and_objects_spread() {
        let mut bytes = Vec::new();
        let mut writer = CsvWriter::new(&mut bytes);
        let row = serde_json::json!({
            "name": "=cmd|' /C calc'!A0", "moves": ["7g7f", "3c3d"], "results": { "black": -1 }, "none": null
        });
        writer.write(&row).unwrap();
        writer.finish().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, "name,moves,results.black,none\n'=cmd|' /C calc'!A0,7g7f 3c3d,-1,\n");
    }

    #[test]
    fn an_object_that_some_rows_lack_leaves_empty_cells() {
        let mut bytes = Vec::new();
        let mut writer = CsvWriter::new(&mut bytes);
        let rows = [
            serde_json::json!({ "a": null, "b": 1 }),
            serde_json::json!({ "a": { "x": 2, "y": 3 }, "b": 4 }),
        ];
        writer.write_all(&rows).unwrap();
        writer.finish().unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "b,a.x,a.y\n1,,\n4,2,3\n");
    }
}
