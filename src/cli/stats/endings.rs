//! `kura stats endings`, `kura stats rates`, `kura stats illegal-moves`

use super::Same;
use super::grouped::{CutArgs, GroupArgs, ListArgs};
use crate::cli::Done;
use crate::cli::error::CommandError;
use clap::{Args, ValueEnum};
use kifukura::database::Database;
use kifukura::query::{
    Counted, EndingFact, EndingGames, EndingMark, EndingSource, EndingsBy, Filter, GameGroup, GroupBy,
    GroupOptions, Questions,
};
use kifukura::record::Ending;
use kifukura::replay::Agreement;
use kifukura::report::{EndingStatistics, GameList, IllegalMoveStatistics, is_group_called};
use kifukura::rules::Rule;

#[derive(Debug, Args)]
pub struct Endings {
    /// Rows by the declared or by the verified ending, by both with how they compare, or the same for each year, event,
    /// rating (mean of the players, in bands of 200), handicap or opening (of both sides)
    #[arg(long, value_enum, default_value_t)]
    by: By,
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    pub same: Same,
}

/// `--by`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Declared,
    #[value(alias = "proved")]
    Verified,
    Both,
    Year,
    Event,
    Rating,
    Handicap,
    Opening,
}

impl By {
    const fn group(self) -> Option<GroupBy> {
        match self {
            Self::Declared | Self::Verified | Self::Both => None,
            Self::Year => Some(GroupBy::Year),
            Self::Event => Some(GroupBy::Event),
            Self::Rating => Some(GroupBy::Rating),
            Self::Handicap => Some(GroupBy::Handicap),
            Self::Opening => Some(GroupBy::Opening),
        }
    }

    const fn source(self) -> EndingSource {
        match self {
            Self::Declared => EndingSource::Declared,
            Self::Verified => EndingSource::Verified,
            _ => EndingSource::Either,
        }
    }
}

impl Endings {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        if !self.list.list.is_empty() {
            let by = (self.by.group(), self.by.source());
            return list(database, filter, by, &self.list, self.cut.limit, &self.same);
        }
        let by = match self.by {
            By::Declared => EndingsBy::Declared,
            By::Verified => EndingsBy::Verified,
            by => {
                let options = GroupOptions { by: by.group(), least_games: self.cut.min_games };
                let table = database.ending_pairs(filter, &options)?;
                return self.cut.print(database, &self.same, by.group(), table);
            }
        };
        self.same.output.print(&EndingStatistics { endings: database.endings(filter, by)?, by })
    }
}

#[derive(Debug, Args)]
pub struct Rates {
    #[command(flatten)]
    groups: GroupArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    pub same: Same,
}

impl Rates {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let GroupArgs { by, cut } = self.groups;
        if !self.list.list.is_empty() {
            let by = (by, EndingSource::Either);
            return list(database, filter, by, &self.list, cut.limit, &self.same);
        }
        cut.print(database, &self.same, by, database.ending_rates(filter, &cut.options(by))?)
    }
}

#[derive(Debug, Args)]
pub struct IllegalMoves {
    /// List the games behind a number instead: those in which this rule is broken (two_pawns); `any` is all of the table
    #[arg(long, value_name = "RULE")]
    list: Option<String>,
    /// With --list: how many to list; 0 for all
    #[arg(long, default_value_t = 100, value_name = "N", requires = "list")]
    limit: u64,
    #[command(flatten)]
    pub same: Same,
}

impl IllegalMoves {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let Some(wanted) = &self.list else {
            return self.same.output.print(&IllegalMoveStatistics(database.illegal_moves(filter)?));
        };
        let wanted = if wanted == "any" { "illegal" } else { wanted };
        let list_args = ListArgs { list: vec![wanted.to_owned()], group: None };
        list(database, filter, (None, EndingSource::Either), &list_args, self.limit, &self.same)
    }
}

/// What a word of `--list` means; nothing for `any`.
fn mark(word: &str) -> Result<Option<EndingMark>, CommandError> {
    let found = Ending::from_name(word)
        .map(EndingMark::Ending)
        .or_else(|| Agreement::from_name(word).map(EndingMark::Agreement))
        .or_else(|| Rule::from_name(word).map(EndingMark::Rule))
        .or_else(|| EndingFact::from_name(word).map(EndingMark::Fact))
        .or_else(|| (word == "illegal").then_some(EndingMark::AnyRule));
    if found.is_none() && word != "any" {
        let names = [
            Ending::ALL.map(Ending::name).join(", "),
            Agreement::ALL.map(Agreement::name).join(", "),
            Rule::ALL.map(Rule::name).join(", "),
            EndingFact::ALL.map(EndingFact::name).join(", "),
        ];
        return Err(CommandError::new(format!("`{word}` is not an ending, an agreement, a rule or a fact"))
            .hint(format!("there are {}", names.join("; "))));
    }
    Ok(found)
}

fn list(
    database: &Database,
    filter: &Filter,
    (by, source): (Option<GroupBy>, EndingSource),
    args: &ListArgs,
    limit: u64,
    same: &Same,
) -> anyhow::Result<Done> {
    let marks = args.list.iter().map(|word| mark(word)).collect::<Result<Vec<_>, _>>()?;
    let wanted = EndingGames { source, marks: marks.into_iter().flatten().collect() };
    let definitions = database.definitions()?;
    let group = args.group(by)?;
    let is_group =
        |found: &GameGroup| group.is_some_and(|(_, name)| is_group_called(found, name, &definitions));
    let group = group.map(|(by, _)| (by, &is_group as &dyn Fn(&GameGroup) -> bool));
    let listing = ListArgs::listing(same.output.limit(limit).unwrap_or(0));
    let Counted { answer: games, base } = database.ending_games(filter, &wanted, group, &listing)?;
    same.output.print_list(&GameList { games, all: base }, limit)
}
