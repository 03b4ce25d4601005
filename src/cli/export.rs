//! `kura export`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::note;
use anyhow::Context;
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
    /// The file to write; standard output when not given. It is written whole or not at all.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over FILE if it exists
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
                super::output::write_file(path, self.force, |file| {
                    games = export(&connection, &filter, format, file)?;
                    Ok(())
                })
                .with_context(|| format!("`{}` could not be written", path.display()))?;
                games
            }
        };
        note(&format!("{}\n", counted(games, "game")));
        Ok(if games == 0 { Done::WithRemarks } else { Done::Well })
    }
}
