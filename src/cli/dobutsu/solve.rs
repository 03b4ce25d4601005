//! `kura dobutsu solve`.

use super::bar::Bar;
use crate::cli::Done;
use crate::cli::output_file::{Existing, OutputFile};
use kifukura::rules::dobutsu::Position;
use kifukura::tablebase::{Census, Solution};
use std::io::{self, Write};
use std::path::PathBuf;

/// Compute the value of every position and write them to a table
///
/// It takes a minute or two and half a gigabyte of memory. Then every position that can be reached from the start
/// is counted, mirror images and exchanged colours once.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table to write; it appears when it is complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite FILE if it exists
    #[arg(long)]
    force: bool,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<Done> {
        // The file is made first, so that a wrong path is noticed before the work.
        let mut file = OutputFile::create(&self.out, Existing::forced(self.force))?;
        let bar = Bar::new();
        let report = |progress| bar.show(progress);
        let solution = Solution::compute(&report)?;
        let length = solution.write(&mut file, &report)?;
        file.finish()?;
        let census = Census::take(&solution, &report);
        drop(bar);

        let mut out = io::stdout().lock();
        let (won, lost, drawn) = solution.results();
        writeln!(out, "file                {} ({length} bytes)", self.out.display())?;
        writeln!(out, "positions           {}", won + lost + drawn)?;
        writeln!(out, "  won, lost, drawn  {won} {lost} {drawn}")?;
        let (won, lost, drawn) = census.results();
        let reached = census.reached();
        writeln!(out, "reachable           {}", reached.all())?;
        writeln!(out, "  won, lost, drawn  {won} {lost} {drawn}")?;
        writeln!(out, "  undecided         {}", reached.live)?;
        writeln!(out, "  lion can be taken {}", reached.catchable)?;
        writeln!(out, "  lion has reached  {}", reached.tried)?;
        if let Some(longest) = census.values.iter().filter_map(|(value, _)| value.plies()).max() {
            writeln!(out, "longest win         {longest} plies")?;
        }
        if let Some(value) = solution.value(&Position::startpos()) {
            writeln!(out, "start               {value}")?;
        }
        Ok(Done::Well)
    }
}
