//! The one writer of an import: games, sources, ledger, diagnostics and index, many batches in one transaction.

use super::packed::{PackedFile, PackedGame, Playable};
use super::{Arrived, Done, Duplicates, ImportError, Known, Options, Summary};
use crate::index::{self, Postings};
use crate::intake::{Batch, SourcePath, path_text};
use crate::record::Diagnostic;
use crate::store::{self, BlockWriter, Bucket, Copies, Entry, KnownIds, NewSource, StoreError, Stored};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The program's name and version, as the ledger keeps it.
const PROGRAM: &str = concat!("kura ", env!("CARGO_PKG_VERSION"));

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

pub(super) struct Writer {
    known: Known,
    paths: String,
    options: Options,
    summary: Summary,
    /// Set once the import stands in the ledger; an import that finds nothing new leaves no trace.
    import: Option<i64>,
    /// How many postings were added.
    added: u64,
    /// What the transaction has gathered so far.
    pending: Pending,
}

/// What a transaction gathers before it is written.
#[derive(Default)]
struct Pending {
    known: KnownIds,
    blocks: BlockWriter,
    postings: Postings,
    /// The games that are new or were enriched.
    changed: Vec<u32>,
}

impl Writer {
    pub fn new(known: Known, paths: &[PathBuf], options: Options) -> Self {
        let paths: Vec<_> = paths.iter().map(|path| path_text(path)).collect();
        Self {
            known,
            paths: paths.join("\n"),
            options,
            summary: Summary::default(),
            import: None,
            added: 0,
            pending: Pending::default(),
        }
    }

    /// Writes batches in one transaction, the first one and as many more as are worth it; `done` is told after each.
    /// False when the import is to end and a batch was not written.
    pub fn transaction(
        &mut self,
        connection: &mut Connection,
        first: Batch<Arrived>,
        more: &mut dyn Iterator<Item = Batch<Arrived>>,
        done: &mut dyn FnMut(&Summary, Done),
    ) -> Result<bool, ImportError> {
        if self.import.is_some() {
            std::thread::sleep(PAUSE);
        }
        let began = Instant::now();
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let mut next = Some(first);
        let mut whole = true;
        while let Some(batch) = next {
            if self.options.stopped() {
                whole = false;
                break;
            }
            self.batch(&transaction, batch.items)?;
            done(&self.summary, Done { sources: batch.sources, bytes: batch.bytes });
            let enough = self.pending.postings.is_full() || began.elapsed() > TURN;
            next = if enough { None } else { more.next() };
        }
        self.pending.write(&transaction)?;
        transaction.commit().map_err(StoreError::from)?;
        if whole {
            index::merge_full_levels(connection, SPARE_POSTINGS + self.added * MERGE_SHARE)?;
        }
        Ok(whole)
    }

    fn batch(
        &mut self,
        transaction: &Transaction<'_>,
        items: Vec<(SourcePath, Arrived)>,
    ) -> Result<(), ImportError> {
        for (path, arrived) in items {
            // A file in parts is counted with its last one.
            if !matches!(&arrived, Arrived::New(file) if file.chunk.is_some_and(|part| !part.last)) {
                self.summary.files += 1;
                self.summary.members += u64::from(path.member.is_some());
            }
            match arrived {
                Arrived::Unreadable(error) => self.unreadable(transaction, &path, &error)?,
                Arrived::Known(sha256) => self.known(transaction, &sha256, &path)?,
                Arrived::New(file) if self.is_known(transaction, &file.sha256)? => {
                    if file.chunk.is_none_or(|part| part.last) {
                        self.known(transaction, &file.sha256, &path)?;
                    }
                }
                Arrived::New(file) if file.chunk.is_some() => self.part(transaction, &path, *file)?,
                Arrived::New(file) => self.source(transaction, &path, *file)?,
            }
        }
        Ok(())
    }

    /// Closes the import in the ledger.
    pub fn finish(mut self, connection: &Connection) -> Result<Summary, ImportError> {
        if let Some(import) = self.import {
            store::finish_import(connection, import)?;
            self.summary.import = import;
        }
        Ok(self.summary)
    }

