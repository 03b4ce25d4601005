//! Proving a dataset: everything that its manifest says is computed again.

use super::folder::{STATE, digest, is_inside};
use super::manifest::{CARD, CROISSANT, FilePart, GAME_IDS, MANIFEST, Manifest};
use super::previous::read_games;
use super::{BuildError, card, croissant};
use crate::formats::packed::{hcpe, psv};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// What is wrong with a dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, below the dataset's folder.
    pub path: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Fault {
    fn new(path: &str, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }
}

/// Computes everything again that the manifest of the dataset in a folder says, and returns the manifest with what is
/// wrong. A manifest that was changed itself is an only fault, since nothing can be held against it.
///
/// # Errors
/// When the folder has no manifest that can be read as one.
pub fn verify(folder: &Path) -> Result<(Option<Manifest>, Vec<Fault>), BuildError> {
    let path = folder.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8(bytes),
        Err(_) if folder.join(STATE).exists() => {
            return Err(BuildError::Unfinished { folder: folder.to_owned() });
        }
        Err(source) => return Err(BuildError::File { path, source }),
    };
    let read = text.map_err(|_| "it is not UTF-8".to_owned()).and_then(|text| Manifest::read(&text));
    let manifest = match read {
        Ok(manifest) => manifest,
        Err(reason) => return Ok((None, vec![Fault::new(MANIFEST, reason)])),
    };
    let mut faults = Vec::new();
    for file in &manifest.files {
        check_file(folder, &manifest, file, &mut faults);
    }
    check_sums(folder, &manifest, &mut faults);
    check_descriptions(folder, &manifest, &mut faults);
    check_strangers(folder, &manifest, &mut faults)?;
    Ok((Some(manifest), faults))
}

fn check_file(folder: &Path, manifest: &Manifest, file: &FilePart, faults: &mut Vec<Fault>) {
    if !is_inside(&file.path) {
        faults.push(Fault::new(&file.path, "its name leads out of the folder"));
        return;
    }
    let path = folder.join(&file.path);
    if fs::symlink_metadata(&path).is_ok_and(|there| there.is_symlink()) {
        faults.push(Fault::new(&file.path, "it is a link, and the file lies elsewhere"));
        return;
    }
    match digest(&path) {
        Err(error) => faults.push(Fault::new(&file.path, format!("it cannot be read: {error}"))),
        Ok((bytes, _)) if bytes != file.bytes => {
            faults.push(Fault::new(&file.path, format!("it has {bytes} bytes and not {}", file.bytes)));
        }
        Ok((_, sha256)) if sha256 != file.sha256 => {
            faults.push(Fault::new(&file.path, "its SHA-256 is another"));
        }
        Ok(_) => match rows(&path, manifest, file) {
            Ok(Some(rows)) if rows != file.rows => {
                faults.push(Fault::new(&file.path, format!("it has {rows} rows and not {}", file.rows)));
            }
            Ok(_) => {}
            Err(error) => faults.push(Fault::new(&file.path, format!("its rows cannot be counted: {error}"))),
        },
    }
}

/// How many rows a file has; `None` where only reading every game would say.
fn rows(path: &Path, manifest: &Manifest, file: &FilePart) -> io::Result<Option<u64>> {
    let lines = || {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        let (mut lines, mut line) = (0_u64, Vec::new());
        while reader.read_until(b'\n', &mut line)? > 0 {
            lines += 1;
            line.clear();
        }
        Ok::<_, io::Error>(lines)
    };
    Ok(match file.format.as_str() {
        "parquet" => {
            let reader = SerializedFileReader::new(File::open(path)?).map_err(io::Error::other)?;
            u64::try_from(reader.metadata().file_metadata().num_rows()).ok()
        }
        "psv" => Some(file.bytes / psv::RECORD_BYTES as u64),
        "hcpe" => Some(file.bytes / hcpe::RECORD_BYTES as u64),
        "jsonl" | "usi" | "sfen" => Some(lines()?),
        "csv" if file.path == GAME_IDS => Some(manifest.games),
        // Cells may have line feeds.
        "csv" => Some(csv::Reader::from_path(path)?.into_byte_records().count() as u64),
        _ => None,
    })
}

/// Compares what the manifest counts in several ways.
fn check_sums(folder: &Path, manifest: &Manifest, faults: &mut Vec<Fault>) {
    let accounted = manifest.accounted();
    if accounted != manifest.database.records {
        let reason = format!("games and exclusions are {accounted} and not {}", manifest.database.records);
        faults.push(Fault::new(MANIFEST, reason));
    }
    let endings = &manifest.endings;
    for (name, counts) in [
        ("declared endings", &endings.declared),
        ("verified endings", &endings.verified),
        ("agreements", &endings.agreement),
        ("results", &endings.results),
    ] {
        let sum: u64 = counts.values().sum();
        if sum != manifest.games {
            faults.push(Fault::new(MANIFEST, format!("its {name} are {sum} and not {}", manifest.games)));
        }
    }
    match read_games(folder) {
        Ok(games) => {
            if games.len() as u64 != manifest.games {
                let reason = format!("it names {} games and not {}", games.len(), manifest.games);
                faults.push(Fault::new(GAME_IDS, reason));
            }
            let mut parts: HashMap<&str, u64> = HashMap::new();
            games.values().for_each(|part| *parts.entry(part).or_default() += 1);
            for split in &manifest.splits {
                let games = parts.get(split.name.as_str()).copied().unwrap_or_default();
                if games != split.games {
                    let reason = format!("the part {} has {games} games and not {}", split.name, split.games);
                    faults.push(Fault::new(GAME_IDS, reason));
                }
            }
        }
        Err(error) => faults.push(Fault::new(GAME_IDS, error.to_string())),
    }
}

/// Makes the card and the description again.
fn check_descriptions(folder: &Path, manifest: &Manifest, faults: &mut Vec<Fault>) {
    let mut tables = manifest.clone();
    tables.files.retain(|file| file.path != CARD && file.path != CROISSANT);
    for (path, wanted) in [(CARD, card::text(&tables)), (CROISSANT, croissant::text(&tables))] {
        match fs::read_to_string(folder.join(path)) {
            Ok(text) if text == wanted => {}
            Ok(_) => faults.push(Fault::new(path, "it does not say what the manifest says")),
            Err(error) => faults.push(Fault::new(path, format!("it cannot be read: {error}"))),
        }
    }
}

/// Finds files that the manifest does not name.
fn check_strangers(folder: &Path, manifest: &Manifest, faults: &mut Vec<Fault>) -> Result<(), BuildError> {
    let known: BTreeSet<&str> =
        manifest.files.iter().map(|file| file.path.as_str()).chain([MANIFEST]).collect();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| BuildError::Write(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        if !known.contains(path.as_str()) {
            faults.push(Fault::new(&path, "the manifest does not name it"));
        }
    }
    Ok(())
}
