//! Operations on the games as a whole, each in one transaction, and undoing them.

use super::{Database, DatabaseError, SPARE_POSTINGS};
use crate::index;
use crate::store::{
    self, Combined, Connection, KnownIds, NotUndone, Operation, OperationKind, StoreError, Transaction,
};

/// Why an operation is not undone, or not done again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UndoError {
    /// There is none to undo.
    #[error("there is no operation to undo")]
    Nothing,
    /// There is none to do again.
    #[error("no operation was undone")]
    NothingUndone,
    /// There is no such operation.
    #[error("there is no operation {0}")]
    Unknown(i64),
    /// It is undone already.
    #[error("operation {0} is undone already")]
    Undone(i64),
    /// It is not undone.
    #[error("operation {0} is not undone")]
    NotUndone(i64),
    /// Later operations rest on it.
    #[error("operation {operation} stays as it is: {} on it", rest(.by))]
    NeededBy {
        /// The operation.
        operation: i64,
        /// The later ones, the first one first.
        by: Vec<Operation>,
    },
    /// The files of an undone import were imported again, or have to be.
    #[error("operation {0} cannot be done again: its files have to be imported again, or were")]
    ImportAgain(i64),
    /// What it changed is not what it was then.
    #[error("operation {0} cannot be done again: other operations changed its games or names since")]
    Changed(i64),
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

/// `operation 3 (merge) rests`, `operations 3 (merge) and 4 (remove) rest`.
fn rest(by: &[Operation]) -> String {
    let names: Vec<String> = by.iter().map(|other| format!("{} ({})", other.id, other.kind.name())).collect();
    match names.as_slice() {
        [one] => format!("operation {one} rests"),
        [most @ .., last] => format!("operations {} and {last} rest", most.join(", ")),
        [] => "others rest".to_owned(),
    }
}

impl UndoError {
    /// What to do next, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Nothing | Self::NothingUndone | Self::Unknown(_) | Self::Undone(_) | Self::NotUndone(_) => {
                "`kura undo --list` lists the operations".to_owned()
            }
            Self::NeededBy { by, .. } => {
                let last = by.last()?.id;
                format!("undo the later ones first, the last one with `kura undo {last}`")
            }
            Self::ImportAgain(_) => "`kura import PATH…` reads them".to_owned(),
            Self::Changed(_) => "do it anew with the command that did it".to_owned(),
            Self::Database(error) => return error.hint().map(str::to_owned),
        })
    }
}

impl From<StoreError> for UndoError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}