    /// Leaves the import open in the ledger.
    pub fn break_off(mut self) -> Summary {
        self.summary.import = self.import.unwrap_or_default();
        self.summary
    }

    fn import(&mut self, connection: &Connection) -> Result<i64, StoreError> {
        match self.import {
            Some(import) => Ok(import),
            None => Ok(*self.import.insert(store::begin_import(connection, PROGRAM, &self.paths)?)),
        }
    }

    fn unreadable(
        &mut self,
        transaction: &Transaction<'_>,
        path: &SourcePath,
        error: &str,
    ) -> Result<(), StoreError> {
        self.summary.unreadable_files += 1;
        self.summary.unreadable.push((path.shown(), error.to_owned()));
        let import = self.import(transaction)?;
        store::insert_unread(transaction, import, &path.shown(), error)
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
        self.summary.known_files += 1;
        if let Some(source) = self.known.get(sha256) {
            add_path(transaction, *source, path)?;
        }
        Ok(())
    }

    fn source(
        &mut self,
        transaction: &Transaction<'_>,
        path: &SourcePath,
        file: PackedFile,
    ) -> Result<(), StoreError> {
        let import = self.import(transaction)?;
        let kept = match &file.kept {
            Some(bytes) => Some(self.pending.blocks.add(transaction, bytes)?),
            None => None,
        };
        let source = store::insert_source(
            transaction,
            &NewSource {
                sha256: &file.sha256,
                bytes: file.len,
                encoding: file.encoding,
                evidence: file.evidence,
                format: file.format.map(crate::formats::Format::name),
                games: file.games.len(),
                import,
                kept,
            },
        )?;
        self.known.insert(file.sha256, source);
        add_path(transaction, source, path)?;
        self.summary.bytes += file.len as u64;
        *self.summary.encodings.entry(file.encoding).or_default() += 1;
        if let Some(format) = file.format {
            *self.summary.formats.entry(format.name()).or_default() += 1;
        }
        self.summary.files_without_game += u64::from(file.games.is_empty());
        self.summary.files_with_several += u64::from(file.games.len() > 1);
        for diagnostic in &file.diagnostics {
            self.diagnostic(transaction, source, None, diagnostic)?;
        }
        for (number, game) in file.games.into_iter().enumerate() {
            self.game(transaction, source, number, &game)?;
        }
        Ok(())
    }

    /// Writes a part of a file. What was written of the file before, by an import that did not come to its end or by
    /// one that runs beside this one, is passed over.
    fn part(
        &mut self,
        transaction: &Transaction<'_>,
        path: &SourcePath,
        file: PackedFile,
    ) -> Result<(), StoreError> {
        let Some(part) = file.chunk else { return Ok(()) };
        let import = self.import(transaction)?;
        let whole = usize::try_from(part.whole).unwrap_or(usize::MAX);
        let new = NewSource {
            sha256: &file.sha256,
            bytes: whole,
            encoding: file.encoding,
            evidence: file.evidence,
            format: file.format.map(crate::formats::Format::name),
            games: 0,
            import,
            kept: None,
        };
        let begun = store::begin_parts(transaction, &new)?;
        add_path(transaction, begun.source, path)?;
        // What is kept already may end inside of this part.
        let there = usize::try_from(begun.kept.saturating_sub(part.start)).unwrap_or(usize::MAX);
        if let Some(bytes) =
            file.kept.as_deref().and_then(|bytes| bytes.get(there..)).filter(|new| !new.is_empty())
        {
            let place = self.pending.blocks.add(transaction, bytes)?;
            store::add_part(transaction, begun.source, part.start + there as u64, bytes.len(), place)?;
        }
        let games = part.games + file.games.len();
        for (number, game) in (part.games..).zip(file.games) {
            if number >= begun.games {
                self.game(transaction, begun.source, number, &game)?;
            }
        }
        store::end_part(transaction, begun.source, games.max(begun.games), part.last)?;
        self.summary.bytes += file.len as u64;
        if part.last {
            *self.summary.encodings.entry(file.encoding).or_default() += 1;
            if let Some(format) = file.format {
                *self.summary.formats.entry(format.name()).or_default() += 1;
            }
            self.summary.files_without_game += u64::from(games == 0);
            self.summary.files_with_several += u64::from(games > 1);
            self.known.insert(file.sha256, begun.source);
            for diagnostic in &file.diagnostics {
                self.diagnostic(transaction, begun.source, None, diagnostic)?;
            }
        }
        Ok(())
    }

