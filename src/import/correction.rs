//! Records that are corrected versions of records which were seen under the same path before.

use crate::store::{self, Connection, SeenFiles, SourceRecord, StoreError};
use std::collections::{HashMap, HashSet};

/// A record that corrects an earlier one of the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The file, as it is shown.
    pub path: String,
    /// The game of the corrected record.
    pub game: i64,
    /// The game of the record that it corrects.
    pub corrects: i64,
    /// Whether that game gave way to it; else both are counted.
    pub is_replaced: bool,
}

/// Shorter games are alike by chance, in plies.
const SHORT: usize = 20;

/// The corrections in files that were seen now.
pub(super) fn corrections(connection: &Connection, seen: &SeenFiles) -> Result<Vec<Correction>, StoreError> {
    let mut found: Vec<Correction> = Vec::new();
    let mut corrected = HashSet::new();
    for twice in store::earlier_sources(connection, seen)? {
        let now = store::records_of_source(connection, twice.now)?;
        let before = store::records_of_source(connection, twice.before)?;
        for (game, corrects) in pairs(&now, &before) {
            // Of several earlier versions each is corrected once.
            if corrected.insert(corrects) {
                found.push(Correction { path: twice.path.clone(), game, corrects, is_replaced: false });
            }
        }
    }
    Ok(found)
}

/// The games of records that are only in the later version of a file, each with the game of the record that it corrects,
/// which is only in the earlier one.
fn pairs(now: &[SourceRecord], before: &[SourceRecord]) -> Vec<(i64, i64)> {
    let games = |records: &[SourceRecord]| records.iter().map(|record| record.game).collect::<HashSet<i64>>();
    let (there_now, there_before) = (games(now), games(before));
    let new: Vec<&SourceRecord> = now.iter().filter(|record| !there_before.contains(&record.game)).collect();
    let mut old: HashMap<i64, &SourceRecord> = before
        .iter()
        .filter(|record| !there_now.contains(&record.game))
        .map(|record| (record.number, record))
        .collect();
    let mut pairs = Vec::new();
    let mut left = Vec::new();
    for record in new {
        match old.get(&record.number).filter(|other| is_correction(record, other)) {
            Some(other) => {
                pairs.push((record.game, other.game));
                old.remove(&record.number);
            }
            None => left.push(record),
        }
    }
    // Records may have come or gone before it, so that its number is another one.
    let mut by_moves: HashMap<&[u8], Vec<&SourceRecord>> = HashMap::new();
    let mut others: Vec<&SourceRecord> = old.into_values().collect();
    others.sort_by_key(|record| std::cmp::Reverse(record.number));
    for record in others {
        by_moves.entry(&record.moves).or_default().push(record);
    }
    for record in left.into_iter().filter(|record| record.moves.len() >= 2 * SHORT) {
        let alike = by_moves.get_mut(record.moves.as_slice());
        if let Some(other) = alike.and_then(|alike| alike.pop_if(|other| is_correction(record, other))) {
            pairs.push((record.game, other.game));
        }
    }
    pairs
}

/// Whether a record reads as another one with something put right: a name, a day, a move. Two games that a file had one
/// after the other under its name are none.
fn is_correction(new: &SourceRecord, old: &SourceRecord) -> bool {
    let facts =
        [(&new.players[0], &old.players[0]), (&new.players[1], &old.players[1]), (&new.day, &old.day)];
    let known = || facts.iter().filter_map(|(new, old)| Some((new.as_ref()?, old.as_ref()?)));
    let equal = known().filter(|(new, old)| new == old).count();
    if equal == facts.len() {
        return true;
    }
    if new.start != old.start {
        return false;
    }
    let is_swapped = new.players[0] == old.players[1] && new.players[1] == old.players[0];
    let other = if is_swapped { 0 } else { known().count() - equal };
    let (new, old) = (new.moves.as_chunks::<2>().0, old.moves.as_chunks::<2>().0);
    let common = new.iter().zip(old).take_while(|(new, old)| new == old).count();
    let longest = new.len().max(old.len());
    if longest < SHORT {
        return new == old && other <= 1;
    }
    2 * common >= longest && (other <= 1 || equal > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str, black: &str, white: &str, day: &str) -> SourceRecord {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        SourceRecord {
            number: 0,
            game: 1,
            start: None,
            moves: moves.bytes().flat_map(|byte| [byte, 0]).collect(),
            players: [text(black), text(white)],
            day: text(day),
        }
    }

    #[test]
    fn what_corrects_what() {
        let long = "abcdefghijklmnopqrstuvwxyz";
        let other_end = "abcdefghijklmnopqrsTUVWXYZ";
        let day = "2024-05-01";
        for (old, new, want) in [
            (record("ab", "A", "B", day), record("ab", "C", "B", day), true),
            (record("ab", "A", "B", day), record("ab", "B", "A", day), true),
            (record("ab", "A", "B", day), record("ab", "A", "B", "2024-05-02"), true),
            (record("ab", "A", "B", ""), record("ab", "A", "B", day), true),
            (record("ab", "", "", ""), record("ab", "A", "B", day), true),
            (record("ab", "A", "B", day), record("xy", "A", "B", day), true),
            (record("ab", "A", "B", day), record("ax", "C", "B", day), false),
            (record("ab", "A", "B", day), record("ab", "C", "B", "2024-05-02"), false),
            (record("ab", "A", "B", day), record("ab", "C", "D", day), false),
            (record(long, "A", "B", day), record(long, "C", "D", day), true),
            (record(long, "A", "B", day), record(other_end, "C", "B", day), true),
            (record(long, "A", "B", day), record(other_end, "C", "D", "2024-06-01"), false),
            (record(long, "A", "B", day), record("xyz", "A", "C", day), false),
        ] {
            assert_eq!(is_correction(&new, &old), want, "{new:?} {old:?}");
        }
    }
}
