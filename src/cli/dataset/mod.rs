//! `kura dataset`

mod build;
mod diff;
mod plan_file;
mod verify;

pub use build::{Build, PositionArgs};

use super::Done;
use clap::{Args, Subcommand};
use kifukura::dataset::build::Step;
use std::ffi::OsString;

/// Datasets: games, moves and positions as files to train and to calculate with
///
/// The same games and the same options always give the same bytes, whatever the order in which the games were imported.
/// docs/datasets.md has recipes, schema/dataset.md the columns.
#[derive(Debug, Args)]
pub struct Dataset {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "one value is made in the whole life of the program")]
enum What {
    Build(Build),
    Verify(verify::Verify),
    Diff(diff::Diff),
}

impl Dataset {
    /// Runs the command; `arguments` are those of the program, to which a plan's file adds.
    pub fn run(self, arguments: &[OsString]) -> anyhow::Result<Done> {
        match self.what {
            What::Build(command) => command.run(arguments),
            What::Verify(command) => command.run(),
            What::Diff(command) => command.run(),
        }
    }

    /// The build that is asked for, if one is.
    fn into_build(self) -> Option<Build> {
        match self.what {
            What::Build(build) => Some(build),
            _ => None,
        }
    }
}

/// A step of a build in words.
fn step_text(step: &Step) -> Option<String> {
    Some(match step {
        Step::Comparing => "comparing the positions of the parts".to_owned(),
        Step::Writing(path) => format!("writing {path}"),
        Step::Kept(path) => format!("{path} is there already"),
        _ => return None,
    })
}
