//! `kura export`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::note;
use super::output_file::{Existing, write_file};
use clap::Args;
use kifukura::dataset::{DatasetFormat, export};
use kifukura::report::counted;
use std::io::BufWriter;
use std::path::PathBuf;

/// Write games as a dataset: the same games always give the same bytes
#[derive(Debug, Args)]
pub struct Export {
    /// `jsonl` or `csv`
    #[arg(long, default_value = "jsonl", value_parser = ["jsonl", "csv"])]
    format: String,
    /// The file to write, complete or not at all; standard output when not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
}

impl Export {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let filter = self.filter.filter();
        let format = if self.format == "csv" { DatasetFormat::Csv } else { DatasetFormat::JsonLines };
        let games = match &self.out {
            None => export(&connection, &filter, format, &mut BufWriter::new(std::io::stdout().lock()))?,
            Some(path) => {
                self.database.must_not_be(path)?;
                let mut games = 0;
                write_file(path, Existing::forced(self.force), |file| {
                    games = export(&connection, &filter, format, file)?;
                    Ok(())
                })?;
                games
            }
        };
        note(&format!("{}\n", counted(games, "game")));
        Ok(if games == 0 { Done::WithRemarks } else { Done::Well })
    }
}
