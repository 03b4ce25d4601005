//! A database of samples, datasets as maps of bytes, and rows of CSV as they are read without kifukura.

use crate::support::{Folder, files_below, samples, stderr, stdout};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

/// A folder with `kura.db`, which has all samples.
pub fn folder_of_samples() -> Folder {
    let folder = Folder::new();
    let samples = samples();
    folder.kura(&["import", "--collection", "samples", "--licence", "CC0-1.0", samples.to_str().unwrap()]);
    folder
}

/// Builds a dataset in `out`; it must work.
pub fn build(folder: &Folder, out: &str, arguments: &[&str]) -> String {
    let output = try_build(folder, out, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

pub fn try_build(folder: &Folder, out: &str, arguments: &[&str]) -> Output {
    folder.kura(&[&["dataset", "build", "--out", out], arguments].concat())
}

/// Every file of a dataset with its bytes.
pub fn bytes_of(folder: &Folder, out: &str) -> BTreeMap<String, Vec<u8>> {
    let root = folder.path(out);
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
    files_below(std::slice::from_ref(&root))
        .iter()
        .map(|path| (name(path), std::fs::read(path).unwrap()))
        .collect()
}

pub fn manifest(folder: &Folder, out: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.path(out).join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The rows of a CSV file under their columns' names.
pub fn csv_rows(folder: &Folder, path: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.path(path)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// A position without the number of its move.
pub fn position(sfen: &str) -> &str {
    sfen.rsplit_once(' ').unwrap().0
}

/// How many records `kura sql` counts.
pub fn count(folder: &Folder, condition: &str) -> u64 {
    let question = format!("SELECT count(*) AS n FROM game g WHERE g.hidden_by IS NULL AND ({condition})");
    let output = folder.kura(&["sql", "--format", "csv", &question]);
    stdout(&output).lines().nth(1).unwrap().parse().unwrap()
}
