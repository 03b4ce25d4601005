//! `kura undo`

use super::Done;
use super::database::DatabaseArgs;
use super::output::OutputArgs;
use clap::Args;
use kifukura::report::{OperationAnswer, OperationList};

/// Undo an import, a merge, a replacement, a removal, or names given to a player
///
/// Afterwards every answer and every export is what it was before. What was imported, merged or removed stays in the
/// database until `kura doctor --compact --forget`, so that an undone operation can be done again with --redo. An
/// operation on which later ones rest is not undone before them; they are named.
#[derive(Debug, Args)]
pub struct Undo {
    /// The operation, from --list; the last one that is not undone when not given
    operation: Option<i64>,
    /// List the operations instead
    #[arg(long, conflicts_with_all = ["operation", "redo"])]
    list: bool,
    /// Do an undone operation again; the one that was undone last when none is named
    #[arg(long)]
    redo: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Undo {
    pub fn run(self) -> anyhow::Result<Done> {
        if self.list {
            return self.output.print(&OperationList(self.database.open()?.operations()?));
        }
        let database = self.database.open_to_write()?;
        let operation =
            if self.redo { database.redo(self.operation)? } else { database.undo(self.operation)? };
        self.output.print(&OperationAnswer(operation))
    }
}
