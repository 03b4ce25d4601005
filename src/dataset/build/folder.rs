//! The folder of a dataset under way: files appear whole or not at all, and what is complete survives an interruption.

use super::BuildError;
use super::file::Rows;
use super::manifest::{FilePart, MANIFEST, Manifest, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What happens to a folder that has something in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// It stays as it is, and nothing is built.
    #[default]
    Refuse,
    /// The dataset in it is replaced; files that are not a dataset's stay.
    Replace,
    /// An interrupted build in it goes on.
    Resume,
}

/// The notes of a build that is not finished.
pub(super) const STATE: &str = "build-state.json";

/// The ending of a file that is being written.
const UNFINISHED: &str = ".part";

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// What is built: the SHA-256 of the manifest without files, and of what is no part of it.
    build: String,
    /// The file that is being written.
    writing: Option<String>,
    finished: Vec<Finished>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Finished {
    file: FilePart,
    left_out: BTreeMap<String, u64>,
}

/// A folder that a dataset is built in.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    existing: Existing,
    state: State,
}

impl Folder {
    /// Makes the folder ready.
    pub fn open(path: &Path, existing: Existing) -> Result<Self, BuildError> {
        let about = |source| BuildError::File { path: path.to_owned(), source };
        fs::create_dir_all(path).map_err(about)?;
        let is_empty = fs::read_dir(path).map_err(about)?.next().is_none();
        if !is_empty && existing == Existing::Refuse {
            return Err(BuildError::NotEmpty { folder: path.to_owned() });
        }
        let folder = Self { path: path.to_owned(), existing, state: State::default() };
        if existing == Existing::Replace {
            folder.clear()?;
        }
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes away what an earlier build made, whether it was finished or not. What is not as it was made is somebody's, and
    /// stays.
    fn clear(&self) -> Result<(), BuildError> {
        let text = |name: &str| fs::read_to_string(self.path.join(name)).ok();
        let manifest: Option<Manifest> = text(MANIFEST).and_then(|text| Manifest::read(&text).ok());
        let state: Option<State> = text(STATE).and_then(|text| serde_json::from_str(&text).ok());
        for (name, is_ours) in [(MANIFEST, manifest.is_some()), (STATE, state.is_some())] {
            if is_ours {
                self.remove(name)?;
            } else {
                self.must_be_free(name)?;
            }
        }
        if let Some(path) = state.as_ref().and_then(|state| state.writing.clone()) {
            self.remove_unfinished(&path)?;
        }
        let built = manifest.into_iter().flat_map(|manifest| manifest.files);
        let unfinished = state.into_iter().flat_map(|state| state.finished).map(|finished| finished.file);
        for file in built.chain(unfinished) {
            let is_whole =
                || digest(&self.path.join(&file.path)).is_ok_and(|(_, sha256)| sha256 == file.sha256);
            if is_inside(&file.path) && !self.is_linked(&file.path) && is_whole() {
                self.remove(&file.path)?;
            }
        }
        Ok(())
    }

    /// Takes away a file that a build was writing when it ended.
    fn remove_unfinished(&self, path: &str) -> Result<(), BuildError> {
        if is_inside(path) && !self.is_linked(path) {
            self.remove(&format!("{path}{UNFINISHED}"))?;
        }
        Ok(())
    }

    /// Whether a link stands in a path below the folder, behind which something else lies.
    fn is_linked(&self, path: &str) -> bool {
        let mut place = self.path.clone();
        path.split('/').any(|part| {
            place.push(part);
            fs::symlink_metadata(&place).is_ok_and(|there| there.is_symlink())
        })
    }

    /// Refuses to write where something lies that no build made.
    fn must_be_free(&self, path: &str) -> Result<(), BuildError> {
        let is_there = fs::symlink_metadata(self.path.join(path)).is_ok();
        if is_there || self.is_linked(path) {
            return Err(BuildError::Foreign { path: self.path.join(path) });
        }
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), BuildError> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(BuildError::File { path, source: error })
            }
            _ => Ok(()),
        }
    }

    /// Begins, or goes on with, a build of which this is known so far.
    /// `beside` is what decides about the bytes and is not to be read anywhere.
    pub fn begin(&mut self, manifest: &Manifest, beside: &str) -> Result<(), BuildError> {
        let build = hex(&Sha256::new().chain_update(manifest.text()).chain_update(beside).finalize());
        if self.existing == Existing::Resume {
            let refused = |reason: &str| BuildError::NotResumed {
                folder: self.path.clone(),
                reason: reason.to_owned(),
            };
            match fs::read_to_string(self.path.join(STATE)) {
                Ok(text) => {
                    let state: State =
                        serde_json::from_str(&text).map_err(|_| refused("its notes are damaged"))?;
                    if state.build != build {
                        return Err(refused("it was begun with other options or another database"));
                    }
                    self.state = state;
                    if let Some(path) = self.state.writing.take() {
                        self.remove_unfinished(&path)?;
                    }
                }
                Err(_) if self.path.join(MANIFEST).exists() => return Err(refused("it is finished")),
                Err(_) if fs::read_dir(&self.path)?.next().is_some() => {
                    return Err(refused("there are no notes of it"));
                }
                Err(_) => {}
            }
        }
        self.state.build = build;
        self.save()
    }

    fn save(&self) -> Result<(), BuildError> {
        let text = serde_json::to_string_pretty(&self.state).map_err(io::Error::other)?;
        let (path, new) = (self.path.join(STATE), self.path.join(STATE.to_owned() + UNFINISHED));
        let about = |source| BuildError::File { path: path.clone(), source };
        fs::write(&new, text).map_err(about)?;
        fs::rename(&new, &path).map_err(about)
    }

    /// A file that an interrupted build finished and that is still what it was.
    pub fn kept(&self, path: &str) -> Option<(FilePart, Rows)> {
        let Finished { file, left_out } =
            self.state.finished.iter().find(|finished| finished.file.path == path)?;
        let (bytes, sha256) = digest(&self.path.join(path)).ok()?;
        let rows = Rows { rows: file.rows, left_out: left_out.clone() };
        (bytes == file.bytes && sha256 == file.sha256).then(|| (file.clone(), rows))
    }

    /// Notes that a file is finished.
    pub fn note(&mut self, file: &FilePart, rows: &Rows) -> Result<(), BuildError> {
        self.state.finished.retain(|finished| finished.file.path != file.path);
        self.state.finished.push(Finished { file: file.clone(), left_out: rows.left_out.clone() });
        self.save()
    }

    /// Writes a file.
    pub fn write(
        &mut self,
        path: &str,
        write: impl FnOnce(Hashed) -> Result<Rows, BuildError>,
    ) -> Result<(FilePart, Rows), BuildError> {
        let is_ours = self.state.finished.iter().any(|finished| finished.file.path == path);
        if !is_ours || self.is_linked(path) {
            self.must_be_free(path)?;
        }
        self.must_be_free(&format!("{path}{UNFINISHED}"))?;
        self.state.writing = Some(path.to_owned());
        self.save()?;
        let to = self.path.join(path);
        let about = |source| BuildError::File { path: to.clone(), source };
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(about)?;
        }
        let mut name = to.clone().into_os_string();
        name.push(UNFINISHED);
        let unfinished = PathBuf::from(name);
        let hash = std::sync::Arc::new(std::sync::Mutex::new((Sha256::new(), 0_u64)));
        let file = File::create(&unfinished).map_err(about)?;
        let output =
            Hashed { file: BufWriter::with_capacity(1 << 16, file), hash: std::sync::Arc::clone(&hash) };
        let rows = write(output)?;
        let (sha256, bytes) = {
            let state = hash.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            (hex(&state.0.clone().finalize()), state.1)
        };
        File::open(&unfinished).and_then(|file| file.sync_all()).map_err(about)?;
        fs::rename(&unfinished, &to).map_err(about)?;
        let format = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned();
        let part = FilePart {
            path: path.to_owned(),
            table: None,
            format,
            split: None,
            partition: None,
            rows: rows.rows,
            bytes,
            sha256,
        };
        Ok((part, rows))
    }

    /// Writes the manifest, with which the dataset is complete.
    pub fn finish(self, manifest: &Manifest) -> Result<(), BuildError> {
        let path = self.path.join(MANIFEST);
        let about = |source| BuildError::File { path: path.clone(), source };
        let new = self.path.join(MANIFEST.to_owned() + UNFINISHED);
        fs::write(&new, manifest.text()).map_err(about)?;
        fs::rename(&new, &path).map_err(about)?;
        self.remove(STATE)
    }
}

/// Whether a path of a manifest stays inside its folder.
pub(super) fn is_inside(path: &str) -> bool {
    let is_plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':']);
    path.split('/').all(is_plain)
}

/// A file whose bytes are hashed while they are written.
pub(super) struct Hashed {
    file: BufWriter<File>,
    hash: std::sync::Arc<std::sync::Mutex<(Sha256, u64)>>,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        let mut state = self.hash.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.0.update(&bytes[..written]);
        state.1 += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How many bytes a file has, and their SHA-256.
pub(super) fn digest(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, hex(&hash.finalize()))),
            read => {
                hash.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}
