//! Tables row by row: CSV and JSON Lines.

use super::batch::{Batch, TableColumn, Value};
use crate::report::{CsvOptions, harmless};
use std::io::{self, Write};

/// Writes the header line of CSV.
///
/// # Errors
/// When the output cannot be written.
pub fn csv_header(columns: &[TableColumn], options: CsvOptions, output: &mut dyn Write) -> io::Result<()> {
    if options.mark {
        output.write_all("\u{feff}".as_bytes())?;
    }
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(columns.iter().map(|column| column.name.as_bytes()))?;
    writer.flush()
}

/// The rows as CSV, without a header line.
///
/// # Errors
/// When a number cannot be written.
pub fn csv_rows(columns: &[TableColumn], options: CsvOptions, batch: &Batch) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut cursor = batch.cursor();
    let mut field = String::new();
    while cursor.next_row(|number, value| {
        field.clear();
        match value {
            Value::Missing => {}
            Value::Flag(value) => field.push_str(if value { "true" } else { "false" }),
            Value::Integer(value) => push_number(&mut field, value.into()),
            Value::Long(value) => push_number(&mut field, value),
            Value::Number(value) => push_float(&mut field, value),
            Value::Text(text) => {
                let raw = options.raw || !columns[number].is_from_records;
                return writer.write_field(harmless(text, raw).as_bytes());
            }
            Value::List(values) => {
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        field.push(' ');
                    }
                    match value {
                        Some(value) => push_number(&mut field, (*value).into()),
                        None => field.push('-'),
                    }
                }
            }
        }
        writer.write_field(field.as_bytes())
    })? {
        writer.write_record(None::<&[u8]>)?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}

/// The rows as one JSON object a line; what is missing is null.
///
/// # Errors
/// When a text cannot be written.
pub fn json_rows(columns: &[TableColumn], batch: &Batch) -> io::Result<Vec<u8>> {
    let names: Vec<String> = columns
        .iter()
        .enumerate()
        .map(|(number, column)| format!("{}{}:", if number == 0 { '{' } else { ',' }, quoted(&column.name)))
        .collect();
    let mut lines = String::new();
    let mut cursor = batch.cursor();
    while cursor.next_row(|number, value| {
        lines.push_str(&names[number]);
        match value {
            Value::Missing => lines.push_str("null"),
            Value::Flag(value) => lines.push_str(if value { "true" } else { "false" }),
            Value::Integer(value) => push_number(&mut lines, value.into()),
            Value::Long(value) => push_number(&mut lines, value),
            Value::Number(value) => push_float(&mut lines, value),
            Value::Text(text) if is_plain(text) => {
                lines.push('"');
                lines.push_str(text);
                lines.push('"');
            }
            Value::Text(text) => lines.push_str(&quoted(text)),
            Value::List(values) => {
                lines.push('[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        lines.push(',');
                    }
                    match value {
                        Some(value) => push_number(&mut lines, (*value).into()),
                        None => lines.push_str("null"),
                    }
                }
                lines.push(']');
            }
        }
        Ok::<_, io::Error>(())
    })? {
        lines.push_str("}\n");
    }
    Ok(lines.into_bytes())
}

/// A text that JSON has as it is.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\' && byte < 0x7f)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn push_number(text: &mut String, value: i64) {
    use std::fmt::Write as _;
    let _ = write!(text, "{value}");
}

/// The shortest text that is read back as the same number.
fn push_float(text: &mut String, value: f64) {
    match serde_json::Number::from_f64(value) {
        Some(number) => text.push_str(&number.to_string()),
        None => text.push_str("null"),
    }
}
