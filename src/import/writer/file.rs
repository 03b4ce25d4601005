//! A file into the database: its bytes, its place in the ledger, its games.

use super::Writer;
use crate::import::packed::PackedFile;
use crate::intake::{Chunk, SourcePath};
use crate::store::{self, Change, NewSource, StoreError, Transaction};

impl Writer {
    /// Writes a file that is new.
    pub(super) fn file(
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
        let new = NewSource { kept, games: file.games.len(), ..new_source(&file, file.len, import) };
        let source = store::insert_source(transaction, &new)?;
        self.add_path(transaction, source, path, Some(import))?;
        self.summary.bytes += file.len as u64;
        self.finished(transaction, source, &file, file.games.len())?;
        let stored = self.summary.stored;
        for (number, game) in file.games.into_iter().enumerate() {
            self.game(transaction, source, number, &game)?;
        }
        if self.summary.stored > stored {
            self.seen(path, source);
        }
        Ok(())
    }

    /// Writes a chunk of a file. What was written of the file before, by an import that did not come to its end or by
    /// one that runs beside this one, is passed over.
    pub(super) fn chunk(
        &mut self,
        transaction: &Transaction<'_>,
        path: &SourcePath,
        chunk: Chunk,
        mut file: PackedFile,
    ) -> Result<(), StoreError> {
        let import = self.import(transaction)?;
        let file_bytes = usize::try_from(chunk.file_bytes).unwrap_or(usize::MAX);
        let begun = store::begin_parts(transaction, &new_source(&file, file_bytes, import))?;
        self.add_path(transaction, begun.source, path, Some(import))?;
        if begun.import != import && self.continued.insert(begun.source) {
            let games = i64::try_from(begun.games).unwrap_or(i64::MAX);
            let operation = self.operation(transaction)?;
            store::insert_change(transaction, operation, Change::Continued(begun.source, games))?;
        }
        // What is kept already may end inside of this chunk.
        let there = usize::try_from(begun.kept.saturating_sub(chunk.start)).unwrap_or(usize::MAX);
        if let Some(bytes) =
            file.kept.as_deref().and_then(|bytes| bytes.get(there..)).filter(|new| !new.is_empty())
        {
            let place = self.pending.blocks.add(transaction, bytes)?;
            store::add_part(transaction, begun.source, chunk.start + there as u64, bytes.len(), place)?;
        }
        let games = chunk.games + file.games.len();
        let stored = self.summary.stored;
        for (number, game) in (chunk.games..).zip(std::mem::take(&mut file.games)) {
            if number >= begun.games {
                self.game(transaction, begun.source, number, &game)?;
            }
        }
        if self.summary.stored > stored {
            self.seen(path, begun.source);
        }
        store::end_part(transaction, begun.source, games.max(begun.games), chunk.last)?;
        self.summary.bytes += file.len as u64;
        if chunk.last {
            self.finished(transaction, begun.source, &file, games)?;
        }
        Ok(())
    }

    /// Counts a file of so many games that was read to its end, and writes what was found about it as such.
    fn finished(
        &mut self,
        transaction: &Transaction<'_>,
        source: i64,
        file: &PackedFile,
        games: usize,
    ) -> Result<(), StoreError> {
        self.known.insert(file.sha256, source);
        *self.summary.encodings.entry(file.encoding).or_default() += 1;
        if let Some(format) = file.format {
            *self.summary.formats.entry(format.name()).or_default() += 1;
        }
        self.summary.files_without_game += u64::from(games == 0);
        self.summary.files_with_several += u64::from(games > 1);
        for diagnostic in &file.diagnostics {
            self.diagnostic(transaction, source, None, diagnostic)?;
        }
        Ok(())
    }
}

/// A file without its games and bytes.
fn new_source(file: &PackedFile, bytes: usize, import: i64) -> NewSource<'_> {
    NewSource {
        sha256: &file.sha256,
        bytes,
        encoding: file.encoding,
        evidence: file.evidence,
        format: file.format.map(crate::formats::Format::name),
        games: 0,
        import,
        kept: None,
    }
}
