//! What an import did, in numbers that add up.

use crate::record::{Code, Severity};
use crate::replay::Agreement;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::Duration;

/// The counts of one import. Serialized, it is one object with these fields in this order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The import's id in the ledger; `None` when it found nothing new, which leaves no trace.
    pub import: Option<i64>,
    /// Files found below the given paths, those in archives included and the archives themselves not.
    pub files: u64,
    /// How many of them lie in archives.
    pub files_in_archives: u64,
    /// Bytes of the files that were read.
    pub bytes: u64,
    /// Files whose content the database knew already; their games are not counted below.
    pub files_known: u64,
    /// Files in which no game was found.
    pub files_without_game: u64,
    /// Files that hold more than one game.
    pub files_with_several: u64,
    /// Files of which not everything was read.
    pub files_cut_short: u64,
    /// Files that could not be read.
    pub files_unreadable: u64,
    /// Which they are, and why.
    pub unreadable: Vec<Unreadable>,
    /// Games found in the files that were read.
    pub games: u64,
    /// Games that are new in the database.
    pub stored: u64,
    /// Stored games that repeat another, when copies are not merged.
    pub copies: u64,
    /// Which of them repeats which game, when that is to be reported.
    pub repeats: Vec<Repeat>,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games that could not be stored.
    pub rejected: u64,
    /// Games with a declared ending among the new ones.
    pub endings_declared: u64,
    /// How declared and verified endings of the new games compare. Serialized by name, with those that are zero.
    #[serde(serialize_with = "every_agreement")]
    pub agreement: BTreeMap<Agreement, u64>,
    /// Rules that illegal moves broke in the new games, by their codes.
    pub broken_rules: BTreeMap<&'static str, u64>,
    /// New games with moves that could not be understood or played.
    pub games_cut_short: u64,
    /// How many files had each encoding.
    pub encodings: BTreeMap<&'static str, u64>,
    /// How many files had each format.
    pub formats: BTreeMap<&'static str, u64>,
    /// How many findings of each code were reported.
    #[serde(serialize_with = "by_id")]
    pub diagnostics: BTreeMap<Code, u64>,
    /// It was ended before everything was read.
    pub interrupted: bool,
    /// The time it took. Serialized in seconds.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
}

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// The file, as it is shown: `games.zip/round3.kif`.
    pub path: String,
    /// Why, and after a semicolon what can be done about it, where something can.
    pub reason: String,
}

/// A stored game that repeats another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Repeat {
    /// The id of the new game.
    pub game: i64,
    /// The id of the game that it repeats.
    pub same_as: i64,
}

/// A number of a summary by itself, for renderings that have rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The field of the summary.
    pub field: String,
    /// Of a field that has several values, which one: an encoding, a code, a path, a game.
    pub item: Option<String>,
    /// The value.
    pub value: serde_json::Value,
}

impl Summary {
    /// True when every game that was found is in exactly one bucket.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.games == self.stored + self.duplicates + self.rejected
    }

    /// Files that could not be read, and findings that are warnings or errors.
    #[must_use]
    pub fn problems(&self) -> u64 {
        let found = self.diagnostics.iter().filter(|(code, _)| code.severity() != Severity::Info);
        self.files_unreadable + found.map(|(_, count)| count).sum::<u64>()
    }

    /// True when nothing was refused.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.rejected == 0
            && self.files_unreadable == 0
            && self.files_without_game == 0
            && self.files_cut_short == 0
    }

    /// The same as rows: one for every number, in the order of the fields.
    ///
    /// # Errors
    /// Only when the summary cannot be serialized, which does not happen.
    pub fn rows(&self) -> serde_json::Result<Vec<SummaryRow>> {
        use serde_json::Value::{Array, Object};
        let mut rows = Vec::new();
        let Object(fields) = serde_json::to_value(self)? else { return Ok(rows) };
        for (field, value) in fields {
            let row = |item: Option<String>, value| SummaryRow { field: field.clone(), item, value };
            match value {
                Object(counts) => rows.extend(counts.into_iter().map(|(item, count)| row(Some(item), count))),
                Array(objects) => rows.extend(objects.iter().filter_map(|object| {
                    let mut values = object.as_object()?.values();
                    let (item, value) = (values.next()?, values.next()?);
                    let item = item.as_str().map_or_else(|| item.to_string(), ToOwned::to_owned);
                    Some(row(Some(item), value.clone()))
                })),
                value => rows.push(row(None, value)),
            }
        }
        Ok(rows)
    }
}

fn every_agreement<S: Serializer>(
    counts: &BTreeMap<Agreement, u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(Agreement::ALL.len()))?;
    for agreement in Agreement::ALL {
        map.serialize_entry(agreement.name(), &counts.get(&agreement).copied().unwrap_or(0))?;
    }
    map.end()
}

fn by_id<S: Serializer>(counts: &BTreeMap<Code, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(code, count)| (code.id(), count)))
}

fn seconds<S: Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_row() {
        let mut summary = Summary { files: 3, elapsed: Duration::from_millis(1500), ..Summary::default() };
        summary.encodings.insert("cp932", 2);
        summary.diagnostics.insert(Code::EmptyFile, 1);
        summary.repeats.push(Repeat { game: 7, same_as: 4 });
        summary.unreadable.push(Unreadable { path: "a.zip".to_owned(), reason: "damaged".to_owned() });
        let rows = summary.rows().unwrap();
        let find = |field: &str, item: Option<&str>| {
            let mut rows = rows.iter();
            let row = rows.find(|row| row.field == field && (row.item.as_deref() == item || item.is_none()));
            row.map(|row| (row.item.as_deref(), row.value.to_string()))
        };
        assert_eq!(find("import", None), Some((None, "null".to_owned())));
        assert_eq!(find("files", None), Some((None, "3".to_owned())));
        assert_eq!(find("unreadable", None), Some((Some("a.zip"), "\"damaged\"".to_owned())));
        assert_eq!(find("repeats", None), Some((Some("7"), "4".to_owned())));
        assert_eq!(find("encodings", None), Some((Some("cp932"), "2".to_owned())));
        assert_eq!(find("diagnostics", None), Some((Some("B001"), "1".to_owned())));
        assert_eq!(find("agreement", Some("agrees")), Some((Some("agrees"), "0".to_owned())));
        assert_eq!(find("seconds", None), Some((None, "1.5".to_owned())));
    }
}
