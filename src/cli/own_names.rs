//! `kura players me`

use super::Done;
use super::database::DatabaseArgs;
use super::error::CommandError;
use super::output::{note, print};
use clap::Args;
use kifukura::database::Database;
use kifukura::query::{Condition, Filter, NameCondition, PlayerCondition, Questions};
use kifukura::record::person_key;
use kifukura::report::{clean, counted};

#[derive(Debug, Args)]
pub struct Me {
    /// Names of yours, whole and in any spelling; games to come may be the first to have them
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Forget all names
    #[arg(long, conflicts_with = "names")]
    clear: bool,
}

impl Me {
    pub fn run(&self, database: &DatabaseArgs) -> anyhow::Result<Done> {
        if self.clear {
            let cleared = database.open_to_write()?.clear_own_names()?;
            note(&format!("{} forgotten\n", counted(cleared as u64, "name")));
            return Ok(Done::Well);
        }
        if self.names.is_empty() {
            return list(&database.open()?);
        }
        if let Some(empty) = self.names.iter().find(|name| person_key(name).is_empty()) {
            return Err(CommandError::new(format!("`{empty}` is nobody's name")).into());
        }
        let database = database.open_to_write()?;
        let added = database.add_own_names(&self.names)?;
        note(&format!("{} added\n", counted(added, "name")));
        list(&database)
    }
}

/// Lists the names, each with its games.
fn list(database: &Database) -> anyhow::Result<Done> {
    let names = database.own_names()?;
    if names.is_empty() {
        note("nobody is set as you; `kura players me NAME…` says which names are yours\n");
        return Ok(Done::WithRemarks);
    }
    for name in names {
        let player =
            PlayerCondition { names: vec![NameCondition::Exact(name.clone())], ..Default::default() };
        let games = database.count_games(&Filter::default().and(Condition::Player(player)))?;
        print(&format!("{}  {}\n", clean(&name), counted(games, "game")))?;
    }
    Ok(Done::Well)
}
