//! `kura doctor`

use super::Done;
use super::database::DatabaseArgs;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::query::examine;
use kifukura::report::HealthReport;

/// Examine the database: the file, the ledger, and the position index against every game
///
/// What is derived (the position index, the games' facts, normalized names) can be built again from the games with
/// --rebuild-index. What is not derived (games, sources, the ledger) is only reported on.
#[derive(Debug, Args)]
pub struct Doctor {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Build the position index, the games' facts and the normalized names again from the games
    #[arg(long)]
    rebuild_index: bool,
    /// Merge all parts of the position index into one, and give free space back to the disk
    #[arg(long)]
    compact: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Doctor {
    pub fn run(self) -> anyhow::Result<Done> {
        if self.rebuild_index || self.compact {
            let database = self.database.open_to_write()?;
            if self.rebuild_index {
                let unplayable = database.rebuild_index(&mut |_| {})?;
                note("the position index was built again\n");
                for game in unplayable {
                    note(&format!("game {game}: its moves cannot be played; it is in no position\n"));
                }
            }
            if self.compact {
                let merged = database.compact()?;
                note(if merged { "the position index was merged\n" } else { "there was nothing to merge\n" });
            }
        }
        let health = examine(&self.database.open()?)?;
        let is_sound = health.is_sound();
        self.output.print(&HealthReport(health))?;
        Ok(if is_sound { Done::Well } else { Done::WithRemarks })
    }
}
