//! The few facts of a game that counting and filtering need, in a fixed width, and blocks of them as bytes.

use crate::record::{Ending, GameKind, GameResult, PartialDate};
use crate::replay::Agreement;
use crate::rules::{Color, Placing, Variant};
use std::num::NonZeroU32;

/// How many games a block holds: game `id` is in block `id / BLOCK_GAMES`.
pub(super) const BLOCK_GAMES: usize = 4096;

/// How many of a game's first moves are kept beside its facts.
pub const FIRST_MOVES: usize = 12;

const ZSTD_LEVEL: i32 = 3;

/// A day as `year << 16 | month << 8 | day`, 0 for a month or day that is not known, so that days sort as their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(NonZeroU32);

impl Day {
    /// The day of a text (`2024`, `2024-05`, `2024-05-01`); `None` when it names no year.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<u32>().unwrap_or(0));
        let mut next = || parts.next().unwrap_or(0);
        let (year, month, day) = (next(), next(), next());
        NonZeroU32::new(year << 16 | (month & 0xff) << 8 | day & 0xff).map(Self)
    }

    /// The first day that it may mean.
    #[must_use]
    #[inline]
    pub fn first(self) -> Self {
        if self.is_whole() { self } else { Self::from(self.date().first_day()) }
    }

    /// The last day that it may mean: `2024` up to the last one of that year.
    #[must_use]
    #[inline]
    pub fn last(self) -> Self {
        if self.is_whole() { self } else { Self::from(self.date().last_day()) }
    }

    /// A number that is larger for a later day.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0.get()
    }

    const fn is_whole(self) -> bool {
        self.0.get() & 0xff != 0
    }

    /// The year.
    #[must_use]
    pub fn year(self) -> u16 {
        u16::try_from(self.0.get() >> 16).unwrap_or(u16::MAX)
    }

    /// The day as a date.
    #[must_use]
    pub fn date(self) -> PartialDate {
        let part = |shift: u32| u8::try_from(self.0.get() >> shift & 0xff).ok().filter(|part| *part > 0);
        PartialDate { year: self.year(), month: part(8), day: part(0), time: None }
    }
}

impl From<PartialDate> for Day {
    fn from(date: PartialDate) -> Self {
        let part = |part: Option<u8>| u32::from(part.unwrap_or(0));
        let bits = u32::from(date.year) << 16 | part(date.month) << 8 | part(date.day);
        Self(NonZeroU32::new(bits).unwrap_or(NonZeroU32::MIN))
    }
}

/// What counting and filtering need to know of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameFacts {
    /// Which game it is.
    pub variant: Variant,
    /// The result.
    pub result: GameResult,
    /// The winner that statistics use.
    pub winner: Option<Color>,
    /// What it is: a game, or something that is counted apart.
    pub kind: GameKind,
    /// How the pieces stood at its beginning.
    pub placing: Placing,
    /// It has a move that could not be played, after the legal ones.
    pub cut_short: bool,
    /// The declared ending.
    pub declared: Ending,
    /// The verified ending.
    pub verified: Ending,
    /// How they compare.
    pub agreement: Agreement,
    /// How many legal moves it has.
    pub plies: u32,
    /// The day it began, if one is known.
    pub day: Option<Day>,
    /// The ids of the players' names, by [`Color::index`].
    pub players: [Option<NonZeroU32>; 2],
    /// The id of the event's name.
    pub event: Option<NonZeroU32>,
    /// The ratings; not a number where there is none, which [`rating`](Self::rating) hides.
    pub(super) ratings: [f64; 2],
}

impl GameFacts {
    /// The year, if one is known.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.day.map(Day::year)
    }

    /// The rating of a side.
    #[must_use]
    pub fn rating(&self, color: Color) -> Option<f64> {
        Some(self.ratings[color.index()]).filter(|rating| !rating.is_nan())
    }

    /// The mean rating of the players, of those who have one.
    #[must_use]
    #[inline]
    pub fn mean_rating(&self) -> Option<f64> {
        match (self.rating(Color::Black), self.rating(Color::White)) {
            (Some(black), Some(white)) => Some(f64::midpoint(black, white)),
            (one, other) => one.or(other),
        }
    }
}

/// The games of one block, by `id % BLOCK_GAMES`; `None` where there is no such game.
pub(super) type Rows = Vec<Option<GameFacts>>;

/// The first moves of the games of one block, raw; 0 after the last.
pub(super) type Firsts = Vec<[u16; FIRST_MOVES]>;

/// The names in a block (endings, agreements, variants, kinds, placings), so that no number depends on the order of an enumeration.
#[derive(Default)]
struct Names(Vec<&'static str>);

impl Names {
    fn number(&mut self, name: &'static str) -> u8 {
        let place = self.0.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        });
        u8::try_from(place).unwrap_or(u8::MAX)
    }
}

/// The layout of a block; a block of another one is made anew.
const LAYOUT: u8 = 3;

