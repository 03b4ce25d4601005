//! `kura doctor`

use super::Done;
use super::confirm::confirmed;
use super::database::DatabaseArgs;
use super::openings::DefinitionsArgs;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::database::Database;
use kifukura::query::examine;
use kifukura::report::{HealthReport, counted};

/// Examine the database: the file, the ledger, and the position index against every game
///
/// What is derived (the position index, the games' facts and openings, normalized names) can be built again from the games
/// with --rebuild-index. What is not derived (games, sources, the ledger) is only reported on.
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
    /// Before that forget hidden games for good: those that were removed, merged, replaced or came by an import that was
    /// undone, with the files of which no other game came. What was done with them can no longer be undone, and a
    /// forgotten file is read like a new one when it is imported again. Of a file of which other games stay the bytes stay.
    /// Asks first
    #[arg(long, requires = "compact")]
    forget: bool,
    /// Forget without asking
    #[arg(long, short, requires = "forget")]
    yes: bool,
    /// Find the names of openings and castles of all games again
    #[arg(long)]
    reclassify: bool,
    #[command(flatten)]
    definitions: DefinitionsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Doctor {
    pub fn run(self) -> anyhow::Result<Done> {
        let added = self.definitions.read()?;
        let reclassifies = self.reclassify || added.is_some();
        if self.rebuild_index || self.compact || reclassifies {
            let database = self.database.open_to_write()?;
            if reclassifies {
                let mut games = 0;
                database.reclassify(added.as_deref(), &mut |done| games = done)?;
                note(&format!("the openings of {} were found again\n", counted(games, "game")));
            }
            if self.rebuild_index {
                let unplayable = database.rebuild_index(&mut |_| {})?;
                note("the position index was built again\n");
                for game in unplayable {
                    note(&format!("game {game}: its moves cannot be played; it is in no position\n"));
                }
            }
            if self.forget && !self.forget_hidden(&database)? {
                return Ok(Done::WithRemarks);
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

    /// Forgets hidden games; false when that is not wanted.
    fn forget_hidden(&self, database: &Database) -> anyhow::Result<bool> {
        let hidden = database.count_hidden()?;
        let games = counted(hidden, "hidden game");
        if !confirmed(
            &format!("forget {games} for good, with the files of which no other game came"),
            self.yes,
        )? {
            note("nothing was forgotten\n");
            return Ok(false);
        }
        let forgotten = database.forget()?;
        note(&format!(
            "{} and {} were forgotten; {} can no longer be undone\n",
            counted(forgotten.games, "game"),
            counted(forgotten.sources, "file"),
            counted(forgotten.operations, "operation")
        ));
        Ok(true)
    }
}
