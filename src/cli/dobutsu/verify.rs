//! `kura dobutsu verify`.

use super::bar::Bar;
use crate::cli::Done;
use anyhow::Context;
use kifukura::tablebase::Solution;
use std::io::{self, Write};
use std::path::PathBuf;

/// Check the value of every position of a table against the positions that follow
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Args {
    /// Runs the command; exit code 1 if the table is wrong somewhere.
    pub fn run(self) -> anyhow::Result<Done> {
        let table = super::open(&self.file)?;
        let bar = Bar::new();
        let report = |progress| bar.show(progress);
        let solution = Solution::read(&table, &report)
            .with_context(|| format!("cannot read `{}`", self.file.display()))?;
        let found = solution.verify(&report);
        drop(bar);
        let mut out = io::stdout().lock();
        writeln!(out, "{} positions, {} mismatches", found.positions, found.mismatches)?;
        if let Some(position) = found.first {
            writeln!(out, "{position}")?;
            return Ok(Done::WithRemarks);
        }
        Ok(Done::Well)
    }
}
