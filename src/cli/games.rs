//! `kura games`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::query::{GameSummary, count_games, list_games};
use kifukura::report::{Align, Table, count};

/// List games
#[derive(Debug, Args)]
pub struct Games {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
}

impl Games {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let filter = self.filter.filter();
        let limit = (self.limit > 0).then_some(self.limit);
        let games = list_games(&connection, &filter, limit)?;
        self.output.print(&games, || table(&games))?;
        let all = count_games(&connection, &filter)?;
        if self.output.for_people() {
            match all.saturating_sub(games.len() as u64) {
                0 => note(&format!("{} games\n", count(all))),
                more => {
                    note(&format!("{} games, {} not shown (--limit 0 shows all)\n", count(all), count(more)));
                }
            }
        }
        Ok(if games.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

/// Games as a table.
pub fn table(games: &[GameSummary]) -> Table {
    let mut table = Table::new(&[
        ("id", Align::Right),
        ("date", Align::Left),
        ("black", Align::Left),
        ("white", Align::Left),
        ("plies", Align::Right),
        ("winner", Align::Left),
        ("declared", Align::Left),
        ("proved", Align::Left),
        ("agreement", Align::Left),
        ("event", Align::Left),
    ]);
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    for game in games {
        table.row([
            game.id.to_string(),
            text(&game.date),
            text(&game.black),
            text(&game.white),
            game.plies.to_string(),
            text(&game.winner),
            game.declared_ending.clone(),
            if game.verified_ending == "none" { "–".to_owned() } else { game.verified_ending.clone() },
            game.agreement.clone(),
            text(&game.event),
        ]);
    }
    table
}
