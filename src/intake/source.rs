//! The files that an import or a check reads: found, ordered, opened, taken out of archives. The only place that opens
//! record files.

use super::archive::{self, Kind};
use super::chunks::{Body, Chunks, Survey, holds_too_much};
use crate::formats::{Document, Shape, read};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The largest file that is read whole, in bytes: with its games it takes about five times its size, and others wait
/// for the writer meanwhile. What is larger is read piece by piece, see [`Limits`]; so an import stays below 1 GiB
/// whatever it is given.
const MOST_WHOLE: u64 = 64 << 20;

/// The largest archive, member of an archive, and standard input, in bytes: they are kept in memory.
pub(super) const MOST_KEPT: u64 = 256 << 20;

/// From which size on files are read piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read whole, in bytes.
    pub whole: u64,
    /// How large a piece is, in bytes, if its games are not larger.
    pub piece: usize,
    /// How large a piece may become when it holds one game; a larger game is refused.
    pub game: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { whole: MOST_WHOLE, piece: 8 << 20, game: 64 << 20 }
    }
}

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// What parts an archive's path from the name of the file in it.
pub const SEPARATOR: char = '/';

/// How many files and how many bytes make a batch, whichever comes first.
const BATCH_FILES: usize = 2048;
const BATCH_BYTES: u64 = 16 << 20;

/// A path that was found, and how it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
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
pub fn find(paths: &[PathBuf]) -> Vec<FoundFile> {
    paths.iter().flat_map(|path| find_below(path)).collect()
}

fn find_below(path: &Path) -> Vec<FoundFile> {
    if path.as_os_str() == STANDARD_INPUT {
        return vec![FoundFile { path: path.to_owned(), bytes: 0, error: None }];
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
                Some(FoundFile { path: entry.into_path(), bytes: 0, error })
            }
            Ok(entry) => {
                let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                Some(FoundFile { path: entry.into_path(), bytes, error: None })
            }
            Err(error) => {
                let path = error.path().unwrap_or(path).to_owned();
                let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                Some(FoundFile { path, bytes: 0, error: Some(reason) })
            }
        })
        .collect()
}

/// Where a content came from: a file, or a file inside an archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePath {
    /// The path of the file or the archive.
    pub path: PathBuf,
    /// The name inside the archive, cleaned: for showing, not for opening.
    pub member: Option<String>,
}

impl SourcePath {
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
    pub items: Vec<(SourcePath, T)>,
    /// How many of the sources are finished with this batch.
    pub sources: usize,
    /// How many bytes they have.
    pub bytes: u64,
}

/// Opens every source on all cores, takes the files out of archives, and gives what `make` makes of each to `take`,
/// batch by batch in order. An archive itself is no item, unless something is wrong with it. `take` ends the walk with
/// `false`.
///
/// A file above the limits, or with more games than are read at once, comes in pieces, several items of one origin,
/// unless `known` says of its SHA-256 that nobody wants to read it: then it is one item without bytes.
pub fn each<T: Send>(
    sources: &[FoundFile],
    limits: Limits,
    known: &(dyn Fn(&[u8; 32]) -> bool + Sync),
    make: impl Fn(Result<Content, String>) -> T + Sync,
    take: &mut dyn FnMut(Batch<T>) -> bool,
) {
    for batch in batches(sources) {
        let opened: Vec<_> = batch.par_iter().map(|source| open(source, limits, known, &make)).collect();
        let mut items = Vec::new();
        let mut bytes: u64 = batch.iter().map(|source| source.bytes).sum();
        let unpacking = Unpacking { limits, known, make: &make };
        for (source, opened) in batch.iter().zip(opened) {
            match opened {
                Opened::File(item) => {
                    items.push((SourcePath { path: source.path.clone(), member: None }, item))
                }
                Opened::Archive(kind, bytes) => {
                    if !unpacking.unpack(source, kind, &bytes, &mut items, take) {
                        return;
                    }
                }
                Opened::Long(body) => {
                    let origin = SourcePath { path: source.path.clone(), member: None };
                    let mut told = 0;
                    if !unpacking.pieces(&origin, &body, &mut items, &mut told, take) {
                        return;
                    }
                    bytes = bytes.saturating_sub(told);
                }
            }
        }
        if !take(Batch { items, sources: batch.len(), bytes }) {
            return;
        }
    }
}