impl Database {
    /// Everything that was done to the games as a whole, the first operation first. Imports of earlier versions than
    /// 0.3 are not among them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn operations(&self) -> Result<Vec<Operation>, DatabaseError> {
        let snapshot = self.snapshot()?;
        store::operations(snapshot.connection()).map_err(|error| self.named(error))
    }

    /// Removes games from every answer, list and export; `what` says which, for people. Their rows and sources stay,
    /// and [`undo`](Self::undo) brings them back. Games that are not there any more are passed over; `None` when none
    /// is left.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn remove_games(&self, games: &[i64], what: &str) -> Result<Option<Operation>, DatabaseError> {
        let mut games = games.to_vec();
        games.sort_unstable();
        games.dedup();
        self.operate(OperationKind::Remove, what, |transaction, operation| {
            let hidden = store::hide_games(transaction, operation, &games, None)?;
            Ok(Some(hidden).filter(|hidden| !hidden.is_empty()))
        })
    }

    /// Makes the games of each group one, the first of it leading: the others' comments, branches, clocks and whatever
    /// else it does not say are added, and all files are its own. Where there is something to add, that is a new game;
    /// stored games stay as they are, hidden, and [`undo`](Self::undo) brings them back. Groups of which nothing can be
    /// made one are passed over; `None` when all are.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn merge_games(
        &self,
        groups: &[Vec<i64>],
        what: &str,
    ) -> Result<Option<(Operation, Vec<Combined>)>, DatabaseError> {
        self.combine(OperationKind::Merge, groups, what, |transaction, known, operation, games| {
            store::combine_games(transaction, known, operation, games)
        })
    }

    /// Keeps the first game of each group and hides the others in favour of it. Nothing is added to it, but a file with
    /// another copy of one of them goes to it. `None` when there is nothing to drop.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn drop_games(
        &self,
        groups: &[Vec<i64>],
        what: &str,
    ) -> Result<Option<(Operation, Vec<Combined>)>, DatabaseError> {
        self.combine(OperationKind::Drop, groups, what, |transaction, _, operation, games| {
            store::drop_games(transaction, operation, games)
        })
    }

    fn combine(
        &self,
        kind: OperationKind,
        groups: &[Vec<i64>],
        what: &str,
        combine: impl Fn(&Transaction<'_>, &mut KnownIds, i64, &[i64]) -> Result<Option<Combined>, StoreError>,
    ) -> Result<Option<(Operation, Vec<Combined>)>, DatabaseError> {
        let mut combined = Vec::new();
        let done = self.operate(kind, what, |transaction, operation| {
            let mut known = KnownIds::default();
            for games in groups {
                combined.extend(combine(transaction, &mut known, operation, games)?);
            }
            let new: Vec<i64> =
                combined.iter().filter(|group| group.is_new).map(|group| group.game).collect();
            index::add_games(transaction, &new)?;
            let changed: Vec<i64> = combined.iter().flat_map(|group| group.hidden.iter()).copied().collect();
            Ok(Some([new, changed].concat()).filter(|games| !games.is_empty()))
        })?;
        // Every merge adds a segment to the index.
        self.write(|connection| {
            index::merge_full_levels(connection, SPARE_POSTINGS).map_err(|error| self.named(error))
        })?;
        Ok(done.map(|operation| (operation, combined)))
    }

    /// Hides games in favour of others, each `(old, new)`: of a game and the one of its corrected record. It is a part of
    /// the operation that is named (an import), else one of its own; `None` when nothing was hidden.
    ///
    /// # Errors
    /// When the database was opened for reading only or cannot be written.
    pub fn replace_games(
        &self,
        pairs: &[(i64, i64)],
        operation: Option<i64>,
        what: &str,
    ) -> Result<Option<Operation>, DatabaseError> {
        let run = |connection: &mut Connection| replace_games(connection, pairs, operation, what);
        self.write(run).map_err(|error| self.named(error))
    }

    /// Does an operation in one transaction. `change` returns the games that are others now, or `None` when nothing is:
    /// then the operation leaves no trace.
    pub(super) fn operate(
        &self,
        kind: OperationKind,
        what: &str,
        change: impl FnOnce(&Transaction<'_>, i64) -> Result<Option<Vec<i64>>, DatabaseError>,
    ) -> Result<Option<Operation>, DatabaseError> {
        let run = |connection: &mut Connection| operate(connection, None, kind, what, change);
        self.write(run).map_err(|error| self.named(error))
    }

    /// Undoes an operation: the last one that is not undone, if none is named. Games, names and everything that is
    /// asked about them are then what they were before it.
    ///
    /// # Errors
    /// When there is no such operation or later ones rest on it, and when the database cannot be written.
    pub fn undo(&self, operation: Option<i64>) -> Result<Operation, UndoError> {
        self.turn(operation, false)
    }

    /// Does an undone operation again: the one that was undone last, if none is named.
    ///
    /// # Errors
    /// When there is no such operation or what it changed is not what it was, and when the database cannot be written.
    pub fn redo(&self, operation: Option<i64>) -> Result<Operation, UndoError> {
        self.turn(operation, true)
    }

    fn turn(&self, operation: Option<i64>, again: bool) -> Result<Operation, UndoError> {
        let run = |connection: &mut Connection| {
            let transaction = store::begin_transaction(connection)?;
            let last = || if again { UndoError::NothingUndone } else { UndoError::Nothing };
            let id = match operation {
                Some(id) => id,
                None => store::last_operation(&transaction, again)?.ok_or_else(last)?,
            };
            match store::undo_operation(&transaction, id, again)? {
                Ok(games) => update_facts(&transaction, games)?,
                Err(reason) => return Err(refusal(&transaction, id, again, reason)?),
            }
            let found = store::find_operation(&transaction, id)?.ok_or(UndoError::Unknown(id))?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(found)
        };
        self.write(run).map_err(|error| match error {
            UndoError::Database(error) => self.named(error).into(),
            error => error,
        })
    }
}

/// Does an operation in one transaction, or a further part of one that is there. `change` returns the games that are
/// others now, or `None` when nothing is.
fn operate(
    connection: &mut Connection,
    operation: Option<i64>,
    kind: OperationKind,
    what: &str,
    change: impl FnOnce(&Transaction<'_>, i64) -> Result<Option<Vec<i64>>, DatabaseError>,
) -> Result<Option<Operation>, DatabaseError> {
    let transaction = store::begin_transaction(connection)?;
    let operation = match operation {
        Some(operation) => operation,
        None => store::begin_operation(&transaction, kind, what, None)?,
    };
    let Some(games) = change(&transaction, operation)? else { return Ok(None) };
    update_facts(&transaction, games)?;
    let done = store::find_operation(&transaction, operation)?;
    transaction.commit().map_err(StoreError::from)?;
    Ok(done)
}

/// Hides games in favour of others, as a part of an operation or as one of its own.
pub(crate) fn replace_games(
    connection: &mut Connection,
    pairs: &[(i64, i64)],
    operation: Option<i64>,
    what: &str,
) -> Result<Option<Operation>, DatabaseError> {
    operate(connection, operation, OperationKind::Replace, what, |transaction, operation| {
        let mut hidden = Vec::new();
        for (old, new) in pairs.iter().filter(|(old, new)| old != new) {
            // One that is hidden itself can stand for nothing.
            if store::hidden(transaction, *new)?.is_none() {
                hidden.extend(store::hide_games(transaction, operation, &[*old], Some(*new))?);
            }
        }
        Ok(Some(hidden).filter(|hidden| !hidden.is_empty()))
    })
}

fn refusal(
    transaction: &Transaction<'_>,
    id: i64,
    again: bool,
    reason: NotUndone,
) -> Result<UndoError, StoreError> {
    Ok(match reason {
        NotUndone::Unknown => UndoError::Unknown(id),
        NotUndone::Already if again => UndoError::NotUndone(id),
        NotUndone::Already => UndoError::Undone(id),
        NotUndone::ImportAgain => UndoError::ImportAgain(id),
        NotUndone::Changed => UndoError::Changed(id),
        NotUndone::NeededBy(later) => {
            let mut by = Vec::with_capacity(later.len());
            for other in later {
                by.extend(store::find_operation(transaction, other)?);
            }
            UndoError::NeededBy { operation: id, by }
        }
    })
}

/// Brings the facts of these games up to date.
pub(super) fn update_facts(transaction: &Transaction<'_>, games: Vec<i64>) -> Result<(), DatabaseError> {
    let mut games: Vec<u32> = games.into_iter().filter_map(|game| u32::try_from(game).ok()).collect();
    Ok(index::update_games(transaction, &mut games)?)
}
