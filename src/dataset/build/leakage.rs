//! How much the parts of a dataset share: positions of one that stand in another as well.

use super::manifest::LeakageRow;
use crate::dataset::table::Sorter;
use std::collections::HashMap;
use std::io;

/// The bands of plies, each with its first; the ply of a position is the number of the move that is made in it.
pub(super) const BANDS: [(&str, u32); 5] =
    [("1-10", 1), ("11-20", 11), ("21-40", 21), ("41-80", 41), ("81-", 81)];

fn band_of(ply: u32) -> u8 {
    let number = BANDS.iter().rposition(|(_, first)| ply + 1 >= *first).unwrap_or(0);
    u8::try_from(number).unwrap_or(0)
}

/// Gathers the positions of all parts.
#[derive(Debug)]
pub(super) struct Positions(Sorter);

/// What is known of positions that stand in several parts.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// The part that keeps each, by its key.
    keepers: HashMap<u64, u8>,
    /// The rows of each part and band, and how many of them stand in the first part too.
    rows: Vec<[(u64, u64); BANDS.len()]>,
}

impl Positions {
    pub fn new(sorter: Sorter) -> Self {
        Self(sorter)
    }

    /// Adds a position of a part, after so many plies, of a game that was in the earlier dataset or not.
    pub fn push(&mut self, key: u64, part: u8, ply: u32, is_earlier: bool) -> io::Result<()> {
        self.0.push(key, &[part, band_of(ply), u8::from(is_earlier)])
    }

    /// Compares them all; `keeps` says whether it is to be known which part keeps a shared position.
    pub fn compare(self, parts: usize, keeps: bool) -> io::Result<Shared> {
        let mut shared = Shared { keepers: HashMap::new(), rows: vec![Default::default(); parts] };
        let mut seen = Seen { bands: vec![Default::default(); parts], earlier: vec![false; parts] };
        let mut current = None;
        self.0.each(|key, row| {
            if let Some(before) = current.replace(key).filter(|before| *before != key) {
                shared.count(before, &mut seen, keeps);
            }
            if let [part, band, is_earlier] = row
                && let Some(bands) = seen.bands.get_mut(usize::from(*part))
                && let Some(rows) = bands.get_mut(usize::from(*band))
            {
                *rows += 1;
                seen.earlier[usize::from(*part)] |= *is_earlier == 1;
            }
            Ok(())
        })?;
        if let Some(last) = current {
            shared.count(last, &mut seen, keeps);
        }
        Ok(shared)
    }
}

/// Where one position was seen.
struct Seen {
    /// How often in each band of each part.
    bands: Vec<[u64; BANDS.len()]>,
    /// In which parts of the earlier dataset.
    earlier: Vec<bool>,
}

impl Shared {
    /// Counts a position, and forgets where it was seen.
    fn count(&mut self, key: u64, seen: &mut Seen, keeps: bool) {
        let is_there = |bands: &[u64; BANDS.len()]| bands.iter().any(|rows| *rows > 0);
        let holders = || (0_u8..).zip(&seen.bands).filter(|(_, bands)| is_there(bands)).map(|(part, _)| part);
        if keeps && holders().nth(1).is_some() {
            // A part of the earlier dataset that had it keeps it, else the first of all.
            let earlier = (0_u8..).zip(&seen.earlier).find(|(_, had)| **had).map(|(part, _)| part);
            if let Some(keeper) = earlier.or_else(|| holders().next()) {
                self.keepers.insert(key, keeper);
            }
        }
        let in_first = seen.bands.first().is_some_and(is_there);
        for (rows, bands) in self.rows.iter_mut().zip(&seen.bands) {
            for ((all, leaked), number) in rows.iter_mut().zip(bands) {
                *all += number;
                *leaked += if in_first { *number } else { 0 };
            }
        }
        seen.bands.iter_mut().for_each(|bands| *bands = Default::default());
        seen.earlier.fill(false);
    }
}

impl Shared {
    /// Whether a part keeps a position.
    pub fn keeps(&self, key: u64, part: u8) -> bool {
        self.keepers.get(&key).is_none_or(|keeper| *keeper == part)
    }

    /// How many rows each part gives up, since another part keeps the position, are counted where they are left out; here is
    /// what they were before.
    pub fn table(&self, names: &[String]) -> Vec<LeakageRow> {
        let mut rows = Vec::new();
        for (name, bands) in names.iter().zip(&self.rows).skip(1) {
            for ((plies, _), (positions, shared)) in BANDS.iter().zip(bands) {
                let plies = (*plies).to_owned();
                rows.push(LeakageRow { split: name.clone(), plies, positions: *positions, shared: *shared });
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_begin_where_they_say() {
        assert_eq!([0, 9, 10, 19, 20, 39, 40, 79, 80, 500].map(band_of), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    }

    #[test]
    fn shared_positions_are_counted_and_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut positions = Positions::new(Sorter::new(folder.path().to_owned()));
        for (key, part, ply) in [
            (7, 0, 0),
            (7, 0, 0),
            (7, 1, 0),
            (8, 1, 12),
            (8, 2, 12),
            (9, 2, 100),
            (7, 2, 3),
            (6, 0, 5),
            (6, 1, 5),
        ] {
            positions.push(key, part, ply, (key, part) == (6, 1)).unwrap();
        }
        let shared = positions.compare(3, true).unwrap();
        let keeps = |key| [0, 1, 2].map(|part| shared.keeps(key, part));
        assert_eq!(keeps(7), [true, false, false]);
        assert_eq!(keeps(8), [false, true, false]);
        assert_eq!(keeps(9), [true; 3]);
        // The part of the earlier dataset keeps it.
        assert_eq!(keeps(6), [false, true, false]);
        let names = ["a", "b", "c"].map(str::to_owned);
        let table = shared.table(&names);
        let row = |split: &str, plies: &str| {
            let row = table.iter().find(|row| row.split == split && row.plies == plies).unwrap();
            (row.positions, row.shared)
        };
        assert_eq!(row("b", "1-10"), (2, 2));
        assert_eq!(row("b", "11-20"), (1, 0));
        assert_eq!(row("c", "1-10"), (1, 1));
        assert_eq!(row("c", "81-"), (1, 0));
    }
}
