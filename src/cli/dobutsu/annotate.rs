//! `kura dobutsu annotate`

use super::open;
use crate::cli::Done;
use crate::cli::database::DatabaseArgs;
use crate::cli::filter::FilterArgs;
use crate::cli::output::OutputArgs;
use kifukura::dataset::{AnnotatedGames, annotated_games};
use std::path::PathBuf;

/// Hold stored games of dōbutsu shōgi against perfect play
///
/// For each game: the value at every ply (with --format json or jsonl), the moves that lost the result in hand, and the
/// accuracy of each side: the share of its moves, in positions that were not lost, that kept the result.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table that `kura dobutsu solve` has written
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU", default_value = "dobutsu.table")]
    table: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    /// Runs the command; exit code 1 if there is no game.
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let (games, missing) = annotated_games(&database, &self.filter.of_dobutsu()?, &open(&self.table)?)?;
        self.output.print(&AnnotatedGames { games, missing })
    }
}
