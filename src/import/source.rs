//! The files that an import or a check reads: found, ordered, opened, taken out of archives. The only place that opens
//! record files.

use super::archive::{self, Kind};
use crate::formats::{Document, read};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The largest file that is read, in bytes. A file is in memory whole, with its games about five times its size, and
/// one more while the one before it is written: so an import stays below 1 GiB whatever it is given.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// What parts an archive's path from the name of the file in it.
pub const SEPARATOR: char = '/';

/// How many files and how many bytes make a batch, whichever comes first.
const BATCH_FILES: usize = 2048;
const BATCH_BYTES: u64 = 16 << 20;

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

/// Where a content came from: a file, or a file inside an archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The path of the file or the archive.
    pub path: PathBuf,
    /// The name inside the archive, cleaned: for showing, not for opening.
    pub member: Option<String>,
}

impl Origin {
    /// The place as it is shown: `games.zip/round3.kif`.
    #[must_use]
    pub fn shown(&self) -> String {
        let path = path_text(&self.path);
        match &self.member {
            Some(member) => format!("{path}{SEPARATOR}{member}"),
            None => path,
        }
    }
}

/// A path as text that no other path has: names that are no UTF-8 have their odd bytes as `\xE9`, and then each
/// backslash as two.
#[must_use]
pub fn path_text(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += &chunk.valid().replace('\\', "\\\\");
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

/// Files that were opened and prepared together.
#[derive(Clone, Debug)]
pub struct Batch<T> {
    /// What was made of each file, in order.
    pub items: Vec<(Origin, T)>,
    /// How many of the sources are finished with this batch.
    pub sources: usize,
    /// How many bytes they have.
    pub bytes: u64,
}

/// Opens every source on all cores, takes the files out of archives, and gives what `make` makes of each to `take`,
/// batch by batch in order. An archive itself is no item, unless something is wrong with it. `take` ends the walk with
/// `false`.
pub fn each<T: Send>(
    sources: &[Source],
    make: impl Fn(Result<Content, String>) -> T + Sync,
    take: &mut dyn FnMut(Batch<T>) -> bool,
) {
    for batch in batches(sources) {
        let opened: Vec<_> = batch.par_iter().map(|source| open(source, &make)).collect();
        let mut items = Vec::new();
        for (source, opened) in batch.iter().zip(opened) {
            match opened {
                Opened::File(item) => items.push((Origin { path: source.path.clone(), member: None }, item)),
                Opened::Archive(kind, bytes) => {
                    if !unpack(source, kind, &bytes, &make, &mut items, take) {
                        return;
                    }
                }
            }
        }
        let bytes = batch.iter().map(|source| source.bytes).sum();
        if !take(Batch { items, sources: batch.len(), bytes }) {
            return;
        }
    }
}

/// A source that was opened.
enum Opened<T> {
    File(T),
    Archive(Kind, Vec<u8>),
}

fn open<T>(source: &Source, make: impl Fn(Result<Content, String>) -> T) -> Opened<T> {
    let bytes = match &source.error {
        Some(error) => Err(error.clone()),
        None => Content::bytes(&source.path),
    };
    match bytes {
        Ok(bytes) => match Kind::of(&bytes) {
            Some(kind) => Opened::Archive(kind, bytes),
            None => Opened::File(make(Ok(Content::new(bytes)))),
        },
        Err(error) => Opened::File(make(Err(error))),
    }
}

/// Prepares the files of an archive in batches; what does not fill one stays in `items`. False when `take` has had
/// enough.
fn unpack<T: Send>(
    source: &Source,
    kind: Kind,
    bytes: &[u8],
    make: &(impl Fn(Result<Content, String>) -> T + Sync),
    items: &mut Vec<(Origin, T)>,
    take: &mut dyn FnMut(Batch<T>) -> bool,
) -> bool {
    let (mut waiting, mut size, mut go_on) = (Vec::new(), 0, true);
    let make_all = |waiting: &mut Vec<_>, items: &mut Vec<_>| {
        let ready = std::mem::take(waiting);
        let prepared = ready.into_par_iter().map(|(origin, bytes): (Origin, Result<Vec<u8>, String>)| {
            (origin, make(bytes.map(Content::new)))
        });
        items.extend(prepared.collect::<Vec<_>>());
    };
    archive::unpack(kind, bytes, &mut |name, content| {
        size += content.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let member = Some(name).filter(|name| !name.is_empty());
        waiting.push((Origin { path: source.path.clone(), member }, content));
        if waiting.len() >= BATCH_FILES || size > BATCH_BYTES {
            make_all(&mut waiting, items);
            go_on = take(Batch { items: std::mem::take(items), sources: 0, bytes: 0 });
            size = 0;
        }
        go_on
    });
    make_all(&mut waiting, items);
    go_on
}

/// Gives every file inside `bytes`, an archive in memory, to `take`: its cleaned name, and its bytes or why there are
/// none. What concerns the archive itself has no name. `take` ends the walk with `false`. Returns false, and gives
/// nothing, when the bytes are no archive.
pub fn members(bytes: &[u8], take: &mut dyn FnMut(String, Result<Vec<u8>, String>) -> bool) -> bool {
    let kind = Kind::of(bytes);
    if let Some(kind) = kind {
        archive::unpack(kind, bytes, take);
    }
    kind.is_some()
}

/// Cuts the sources into batches, in order.
fn batches(sources: &[Source]) -> Vec<&[Source]> {
    let mut batches = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        if index > start && (index - start >= BATCH_FILES || bytes + source.bytes > BATCH_BYTES) {
            batches.push(&sources[start..index]);
            (start, bytes) = (index, 0);
        }
        bytes += source.bytes;
    }
    if start < sources.len() {
        batches.push(&sources[start..]);
    }
    batches
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
    /// The content that these bytes are.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let sha256 = Sha256::digest(&bytes).into();
        Self { bytes, sha256 }
    }

    /// Reads a file whole.
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
            return Err("larger than 64 MiB; split it at the games".to_owned());
        }
        Ok(bytes)
    }

    /// Decodes and reads the records.
    #[must_use]
    pub fn read(&self) -> Document {
        read(&self.bytes)
    }
}
