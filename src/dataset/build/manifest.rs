//! The manifest: what a dataset is made of, from which everything else that describes it follows.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";
/// The name of the card's file.
pub const CARD: &str = "README.md";
/// The name of the file for programs that look for datasets.
pub const CROISSANT: &str = "croissant.json";
/// The name of the file that says which games there are and in which part.
pub const GAME_IDS: &str = "game_ids.csv";

/// The number of this form of the manifest.
const FORMAT: u32 = 1;

/// What a dataset is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of the manifest.
    pub format: u32,
    /// The program that made it.
    pub program: String,
    /// The dataset's name.
    pub name: String,
    /// What one line says about it.
    pub title: String,
    /// The licence under which it is given away, if one was named.
    pub licence: Option<String>,
    /// The database that it comes from.
    pub database: DatabasePart,
    /// What was asked for: options by their names, those that were not given with their defaults.
    pub selection: BTreeMap<String, serde_json::Value>,
    /// How many games it has.
    pub games: u64,
    /// Why the other records of the database are not in it, each under the first reason that holds.
    pub excluded: Vec<Excluded>,
    /// The games by how they ended.
    pub endings: Endings,
    /// The parts.
    pub splits: Vec<SplitPart>,
    /// How many positions of a part stand in the first part too, before any was left out.
    pub leakage: Vec<LeakageRow>,
    /// Rows that a format cannot hold, or that another part has.
    pub left_out: Vec<LeftOut>,
    /// The imports that the games come from.
    pub provenance: Vec<Provenance>,
    /// Every file but this one.
    pub files: Vec<FilePart>,
    /// The SHA-256 of this file with nothing between the quotation marks here.
    pub sha256: String,
}

/// A database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabasePart {
    /// The SHA-256 over the sorted content ids of its records, eight bytes each, the highest first.
    pub fingerprint: String,
    /// How many records it has that are not hidden.
    pub records: u64,
}

/// Records that are not in the dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Why: a condition that they do not meet, or a rule of the dataset.
    pub reason: String,
    /// How many.
    pub games: u64,
}

/// The games of the dataset by how they ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endings {
    /// By the ending that the record declares.
    pub declared: BTreeMap<String, u64>,
    /// By the ending that the moves verify.
    pub verified: BTreeMap<String, u64>,
    /// By how the two compare.
    pub agreement: BTreeMap<String, u64>,
    /// By who won: `black`, `white`, `draw`, `unknown`.
    pub results: BTreeMap<String, u64>,
}

/// A part of the dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitPart {
    /// Its name.
    pub name: String,
    /// The share that was asked for.
    pub share: f64,
    /// How many games it has.
    pub games: u64,
}

/// How much one part shares with the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeakageRow {
    /// The part.
    pub split: String,
    /// The band of plies: numbers of the moves that are made in the positions.
    pub plies: String,
    /// The positions of the part in this band.
    pub positions: u64,
    /// How many of them stand in the first part too.
    pub shared: u64,
}

/// Rows that are not in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The table.
    pub table: String,
    /// The format; nothing when it is the same in all.
    pub format: Option<String>,
    /// The part, if there are parts.
    pub split: Option<String>,
    /// Why.
    pub reason: String,
    /// How many.
    pub rows: u64,
}

/// An import that games come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The name of the collection, if the import had one.
    pub collection: Option<String>,
    /// Its licence, if the import had one.
    pub licence: Option<String>,
    /// How many games of the dataset come from it first.
    pub games: u64,
}

/// A file of the dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePart {
    /// Where it lies, with `/` between folders.
    pub path: String,
    /// The table, if it is one.
    pub table: Option<String>,
    /// The format.
    pub format: String,
    /// The part, if there are parts.
    pub split: Option<String>,
    /// The year or the source, if there is a file for each.
    pub partition: Option<String>,
    /// How many rows it has.
    pub rows: u64,
    /// How many bytes.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: String,
}

impl Manifest {
    /// A manifest of nothing.
    pub(super) fn new(name: String, title: String, licence: Option<String>, database: DatabasePart) -> Self {
        Self {
            format: FORMAT,
            program: format!("kifukura {}", env!("CARGO_PKG_VERSION")),
            name,
            title,
            licence,
            database,
            selection: BTreeMap::new(),
            games: 0,
            excluded: Vec::new(),
            endings: Endings::default(),
            splits: Vec::new(),
            leakage: Vec::new(),
            left_out: Vec::new(),
            provenance: Vec::new(),
            files: Vec::new(),
            sha256: String::new(),
        }
    }

    /// The text of its file.
    #[must_use]
    pub fn text(&self) -> String {
        let plain = |sha256: String| {
            let manifest = Self { sha256, ..self.clone() };
            // A manifest has only what JSON can hold.
            serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n"
        };
        plain(hex(&Sha256::digest(plain(String::new()))))
    }

    /// Reads the text of a manifest's file. It has to be exactly what [`text`](Self::text) makes of it.
    ///
    /// # Errors
    /// In words.
    pub fn read(text: &str) -> Result<Self, String> {
        let manifest: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if manifest.format != FORMAT {
            return Err(format!("its form is number {}, and this program knows {FORMAT}", manifest.format));
        }
        if manifest.text() != text {
            return Err("it was changed: its own sha256 is another".to_owned());
        }
        Ok(manifest)
    }

    /// The records of the database that are in the dataset and that are not, added up.
    #[must_use]
    pub fn accounted(&self) -> u64 {
        self.games + self.excluded.iter().map(|excluded| excluded.games).sum::<u64>()
    }

    /// The files of a table in a format.
    pub fn files_of<'a>(&'a self, table: &'a str, format: &'a str) -> impl Iterator<Item = &'a FilePart> {
        self.files.iter().filter(move |file| file.table.as_deref() == Some(table) && file.format == format)
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_of_a_manifest_is_found() {
        let database = DatabasePart { fingerprint: "ab".repeat(32), records: 7 };
        let mut manifest = Manifest::new("x".to_owned(), "a title".to_owned(), None, database);
        manifest.splits.push(SplitPart { name: "train".to_owned(), share: 0.95, games: 3 });
        let text = manifest.text();
        let read = Manifest::read(&text).unwrap();
        assert_eq!(Manifest { sha256: String::new(), ..read }, manifest);
        for index in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[index] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(Manifest::read(&changed).is_err(), "byte {index} of {text}");
            }
        }
    }
}
