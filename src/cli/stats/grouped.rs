//! Tables whose rows are groups of games.

use super::Same;
use crate::cli::Done;
use crate::cli::error::CommandError;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::database::Database;
use kifukura::query::{Counted, Filter, GroupBy, GroupOptions, GroupTable, Listing, QueryError};
use kifukura::report::{Answer, GroupRow, GroupStatistics};

/// The options of a table of groups.
#[derive(Clone, Debug, Args)]
pub struct GroupArgs {
    /// Rows by: year, event, rating (mean of the players, in bands of 200), handicap, or opening (of both sides)
    #[arg(long, value_name = "WHAT", value_parser = group_by(), hide_possible_values = true)]
    pub by: Option<GroupBy>,
    #[command(flatten)]
    pub cut: CutArgs,
}

/// Which groups are left out.
#[derive(Clone, Copy, Debug, Args)]
pub struct CutArgs {
    /// Leave groups with fewer games out
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub min_games: u64,
    /// How many rows; 0 for all
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub limit: u64,
}

/// The names of the groups.
pub fn group_by() -> impl TypedValueParser<Value = GroupBy> {
    PossibleValuesParser::new(GroupBy::ALL.map(GroupBy::name))
        .try_map(|name| GroupBy::from_name(&name).ok_or("an unknown group"))
}

impl CutArgs {
    /// The options of the question.
    pub const fn options(self, by: Option<GroupBy>) -> GroupOptions {
        GroupOptions { by, least_games: self.min_games }
    }

    /// Prints a table of groups.
    pub fn print<R>(
        self,
        database: &Database,
        same: &Same,
        by: Option<GroupBy>,
        table: Counted<GroupTable<R>>,
    ) -> anyhow::Result<Done>
    where
        GroupStatistics<R>: Answer,
        R: GroupRow,
    {
        let output = &same.output;
        let mut statistics = GroupStatistics::new(table, by, database.definitions()?, output.language());
        if let Some(limit) = output.limit(self.limit) {
            statistics.limit(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        output.print_rows(&statistics, self.limit)
    }
}

/// A question about groups, answered and printed.
pub fn print_groups<R: GroupRow>(
    database: &Database,
    filter: &Filter,
    args: &GroupArgs,
    same: &Same,
    ask: impl Fn(&Filter, &GroupOptions) -> Result<Counted<GroupTable<R>>, QueryError>,
) -> anyhow::Result<Done> {
    let table = ask(filter, &args.cut.options(args.by))?;
    args.cut.print(database, same, args.by, table)
}

/// `--list`: the games behind a number.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// List the games behind a number instead: those of an ending (sennichite), an agreement (contradicts), a rule
    /// (two_pawns) or a fact (could_declare, at_move_limit, mate_in_one); several with commas between them all hold, `any`
    /// is all of the table
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub list: Vec<String>,
    /// With --list: only the games of this group, as the table calls it; `-` for those that belong to none
    #[arg(long, value_name = "NAME", requires = "list")]
    pub group: Option<String>,
}

impl ListArgs {
    /// What is listed.
    pub fn listing(limit: u64) -> Listing {
        Listing { limit: (limit > 0).then_some(limit), ..Listing::default() }
    }

    /// The group that is asked for, which only a table of groups has.
    pub fn group(&self, by: Option<GroupBy>) -> Result<Option<(GroupBy, &str)>, CommandError> {
        match (&self.group, by) {
            (None, _) => Ok(None),
            (Some(group), Some(by)) => Ok(Some((by, group))),
            (Some(_), None) => {
                Err(CommandError::new("`--group` needs a table of groups").hint("say which: `--by year`"))
            }
        }
    }
}
