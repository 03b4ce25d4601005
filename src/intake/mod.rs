//! Files in: found, opened, taken out of archives, read in chunks where they are large, decoded, read and replayed.
//!
//! The only module that opens record files. It knows neither a database nor what becomes of the games: [`each_file`]
//! gives every file below some paths with its games, [`each_batch`] lets the caller make something else of each on all
//! cores. A file that cannot be read comes with the reason, a [`ReadError`], and stops nothing.

mod archive;
mod batch;
mod chunks;
mod content;
mod cut;
mod error;
mod find;
mod game;
mod limits;
mod open;
mod positions;
mod replayed_file;
mod safe_name;
mod source_path;
mod source_tree;
mod survey;

pub use archive::{ArchiveError, members};
pub use batch::{Batch, each_batch};
pub use content::{Chunk, Content};
pub use error::ReadError;
pub use find::{FoundFile, STANDARD_INPUT, find};
pub use game::ReplayedGame;
pub use limits::Limits;
pub use positions::open_positions;
pub use replayed_file::ReplayedFile;
pub use safe_name::{NAME_BYTES, cut, safe_name};
pub use source_path::{SourcePath, path_text};
pub use source_tree::SourceTree;

use std::ops::ControlFlow;
use std::path::PathBuf;

/// Gives every file below `paths` with its games to `take`, in order, those in archives included: a file that is too
/// large to be read at once in several chunks. Files are opened, read and replayed on all cores.
///
/// # Errors
/// The first error of `take`, which ends the reading.
pub fn each_file<E>(
    paths: &[PathBuf],
    mut take: impl FnMut(&SourcePath, Result<ReplayedFile, ReadError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut result = Ok(());
    each_batch(
        &find(paths),
        Limits::default(),
        &|_| None,
        |content| content.map(ReplayedFile::new),
        &mut |batch| {
            result = batch.items.into_iter().try_for_each(|(path, file)| take(&path, file));
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    result
}