    fn game(
        &mut self,
        transaction: &Transaction<'_>,
        source: i64,
        number: usize,
        packed: &PackedGame,
    ) -> Result<(), StoreError> {
        self.summary.games += 1;
        let bucket = match &packed.game {
            Err(code) => {
                self.summary.rejected += 1;
                Bucket::Rejected(code.id())
            }
            Ok(game) => match self.store(transaction, game)? {
                Stored::New(id) | Stored::Copy(id, _) => {
                    self.summary.stored += 1;
                    self.count(game);
                    self.pending.add(id, game);
                    Bucket::Stored(id)
                }
                Stored::Duplicate(id) => {
                    self.summary.duplicates += 1;
                    self.pending.changed.extend(u32::try_from(id));
                    Bucket::Duplicate(id)
                }
            },
        };
        store::insert_entry(transaction, &Entry { source, number, bytes: packed.bytes.clone(), bucket })?;
        for diagnostic in &packed.diagnostics {
            self.diagnostic(transaction, source, Some(number), diagnostic)?;
        }
        Ok(())
    }

    fn store(&mut self, transaction: &Transaction<'_>, game: &Playable) -> Result<Stored, StoreError> {
        let copies = match self.options.duplicates {
            Duplicates::Merge => Copies::Merge,
            Duplicates::Keep | Duplicates::Report => Copies::Keep,
        };
        let stored = store::store_game(transaction, &mut self.pending.known, &game.new, copies)?;
        if let Stored::Copy(id, same) = stored {
            self.summary.copies += 1;
            if self.options.duplicates == Duplicates::Report {
                self.summary.repeats.push((id, same));
            }
        }
        Ok(stored)
    }

    /// Counts a new game; duplicates were counted when their game came in.
    fn count(&mut self, game: &Playable) {
        self.added += game.keys.len() as u64;
        self.summary.declared += u64::from(game.declared);
        *self.summary.agreement.entry(game.agreement).or_default() += 1;
        if let Some(rule) = game.broken_rule {
            *self.summary.broken_rules.entry(rule).or_default() += 1;
        }
        self.summary.with_rest += u64::from(game.has_rest);
    }

    fn diagnostic(
        &mut self,
        transaction: &Transaction<'_>,
        source: i64,
        number: Option<usize>,
        diagnostic: &Diagnostic,
    ) -> Result<(), StoreError> {
        *self.summary.diagnostics.entry(diagnostic.code).or_default() += 1;
        store::insert_diagnostic(transaction, source, number, diagnostic)
    }
}

fn add_path(transaction: &Transaction<'_>, source: i64, origin: &SourcePath) -> Result<bool, StoreError> {
    let member = origin.member.as_deref().unwrap_or_default();
    store::add_path(transaction, source, &path_text(&origin.path), member)
}

impl Pending {
    /// Adds a new game. Ids beyond what a posting can hold do not occur: they are given one by one.
    fn add(&mut self, id: i64, game: &Playable) {
        let Ok(id) = u32::try_from(id) else { return };
        self.postings.push_game(id, &game.keys, game.new.moves());
        self.changed.push(id);
    }

    /// Writes what was gathered, and starts again: ids may be others in the next transaction.
    fn write(&mut self, transaction: &Transaction<'_>) -> Result<(), ImportError> {
        self.blocks.flush(transaction)?;
        self.postings.write(transaction)?;
        index::update_games(transaction, &mut self.changed)?;
        self.changed.clear();
        self.known = KnownIds::default();
        Ok(())
    }
}