/// A source that was opened.
enum Opened<T> {
    File(T),
    Archive(Kind, Vec<u8>),
    Long(Body),
}

fn open<T>(
    source: &FoundFile,
    limits: Limits,
    known: &dyn Fn(&[u8; 32]) -> bool,
    make: impl Fn(Result<Content, String>) -> T,
) -> Opened<T> {
    let read = match &source.error {
        Some(error) => Err(error.clone()),
        None => read_file(&source.path, limits),
    };
    match read {
        Ok(Body::Bytes(bytes)) => match Kind::of(&bytes) {
            Some(kind) => Opened::Archive(kind, bytes),
            None if bytes.len() as u64 > limits.whole => Opened::Long(Body::Bytes(bytes)),
            None => opened(bytes, known, make),
        },
        Ok(body) => Opened::Long(body),
        Err(error) => Opened::File(make(Err(error))),
    }
}

/// Reads the games of a file in memory, unless they are more than are read at once.
fn opened<T>(
    bytes: Vec<u8>,
    known: &dyn Fn(&[u8; 32]) -> bool,
    make: impl Fn(Result<Content, String>) -> T,
) -> Opened<T> {
    let mut content = Content::new(bytes);
    if !known(&content.sha256) {
        let document = content.read();
        if holds_too_much(&document) && document.records.len() > 1 && Shape::is_of(&document) {
            return Opened::Long(Body::Bytes(content.bytes));
        }
        content.document = Some(document);
    }
    Opened::File(make(Ok(content)))
}

/// Reads a file whole, if it may be: a file of records above the limit is only named.
fn read_file(path: &Path, limits: Limits) -> Result<Body, String> {
    let mut bytes = Vec::new();
    let text = |error: std::io::Error| error.to_string();
    if path.as_os_str() == STANDARD_INPUT {
        std::io::stdin().lock().take(MOST_KEPT + 1).read_to_end(&mut bytes).map_err(text)?;
        if bytes.len() as u64 > MOST_KEPT {
            return Err(too_large("write it to a file first, which may be of any size"));
        }
        return Ok(Body::Bytes(bytes));
    }
    let metadata = std::fs::metadata(path).map_err(text)?;
    if !metadata.is_file() {
        return Err("not a plain file".to_owned());
    }
    let mut file = std::fs::File::open(path).map_err(text)?;
    if metadata.len() > limits.whole {
        (&mut file).take(ARCHIVE_HEAD).read_to_end(&mut bytes).map_err(text)?;
        if Kind::of(&bytes).is_none() {
            return Ok(Body::File(path.to_owned()));
        }
        if metadata.len() > MOST_KEPT {
            return Err(too_large("unpack the archive first; records may be files of any size"));
        }
    }
    bytes.reserve_exact(usize::try_from(metadata.len().min(MOST_KEPT)).unwrap_or(0));
    file.take(MOST_KEPT + 1).read_to_end(&mut bytes).map_err(text)?;
    if bytes.len() as u64 > MOST_KEPT {
        return Err("it grows while it is read".to_owned());
    }
    Ok(Body::Bytes(bytes))
}

/// So many bytes show what kind of archive a file is.
const ARCHIVE_HEAD: u64 = 4096;

pub(super) fn too_large(advice: &str) -> String {
    format!("larger than {} MiB; {advice}", MOST_KEPT >> 20)
}

/// What is needed to take archives and long files apart.
struct Unpacking<'a, F> {
    limits: Limits,
    known: &'a (dyn Fn(&[u8; 32]) -> bool + Sync),
    make: &'a F,
}

