//! The files that an import or a check reads: found, ordered, opened. The only place that opens record files.

use crate::formats::{Document, read};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The largest file that is read whole, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A path that was found, and how it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path, as given or as found below a given folder.
    pub path: PathBuf,
    /// Its size in bytes, for progress; 0 when unknown.
    pub bytes: u64,
    /// Why it cannot be read, when that is known already.
    pub error: Option<String>,
}

/// Finds the files that `paths` name: a file is itself, a folder every file below it, in the order of their names.
/// Symbolic links to folders are not followed; a path that cannot be read comes back with its error.
#[must_use]
pub fn find(paths: &[PathBuf]) -> Vec<Source> {
    paths.iter().flat_map(|path| find_below(path)).collect()
}

fn find_below(path: &Path) -> Vec<Source> {
    if path.as_os_str() == STANDARD_INPUT {
        return vec![Source { path: path.to_owned(), bytes: 0, error: None }];
    }
    WalkDir::new(path)
        .follow_root_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| match entry {
            Ok(entry) if entry.file_type().is_dir() => None,
            // The folder that a given link points at; the walk goes into it.
            Ok(entry) if entry.depth() == 0 && entry.path().is_dir() => None,
            Ok(entry) if entry.path_is_symlink() && entry.path().is_dir() => {
                let error =
                    Some("a link to a folder, which is not followed; name it to have it read".to_owned());
                Some(Source { path: entry.into_path(), bytes: 0, error })
            }
            Ok(entry) => {
                let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                Some(Source { path: entry.into_path(), bytes, error: None })
            }
            Err(error) => {
                let path = error.path().unwrap_or(path).to_owned();
                let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                Some(Source { path, bytes: 0, error: Some(reason) })
            }
        })
        .collect()
}

/// The files of the database itself, which may lie in a folder that is imported and are no records.
#[must_use]
pub fn database_files(database: Option<&str>) -> Vec<PathBuf> {
    let Some(path) = database.and_then(|path| std::fs::canonicalize(path).ok()) else { return Vec::new() };
    let beside = |suffix: &str| {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        PathBuf::from(name)
    };
    ["", "-wal", "-shm", "-journal"].map(beside).to_vec()
}

/// A file's bytes and their SHA-256.
#[derive(Clone, Debug)]
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their SHA-256.
    pub sha256: [u8; 32],
}

impl Content {
    /// Reads a source whole.
    ///
    /// # Errors
    /// The system's words, or our own for what is no plain file or too large.
    pub fn open(source: &Source) -> Result<Self, String> {
        if let Some(error) = &source.error {
            return Err(error.clone());
        }
        let bytes = Self::bytes(&source.path)?;
        let sha256 = Sha256::digest(&bytes).into();
        Ok(Self { bytes, sha256 })
    }

    fn bytes(path: &Path) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let limited = |reader: &mut dyn Read, bytes: &mut Vec<u8>| {
            reader.take(MOST_BYTES + 1).read_to_end(bytes).map_err(|error| error.to_string())
        };
        if path.as_os_str() == STANDARD_INPUT {
            limited(&mut std::io::stdin().lock(), &mut bytes)?;
        } else {
            let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
            if !metadata.is_file() {
                return Err("not a plain file".to_owned());
            }
            let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
            bytes.reserve_exact(usize::try_from(metadata.len().min(MOST_BYTES)).unwrap_or(0));
            limited(&mut file, &mut bytes)?;
        }
        if bytes.len() as u64 > MOST_BYTES {
            return Err("larger than 1 GiB; split it at the games".to_owned());
        }
        Ok(bytes)
    }

    /// Decodes and reads the records.
    #[must_use]
    pub fn read(&self) -> Document {
        read(&self.bytes)
    }
}
