//! What statistics need of the games of a block beyond their facts, as bytes: numbers, clocks and evaluations apart, since
//! few questions want all three.

use super::game_facts::BLOCK_GAMES;
use crate::record::{EngineScore, TimeControl};
use crate::rules::{ByColor, Color, Rule};

const ZSTD_LEVEL: i32 = 3;

/// More bytes than this no column of a block has: some 20 kB a game.
const MOST_BYTES: usize = 80 << 20;

/// What is counted of a game when it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameMeasures {
    /// It ends with a resignation, though the side to move could have won by a declaration.
    pub could_declare: bool,
    /// It ends with a resignation after just as many plies as its move limit allows.
    pub at_move_limit: bool,
    /// It ends with a resignation, though the side to move could have mated with its next move.
    pub mate_in_one: bool,
    /// White makes its first move.
    pub white_first: bool,
    /// The rule that its first illegal move broke; that move would have been the ply after the last legal one.
    pub broken_rule: Option<Rule>,
    /// How often the position occurred that occurred most often; 1 where none was repeated.
    pub occurrences: u32,
    /// After how many plies a position stood for the second time first; 0 where none was repeated.
    pub first_repetition: u32,
    /// Which ply took a piece first; 0 where none did.
    pub first_capture: u32,
    /// How many moves of each side promoted a piece.
    pub promotions: ByColor<u32>,
    /// How many moves of each side dropped a piece.
    pub drops: ByColor<u32>,
    /// How many moves of each side took a piece.
    pub captures: ByColor<u32>,
    /// The time control, as far as it is understood.
    pub control: Option<TimeControl>,
}

/// An engine's evaluation of the main line after a ply; of several of one position the last in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyEvaluation {
    /// After how many plies.
    pub ply: u32,
    /// The evaluation, from Black's view; plies to a mate are not kept.
    pub score: EngineScore,
}

/// The games of a block, by `id % BLOCK_GAMES`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockMeasures {
    pub numbers: Vec<Option<GameMeasures>>,
    pub clocks: Texts,
    pub evaluations: Texts,
}

/// The bytes of each game, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Texts {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    pub fn of(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(index)).map(|(start, end)| start as usize..*end as usize);
        range.and_then(|range| self.bytes.get(range)).unwrap_or_default()
    }

    fn pack(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.bytes.len() + 2 * self.ends.len() + 4);
        put(&mut bytes, self.ends.len() as u64);
        let mut before = 0;
        for end in &self.ends {
            put(&mut bytes, u64::from(end - before));
            before = *end;
        }
        bytes.extend_from_slice(&self.bytes);
        zstd::bulk::compress(&bytes, ZSTD_LEVEL)
    }

    pub fn unpack(packed: &[u8]) -> Option<Self> {
        let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
        let mut rest = bytes.as_slice();
        let count = usize::try_from(take(&mut rest)?).ok().filter(|count| *count <= BLOCK_GAMES)?;
        let mut end = 0_u32;
        let mut ends = Vec::with_capacity(count);
        for _ in 0..count {
            end = end.checked_add(u32::try_from(take(&mut rest)?).ok()?)?;
            ends.push(end);
        }
        (end as usize == rest.len()).then(|| Self { ends, bytes: rest.to_vec() })
    }
}

/// How many numbers a game has.
const COLUMNS: usize = 14;

const COULD_DECLARE: u64 = 1;
const AT_MOVE_LIMIT: u64 = 2;
const MATE_IN_ONE: u64 = 4;
const HAS_CONTROL: u64 = 8;
const WHITE_FIRST: u64 = 16;

impl GameMeasures {
    /// The numbers, in the order of the columns; those of times are milliseconds.
    fn columns(&self, rules: &mut Vec<&'static str>) -> [u64; COLUMNS] {
        let flag = |is_so: bool, bit: u64| if is_so { bit } else { 0 };
        let control = self.control.unwrap_or_default();
        let time = |time: i64| u64::try_from(time).unwrap_or(0);
        let rule = self.broken_rule.map_or(0, |rule| {
            let place = rules.iter().position(|known| *known == rule.name()).unwrap_or_else(|| {
                rules.push(rule.name());
                rules.len() - 1
            });
            place as u64 + 1
        });
        [
            flag(self.could_declare, COULD_DECLARE)
                | flag(self.at_move_limit, AT_MOVE_LIMIT)
                | flag(self.mate_in_one, MATE_IN_ONE)
                | flag(self.control.is_some(), HAS_CONTROL)
                | flag(self.white_first, WHITE_FIRST),
            rule,
            self.occurrences.into(),
            self.first_repetition.into(),
            self.first_capture.into(),
            self.promotions.black.into(),
            self.promotions.white.into(),
            self.drops.black.into(),
            self.drops.white.into(),
            self.captures.black.into(),
            self.captures.white.into(),
            time(control.base),
            time(control.byoyomi),
            time(control.increment),
        ]
    }

