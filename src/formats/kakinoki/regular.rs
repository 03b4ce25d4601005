//! The row that nearly every program writes, read byte by byte: `   1 ７六歩(77)   ( 0:16/00:00:19)`.
//!
//! Whatever differs from it anywhere is left to [`row`](super::row), which reads every spelling and these rows too, with
//! the same result.

use crate::notation::characters::character;
use crate::record::{Clock, Origin, Promotion, WrittenMove};
use crate::rules::shogi::Square;

/// A row with a move and perhaps its times, and nothing unusual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats) struct Regular {
    /// The number in front.
    pub number: u32,
    /// The move; without a square it is 同.
    pub written: WrittenMove,
    /// Where the move begins; only bytes of ASCII stand before it.
    pub offset: usize,
    /// The times.
    pub clock: Clock,
}

/// Reads a regular row; `None` for any other line.
pub(super) fn read(line: &[u8]) -> Option<Regular> {
    let rest = skip_spaces(line);
    let (number, rest) = read_number(rest)?;
    let rest = skip_spaces(rest.strip_prefix(b" ")?);
    let offset = line.len() - rest.len();
    let (written, rest) = read_move(rest)?;
    let rest = skip_spaces(rest);
    let clock = if rest.is_empty() { Clock::default() } else { read_clock(rest.try_into().ok()?)? };
    Some(Regular { number, written, offset, clock })
}

#[inline]
fn skip_spaces(mut text: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] = text {
        text = rest;
    }
    text
}

/// A number of at most four digits, and what follows.
#[inline]
fn read_number(mut text: &[u8]) -> Option<(u32, &[u8])> {
    let (mut number, mut digits) = (0, 0);
    while let [byte @ b'0'..=b'9', rest @ ..] = text {
        if digits == 4 {
            return None;
        }
        number = number * 10 + u32::from(byte - b'0');
        (text, digits) = (rest, digits + 1);
    }
    (digits > 0).then_some((number, text))
}

/// A move with its origin or 打, up to a space or the end.
#[inline]
fn read_move(text: &[u8]) -> Option<(WrittenMove, &[u8])> {
    const SAME: &[u8] = "同　".as_bytes();
    const PROMOTION: &[u8] = "成".as_bytes();
    const DROP: &[u8] = "打".as_bytes();
    let mut written = WrittenMove::default();
    let (square, rest) = text.split_first_chunk::<6>()?;
    if square != SAME {
        let [a, b, c, d, e, f] = *square;
        written.to = Some(Square::new(character([a, b, c]).file, character([d, e, f]).rank)?);
    }
    let (name, mut rest) = rest.split_first_chunk::<3>()?;
    written.piece = if name == PROMOTION {
        let (name, after) = rest.split_first_chunk::<3>()?;
        rest = after;
        Some(character(*name).piece?.promoted()?)
    } else {
        Some(character(*name).piece?)
    };
    if let Some(after) = rest.strip_prefix(DROP) {
        written.origin = Origin::Hand;
        rest = after;
    } else {
        if let Some(after) = rest.strip_prefix(PROMOTION) {
            written.promotion = Promotion::Yes;
            rest = after;
        }
        let [b'(', file, rank, b')', after @ ..] = rest else { return None };
        written.origin = Origin::Board(Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))?);
        rest = after;
    }
    matches!(rest, [] | [b' ', ..]).then_some((written, rest))
}

/// `( 0:16/00:00:19)` or `(10:16/00:10:19)`, where nothing follows.
#[inline]
fn read_clock(text: &[u8; 16]) -> Option<Clock> {
    const FORM: u128 = u128::from_le_bytes(*b"(00:00/00:00:00)");
    // Raises what is more than 9 where a digit stands in the form, and more than 0 elsewhere, to 0x80 or more.
    const RAISE: u128 = {
        let (form, mut raise, mut at) = (FORM.to_le_bytes(), [0x7F; 16], 0);
        while at < 16 {
            if form[at] == b'0' {
                raise[at] -= 9;
            }
            at += 1;
        }
        u128::from_le_bytes(raise)
    };
    const HIGH: u128 = u128::from_le_bytes([0x80; 16]);
    let mut text = *text;
    if text[1] == b' ' {
        text[1] = b'0';
    }
    let digits = u128::from_le_bytes(text) ^ FORM;
    if (digits | digits.wrapping_add(RAISE)) & HIGH != 0 {
        return None;
    }
    let [_, tens, ones, _, a, b, _, c, d, _, e, f, _, g, h, _] = digits.to_le_bytes().map(i32::from);
    let spent = (tens * 10 + ones) * 60 + a * 10 + b;
    let total = ((c * 10 + d) * 60 + e * 10 + f) * 60 + g * 10 + h;
    Some(Clock { spent: Some(spent * 1000), total: Some(total * 1000) })
}

#[cfg(test)]
mod tests {
    use super::super::row::{self, Content};
    use super::*;
    use proptest::prelude::*;

    /// The same from the general reader, if there is nothing unusual.
    fn slowly(line: &str) -> Option<Regular> {
        let row = row::read(line)?;
        let Content::Move { written, same } = row.content else { return None };
        let usual = row.bad_clock.is_none() && !row.branch_mark && row.leftover.is_none();
        let usual = usual && same == written.to.is_none();
        usual.then_some(Regular { number: row.number, written, offset: row.offset, clock: row.clock })
    }

    #[test]
    fn regular_rows() {
        for line in [
            "   1 ７六歩(77)   ( 0:16/00:00:19)",
            "1 ７六歩(77)",
            "1000 ２二角成(88)   (10:16/12:34:56)",
            "   4 同　銀(31)   ( 0:00/00:00:00)",
            "  99 ５五角打",
            "  99 ５五角打   ( 0:05/00:00:09)",
            "  98 ５三成銀(44)   ( 0:05/00:00:09)",
            "  98 ５三龍(44)  ",
        ] {
            assert_eq!(read(line.as_bytes()), slowly(line), "{line}");
            assert!(read(line.as_bytes()).is_some(), "{line}");
        }
    }

    #[test]
    fn what_is_unusual_is_left_to_the_general_reader() {
        for line in [
            "   1 ７六歩(77)   ( 0:16/00:00:19)+",
            "   1 ７六歩(77)   ( 0:1x/00:00:19)",
            "   1 ７六歩(77)   ( 0:16/00:00:19) ",
            "   1 ７六歩",
            "   1 ７六歩(00)",
            "   1 76歩(77)",
            "   1 同　７六歩(77)",
            "   1 ７六歩打(77)",
            "   1 ７六歩(77)成",
            "   1 投了",
            "1７六歩(77)",
            "99999999999 ７六歩(77)",
            " ７六歩(77)",
            "   1　７六歩(77)",
        ] {
            assert_eq!(read(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_row_reads_as_in_the_general_reader_or_not_at_all(
            line in "[ 　]{0,3}[0-9]{1,5} {0,2}([同１７9][　六七6])?成?[歩銀と金馬]?[成打不]?(\\([0-9]{2}\\))?成? {0,3}(\\([ 0-9]{1,2}:[0-9]{2}/[0-9]{2}:[0-9]{2}:[0-9]{2}\\))?[ +]?"
        ) {
            if let Some(found) = read(line.as_bytes()) {
                prop_assert_eq!(Some(found), slowly(&line));
            }
        }
    }
}
