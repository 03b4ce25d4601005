//! `kura duplicates`

use super::Done;
use super::database::DatabaseArgs;
use super::output::OutputArgs;
use clap::Args;
use kifukura::query::duplicates;
use kifukura::report::DuplicateList;

/// List games that may be one and the same; nothing is merged
///
/// Copies that agree in everything were merged when they were imported (unless `--duplicates keep` was asked for).
/// This lists what only may be one game: the same moves under other headers, a shorter copy between the same players,
/// two games of one day that differ in one move.
#[derive(Debug, Args)]
pub struct Duplicates {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Duplicates {
    pub fn run(self) -> anyhow::Result<Done> {
        self.output.print(&DuplicateList(duplicates(&self.database.open()?)?))
    }
}
