//! What tells two datasets apart.

use super::BuildError;
use super::manifest::{MANIFEST, Manifest};
use super::previous::read_games;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// A value that is another in the second dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is.
    pub what: String,
    /// In the first; nothing where it has none.
    pub before: Option<String>,
    /// In the second.
    pub after: Option<String>,
}

/// What tells two datasets apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What was asked for, and what is said of the whole.
    pub changes: Vec<Change>,
    /// How many games are only in the second.
    pub added: u64,
    /// How many are only in the first.
    pub removed: u64,
    /// How many are in both.
    pub common: u64,
    /// How many of these are in another part.
    pub moved: u64,
    /// Files that are only in one, or have other bytes.
    pub files: Vec<Change>,
}

impl Difference {
    /// True when the datasets are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { common: self.common, ..Self::default() }
    }
}

/// Compares the datasets in two folders.
///
/// # Errors
/// When one of them has no manifest or no list of games that can be read.
pub fn compare(before: &Path, after: &Path) -> Result<Difference, BuildError> {
    let [first, second] = [read(before)?, read(after)?];
    let mut found = Difference { changes: changes(&said(&first), &said(&second)), ..Difference::default() };
    found.files = changes(&hashes(&first), &hashes(&second));
    let [old, new] = [read_games(before)?, read_games(after)?];
    count_games(&old, &new, &mut found);
    Ok(found)
}

fn read(folder: &Path) -> Result<Manifest, BuildError> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|source| BuildError::File { path, source })?;
    Manifest::read(&text).map_err(|reason| BuildError::Manifest { reason })
}

/// What a manifest says beside its files, by names with dots.
fn said(manifest: &Manifest) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let value = serde_json::to_value(manifest).unwrap_or_default();
    for (name, value) in value.as_object().into_iter().flatten() {
        if !matches!(name.as_str(), "files" | "sha256") {
            flatten(name, value, &mut all);
        }
    }
    all
}

fn flatten(name: &str, value: &Value, all: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(field, value)| flatten(&format!("{name}.{field}"), value, all));
        }
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                let key = row_name(value).unwrap_or_else(|| number.to_string());
                flatten(&format!("{name}.{key}"), value, all);
            }
        }
        Value::String(text) => drop(all.insert(name.to_owned(), text.clone())),
        Value::Null => {}
        value => drop(all.insert(name.to_owned(), value.to_string())),
    }
}

/// By what a row of a manifest's list is known.
fn row_name(value: &Value) -> Option<String> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    if let (Some(split), Some(plies)) = (text("split"), text("plies")) {
        return Some(format!("{split} {plies}"));
    }
    text("reason").or_else(|| text("name")).or_else(|| text("collection")).map(str::to_owned)
}

fn hashes(manifest: &Manifest) -> BTreeMap<String, String> {
    let files = manifest.files.iter();
    files.map(|file| (file.path.clone(), format!("{} rows, {}", file.rows, file.sha256))).collect()
}

fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<Change> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |name: &String| {
        let (before, after) = (before.get(name), after.get(name));
        let changed = before != after;
        changed.then(|| Change { what: name.clone(), before: before.cloned(), after: after.cloned() })
    };
    names.into_iter().filter_map(change).collect()
}

fn count_games(old: &HashMap<String, String>, new: &HashMap<String, String>, found: &mut Difference) {
    for (game, part) in old {
        match new.get(game) {
            None => found.removed += 1,
            Some(other) => {
                found.common += 1;
                found.moved += u64::from(part != other);
            }
        }
    }
    found.added = new.keys().filter(|game| !old.contains_key(*game)).count() as u64;
}
