//! The names of the openings of a block of games, as bytes.

use super::game_facts::BLOCK_GAMES;
use crate::classify::FoundName;
use crate::rules::{ByColor, Color};

const ZSTD_LEVEL: i32 = 3;

/// More names than this a game of a block has not on average.
const MOST_NAMES: usize = 512;

/// A name and the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName(u16);

impl SideName {
    fn new(side: Color, place: usize) -> Option<Self> {
        let place = u16::try_from(place).ok().filter(|place| *place < 1 << 15)?;
        Some(Self(place << 1 | side as u16))
    }

    /// The side that has it.
    #[must_use]
    pub const fn side(self) -> Color {
        if self.0 & 1 == Color::Black as u16 { Color::Black } else { Color::White }
    }

    /// The name's place among the definitions.
    #[must_use]
    pub const fn place(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// The names of the games of a block, by `id % BLOCK_GAMES`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockNames {
    /// For each game where its names end.
    ends: Vec<u32>,
    names: Vec<SideName>,
    /// The plies after which they held first; empty where they were not read.
    plies: Vec<u32>,
}

impl BlockNames {
    /// The names of a game, by the ply at which they held first.
    pub fn of(&self, index: usize) -> &[SideName] {
        self.range(index).and_then(|range| self.names.get(range)).unwrap_or_default()
    }

    /// The names of a game with their plies.
    pub fn found(&self, index: usize) -> ByColor<Vec<FoundName>> {
        let mut found = ByColor::<Vec<FoundName>>::default();
        let plies = self.range(index).and_then(|range| self.plies.get(range)).unwrap_or_default();
        for (name, ply) in self.of(index).iter().zip(plies) {
            found[name.side()].push(FoundName { ply: *ply, place: name.place() });
        }
        found
    }

    /// How many games it has room for.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(start as usize..*self.ends.get(index)? as usize)
    }

    /// The names of other games put in the place of those that there are, in the order of the games' indices; an empty
    /// entry takes a game's names away.
    pub fn with(&self, changed: &[(usize, ByColor<Vec<FoundName>>)]) -> Self {
        let last = changed.last().map_or(0, |(index, _)| index + 1);
        let mut made = Self::default();
        let mut changed = changed.iter().peekable();
        for index in 0..self.len().max(last) {
            match changed.next_if(|(other, _)| *other == index) {
                Some((_, found)) => made.add(found),
                None => made.add(&self.found(index)),
            }
        }
        made
    }

    fn add(&mut self, found: &ByColor<Vec<FoundName>>) {
        let mut all: Vec<(u32, usize, Color)> = Vec::with_capacity(found.black.len() + found.white.len());
        for color in Color::ALL {
            all.extend(found[color].iter().map(|name| (name.ply, name.place, color)));
        }
        all.sort_unstable();
        for (ply, place, color) in all {
            if let Some(name) = SideName::new(color, place) {
                self.names.push(name);
                self.plies.push(ply);
            }
        }
        self.ends.push(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
    }

    /// Packs the block: how many games, how many names each of them has, the names, the plies, then zstd.
    pub fn pack(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(4 + 2 * self.len() + 6 * self.names.len());
        bytes.extend_from_slice(&u32::try_from(self.len()).unwrap_or(0).to_le_bytes());
        for index in 0..self.len() {
            let count = u16::try_from(self.of(index).len()).unwrap_or(u16::MAX);
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        bytes.extend(self.names.iter().flat_map(|name| name.0.to_le_bytes()));
        bytes.extend(self.plies.iter().flat_map(|ply| ply.to_le_bytes()));
        zstd::bulk::compress(&bytes, ZSTD_LEVEL)
    }

    /// The names of a packed block, with their plies if `plies`; `None` when the bytes are not what
    /// [`pack`](Self::pack) writes.
    pub fn unpack(packed: &[u8], plies: bool) -> Option<Self> {
        let bytes = zstd::bulk::decompress(packed, 4 + BLOCK_GAMES * (2 + 6 * MOST_NAMES)).ok()?;
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = Some(u32::from_le_bytes(*count) as usize).filter(|count| *count <= BLOCK_GAMES)?;
        let (counts, rest) = rest.split_at_checked(count * 2)?;
        let mut total = 0_u32;
        let ends = counts.as_chunks::<2>().0.iter().map(|pair| {
            total += u32::from(u16::from_le_bytes(*pair));
            total
        });
        let ends: Vec<u32> = ends.collect();
        if rest.len() != total as usize * 6 {
            return None;
        }
        let (names, rest) = rest.split_at(total as usize * 2);
        let names = names.as_chunks::<2>().0.iter().map(|pair| SideName(u16::from_le_bytes(*pair))).collect();
        let plies = if plies {
            rest.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
        } else {
            Vec::new()
        };
        Some(Self { ends, names, plies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(names: &[(u32, usize, Color)]) -> ByColor<Vec<FoundName>> {
        let mut found = ByColor::<Vec<FoundName>>::default();
        for (ply, place, color) in names {
            found[*color].push(FoundName { ply: *ply, place: *place });
        }
        found
    }

    #[test]
    fn blocks_come_back() {
        let first = found(&[(2, 300, Color::White), (5, 0, Color::Black), (5, 7, Color::Black)]);
        let third = found(&[(70_000, 1, Color::Black)]);
        let block = BlockNames::default().with(&[(0, first.clone()), (2, third.clone())]);
        let read = BlockNames::unpack(&block.pack().unwrap(), true).unwrap();
        assert_eq!(read, block);
        assert_eq!(
            [0, 1, 2, 3].map(|index| read.found(index)),
            [first.clone(), found(&[]), third, found(&[])]
        );
        let sides: Vec<(Color, usize)> = read.of(0).iter().map(|name| (name.side(), name.place())).collect();
        assert_eq!(sides, [(Color::White, 300), (Color::Black, 0), (Color::Black, 7)]);
        // A game's names are replaced, and the others stay.
        let changed = read.with(&[(2, found(&[]))]);
        assert_eq!((changed.found(0), changed.found(2)), (first, found(&[])));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = BlockNames::unpack(&packed, true);
            let _ = BlockNames::unpack(&bytes, false);
        }
    }
}