const PRESENT: u8 = 1;
const CUT_SHORT: u8 = 2;
const WON_SHIFT: u8 = 2;
const WINNER_SHIFT: u8 = 4;

/// How many names a game has.
const NAMES: usize = 6;

/// Bytes of a game's columns beside its flags: names, five numbers, two ratings.
const WIDTH: usize = NAMES + 5 * 4 + 2 * 8;

const fn side_code(side: Option<Color>) -> u8 {
    match side {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

const fn side_of(code: u8) -> Option<Color> {
    match code & 3 {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// Packs a block: a count, the names, then each column over all games, then zstd.
pub(super) fn pack(rows: &Rows) -> std::io::Result<Vec<u8>> {
    let mut names = Names::default();
    let mut codes = Vec::with_capacity(rows.len() * (NAMES + 1));
    let present = || rows.iter().flatten();
    for row in rows {
        codes.push(row.map_or(0, |row| {
            let won = match row.result {
                GameResult::Won(color) => side_code(Some(color)),
                GameResult::Draw => 3,
                GameResult::Unknown => 0,
            };
            PRESENT
                | if row.cut_short { CUT_SHORT } else { 0 }
                | won << WON_SHIFT
                | side_code(row.winner) << WINNER_SHIFT
        }));
    }
    codes.extend(present().map(|row| names.number(row.declared.name())));
    codes.extend(present().map(|row| names.number(row.verified.name())));
    codes.extend(present().map(|row| names.number(row.agreement.name())));
    codes.extend(present().map(|row| names.number(row.variant.name())));
    codes.extend(present().map(|row| names.number(row.kind.name())));
    codes.extend(present().map(|row| names.number(row.placing.name())));
    let list = names.0.join(",");
    let number = |id: Option<NonZeroU32>| id.map_or(0, NonZeroU32::get);
    let mut bytes = vec![LAYOUT];
    bytes.reserve(rows.len() * (WIDTH + 1));
    bytes.extend_from_slice(&u32::try_from(rows.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(&u32::try_from(list.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(list.as_bytes());
    bytes.append(&mut codes);
    let columns: [&dyn Fn(&GameFacts) -> u32; 5] = [
        &|row| row.plies,
        &|row| row.day.map_or(0, |day| day.0.get()),
        &|row| number(row.players[0]),
        &|row| number(row.players[1]),
        &|row| number(row.event),
    ];
    for column in columns {
        bytes.extend(present().flat_map(|row| column(row).to_le_bytes()));
    }
    for side in 0..2 {
        bytes.extend(present().flat_map(|row| row.ratings[side].to_le_bytes()));
    }
    zstd::bulk::compress(&bytes, ZSTD_LEVEL)
}

/// The rows of a packed block; `None` when the bytes are not what [`pack`] writes.
pub(super) fn unpack(packed: &[u8]) -> Option<Rows> {
    const MOST_BYTES: usize = BLOCK_GAMES * (WIDTH + 1) + 4096;
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
    let (layout, rest) = bytes.split_first()?;
    let (count, rest) = rest.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let count = Some(u32::from_le_bytes(*count) as usize).filter(|count| *count <= BLOCK_GAMES)?;
    let (list, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let names: Vec<&str> = std::str::from_utf8(list).ok()?.split(',').collect();
    let endings: Vec<Option<Ending>> = names.iter().map(|name| Ending::from_name(name)).collect();
    let agreements: Vec<Option<Agreement>> = names.iter().map(|name| Agreement::from_name(name)).collect();
    let variants: Vec<Option<Variant>> = names.iter().map(|name| Variant::from_name(name)).collect();
    let kinds: Vec<Option<GameKind>> = names.iter().map(|name| GameKind::from_name(name)).collect();
    let placings: Vec<Option<Placing>> = names.iter().map(|name| Placing::from_name(name)).collect();
    let (flags, rest) = rest.split_at_checked(count)?;
    let present = flags.iter().filter(|flags| **flags & PRESENT != 0).count();
    if *layout != LAYOUT || rest.len() != present * WIDTH {
        return None;
    }
    let (codes, rest) = rest.split_at(present * NAMES);
    let (numbers, ratings) = rest.split_at(present * 5 * 4);
    let numbers = numbers.as_chunks::<4>().0;
    let ratings = ratings.as_chunks::<8>().0;
    let mut at = 0;
    flags
        .iter()
        .map(|flags| {
            if flags & PRESENT == 0 {
                return Some(None);
            }
            let index = at;
            at += 1;
            let code = |column: usize| usize::from(codes[column * present + index]);
            let number = |column: usize| u32::from_le_bytes(numbers[column * present + index]);
            let id = |column: usize| NonZeroU32::new(number(column));
            let rating = |column: usize| f64::from_le_bytes(ratings[column * present + index]);
            let won = flags >> WON_SHIFT & 3;
            Some(Some(GameFacts {
                variant: (*variants.get(code(3))?)?,
                result: match side_of(won) {
                    Some(color) => GameResult::Won(color),
                    None if won == 3 => GameResult::Draw,
                    None => GameResult::Unknown,
                },
                winner: side_of(flags >> WINNER_SHIFT),
                kind: (*kinds.get(code(4))?)?,
                placing: (*placings.get(code(5))?)?,
                cut_short: flags & CUT_SHORT != 0,
                declared: (*endings.get(code(0))?)?,
                verified: (*endings.get(code(1))?)?,
                agreement: (*agreements.get(code(2))?)?,
                plies: number(0),
                day: id(1).map(Day),
                players: [id(2), id(3)],
                event: id(4),
                ratings: [rating(0), rating(1)],
            }))
        })
        .collect()
}

/// Packs the first moves of a block, ply by ply.
pub(super) fn pack_firsts(firsts: &Firsts) -> std::io::Result<Vec<u8>> {
    let bytes: Vec<u8> = (0..FIRST_MOVES)
        .flat_map(|ply| firsts.iter().flat_map(move |moves| moves[ply].to_le_bytes()))
        .collect();
    zstd::bulk::compress(&bytes, ZSTD_LEVEL)
}

/// The first moves of a packed block of `count` games.
pub(super) fn unpack_firsts(packed: &[u8]) -> Option<Firsts> {
    let bytes = zstd::bulk::decompress(packed, BLOCK_GAMES * FIRST_MOVES * 2).ok()?;
    let (pairs, rest) = bytes.as_chunks::<2>();
    let count = pairs.len() / FIRST_MOVES;
    if !rest.is_empty() || count * FIRST_MOVES != pairs.len() {
        return None;
    }
    Some(
        (0..count)
            .map(|game| std::array::from_fn(|ply| u16::from_le_bytes(pairs[ply * count + game])))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::Handicap;
    use proptest::prelude::*;

    fn row(number: u32) -> Option<GameFacts> {
        (!number.is_multiple_of(5)).then(|| GameFacts {
            variant: Variant::ALL[number as usize % 2],
            result: [
                GameResult::Won(Color::Black),
                GameResult::Won(Color::White),
                GameResult::Draw,
                GameResult::Unknown,
            ][number as usize % 4],
            winner: [Some(Color::Black), Some(Color::White), None, None][number as usize % 4],
            kind: GameKind::ALL[number as usize % GameKind::ALL.len()],
            placing: [
                Placing::Even,
                Placing::Set,
                Placing::Handicap(Handicap::ALL[number as usize / 3 % Handicap::ALL.len()]),
            ][number as usize % 3],
            cut_short: number.is_multiple_of(11),
            declared: Ending::ALL[number as usize % Ending::ALL.len()],
            verified: Ending::ALL[number as usize / 7 % Ending::ALL.len()],
            agreement: Agreement::ALL[number as usize % Agreement::ALL.len()],
            plies: number,
            day: NonZeroU32::new(number % 7 * (1999 << 16 | 12 << 8 | 31)).map(Day),
            players: [NonZeroU32::new(number), NonZeroU32::new(number * 3)],
            event: NonZeroU32::new(number % 9),
            ratings: [f64::from(number) / 7.0, -1.5],
        })
    }

    #[test]
    fn blocks_come_back() {
        for count in [0, 1, 100, BLOCK_GAMES] {
            let rows: Rows = (0..u32::try_from(count).unwrap()).map(row).collect();
            assert_eq!(unpack(&pack(&rows).unwrap()).unwrap(), rows);
            let firsts: Firsts =
                (0..u16::try_from(count).unwrap()).map(|number| [number; FIRST_MOVES]).collect();
            assert_eq!(unpack_firsts(&pack_firsts(&firsts).unwrap()).unwrap(), firsts);
        }
    }

    #[test]
    fn days_sort_as_their_texts() {
        let days = ["1607", "1950-03", "1950-03-01", "1950-04", "2024", "2024-05-01", "2024-12-31"];
        let parsed = days.map(|day| Day::parse(day).unwrap());
        assert!(parsed.is_sorted());
        assert_eq!(parsed.map(|day| day.date().day_text()), days);
        let days = |day: &str| Day::parse(day).map(|day| (day.first().date(), day.last().date())).unwrap();
        for (day, first, last) in [
            ("2024", "2024-01-01", "2024-12-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2024-05-03", "2024-05-03", "2024-05-03"),
        ] {
            let (found_first, found_last) = days(day);
            assert_eq!((found_first.day_text().as_str(), found_last.day_text().as_str()), (first, last));
            assert_eq!(Day::from(Day::parse(day).unwrap().date()), Day::parse(day).unwrap());
        }
        assert_eq!(Day::parse(""), None);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = (unpack(&bytes), unpack_firsts(&bytes), unpack(&packed), unpack_firsts(&packed));
        }
    }
}
