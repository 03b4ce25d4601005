//! Answers on standard output, in the form that was asked for.

use anyhow::bail;
use clap::{Args, ValueEnum};
use kifukura::dataset::CsvWriter;
use kifukura::report::{Table, TableStyle};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

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

/// Writes a new file: under another name in the same folder, then put in its place, so that nobody ever sees half of
/// it. What is there already is left as it is, unless `force` is set. Whatever is no plain file (a device, a pipe) is
/// written into.
pub fn write_file(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // A link is followed, so that what it points at is written and the link stays.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => bail!("`{}` is a folder", path.display()),
        Ok(metadata) if !metadata.is_file() => {
            let mut writer = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut writer)?;
            return Ok(writer.flush()?);
        }
        Ok(_) if !force => bail!("`{}` exists already; nothing is written over", path.display()),
        _ => {}
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".part{}", std::process::id()));
    let part = path.with_file_name(name);
    let written = File::create_new(&part).map_err(anyhow::Error::from).and_then(|file| {
        if let Ok(before) = std::fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        let mut writer = BufWriter::new(file);
        write(&mut writer)?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        Ok(std::fs::rename(&part, path)?)
    });
    if written.is_err() {
        // What could not be finished is of no use to anybody.
        let _ = std::fs::remove_file(&part);
    }
    written
}