impl<T: Send, F: Fn(Result<Content, String>) -> T + Sync> Unpacking<'_, F> {
    /// Prepares the files of an archive in batches; what does not fill one stays in `items`. False when `take` has had
    /// enough.
    fn unpack(
        &self,
        source: &FoundFile,
        kind: Kind,
        bytes: &[u8],
        items: &mut Vec<(SourcePath, T)>,
        take: &mut dyn FnMut(Batch<T>) -> bool,
    ) -> bool {
        let (mut waiting, mut size, mut go_on) = (Vec::new(), 0, true);
        archive::unpack(kind, bytes, &mut |name, content| {
            size += content.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let member = Some(name).filter(|name| !name.is_empty());
            waiting.push((SourcePath { path: source.path.clone(), member }, content));
            if waiting.len() >= BATCH_FILES || size > BATCH_BYTES {
                go_on = self.members(std::mem::take(&mut waiting), items, take)
                    && take(Batch { items: std::mem::take(items), sources: 0, bytes: 0 });
                size = 0;
            }
            go_on
        });
        go_on && self.members(waiting, items, take)
    }

    /// Prepares some files of an archive on all cores.
    fn members(
        &self,
        members: Vec<(SourcePath, Result<Vec<u8>, String>)>,
        items: &mut Vec<(SourcePath, T)>,
        take: &mut dyn FnMut(Batch<T>) -> bool,
    ) -> bool {
        let open = |(origin, content): (SourcePath, Result<Vec<u8>, String>)| {
            let opened = match content {
                Err(error) => Opened::File((self.make)(Err(error))),
                Ok(bytes) if bytes.len() as u64 > self.limits.whole => Opened::Long(Body::Bytes(bytes)),
                Ok(bytes) => opened(bytes, self.known, self.make),
            };
            (origin, opened)
        };
        let all: Vec<_> = members.into_par_iter().map(open).collect();
        for (origin, opened) in all {
            match opened {
                Opened::File(item) => items.push((origin, item)),
                Opened::Long(body) => {
                    if !self.pieces(&origin, &body, items, &mut 0, take) {
                        return false;
                    }
                }
                // Archives in archives were opened before.
                Opened::Archive(..) => {}
            }
        }
        true
    }

    /// Gives a long file piece by piece, after what waits already; `told` counts the bytes of what was given. The last piece
    /// stays in `items`. False when `take` has had enough.
    fn pieces(
        &self,
        origin: &SourcePath,
        body: &Body,
        items: &mut Vec<(SourcePath, T)>,
        told: &mut u64,
        take: &mut dyn FnMut(Batch<T>) -> bool,
    ) -> bool {
        let mut pieces = match Survey::new(body) {
            Err(error) => {
                items.push((origin.clone(), (self.make)(Err(error.to_string()))));
                return true;
            }
            Ok(survey) if (self.known)(&survey.sha256) => {
                let known = Content { bytes: Vec::new(), sha256: survey.sha256, chunk: None, document: None };
                items.push((origin.clone(), (self.make)(Ok(known))));
                return true;
            }
            Ok(survey) => match Chunks::new(body, survey, self.limits.piece, self.limits.game) {
                Ok(pieces) => pieces,
                Err(reason) => {
                    items.push((origin.clone(), (self.make)(Err(reason))));
                    return true;
                }
            },
        };
        while let Some(piece) = pieces.next() {
            let is_last = piece.as_ref().map_or(true, |piece| piece.chunk.is_some_and(|part| part.last));
            let bytes = piece.as_ref().map_or(0, |piece| piece.bytes.len() as u64);
            items.push((origin.clone(), (self.make)(piece)));
            if is_last {
                return true;
            }
            *told += bytes;
            if !take(Batch { items: std::mem::take(items), sources: 0, bytes }) {
                return false;
            }
        }
        true
    }
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
fn batches(sources: &[FoundFile]) -> Vec<&[FoundFile]> {
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
    /// The bytes; of a part, its own.
    pub bytes: Vec<u8>,
    /// The SHA-256 of the whole file.
    pub sha256: [u8; 32],
    /// Which part of the file this is, when it was too large to be read whole.
    pub chunk: Option<Chunk>,
    /// What was read already, to find where the part ends.
    pub(super) document: Option<Document>,
}

/// A part of a file that is read piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// How many bytes of the file come before it.
    pub start: u64,
    /// How many bytes the whole file has.
    pub whole: u64,
    /// How many games come before it.
    pub games: usize,
    /// How many lines end before it.
    pub lines: u32,
    /// Nothing comes after it.
    pub last: bool,
}

impl Content {
    /// The content that these bytes are.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let sha256 = Sha256::digest(&bytes).into();
        Self { bytes, sha256, chunk: None, document: None }
    }

    /// Decodes and reads the records.
    #[must_use]
    pub fn read(&mut self) -> Document {
        self.document.take().unwrap_or_else(|| read(&self.bytes))
    }
}
