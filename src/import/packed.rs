//! A file's games as the database takes them. Packing is done on every core, so that the one writer only writes.

use crate::formats::Format;
use crate::intake::{Chunk, ReplayedFile, ReplayedGame};
use crate::record::{Code, Diagnostic, Ending};
use crate::replay::{Agreement, Game};
use crate::store::NewGame;
use std::ops::Range;

/// A file that was read, and its games.
pub(super) struct PackedFile {
    pub sha256: [u8; 32],
    /// Which chunk of the file this is, if it came in chunks.
    pub chunk: Option<Chunk>,
    /// The length in bytes; that of the chunk when it is one.
    pub len: usize,
    /// The bytes, when they are to be kept.
    pub kept: Option<Vec<u8>>,
    pub encoding: &'static str,
    pub evidence: &'static str,
    pub format: Option<Format>,
    /// What is to be reported about the file as such.
    pub diagnostics: Vec<Diagnostic>,
    pub games: Vec<PackedGame>,
}

/// A game of a file.
pub(super) struct PackedGame {
    /// Its bytes in the file.
    pub bytes: Range<usize>,
    /// What was found wrong with it, by its reader and by replay.
    pub diagnostics: Vec<Diagnostic>,
    /// The game, or why there is none.
    pub game: Result<Box<PlayableGame>, Code>,
}

/// A game that can be stored.
pub(super) struct PlayableGame {
    pub new: NewGame,
    /// The keys of its positions, the start's first.
    pub keys: Vec<u64>,
    pub declared: bool,
    pub agreement: Agreement,
    pub broken_rule: Option<&'static str>,
    /// Whether text is left that could not be played.
    pub has_rest: bool,
}

impl PackedFile {
    pub fn new(file: ReplayedFile, keep_source: bool) -> Self {
        let ReplayedFile { content, document, games } = file;
        Self {
            sha256: content.sha256,
            chunk: content.chunk,
            len: content.bytes.len(),
            kept: (keep_source && !content.bytes.is_empty()).then_some(content.bytes),
            encoding: document.encoding.name(),
            evidence: document.evidence.name(),
            format: document.format,
            diagnostics: document.diagnostics,
            games: games.into_iter().map(PackedGame::new).collect(),
        }
    }

    /// True unless another chunk of the file follows.
    pub fn is_last(&self) -> bool {
        self.chunk.is_none_or(|chunk| chunk.last)
    }
}

impl PackedGame {
    fn new(game: ReplayedGame) -> Self {
        let ReplayedGame { mut record, game, bytes, rest } = game;
        let mut diagnostics = std::mem::take(&mut record.diagnostics);
        let game = match game {
            Ok(mut game) => {
                diagnostics.append(&mut game.diagnostics);
                let keys = std::mem::take(&mut game.keys);
                let has_rest = rest.is_some();
                let new = NewGame::new(record, &game, rest);
                Ok(Box::new(PlayableGame::new(&game, keys, has_rest, new)))
            }
            Err(unplayable) => {
                diagnostics.extend(unplayable.diagnostics);
                Err(unplayable.code)
            }
        };
        Self { bytes, diagnostics, game }
    }
}

impl PlayableGame {
    fn new(game: &Game, keys: Vec<u64>, has_rest: bool, new: NewGame) -> Self {
        let outcome = &game.outcome;
        Self {
            new,
            keys,
            declared: outcome.declared != Ending::None,
            agreement: outcome.agreement,
            broken_rule: outcome.facts.broken.map(|(rule, _)| rule.name()),
            has_rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::database::Database;
    use crate::import::{Options, import};
    use crate::store;

    /// A game that is made of stored ones must be known again when a record of it comes in.
    #[test]
    fn a_stored_game_has_the_identity_of_its_record() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::create(&folder.path().join("a.db")).unwrap();
        let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-records");
        import(&database, &[samples], Options::default(), &mut |_| {}).unwrap();
        let snapshot = database.snapshot().unwrap();
        assert_eq!(store::other_identities(snapshot.connection()).unwrap(), Vec::<i64>::new());
    }
}
