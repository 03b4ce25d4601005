//! `kura duplicates`

use super::Done;
use super::database::Database;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::query::{Likeness, duplicates};
use kifukura::report::{Align, Table, counted};

/// List games that may be one and the same; nothing is merged
///
/// Copies that agree in everything were merged when they were imported (unless `--duplicates keep` was asked for). This lists what only may be one game: the same
/// moves under other headers, a shorter copy between the same players, two games of one day that differ in one move.
#[derive(Debug, Args)]
pub struct Duplicates {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    output: OutputArgs,
}

impl Duplicates {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let pairs = duplicates(&connection)?;
        self.output.print(&pairs, || {
            let mut table = Table::new(&[
                ("game", Align::Right),
                ("plies", Align::Right),
                ("other", Align::Right),
                ("plies", Align::Right),
                ("why", Align::Left),
            ]);
            for pair in &pairs {
                let why = match pair.likeness {
                    Likeness::Copy => "copies of one game, kept apart on request",
                    Likeness::SameMoves => "the same moves, other headers or another ending",
                    Likeness::Prefix => "the same players, a beginning of the other",
                    Likeness::OneMove => "the same players and day, one move differs",
                };
                table.row([
                    pair.game.to_string(),
                    pair.plies[0].to_string(),
                    pair.other.to_string(),
                    pair.plies[1].to_string(),
                    why.to_owned(),
                ]);
            }
            table
        })?;
        if self.output.for_people() {
            note(&format!("{} (`kura show ID` shows a game)\n", counted(pairs.len() as u64, "pair")));
        }
        Ok(if pairs.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}
