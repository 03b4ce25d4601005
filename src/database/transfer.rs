//! Games written from one database into another.

use super::operations::update_facts;
use super::{Database, DatabaseError, SPARE_POSTINGS};
use crate::index;
use crate::store::{self, OperationKind, StoreError, Transfer, Transferred};

/// How many games are written in one transaction.
const AT_ONCE: usize = 20_000;

/// What became of games that were written into another database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Games that are new there.
    pub new: u64,
    /// Games that were there already; they have now what was richer here.
    pub known: u64,
}

impl Database {
    /// Writes games, which are there and come in the order in which they are to be written, into another database: the
    /// records with all that belongs to them, the files that they came from with their bytes and with what was found in
    /// them, and the names that are one person's. In the other one that is an import, which can be undone.
    ///
    /// # Errors
    /// When a game is not there, the other database was opened for reading only or cannot be written, or something is
    /// damaged.
    pub fn copy_games(&self, games: &[i64], to: &Self) -> Result<Copied, DatabaseError> {
        let snapshot = self.snapshot()?;
        let from = snapshot.connection();
        let what = self.path.to_string_lossy();
        // So that the folders of the files are known there as well.
        let paths = store::imported_paths(from).map_err(|error| self.named(error))?.join("\n");
        let mut copied = Copied::default();
        to.write(|connection| {
            let mut transfer: Option<(i64, Transfer<'_>)> = None;
            let mut idle = false;
            for games in games.chunks(AT_ONCE) {
                if std::mem::take(&mut idle) {
                    transfer = None;
                }
                let transaction = store::begin_transaction(connection)?;
                let (_, transfer) = match &mut transfer {
                    Some(begun) => begun,
                    None => {
                        let import = store::begin_import(&transaction, store::PROGRAM, &paths)?;
                        let kind = OperationKind::Import;
                        let operation = store::begin_operation(&transaction, kind, &what, Some(import))?;
                        transfer.insert((import, Transfer::new(from, import, operation)))
                    }
                };
                let done = transfer.games(&transaction, games)?;
                let mut new = Vec::new();
                let mut changed = Vec::with_capacity(done.len());
                for game in done {
                    match game {
                        Transferred::New(id) => {
                            new.push(id);
                            changed.push(id);
                        }
                        Transferred::Known(id) => changed.push(id),
                    }
                }
                copied.new += new.len() as u64;
                copied.known += (changed.len() - new.len()) as u64;
                transfer.added(&transaction, &new)?;
                transfer.names(&transaction, games)?;
                transfer.finish(&transaction)?;
                if transfer.is_idle() {
                    // It leaves no trace: the next games begin anew.
                    idle = true;
                    continue;
                }
                index::add_games(&transaction, &new)?;
                update_facts(&transaction, changed)?;
                transaction.commit().map_err(StoreError::from)?;
            }
            if let Some((import, _)) = transfer.filter(|_| !idle) {
                store::finish_import(connection, import)?;
            }
            Ok(index::merge_full_levels(connection, SPARE_POSTINGS)?)
        })
        .map_err(|error: DatabaseError| to.named(error))?;
        Ok(copied)
    }
}
