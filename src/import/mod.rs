//! Records in: from paths to games in the database and positions in the index.
//!
//! Files are read and replayed on every core; one writer puts them into the database in the order in which they were
//! found, a transaction for as many as make a good segment of the index. A file is known by the SHA-256 of its content,
//! so an import that was interrupted, or is simply run again, does what is missing and nothing else.

mod archive;
mod fix;
mod packed;
mod pieces;
mod prepared;
pub mod source;
mod summary;
mod write;

pub use fix::{Fix, Fixed, fix};
pub use prepared::{Found, Prepared};
pub use summary::Summary;

use crate::index::IndexError;
use crate::store::{self, StoreError};
use packed::PackedFile;
use crate::database::{Database, DatabaseError};
use rusqlite::Connection;
use source::{Batch, Content, Limits};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// What can stop an import.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}

impl From<IndexError> for ImportError {
    fn from(error: IndexError) -> Self {
        Self::Database(error.into())
    }
}

/// Choices of an import.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Keep the bytes of every source, compressed.
    pub keep_source: bool,
    /// From which size on files are read piece by piece.
    pub limits: Limits,
    /// What to do with copies of one game.
    pub duplicates: Duplicates,
    /// Ends the import early once it is true: what is being written is finished and committed, the rest is left for the
    /// same import run again.
    pub stop: Option<&'static AtomicBool>,
}

impl Default for Options {
    fn default() -> Self {
        Self { keep_source: true, limits: Limits::default(), duplicates: Duplicates::default(), stop: None }
    }
}

impl Options {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::SeqCst))
    }
}

/// What an import does with records that agree in everything that tells games apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// They become one game, which has the richer of both and both sources.
    #[default]
    Merge,
    /// Each becomes a game of its own.
    Keep,
    /// The same, and [`Summary::repeats`] says which game repeats which.
    Report,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files found.
    pub files: u64,
    /// Files done.
    pub files_done: u64,
    /// Bytes done.
    pub bytes_done: u64,
    /// Games found so far.
    pub games: u64,
    /// Bytes of the files found.
    pub bytes: u64,
    /// Files that could not be read, and findings that are warnings or errors, so far.
    pub problems: u64,
}

/// How many batches may wait for the writer: while it is busy with a segment, the readers go on.
const WAITING: usize = 2;

/// What a batch was made of.
struct Done {
    sources: usize,
    bytes: u64,
}

/// A source on its way from the readers to the writer.
enum Arrived {
    /// Its content is known already.
    Known([u8; 32]),
    /// It is new.
    New(Box<PackedFile>),
    /// It cannot be opened.
    Unreadable(String),
}

/// Imports every record below `paths`, and tells `progress` after every batch. [`Options::stop`] ends it early.
///
/// # Errors
/// When the database cannot be written. What was committed stays; running the same import again completes it.
pub fn import(
    database: &Database,
    paths: &[PathBuf],
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Summary, ImportError> {
    let run = |connection: &mut Connection| import_into(connection, paths, options, progress);
    database.write(run).map_err(|error| match error {
        ImportError::Database(error) => database.named(error).into(),
    })
}

fn import_into(
    connection: &mut Connection,
    paths: &[PathBuf],
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Summary, ImportError> {
    let began = Instant::now();
    let mut sources = source::find(paths);
    let own = source::database_files(connection.path());
    sources.retain(|source| {
        !own.iter().any(|own| std::fs::canonicalize(&source.path).is_ok_and(|path| path == *own))
    });
    let known = store::known_sources(connection)?;
    let known_hashes: HashSet<[u8; 32]> = known.keys().copied().collect();
    let mut writer = write::Writer::new(known, paths, options);
    let bytes = sources.iter().map(|source| source.bytes).sum();
    let mut state = Progress { files: sources.len() as u64, bytes, ..Progress::default() };
    progress(state);
    let interrupted = std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Batch<Arrived>>(WAITING);
        scope.spawn(|| {
            let send = send;
            // The writer hangs up when it fails.
            let known = |sha256: &[u8; 32]| known_hashes.contains(sha256);
            let make = |content| arrive(content, &known_hashes, options);
            source::each(&sources, options.limits, &known, make, &mut |batch| send.send(batch).is_ok());
        });
        let mut batches = receive.into_iter();
        while let Some(first) = batches.next() {
            if options.stopped() {
                return Ok(true);
            }
            let whole = writer.transaction(connection, first, &mut batches, &mut |summary, done| {
                state.files_done += done.sources as u64;
                state.bytes_done += done.bytes;
                state.games = summary.games;
                state.problems = summary.problems();
                progress(state);
            })?;
            if !whole {
                return Ok(true);
            }
        }
        Ok::<_, ImportError>(false)
    })?;
    let mut summary = if interrupted { writer.break_off() } else { writer.finish(connection)? };
    summary.interrupted = interrupted;
    summary.elapsed = began.elapsed();
    Ok(summary)
}

fn arrive(content: Result<Content, String>, known: &HashSet<[u8; 32]>, options: Options) -> Arrived {
    match content {
        // The writer, which looks later, sees that too and takes nothing more.
        _ if options.stopped() => Arrived::Unreadable(String::new()),
        Err(error) => Arrived::Unreadable(error),
        Ok(content) if known.contains(&content.sha256) => Arrived::Known(content.sha256),
        Ok(content) => Arrived::New(Box::new(PackedFile::new(Prepared::new(content), options.keep_source))),
    }
}

/// The sources that the database knows, by the SHA-256 of their content.
type Known = HashMap<[u8; 32], i64>;
