//! Which files are below the given paths.

use super::error::ReadError;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A file that was found and not opened yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// The path, as given or as found below a given folder.
    pub path: PathBuf,
    /// Its size in bytes, for progress; `None` when unknown, as of standard input.
    pub bytes: Option<u64>,
    /// Why it cannot be read, when that is known already.
    pub error: Option<ReadError>,
}

impl FoundFile {
    const fn refused(path: PathBuf, error: ReadError) -> Self {
        Self { path, bytes: None, error: Some(error) }
    }
}

/// Finds the files that `paths` name: a file is itself, a folder every file below it, in the order of their names.
/// Symbolic links to folders are not followed; a path that cannot be read comes back with its error.
#[must_use]
pub fn find(paths: &[PathBuf]) -> Vec<FoundFile> {
    paths.iter().flat_map(|path| find_below(path)).collect()
}

fn find_below(path: &Path) -> Vec<FoundFile> {
    if path.as_os_str() == STANDARD_INPUT {
        return vec![FoundFile { path: path.to_owned(), bytes: None, error: None }];
    }
    let walk = WalkDir::new(path).follow_root_links(true).sort_by_file_name();
    walk.into_iter().filter_map(|entry| found(path, entry)).collect()
}

/// What a walk has come to; `None` for a folder, into which it goes.
fn found(root: &Path, entry: walkdir::Result<DirEntry>) -> Option<FoundFile> {
    match entry {
        Ok(entry) if entry.file_type().is_dir() => None,
        // The folder that a given link points at.
        Ok(entry) if entry.depth() == 0 && entry.path().is_dir() => None,
        Ok(entry) if entry.path_is_symlink() && entry.path().is_dir() => {
            Some(FoundFile::refused(entry.into_path(), ReadError::FolderLink))
        }
        Ok(entry) => {
            let bytes = entry.metadata().ok().map(|metadata| metadata.len());
            Some(FoundFile { path: entry.into_path(), bytes, error: None })
        }
        Err(error) => {
            let path = error.path().unwrap_or(root).to_owned();
            let kind = error.io_error().map_or(std::io::ErrorKind::Other, std::io::Error::kind);
            let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
            Some(FoundFile::refused(path, ReadError::System { kind, message }))
        }
    }
}
