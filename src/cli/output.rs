//! Answers on standard output, in the form that was asked for.

use clap::{Args, ValueEnum};
use kifukura::dataset::CsvWriter;
use kifukura::report::{Table, TableStyle};
use serde::Serialize;
use std::io::{self, Write};

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Columns for people
    #[default]
    Table,
    /// A table for a Markdown page
    Md,
    /// One JSON array
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

/// The option `--format`.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputFormat,
}

impl OutputArgs {
    /// True when a person reads the answer.
    pub fn for_people(&self) -> bool {
        matches!(self.format, OutputFormat::Table | OutputFormat::Md)
    }

    /// Prints rows: `table` for people, the rows themselves for machines.
    pub fn print<T: Serialize>(&self, rows: &[T], table: impl FnOnce() -> Table) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self.format {
            OutputFormat::Table => out.write_all(table().render(TableStyle::Plain).as_bytes())?,
            OutputFormat::Md => out.write_all(table().render(TableStyle::Markdown).as_bytes())?,
            OutputFormat::Json => {
                serde_json::to_writer_pretty(&mut out, rows)?;
                out.write_all(b"\n")?;
            }
            OutputFormat::Jsonl => {
                for row in rows {
                    serde_json::to_writer(&mut out, row)?;
                    out.write_all(b"\n")?;
                }
            }
            OutputFormat::Csv => {
                let mut writer = CsvWriter::new(&mut out);
                writer.write_all(rows)?;
                writer.finish()?;
            }
        }
        out.flush()
    }
}

/// Prints text to standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints text that is no data to standard error.
pub fn note(text: &str) {
    // A closed standard error stops nothing.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
