//! `kura duplicates`

use super::Done;
use super::database::DatabaseArgs;
use super::output::{OutputArgs, note};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::database::Database;
use kifukura::query::{Duplicates as Found, DuplicatesOptions, Likeness, duplicates};
use kifukura::report::{CombinedList, DuplicateList};

/// List games that may be one and the same, in groups, and make each group one game
///
/// Copies that agree in everything were merged when they were imported (unless `--duplicates keep` was asked for).
/// This lists what only may be one game: the same moves with other details or under other headers, a shorter copy between
/// the same players, two games of one day that differ in one move. In each group the game with the richest record
/// comes first and leads. --merge and --drop act on the groups that --likeness and --game choose, without them on copies
/// and on games that contradict each other in nothing; `kura undo` takes it back.
#[derive(Debug, Args)]
pub struct Duplicates {
    /// Only groups that are alike so: copy, details, same_moves, prefix, one_move
    #[arg(long, value_name = "REASON", value_delimiter = ',', value_parser = likeness(), hide_possible_values = true)]
    likeness: Vec<Likeness>,
    /// Only groups with this game
    #[arg(long, value_name = "ID")]
    game: Vec<i64>,
    /// Make each group one game, which keeps all files, comments, branches and times
    #[arg(long)]
    merge: bool,
    /// Keep the first game of each group and drop the others
    #[arg(long, conflicts_with = "merge")]
    drop: bool,
    /// Only list the groups that --merge or --drop would act on
    #[arg(long)]
    dry_run: bool,
    /// How many groups to list; 0 for all
    #[arg(long, default_value_t = 0, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn likeness() -> impl TypedValueParser<Value = Likeness> {
    PossibleValuesParser::new(Likeness::ALL.map(Likeness::name))
        .try_map(|name| Likeness::from_name(&name).ok_or("an unknown reason"))
}

impl Duplicates {
    pub fn run(self) -> anyhow::Result<Done> {
        let acts = self.merge || self.drop;
        let mut options = DuplicatesOptions::default();
        options.games.clone_from(&self.game);
        options.likeness.clone_from(&self.likeness);
        if acts && self.likeness.is_empty() && self.game.is_empty() {
            options.likeness = Likeness::ALL.into_iter().filter(|likeness| likeness.is_sure()).collect();
        }
        if acts && !self.dry_run {
            let database = self.database.open_to_write()?;
            let found = duplicates(&database, &options)?;
            return self.act(&database, &found, &options);
        }
        let mut found = duplicates(&self.database.open()?, &options)?;
        let all = found.groups.len() as u64;
        if let Some(limit) = self.output.limit(self.limit) {
            found.groups.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        self.output.print_rows(&DuplicateList { found, all }, self.limit)
    }

    fn act(&self, database: &Database, found: &Found, options: &DuplicatesOptions) -> anyhow::Result<Done> {
        let groups: Vec<Vec<i64>> = found.groups.iter().map(|group| group.ids()).collect();
        let likeness: Vec<&str> = options.likeness.iter().map(|likeness| likeness.name()).collect();
        let games: Vec<String> = options.games.iter().map(|game| format!("game={game}")).collect();
        let what = [vec![likeness.join(",")], games].concat().join(" ");
        let done = if self.merge {
            database.merge_games(&groups, what.trim())?
        } else {
            database.drop_games(&groups, what.trim())?
        };
        match done {
            Some((operation, combined)) => self.output.print(&CombinedList { operation, combined }),
            None => {
                note("no such games found; nothing was done\n");
                Ok(Done::WithRemarks)
            }
        }
    }
}
