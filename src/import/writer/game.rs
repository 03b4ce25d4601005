//! A game into the database, and what was found about it.

use super::Writer;
use crate::import::packed::{PackedGame, PlayableGame};
use crate::import::{Duplicates, Repeat};
use crate::record::{Code, Diagnostic};
use crate::store::{self, Bucket, Copies, Entry, StoreError, Stored, Transaction};

impl Writer {
    /// Writes game `number` of a source, counted from 0, into exactly one bucket of the ledger.
    pub(super) fn game(
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

    fn store(&mut self, transaction: &Transaction<'_>, game: &PlayableGame) -> Result<Stored, StoreError> {
        let copies = match self.options.duplicates {
            Duplicates::Merge => Copies::Merge,
            Duplicates::Keep | Duplicates::Report => Copies::Keep,
        };
        let operation = self.operation(transaction)?;
        let stored = store::store_game(transaction, &mut self.pending.known, &game.new, copies, operation)?;
        if let Stored::Copy(game, same_as) = stored {
            self.summary.copies += 1;
            if self.options.duplicates == Duplicates::Report {
                self.summary.repeats.push(Repeat { game, same_as });
            }
        }
        Ok(stored)
    }

    /// Counts a new game; duplicates were counted when their game came in.
    fn count(&mut self, game: &PlayableGame) {
        self.added += game.keys.len() as u64;
        self.summary.endings_declared += u64::from(game.declared);
        *self.summary.agreement.entry(game.agreement).or_default() += 1;
        if let Some(rule) = game.broken_rule {
            *self.summary.broken_rules.entry(rule).or_default() += 1;
        }
        self.summary.games_cut_short += u64::from(game.has_rest);
    }

    /// Writes a finding about a game of a source, or about the source as such.
    pub(super) fn diagnostic(
        &mut self,
        transaction: &Transaction<'_>,
        source: i64,
        number: Option<usize>,
        diagnostic: &Diagnostic,
    ) -> Result<(), StoreError> {
        *self.summary.diagnostics.entry(diagnostic.code).or_default() += 1;
        self.summary.files_cut_short += u64::from(diagnostic.code == Code::TooMuch);
        store::insert_diagnostic(transaction, source, number, diagnostic)
    }
}
