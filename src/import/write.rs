//! The one writer of an import: games, sources, ledger, diagnostics and index, one transaction a batch.

use super::prepared::{Found, Prepared};
use super::source::{Origin, path_text};
use super::{Arrived, ImportError, Known, Options, Summary};
use crate::index::{self, Posting};
use crate::record::{Diagnostic, Ending};
use crate::replay::Game;
use crate::store::{self, BlockWriter, Bucket, Entry, NewSource, StoreError, Stored};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::PathBuf;

/// The program's name and version, as the ledger keeps it.
const PROGRAM: &str = concat!("kura ", env!("CARGO_PKG_VERSION"));

/// How much of the index an import may merge: this many postings, and so many times what it has added itself.
/// A small import thus never pays for the merging of everything.
const SPARE_POSTINGS: u64 = 1 << 20;
const MERGE_SHARE: u64 = 4;

pub(super) struct Writer {
    known: Known,
    paths: String,
    options: Options,
    summary: Summary,
    /// Set once the import stands in the ledger; an import that finds nothing new leaves no trace.
    import: Option<i64>,
    /// How many postings were added.
    postings: u64,
    /// The games of the batch that are new or were enriched.
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
            postings: 0,
            changed: Vec::new(),
        }
    }

    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Writes a batch in one transaction.
    pub fn batch(
        &mut self,
        connection: &mut Connection,
        items: Vec<(Origin, Arrived)>,
    ) -> Result<(), ImportError> {
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let mut blocks = BlockWriter::default();
        let mut postings = Vec::new();
        self.changed.clear();
        for (path, arrived) in items {
            self.summary.files += 1;
            self.summary.members += u64::from(path.member.is_some());
            match arrived {
                Arrived::Unreadable(error) => self.unreadable(&transaction, &path, &error)?,
                Arrived::Known(sha256) => self.known(&transaction, &sha256, &path)?,
                Arrived::New(prepared) if self.is_known(&transaction, &prepared.content.sha256)? => {
                    self.known(&transaction, &prepared.content.sha256, &path)?;
                }
                Arrived::New(prepared) => {
                    self.source(&transaction, &mut blocks, &mut postings, &path, &prepared)?;
                }
            }
        }
        blocks.flush(&transaction)?;
        index::add_segment(&transaction, &mut postings)?;
        index::update_games(&transaction, &mut self.changed)?;
        transaction.commit().map_err(StoreError::from)?;
        self.postings += postings.len() as u64;
        index::merge_full_levels(connection, SPARE_POSTINGS + self.postings * MERGE_SHARE)?;
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

    fn import(&mut self, connection: &Connection) -> Result<i64, StoreError> {
        match self.import {
            Some(import) => Ok(import),
            None => Ok(*self.import.insert(store::begin_import(connection, PROGRAM, &self.paths)?)),
        }
    }

    fn unreadable(
        &mut self,
        transaction: &Transaction<'_>,
        path: &Origin,
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
        path: &Origin,
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
        blocks: &mut BlockWriter,
        postings: &mut Vec<Posting>,
        path: &Origin,
        prepared: &Prepared,
    ) -> Result<(), StoreError> {
        let import = self.import(transaction)?;
        let (content, document) = (&prepared.content, &prepared.document);
        let kept = match self.options.keep_source && !content.bytes.is_empty() {
            true => Some(blocks.add(transaction, &content.bytes)?),
            false => None,
        };
        let source = store::insert_source(
            transaction,
            &NewSource {
                sha256: &content.sha256,
                bytes: content.bytes.len(),
                encoding: document.encoding.name(),
                evidence: document.evidence.name(),
                format: document.format.map(crate::formats::Format::name),
                games: prepared.games.len(),
                import,
                kept,
            },
        )?;
        self.known.insert(content.sha256, source);
        add_path(transaction, source, path)?;
        self.summary.bytes += content.bytes.len() as u64;
        *self.summary.encodings.entry(document.encoding.name()).or_default() += 1;
        if let Some(format) = document.format {
            *self.summary.formats.entry(format.name()).or_default() += 1;
        }
        self.summary.files_without_game += u64::from(prepared.games.is_empty());
        self.summary.files_with_several += u64::from(prepared.games.len() > 1);
        for diagnostic in &document.diagnostics {
            self.diagnostic(transaction, source, None, diagnostic)?;
        }
        for (number, found) in prepared.games.iter().enumerate() {
            self.game(transaction, postings, source, number, found)?;
        }
        Ok(())
    }

    fn game(
        &mut self,
        transaction: &Transaction<'_>,
        postings: &mut Vec<Posting>,
        source: i64,
        number: usize,
        found: &Found,
    ) -> Result<(), StoreError> {
        self.summary.games += 1;
        let bucket = match &found.game {
            Err(unplayable) => {
                self.summary.rejected += 1;
                Bucket::Rejected(unplayable.code.id())
            }
            Ok(game) => match store::store_game(transaction, &found.record, game, found.rest.as_deref())? {
                Stored::New(id) => {
                    self.summary.stored += 1;
                    self.count(game, found);
                    add_postings(postings, id, game);
                    self.changed.extend(u32::try_from(id));
                    Bucket::Stored(id)
                }
                Stored::Duplicate(id) => {
                    self.summary.duplicates += 1;
                    self.changed.extend(u32::try_from(id));
                    Bucket::Duplicate(id)
                }
            },
        };
        store::insert_entry(transaction, &Entry { source, number, bytes: found.bytes.clone(), bucket })?;
        let replayed = match &found.game {
            Ok(game) => &game.diagnostics,
            Err(unplayable) => &unplayable.diagnostics,
        };
        for diagnostic in found.record.diagnostics.iter().chain(replayed) {
            self.diagnostic(transaction, source, Some(number), diagnostic)?;
        }
        Ok(())
    }

    /// Counts a new game; duplicates were counted when their game came in.
    fn count(&mut self, game: &Game, found: &Found) {
        let outcome = &game.outcome;
        self.summary.declared += u64::from(outcome.declared != Ending::None);
        *self.summary.agreement.entry(outcome.agreement).or_default() += 1;
        if let Some((rule, _)) = outcome.facts.broken {
            *self.summary.broken_rules.entry(rule.code()).or_default() += 1;
        }
        self.summary.with_rest += u64::from(found.rest.is_some());
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

fn add_path(transaction: &Transaction<'_>, source: i64, origin: &Origin) -> Result<bool, StoreError> {
    let member = origin.member.as_deref().unwrap_or_default();
    store::add_path(transaction, source, &path_text(&origin.path), member)
}

/// The occurrences of every position of a game. Ids and plies beyond what a posting can hold do not occur: ids are
/// given one by one, and readers end a line of moves long before.
fn add_postings(postings: &mut Vec<Posting>, id: i64, game: &Game) {
    let Ok(id) = u32::try_from(id) else { return };
    let moves = game.moves();
    for (ply, key) in (0_u16..=u16::MAX).zip(&game.keys) {
        postings.push(Posting::new(*key, id, ply, moves.get(usize::from(ply)).copied()));
    }
}
