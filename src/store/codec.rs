//! Moves and clocks as the bytes that the database holds.

use crate::record::Clock;
use crate::rules::shogi::Move;

/// Moves as two bytes each, little-endian, in the layout of [`Move::raw`].
#[must_use]
pub fn pack_moves(moves: &[Move]) -> Vec<u8> {
    moves.iter().flat_map(|mv| mv.raw().to_le_bytes()).collect()
}

/// The moves in `bytes`; `None` when a pair of bytes is no move or half of one is left over.
#[must_use]
pub fn unpack_moves(bytes: &[u8]) -> Option<Vec<Move>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|pair| Move::from_raw(u16::from_le_bytes(*pair))).collect()
}

/// The unit of the times in a packed column, in milliseconds.
const UNITS: [i64; 3] = [1000, 100, 1];

// What the first byte of packed clocks says about totals.
const SUMS: u8 = 0;
const NO_TOTALS: u8 = 4;
const TOTALS_FOLLOW: u8 = 8;

/// Said of the first byte: the last clock is that of the ending.
const WITH_ENDING: u8 = 16;

/// Clocks as bytes; empty when no move has one.
///
/// The first byte is the unit (0 = seconds, 1 = tenths, 2 = milliseconds) plus 4 when no move has a total, or 8 when
/// totals follow that are not the running sums. Then one variable-length number a move for the time spent: 0 for
/// none, else the zigzag value plus one; then, if announced, one a move for the total, as its difference from the
/// running sum, in the same way.
#[must_use]
pub fn pack_clocks(clocks: &[Clock]) -> Vec<u8> {
    if clocks.iter().all(Clock::is_empty) {
        return Vec::new();
    }
    let times = || clocks.iter().flat_map(|clock| [clock.spent, clock.total]).flatten().map(i64::from);
    let unit = UNITS.iter().position(|unit| times().all(|time| time % unit == 0)).unwrap_or(2);
    let sums = running_sums(clocks);
    let totals = if clocks.iter().zip(&sums).all(|(clock, sum)| clock.total.map(i64::from) == *sum) {
        SUMS
    } else if clocks.iter().all(|clock| clock.total.is_none()) {
        NO_TOTALS
    } else {
        TOTALS_FOLLOW
    };
    let mut bytes = vec![u8::try_from(unit).unwrap_or(2) | totals];
    for clock in clocks {
        put(&mut bytes, clock.spent.map(|spent| i64::from(spent) / UNITS[unit]));
    }
    if totals == TOTALS_FOLLOW {
        for (clock, sum) in clocks.iter().zip(&sums) {
            put(&mut bytes, clock.total.map(|total| (i64::from(total) - sum.unwrap_or(0)) / UNITS[unit]));
        }
    }
    bytes
}

/// The same with the clock beside the ending, if there is one: then the first byte has 16 added, and one number more
/// follows than there are moves.
#[must_use]
pub fn pack_game_clocks(mut clocks: Vec<Clock>, ending: Clock) -> Vec<u8> {
    if ending.is_empty() {
        return pack_clocks(&clocks);
    }
    clocks.push(ending);
    let mut bytes = pack_clocks(&clocks);
    bytes[0] |= WITH_ENDING;
    bytes
}

/// The clocks of `plies` moves and of the ending behind them; `None` when the bytes are not what [`pack_game_clocks`]
/// writes.
#[must_use]
pub fn unpack_game_clocks(bytes: &[u8], plies: usize) -> Option<(Vec<Clock>, Clock)> {
    let Some(head) = bytes.first().filter(|head| **head & WITH_ENDING != 0) else {
        return Some((unpack_clocks(bytes, plies)?, Clock::default()));
    };
    let mut plain = bytes.to_vec();
    plain[0] = head & !WITH_ENDING;
    let mut clocks = unpack_clocks(&plain, plies + 1)?;
    let ending = clocks.pop()?;
    Some((clocks, ending))
}

/// The milliseconds spent on each of at most `plies` moves, from the bytes of [`pack_game_clocks`], as far as they can be
/// read; `None` for a move without a time.
pub fn spent_times(bytes: &[u8], plies: usize) -> impl Iterator<Item = Option<i64>> {
    let (head, mut rest) = bytes.split_first().map_or((0, bytes), |(head, rest)| (*head, rest));
    let unit = UNITS.get(usize::from(head & 3)).copied().unwrap_or(1);
    let times = std::iter::from_fn(move || Some(take(&mut rest)?.map(|value| value.saturating_mul(unit))));
    times.take(plies)
}

