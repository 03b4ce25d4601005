//! `kura remove`

use super::Done;
use super::confirm::confirmed;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::error::CommandError;
use super::filter::FilterArgs;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::query::{Condition, Filter, Listing, Questions};
use kifukura::report::{GameList, OperationAnswer, kinds_text};

/// Remove games from every answer, list and export
///
/// Their rows and files stay in the database until `kura doctor --compact --forget`, and `kura undo` brings them back.
/// The files are known as before, so importing them again does not bring the games back. Without a terminal to ask
/// nothing is removed unless --yes is given.
#[derive(Debug, Args)]
pub struct Remove {
    /// The games, from `kura games`; with filters those of them that the filters choose
    #[arg(value_name = "ID")]
    ids: Vec<i64>,
    /// Only list what would be removed
    #[arg(long)]
    dry_run: bool,
    /// Remove without asking
    #[arg(long, short)]
    yes: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Remove {
    pub fn run(self) -> anyhow::Result<Done> {
        let filter = self.filter();
        if filter.is_empty() {
            return Err(CommandError::new(
                "`kura remove` needs ids or a filter: it does not remove everything",
            )
            .hint("name games (`kura remove 12 13`) or choose them (`--event`, `--since`, …)")
            .into());
        }
        let reader = self.database.open()?;
        let games = reader.list_games(&filter, &Listing::default())?;
        let all = reader.count_records(&filter)?;
        self.filter.report_names(&reader, self.output.language())?;
        if self.dry_run {
            let done = self.output.print(&GameList { games, all })?;
            note("nothing was removed (--dry-run)\n");
            return Ok(done);
        }
        if games.is_empty() {
            report_emptied(&filter, self.output.language(), |filter| reader.count_games(filter), None)?;
            note("no games found; nothing was removed\n");
            return Ok(Done::WithRemarks);
        }
        if !confirmed(&format!("remove {}", kinds_text(&all.counted, self.output.language())), self.yes)? {
            note("nothing was removed\n");
            return Ok(Done::WithRemarks);
        }
        let ids: Vec<i64> = games.iter().map(|game| game.id).collect();
        drop(reader);
        match self.database.open_to_write()?.remove_games(&ids, &filter.to_string())? {
            Some(operation) => self.output.print(&OperationAnswer(operation)),
            None => {
                note("they were removed already; nothing was removed\n");
                Ok(Done::WithRemarks)
            }
        }
    }

    fn filter(&self) -> Filter {
        let filter = self.filter.filter();
        if self.ids.is_empty() {
            return filter;
        }
        let ids: Vec<String> = self.ids.iter().map(i64::to_string).collect();
        filter.and(Condition::Sql(format!("g.id IN ({})", ids.join(", "))))
    }
}
