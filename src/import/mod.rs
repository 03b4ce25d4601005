//! Records in: from paths to games in the database and positions in the index.
//!
//! [`crate::intake`] reads and replays files on every core; one writer puts them into the database in the order in which
//! they were found, a transaction for as many as make a good segment of the index. A file is known by the SHA-256 of its
//! content, so an import that was interrupted, or is simply run again, does what is missing and nothing else.

mod correction;
mod options;
mod packed;
mod summary;
mod writer;

pub use crate::store::Collection;
pub use correction::Correction;
pub use options::{Duplicates, Options, Progress, Replace};
pub use summary::{Repeat, Summary, Unreadable};

use crate::database::{Database, DatabaseError};
use crate::index::IndexError;
use crate::intake::{self, Batch, Content, FoundFile, ReadError, ReplayedFile};
use crate::store::{self, Connection, StoreError};
use packed::PackedFile;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::Instant;
use writer::Writer;

/// What can stop an import.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The database.
    #[error("{0}")]
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

/// How many batches may wait for the writer: while it is busy with a segment, the readers go on.
const WAITING: usize = 2;

/// A file on its way from the readers to the writer.
enum Arrived {
    /// Its content, which has this SHA-256, is known already.
    Known([u8; 32]),
    /// It is new.
    New(Box<PackedFile>),
    /// It cannot be read.
    Unreadable(ReadError),
    /// It holds packed positions, not games.
    Positions(ReadError),
    /// The import was ended before it was read.
    TooLate,
}

/// Imports every record below `paths`, and calls `progress` after every batch. [`Options::stop`] ends it early.
///
/// ```
/// use kifukura::database::Database;
/// use kifukura::import::{Options, import};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games.db");
/// let database = Database::create(&path)?;
/// let paths = ["sample-records/formats".into()];
/// let first = import(&database, &paths, Options::default(), &mut |_| {})?;
/// assert_eq!(first.games, first.stored + first.duplicates + first.rejected);
/// let again = import(&database, &paths, Options::default(), &mut |_| {})?;
/// assert_eq!(again.stored, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let files = files_to_read(paths, connection);
    let known = store::known_sources(connection)?;
    let known_hashes: HashSet<[u8; 32]> = known.keys().copied().collect();
    let mut writer = Writer::new(known, paths, options.clone());
    let bytes = files.iter().filter_map(|file| file.bytes).sum();
    let mut state = Progress { files: files.len() as u64, bytes, ..Progress::default() };
    progress(state);
    let interrupted = std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Batch<Arrived>>(WAITING);
        scope.spawn(|| {
            let send = send;
            let known = |sha256: &[u8; 32]| known_hashes.contains(sha256).then_some(Arrived::Known(*sha256));
            intake::each_batch(
                &files,
                options.limits,
                &known,
                |content| arrive(content, &options),
                &mut |batch| match send.send(batch) {
                    Ok(()) => ControlFlow::Continue(()),
                    // The writer has failed.
                    Err(_) => ControlFlow::Break(()),
                },
            );
        });
        let mut batches = receive.into_iter();
        while let Some(first) = batches.next() {
            if options.stopped() {
                return Ok(true);
            }
            let finished = writer.transaction(connection, first, &mut batches, &mut |summary, batch| {
                state.files_done += batch.files as u64;
                state.bytes_done += batch.bytes;
                state.games = summary.games;
                state.problems = summary.problems();
                progress(state);
            })?;
            if !finished {
                return Ok(true);
            }
        }
        Ok::<_, ImportError>(false)
    })?;
    if !interrupted {
        writer.corrections(connection)?;
    }
    let mut summary = if interrupted { writer.break_off() } else { writer.finish(connection)? };
    summary.interrupted = interrupted;
    summary.elapsed = began.elapsed();
    Ok(summary)
}

/// The files below `paths`. Those of the database itself, which may lie in a folder that is imported, are no records.
fn files_to_read(paths: &[PathBuf], connection: &Connection) -> Vec<FoundFile> {
    let mut files = intake::find(paths);
    let Some(database) = connection.path().and_then(|path| std::fs::canonicalize(path).ok()) else {
        return files;
    };
    let own = ["", "-wal", "-shm", "-journal"].map(|suffix| {
        let mut name = database.clone().into_os_string();
        name.push(suffix);
        PathBuf::from(name)
    });
    files.retain(|file| !std::fs::canonicalize(&file.path).is_ok_and(|path| own.contains(&path)));
    files
}

fn arrive(content: Result<Content, ReadError>, options: &Options) -> Arrived {
    match content {
        // The writer asks later, so it sees that too and takes nothing more.
        _ if options.stopped() => Arrived::TooLate,
        Err(error @ ReadError::Positions(_)) => Arrived::Positions(error),
        Err(error) => Arrived::Unreadable(error),
        Ok(content) => {
            Arrived::New(Box::new(PackedFile::new(ReplayedFile::new(content), options.keep_source)))
        }
    }
}