/// The clocks of `plies` moves; `None` when the bytes are not what [`pack_clocks`] writes.
#[must_use]
pub fn unpack_clocks(bytes: &[u8], plies: usize) -> Option<Vec<Clock>> {
    let mut clocks = vec![Clock::default(); plies];
    let Some((head, mut rest)) = bytes.split_first() else { return Some(clocks) };
    let unit = *UNITS.get(usize::from(head & 3))?;
    let time = |value: i64| i32::try_from(value).ok();
    for clock in &mut clocks {
        clock.spent = match take(&mut rest)? {
            Some(value) => Some(time(value.checked_mul(unit)?)?),
            None => None,
        };
    }
    let sums = running_sums(&clocks);
    for (clock, sum) in clocks.iter_mut().zip(sums) {
        clock.total = match (head & !3, sum) {
            (NO_TOTALS, _) | (SUMS, None) => None,
            (SUMS, Some(sum)) => Some(time(sum)?),
            (TOTALS_FOLLOW, sum) => match take(&mut rest)? {
                Some(value) => Some(time(value.checked_mul(unit)?.checked_add(sum.unwrap_or(0))?)?),
                None => None,
            },
            _ => return None,
        };
    }
    rest.is_empty().then_some(clocks)
}

/// For each move the time that its side has spent so far; `None` from the first move of that side without a time.
fn running_sums(clocks: &[Clock]) -> Vec<Option<i64>> {
    let mut sides = [Some(0_i64); 2];
    let mut sums = Vec::with_capacity(clocks.len());
    for (index, clock) in clocks.iter().enumerate() {
        let side = &mut sides[index % 2];
        *side = side.zip(clock.spent).map(|(sum, spent)| sum + i64::from(spent));
        sums.push(*side);
    }
    sums
}

fn put(bytes: &mut Vec<u8>, value: Option<i64>) {
    let mut code = value.map_or(0, |value| (value.unsigned_abs() << 1 | u64::from(value < 0)) + 1);
    while code >= 0x80 {
        bytes.push(u8::try_from(code & 0x7f).unwrap_or(0) | 0x80);
        code >>= 7;
    }
    bytes.push(u8::try_from(code).unwrap_or(0));
}

/// The next number; the outer `None` is the end of the bytes or a number that is too long.
fn take(bytes: &mut &[u8]) -> Option<Option<i64>> {
    let mut code = 0_u64;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        code |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(match code.checked_sub(1) {
                None => None,
                Some(zigzag) => {
                    let value = i64::try_from(zigzag >> 1).ok()?;
                    Some(if zigzag & 1 == 1 { -value } else { value })
                }
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(spent: i32, total: i32) -> Clock {
        Clock { spent: Some(spent), total: Some(total) }
    }

    #[test]
    fn whole_seconds_with_running_totals_take_a_byte_each() {
        let clocks = [clock(1000, 1000), clock(2000, 2000), clock(63_000, 64_000)];
        assert_eq!(pack_clocks(&clocks), [0, 3, 5, 127]);
        assert_eq!(unpack_clocks(&[0, 3, 5, 127], 3), Some(clocks.to_vec()));
        let spent_only = [Clock { spent: Some(1500), total: None }];
        assert_eq!(pack_clocks(&spent_only), [5, 31]);
        assert_eq!(unpack_clocks(&[5, 31], 1), Some(spent_only.to_vec()));
        assert_eq!(pack_clocks(&[Clock::default(); 3]), Vec::<u8>::new());
        assert_eq!(unpack_clocks(&[], 1), Some(vec![Clock::default()]));
        assert_eq!(unpack_clocks(&[0, 3], 2), None);
        assert_eq!(unpack_clocks(&[0, 3, 3, 3], 2), None);
    }

    proptest! {
        #[test]
        fn clocks_come_back(times in prop::collection::vec((any::<Option<i32>>(), any::<Option<i32>>()), 0..40)) {
            let clocks: Vec<_> = times.into_iter().map(|(spent, total)| Clock { spent, total }).collect();
            prop_assert_eq!(unpack_clocks(&pack_clocks(&clocks), clocks.len()), Some(clocks));
        }

        #[test]
        fn clocks_of_games_come_back(
            times in prop::collection::vec((any::<Option<i32>>(), any::<Option<i32>>()), 0..40),
            ending in (any::<Option<i32>>(), any::<Option<i32>>()),
        ) {
            let clocks: Vec<_> = times.into_iter().map(|(spent, total)| Clock { spent, total }).collect();
            let ending = Clock { spent: ending.0, total: ending.1 };
            let bytes = pack_game_clocks(clocks.clone(), ending);
            let spent: Vec<Option<i64>> = clocks.iter().map(|clock| clock.spent.map(i64::from)).collect();
            let read: Vec<Option<i64>> = spent_times(&bytes, clocks.len()).collect();
            prop_assert!(read == spent || bytes.is_empty() && spent.iter().all(Option::is_none));
            prop_assert_eq!(unpack_game_clocks(&bytes, clocks.len()), Some((clocks, ending)));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), plies in 0_usize..30) {
            let _ = unpack_clocks(&bytes, plies);
            let _ = unpack_game_clocks(&bytes, plies);
            let _ = spent_times(&bytes, plies).count();
            let _ = unpack_moves(&bytes);
        }
    }
}
