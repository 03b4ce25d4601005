//! The one writer of an import: games, files, ledger, findings and index, many batches in one transaction.

mod file;
mod game;
mod pending;

use super::summary::Unreadable;
use super::{Arrived, ImportError, Options, Replace, Summary, correction};
use crate::database;
use crate::index;
use crate::intake::{Batch, ReadError, SourcePath, path_text};
use crate::store::{self, Connection, OperationKind, SeenFiles, StoreError, Transaction};
use pending::Pending;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How much of the index an import may merge: this many postings, and so many times what it has added itself.
/// A small import thus never pays for the merging of everything.
const SPARE_POSTINGS: u64 = 1 << 20;
const MERGE_SHARE: u64 = 4;

/// After this time a transaction ends even if its segment is not full: who waits to write gets a turn, and a kill
/// costs no more than this.
const TURN: Duration = Duration::from_secs(30);

/// So long the database is left alone between two transactions: SQLite asks again every tenth of a second whether it is
/// free.
const PAUSE: Duration = Duration::from_millis(110);

/// What a batch that was written was made of.
pub(super) struct WrittenBatch {
    pub files: usize,
    pub bytes: u64,
}

pub(super) struct Writer {
    /// The sources that the database knows, by the SHA-256 of their content.
    known: HashMap<[u8; 32], i64>,
    paths: String,
    options: Options,
    /// The id of the collection that the sources belong to, once it is known.
    collection: Option<i64>,
    summary: Summary,
    /// Long files that an earlier import began.
    continued: HashSet<i64>,
    /// Paths under which known sources were seen before the import stood in the ledger.
    paths_seen: Vec<(i64, String, String)>,
    /// Whether the database had any source before.
    had_sources: bool,
    /// The files that were seen now and may have corrected records.
    seen_now: SeenFiles,
    /// How many postings were added.
    added: u64,
    /// What the transaction has gathered so far.
    pending: Pending,
}

impl Writer {
    pub fn new(known: HashMap<[u8; 32], i64>, paths: &[PathBuf], options: Options) -> Self {
        let paths: Vec<_> = paths.iter().map(|path| path_text(path)).collect();
        let had_sources = !known.is_empty();
        Self {
            known,
            paths: paths.join("\n"),
            options,
            collection: None,
            summary: Summary::default(),
            continued: HashSet::new(),
            paths_seen: Vec::new(),
            had_sources,
            seen_now: SeenFiles::default(),
            added: 0,
            pending: Pending::default(),
        }
    }

    /// Writes batches in one transaction, the first one and as many more as are worth it, and calls `done` after each.
    /// False when the import is to end and a batch was not written.
    pub fn transaction(
        &mut self,
        connection: &mut Connection,
        first: Batch<Arrived>,
        more: &mut dyn Iterator<Item = Batch<Arrived>>,
        done: &mut dyn FnMut(&Summary, WrittenBatch),
    ) -> Result<bool, ImportError> {
        if self.summary.import.is_some() {
            std::thread::sleep(PAUSE);
        }
        let began = Instant::now();
        let transaction = store::begin_transaction(connection)?;
        let mut next = Some(first);
        let mut finished = true;
        while let Some(batch) = next {
            if self.options.stopped() {
                finished = false;
                break;
            }
            self.batch(&transaction, batch.items)?;
            done(&self.summary, WrittenBatch { files: batch.files, bytes: batch.bytes });
            let enough = self.pending.postings.is_full() || began.elapsed() > TURN;
            next = if enough { None } else { more.next() };
        }
        self.pending.write(&transaction, self.summary.operation)?;
        transaction.commit().map_err(StoreError::from)?;
        if finished {
            index::merge_full_levels(connection, SPARE_POSTINGS + self.added * MERGE_SHARE)?;
        }
        Ok(finished)
    }

    fn batch(
        &mut self,
        transaction: &Transaction<'_>,
        items: Vec<(SourcePath, Arrived)>,
    ) -> Result<(), ImportError> {
        for (path, arrived) in items {
            // A file in chunks is counted with its last one.
            if !matches!(&arrived, Arrived::New(file) if !file.is_last()) {
                self.summary.files += 1;
                self.summary.files_in_archives += u64::from(path.member.is_some());
            }
            match arrived {
                // An import that is ended writes no batch any more.
                Arrived::TooLate => {}
                Arrived::Positions(error) => {
                    self.summary.files_without_game += 1;
                    self.summary.positions.push(Unreadable { path: path.shown(), reason: error.to_string() });
                }
                Arrived::Unreadable(error) => self.unreadable(transaction, &path, &error)?,
                Arrived::Known(sha256) => self.known(transaction, &sha256, &path)?,
                Arrived::New(file) if self.is_known(transaction, &file.sha256)? => {
                    if file.is_last() {
                        self.known(transaction, &file.sha256, &path)?;
                    }
                }
                Arrived::New(file) => match file.chunk {
                    Some(chunk) => self.chunk(transaction, &path, chunk, *file)?,
                    None => self.file(transaction, &path, *file)?,
                },
            }
        }
        Ok(())
    }

