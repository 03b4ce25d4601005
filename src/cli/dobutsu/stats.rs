//! `kura stats dobutsu`

use super::open;
use crate::cli::Done;
use crate::cli::filter::FilterArgs;
use crate::cli::plot::PicturedOutput;
use clap::ValueEnum;
use kifukura::database::Database;
use kifukura::dataset::{AccuracyBy, AccuracyStatistics, annotated_games};
use std::path::PathBuf;

/// The options of `kura stats dobutsu`.
#[derive(Debug, clap::Args)]
pub struct StatsArgs {
    /// Rows by side, by ply, or by player
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// The table that `kura dobutsu solve` has written
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU", default_value = "dobutsu.table")]
    table: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: PicturedOutput,
}

/// `--by`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Side,
    Ply,
    Player,
}

impl StatsArgs {
    /// Runs the command; exit code 1 if there is no game.
    pub fn run(&self, database: &Database) -> anyhow::Result<Done> {
        let (games, missing) = annotated_games(database, &self.filter.of_dobutsu()?, &open(&self.table)?)?;
        let by = match self.by {
            By::Side => AccuracyBy::Side,
            By::Ply => AccuracyBy::Ply,
            By::Player => AccuracyBy::Player,
        };
        self.output.print(&AccuracyStatistics::of(&games, missing, by))
    }
}