    fn of_columns(columns: [u64; COLUMNS], rules: &[Option<Rule>]) -> Option<Self> {
        let number = |column: usize| u32::try_from(columns[column]).ok();
        let time = |column: usize| i64::try_from(columns[column]).ok();
        let sides = |column: usize| Some(ByColor { black: number(column)?, white: number(column + 1)? });
        let has = |bit: u64| columns[0] & bit != 0;
        let broken_rule = match usize::try_from(columns[1]).ok()?.checked_sub(1) {
            Some(place) => Some((*rules.get(place)?)?),
            None => None,
        };
        let control = TimeControl { base: time(11)?, byoyomi: time(12)?, increment: time(13)? };
        Some(Self {
            could_declare: has(COULD_DECLARE),
            at_move_limit: has(AT_MOVE_LIMIT),
            mate_in_one: has(MATE_IN_ONE),
            white_first: has(WHITE_FIRST),
            broken_rule,
            occurrences: number(2)?,
            first_repetition: number(3)?,
            first_capture: number(4)?,
            promotions: sides(5)?,
            drops: sides(7)?,
            captures: sides(9)?,
            control: has(HAS_CONTROL).then_some(control),
        })
    }
}

/// Packs the numbers: how many games, which of them are there, the names of rules, then each column, then zstd.
fn pack_numbers(games: &[Option<GameMeasures>]) -> std::io::Result<Vec<u8>> {
    let mut rules = Vec::new();
    let rows: Vec<[u64; COLUMNS]> = games.iter().flatten().map(|game| game.columns(&mut rules)).collect();
    let names = rules.join(",");
    let mut bytes = Vec::with_capacity(games.len() * (COLUMNS + 4));
    put(&mut bytes, games.len() as u64);
    bytes.extend(games.iter().map(|game| u8::from(game.is_some())));
    put(&mut bytes, names.len() as u64);
    bytes.extend_from_slice(names.as_bytes());
    for column in 0..COLUMNS {
        rows.iter().for_each(|row| put(&mut bytes, row[column]));
    }
    zstd::bulk::compress(&bytes, ZSTD_LEVEL)
}

/// The numbers of a packed block; `None` when the bytes are not what [`pack_numbers`] writes.
pub(super) fn unpack_numbers(packed: &[u8]) -> Option<Vec<Option<GameMeasures>>> {
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
    let mut rest = bytes.as_slice();
    let count = usize::try_from(take(&mut rest)?).ok().filter(|count| *count <= BLOCK_GAMES)?;
    let (present, mut rest) = rest.split_at_checked(count)?;
    let length = usize::try_from(take(&mut rest)?).ok()?;
    let (names, mut rest) = rest.split_at_checked(length)?;
    let rules: Vec<Option<Rule>> = std::str::from_utf8(names).ok()?.split(',').map(Rule::from_name).collect();
    let there = present.iter().filter(|present| **present == 1).count();
    let mut rows = vec![[0; COLUMNS]; there];
    for column in 0..COLUMNS {
        for row in &mut rows {
            row[column] = take(&mut rest)?;
        }
    }
    let mut rows = rows.into_iter();
    let games = present.iter().map(|present| match present {
        1 => Some(Some(GameMeasures::of_columns(rows.next()?, &rules)?)),
        _ => Some(None),
    });
    let games = games.collect::<Option<_>>()?;
    rest.is_empty().then_some(games)
}

impl BlockMeasures {
    /// The three columns as bytes: numbers, clocks, evaluations.
    pub fn pack(&self) -> std::io::Result<[Vec<u8>; 3]> {
        Ok([pack_numbers(&self.numbers)?, self.clocks.pack()?, self.evaluations.pack()?])
    }

    /// The block of packed columns; `None` when they are not what [`pack`](Self::pack) writes.
    pub fn unpack([numbers, clocks, evaluations]: [&[u8]; 3]) -> Option<Self> {
        Some(Self {
            numbers: unpack_numbers(numbers)?,
            clocks: Texts::unpack(clocks)?,
            evaluations: Texts::unpack(evaluations)?,
        })
    }

    pub fn push(&mut self, game: Option<&Measured>) {
        self.numbers.push(game.map(|game| game.numbers));
        self.clocks.push(game.map_or(&[], |game| &game.clocks));
        self.evaluations.push(game.map_or(&[], |game| &game.evaluations));
    }

    /// A game of the block.
    pub fn of(&self, index: usize) -> Option<Measured> {
        Some(Measured {
            numbers: (*self.numbers.get(index)?)?,
            clocks: self.clocks.of(index).to_vec(),
            evaluations: self.evaluations.of(index).to_vec(),
        })
    }
}

