//! What an import is asked to do, and how far it has come.

use crate::intake::Limits;
use crate::store::Collection;
use std::sync::atomic::{AtomicBool, Ordering};

/// Choices of an import.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Keep the bytes of every file, compressed.
    pub keep_source: bool,
    /// From which size on files are read in chunks.
    pub limits: Limits,
    /// What to do with copies of one game.
    pub duplicates: Duplicates,
    /// What to do with corrected records of known files.
    pub replace: Replace,
    /// What all files belong to, those that are known already too.
    pub collection: Option<Collection>,
    /// Ends the import early once it is true: what is being written is finished and committed, the rest is left for the
    /// same import run again.
    pub stop: Option<&'static AtomicBool>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            keep_source: true,
            limits: Limits::default(),
            duplicates: Duplicates::default(),
            replace: Replace::default(),
            collection: None,
            stop: None,
        }
    }
}

impl Options {
    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::SeqCst))
    }
}

/// What an import does with records that agree in everything that tells games apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// They become one game, which has the richer of both and both files.
    #[default]
    Merge,
    /// Each becomes a game of its own.
    Keep,
    /// The same, and [`super::Summary::repeats`] lists which game repeats which.
    Report,
}

/// What an import does with a record that corrects one which was seen under the same path with other bytes. All
/// corrections that are found are in [`super::Summary::corrections`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replace {
    /// Both are games. Corrections are looked for in new files only.
    #[default]
    Never,
    /// The same, but corrections are looked for in known files as well, which an earlier import may have brought in.
    Report,
    /// The game of the earlier record gives way to that of the corrected one.
    Always,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files found.
    pub files: u64,
    /// Files done.
    pub files_done: u64,
    /// Bytes of the files found.
    pub bytes: u64,
    /// Bytes done.
    pub bytes_done: u64,
    /// Games read so far.
    pub games: u64,
    /// Files that could not be read, and findings that are warnings or errors, so far.
    pub problems: u64,
}
