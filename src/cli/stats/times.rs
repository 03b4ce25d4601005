//! `kura stats lengths`, `kura stats times`, `kura stats moves`, `kura stats novelties`

use super::Same;
use super::grouped::{CutArgs, GroupArgs, print_groups};
use crate::cli::Done;
use clap::{Args, ValueEnum};
use kifukura::database::Database;
use kifukura::query::{Filter, GroupBy, Questions, TimeRanges};
use kifukura::report::{LengthStatistics, TimeStatistics};

/// A table of groups of games.
#[derive(Debug, Args)]
pub struct Groups {
    #[command(flatten)]
    groups: GroupArgs,
    #[command(flatten)]
    pub same: Same,
}

impl Groups {
    pub fn lengths(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        if self.groups.by.is_none() {
            return self.same.output.print(&LengthStatistics(database.lengths(filter)?));
        }
        let ask = |filter: &Filter, options: &_| database.length_groups(filter, options);
        print_groups(database, filter, &self.groups, &self.same, ask)
    }

    pub fn moves(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let ask = |filter: &Filter, options: &_| database.move_groups(filter, options);
        print_groups(database, filter, &self.groups, &self.same, ask)
    }

    pub fn novelties(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let ask = |filter: &Filter, options: &_| database.novelties(filter, options);
        print_groups(database, filter, &self.groups, &self.same, ask)
    }
}

#[derive(Debug, Args)]
pub struct Times {
    /// Rows of ten plies or by phase (up to ply 40, up to 80, then); or, with who was short of time, all games in one row
    /// or by year, event, rating (mean of the players, in bands of 200), handicap or opening (of both sides)
    #[arg(long, value_enum, default_value_t)]
    by: By,
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    pub same: Same,
}

/// `--by`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Ply,
    Phase,
    All,
    Year,
    Event,
    Rating,
    Handicap,
    Opening,
}

impl Times {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let by = match self.by {
            By::Ply => return self.print(database, filter, TimeRanges::Plies),
            By::Phase => return self.print(database, filter, TimeRanges::Phases),
            By::All => None,
            By::Year => Some(GroupBy::Year),
            By::Event => Some(GroupBy::Event),
            By::Rating => Some(GroupBy::Rating),
            By::Handicap => Some(GroupBy::Handicap),
            By::Opening => Some(GroupBy::Opening),
        };
        let table = database.time_groups(filter, &self.cut.options(by))?;
        self.cut.print(database, &self.same, by, table)
    }

    fn print(&self, database: &Database, filter: &Filter, ranges: TimeRanges) -> anyhow::Result<Done> {
        let table = database.times(filter, ranges)?;
        self.same.output.print_rows(&TimeStatistics { table, ranges }, self.cut.limit)
    }
}