/// A game as it goes into a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Measured {
    pub numbers: GameMeasures,
    /// As in the column `clocks` of the game.
    pub clocks: Vec<u8>,
    /// As [`pack_evaluations`] writes them.
    pub evaluations: Vec<u8>,
}

/// Evaluations, sorted by their plies: for each the plies since the one before, then 0 or 1 for a mate for Black or White,
/// or the zigzag centipawns plus two.
pub(super) fn pack_evaluations(evaluations: &[PlyEvaluation]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(evaluations.len() * 3);
    let mut before = 0;
    for PlyEvaluation { ply, score } in evaluations {
        put(&mut bytes, u64::from(ply.saturating_sub(before)));
        before = *ply;
        put(
            &mut bytes,
            match score {
                EngineScore::Mate { winner, .. } => u64::from(*winner == Color::White),
                EngineScore::Centipawns(value) => zigzag(i64::from(*value)) + 2,
            },
        );
    }
    bytes
}

/// The evaluations in these bytes, as far as they can be read.
pub(super) fn unpack_evaluations(mut bytes: &[u8]) -> impl Iterator<Item = PlyEvaluation> {
    let mut ply = 0_u32;
    std::iter::from_fn(move || {
        ply = ply.checked_add(u32::try_from(take(&mut bytes)?).ok()?)?;
        let code = take(&mut bytes)?;
        let score = match code.checked_sub(2) {
            None if code == 0 => EngineScore::Mate { winner: Color::Black, plies: None },
            None => EngineScore::Mate { winner: Color::White, plies: None },
            Some(code) => EngineScore::Centipawns(i32::try_from(unzigzag(code)).ok()?),
        };
        Some(PlyEvaluation { ply, score })
    })
}

const fn zigzag(value: i64) -> u64 {
    value.unsigned_abs() << 1 | (value < 0) as u64
}

const fn unzigzag(code: u64) -> i64 {
    let value = (code >> 1).cast_signed();
    if code & 1 == 1 { -value } else { value }
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(u8::try_from(value & 0x7f).unwrap_or(0) | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).unwrap_or(0));
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(number: u32) -> Option<Measured> {
        let evaluations = [
            PlyEvaluation { ply: number, score: EngineScore::Centipawns(-31 - number.cast_signed()) },
            PlyEvaluation { ply: number + 3, score: EngineScore::Mate { winner: Color::White, plies: None } },
            PlyEvaluation { ply: number + 4, score: EngineScore::Mate { winner: Color::Black, plies: None } },
            PlyEvaluation { ply: number + 4, score: EngineScore::Centipawns(i32::MAX) },
        ];
        (!number.is_multiple_of(3)).then(|| Measured {
            numbers: GameMeasures {
                could_declare: number.is_multiple_of(2),
                at_move_limit: number.is_multiple_of(5),
                mate_in_one: number.is_multiple_of(7),
                white_first: number.is_multiple_of(8),
                broken_rule: number
                    .is_multiple_of(4)
                    .then(|| Rule::ALL[number as usize / 4 % Rule::ALL.len()]),
                occurrences: number,
                first_repetition: number * 300,
                first_capture: 1,
                promotions: ByColor { black: 1, white: number },
                drops: ByColor { black: 0, white: 200 },
                captures: ByColor { black: 130, white: 3 },
                control: number.is_multiple_of(2).then_some(TimeControl {
                    base: 600_000,
                    byoyomi: i64::from(number),
                    increment: 0,
                }),
            },
            clocks: vec![7; number as usize % 5],
            evaluations: pack_evaluations(&evaluations[..number as usize % 5]),
        })
    }

    #[test]
    fn blocks_come_back() {
        for count in [0, 1, 40, u32::try_from(BLOCK_GAMES).unwrap()] {
            let mut block = BlockMeasures::default();
            (0..count).for_each(|number| block.push(game(number).as_ref()));
            let [numbers, clocks, evaluations] = block.pack().unwrap();
            let read = BlockMeasures::unpack([&numbers, &clocks, &evaluations]).unwrap();
            assert_eq!(read, block);
            assert!((0..count).all(|number| read.of(number as usize) == game(number)));
        }
    }

    #[test]
    fn evaluations_come_back() {
        let packed = game(4).unwrap().evaluations;
        let scores: Vec<(u32, String)> =
            unpack_evaluations(&packed).map(|found| (found.ply, found.score.to_string())).collect();
        let want = [(4, "-35"), (7, "-mate"), (8, "+mate"), (8, "+2147483647")];
        assert_eq!(scores, want.map(|(ply, score)| (ply, score.to_owned())));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = (unpack_numbers(&packed), unpack_numbers(&bytes));
            let _ = (Texts::unpack(&packed), Texts::unpack(&bytes));
            let _ = unpack_evaluations(&bytes).count();
        }
    }
}
