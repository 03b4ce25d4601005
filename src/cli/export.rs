//! `kura export`

use super::Done;
use super::database::DatabaseArgs;
use super::filter::FilterArgs;
use super::output::note;
use super::output_file::{Existing, write_file};
use clap::{Args, ValueEnum};
use kifukura::dataset::{DatasetFormat, export};
use kifukura::report::counted;
use std::io::BufWriter;
use std::path::PathBuf;

/// Write games as a dataset: the same games always give the same bytes
#[derive(Debug, Args)]
pub struct Export {
    /// The form of the rows
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Only these columns, in this order; schema/answers.md names them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// The file to write, complete or not at all; standard output when not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

/// `--format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON object a line
    #[default]
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

impl Export {
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let filter = self.filter.filter();
        let format = if self.format == Format::Csv { DatasetFormat::Csv } else { DatasetFormat::JsonLines };
        let columns = self.columns.as_deref();
        let games = match &self.out {
            None => {
                export(&database, &filter, format, columns, &mut BufWriter::new(std::io::stdout().lock()))?
            }
            Some(path) => {
                self.database.must_not_be(path)?;
                let mut games = 0;
                write_file(path, Existing::forced(self.force), |file| {
                    games = export(&database, &filter, format, columns, file)?;
                    Ok(())
                })?;
                games
            }
        };
        note(&format!("{}\n", counted(games, "game")));
        Ok(if games == 0 { Done::WithRemarks } else { Done::Well })
    }
}