    /// Notes that a source was seen under a path; its records may correct those that were seen there before.
    fn seen(&mut self, path: &SourcePath, source: i64) {
        if self.had_sources {
            let member = path.member.as_deref().unwrap_or_default();
            self.seen_now.add(&path_text(&path.path), member, source);
        }
    }

    /// Finds the corrected records of the files that were read, and replaces what they correct if that is wanted.
    pub fn corrections(&mut self, connection: &mut Connection) -> Result<(), ImportError> {
        if self.seen_now.is_empty() {
            return Ok(());
        }
        self.summary.corrections = correction::corrections(connection, &self.seen_now)?;
        if self.options.replace == Replace::Always && !self.summary.corrections.is_empty() {
            let pairs: Vec<(i64, i64)> =
                self.summary.corrections.iter().map(|found| (found.corrects, found.game)).collect();
            let replaced = database::replace_games(connection, &pairs, self.summary.operation, &self.paths)?;
            self.summary.operation = replaced.map(|operation| operation.id).or(self.summary.operation);
            for correction in &mut self.summary.corrections {
                correction.is_replaced = true;
            }
        }
        Ok(())
    }

    /// Closes the import in the ledger.
    pub fn finish(self, connection: &Connection) -> Result<Summary, ImportError> {
        if let Some(import) = self.summary.import {
            store::finish_import(connection, import)?;
        }
        Ok(self.summary)
    }

    /// Leaves the import open in the ledger.
    pub fn break_off(self) -> Summary {
        self.summary
    }

    /// The import's id in the ledger, where it stands once it has found something new.
    fn import(&mut self, connection: &Connection) -> Result<i64, StoreError> {
        match self.summary.import {
            Some(import) => Ok(import),
            None => {
                let import = store::begin_import(connection, store::PROGRAM, &self.paths)?;
                for path in self.paths_seen.drain(..) {
                    store::name_import_of_path(connection, &path, import)?;
                }
                Ok(*self.summary.import.insert(import))
            }
        }
    }

    /// The operation that the import is, which can be undone once it has stored something.
    fn operation(&mut self, connection: &Connection) -> Result<i64, StoreError> {
        match self.summary.operation {
            Some(operation) => Ok(operation),
            None => {
                let import = Some(self.import(connection)?);
                let operation =
                    store::begin_operation(connection, OperationKind::Import, &self.paths, import)?;
                Ok(*self.summary.operation.insert(operation))
            }
        }
    }

    fn unreadable(
        &mut self,
        transaction: &Transaction<'_>,
        path: &SourcePath,
        error: &ReadError,
    ) -> Result<(), StoreError> {
        let unreadable = Unreadable { path: path.shown(), reason: error.to_string() };
        let import = self.import(transaction)?;
        store::insert_unread(transaction, import, &unreadable.path, &unreadable.reason)?;
        self.summary.files_unreadable += 1;
        self.summary.unreadable.push(unreadable);
        Ok(())
    }

    /// True when a source is known: from before, from this import, or from another one that runs beside it.
    fn is_known(&mut self, connection: &Connection, sha256: &[u8; 32]) -> Result<bool, StoreError> {
        if self.known.contains_key(sha256) {
            return Ok(true);
        }
        let found = store::source_id(connection, sha256)?;
        self.known.extend(found.map(|id| (*sha256, id)));
        Ok(found.is_some())
    }

    fn known(
        &mut self,
        transaction: &Transaction<'_>,
        sha256: &[u8; 32],
        path: &SourcePath,
    ) -> Result<(), StoreError> {
        self.summary.files_known += 1;
        if let Some(source) = self.known.get(sha256).copied() {
            if self.options.replace != Replace::Never {
                self.seen(path, source);
            }
            let is_news = self.add_path(transaction, source, path, self.summary.import)?;
            if is_news && self.summary.import.is_none() {
                let member = path.member.clone().unwrap_or_default();
                self.paths_seen.push((source, path_text(&path.path), member));
            }
        }
        Ok(())
    }

    /// Notes where a source lies, and what it belongs to. True when that path is new.
    fn add_path(
        &mut self,
        transaction: &Transaction<'_>,
        source: i64,
        path: &SourcePath,
        import: Option<i64>,
    ) -> Result<bool, StoreError> {
        if let Some(collection) = &self.options.collection {
            let id = match self.collection {
                Some(id) => id,
                None => *self.collection.insert(store::collection_id(transaction, collection)?),
            };
            store::name_collection(transaction, source, id)?;
        }
        let member = path.member.as_deref().unwrap_or_default();
        store::add_path(transaction, source, &path_text(&path.path), member, import)
    }
}
