//! `kura dobutsu`: dōbutsu shōgi, solved.

mod annotate;
mod bar;
mod probe;
mod solve;
mod stats;
mod verify;

pub use stats::StatsArgs;

use crate::cli::Done;
use crate::cli::error::CommandError;
use clap::Subcommand;
use kifukura::tablebase::SolutionTable;
use std::path::Path;

/// Dōbutsu shōgi, solved: compute the solution, check it, ask it, hold games against it
#[derive(Debug, clap::Args)]
pub struct Dobutsu {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "one value is made in the whole life of the program")]
enum Command {
    Solve(solve::Args),
    Verify(verify::Args),
    Probe(probe::Args),
    Annotate(annotate::Args),
}

impl Dobutsu {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<Done> {
        match self.command {
            Command::Solve(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Probe(args) => args.run(),
            Command::Annotate(args) => args.run(),
        }
    }
}

/// Opens a table; an error says how to get one.
pub fn open(path: &Path) -> anyhow::Result<SolutionTable> {
    SolutionTable::open(path).map_err(|error| {
        CommandError::new(format!("cannot read `{}`: {error}", path.display()))
            .hint("`kura dobutsu solve --out FILE` computes a table in a minute or two")
            .into()
    })
}
