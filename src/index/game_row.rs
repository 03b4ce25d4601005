//! The few facts of a game that counting and filtering need, in a fixed width, and blocks of them as bytes.

use crate::record::{Ending, GameResult};
use crate::replay::Agreement;
use crate::rules::{Color, Variant};

/// How many games a block holds: game `id` is in block `id / BLOCK_GAMES`.
pub(super) const BLOCK_GAMES: usize = 4096;

/// How many of a game's first moves are kept beside its facts.
pub const FIRST_MOVES: usize = 12;

const ZSTD_LEVEL: i32 = 3;

/// What counting and filtering need to know of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRow {
    /// Which game it is.
    pub variant: Variant,
    /// The result.
    pub result: GameResult,
    /// The winner that statistics use.
    pub winner: Option<Color>,
    /// The game began in the even start position.
    pub even: bool,
    /// The declared ending.
    pub declared: Ending,
    /// The proved ending.
    pub verified: Ending,
    /// How they compare.
    pub agreement: Agreement,
    /// How many legal moves it has.
    pub plies: u32,
    /// The day as `year << 16 | month << 8 | day`, 0 where a part is not known; 0 for no day.
    pub date: u32,
    /// The players' ids, 0 for none.
    pub players: [u32; 2],
    /// The event's id, 0 for none.
    pub event: u32,
    /// The ratings; not a number where there is none.
    pub ratings: [f64; 2],
}

impl GameRow {
    /// The year, if one is known.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        u16::try_from(self.date >> 16).ok().filter(|_| self.date != 0)
    }

    /// The rating of a side.
    #[must_use]
    pub fn rating(&self, color: Color) -> Option<f64> {
        Some(self.ratings[color.index()]).filter(|rating| !rating.is_nan())
    }

    /// True for a game that was decided without being played.
    #[must_use]
    pub fn is_forfeit(&self) -> bool {
        self.declared == Ending::Forfeit
    }
}

/// A text day (`2024`, `2024-05`, `2024-05-01`) as [`GameRow::date`].
#[must_use]
pub fn day_number(day: &str) -> u32 {
    let mut parts = day.splitn(3, '-').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let (year, month, day) = (next(), next(), next());
    year << 16 | (month & 0xff) << 8 | day & 0xff
}

/// The games of one block, by `id % BLOCK_GAMES`; `None` where there is no such game.
pub(super) type Rows = Vec<Option<GameRow>>;

/// The first moves of the games of one block, raw; 0 after the last.
pub(super) type Firsts = Vec<[u16; FIRST_MOVES]>;

/// The names in a block: endings and agreements, so that no number depends on the order of an enumeration.
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

const PRESENT: u8 = 1;
const EVEN: u8 = 2;
const DOBUTSU: u8 = 64;
const WON_SHIFT: u8 = 2;
const WINNER_SHIFT: u8 = 4;

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
    let mut codes = Vec::with_capacity(rows.len() * 4);
    let present = || rows.iter().flatten();
    for row in rows {
        codes.push(row.map_or(0, |row| {
            let won = match row.result {
                GameResult::Won(color) => side_code(Some(color)),
                GameResult::Draw => 3,
                GameResult::Unknown => 0,
            };
            PRESENT
                | if row.even { EVEN } else { 0 }
                | if row.variant == Variant::Dobutsu { DOBUTSU } else { 0 }
                | won << WON_SHIFT
                | side_code(row.winner) << WINNER_SHIFT
        }));
    }
    codes.extend(present().map(|row| names.number(row.declared.name())));
    codes.extend(present().map(|row| names.number(row.verified.name())));
    codes.extend(present().map(|row| names.number(row.agreement.name())));
    let list = names.0.join(",");
    let mut bytes = Vec::with_capacity(rows.len() * 44);
    bytes.extend_from_slice(&u32::try_from(rows.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(&u32::try_from(list.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(list.as_bytes());
    bytes.append(&mut codes);
    for column in [
        |row: &GameRow| row.plies,
        |row: &GameRow| row.date,
        |row: &GameRow| row.players[0],
        |row: &GameRow| row.players[1],
        |row: &GameRow| row.event,
    ] {
        bytes.extend(present().flat_map(|row| column(row).to_le_bytes()));
    }
    for side in 0..2 {
        bytes.extend(present().flat_map(|row| row.ratings[side].to_le_bytes()));
    }
    zstd::bulk::compress(&bytes, ZSTD_LEVEL)
}

/// The rows of a packed block; `None` when the bytes are not what [`pack`] writes.
pub(super) fn unpack(packed: &[u8]) -> Option<Rows> {
    const MOST_BYTES: usize = BLOCK_GAMES * 44 + 4096;
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let count = Some(u32::from_le_bytes(*count) as usize).filter(|count| *count <= BLOCK_GAMES)?;
    let (list, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let names: Vec<&str> = std::str::from_utf8(list).ok()?.split(',').collect();
    let endings: Vec<Option<Ending>> = names.iter().map(|name| Ending::from_name(name)).collect();
    let agreements: Vec<Option<Agreement>> = names.iter().map(|name| Agreement::from_name(name)).collect();
    let (flags, rest) = rest.split_at_checked(count)?;
    let present = flags.iter().filter(|flags| **flags & PRESENT != 0).count();
    if rest.len() != present * (3 + 5 * 4 + 2 * 8) {
        return None;
    }
    let (codes, rest) = rest.split_at(present * 3);
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
            let rating = |column: usize| f64::from_le_bytes(ratings[column * present + index]);
            let won = flags >> WON_SHIFT & 3;
            Some(Some(GameRow {
                variant: if flags & DOBUTSU == 0 { Variant::Shogi } else { Variant::Dobutsu },
                result: match side_of(won) {
                    Some(color) => GameResult::Won(color),
                    None if won == 3 => GameResult::Draw,
                    None => GameResult::Unknown,
                },
                winner: side_of(flags >> WINNER_SHIFT),
                even: flags & EVEN != 0,
                declared: (*endings.get(code(0))?)?,
                verified: (*endings.get(code(1))?)?,
                agreement: (*agreements.get(code(2))?)?,
                plies: number(0),
                date: number(1),
                players: [number(2), number(3)],
                event: number(4),
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
    use proptest::prelude::*;

    fn row(number: u32) -> Option<GameRow> {
        (!number.is_multiple_of(5)).then(|| GameRow {
            variant: Variant::ALL[number as usize % 2],
            result: [
                GameResult::Won(Color::Black),
                GameResult::Won(Color::White),
                GameResult::Draw,
                GameResult::Unknown,
            ][number as usize % 4],
            winner: [Some(Color::Black), Some(Color::White), None, None][number as usize % 4],
            even: number.is_multiple_of(3),
            declared: Ending::ALL[number as usize % Ending::ALL.len()],
            verified: Ending::ALL[number as usize / 7 % Ending::ALL.len()],
            agreement: Agreement::ALL[number as usize % Agreement::ALL.len()],
            plies: number,
            date: day_number("1999-12-31") + number,
            players: [number, number * 3],
            event: number % 9,
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
        assert!(days.windows(2).all(|pair| day_number(pair[0]) < day_number(pair[1])));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = (unpack(&bytes), unpack_firsts(&bytes), unpack(&packed), unpack_firsts(&packed));
        }
    }
}
