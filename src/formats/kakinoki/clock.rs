//! The times of a row: `( 0:12/00:00:12)` and the other spellings of them.

use super::blank::is_blank;
use crate::notation::kif::arabic_digit;
use crate::record::Clock;

/// What became of a text that begins with a bracket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ClockText<'a> {
    /// The times, and what follows the bracket.
    Read(Clock, &'a str),
    /// No times; what follows the bracket.
    Unreadable(&'a str),
}

/// Reads `( m:ss/hh:mm:ss)`: hours, fractions, minus signs, missing numbers and any width are all accepted.
pub(super) fn read(text: &str) -> ClockText<'_> {
    if let Some((clock, length)) = read_ascii(text.as_bytes()) {
        return ClockText::Read(clock, &text[length..]);
    }
    let end = text
        .find([')', '）'])
        .map_or(text.len(), |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let narrow: String = text[..end].chars().map(narrow).collect();
    match read_ascii(narrow.as_bytes()) {
        Some((clock, _)) => ClockText::Read(clock, &text[end..]),
        None => ClockText::Unreadable(&text[end..]),
    }
}

fn narrow(char: char) -> char {
    match char {
        '（' => '(',
        '）' => ')',
        '：' => ':',
        '／' => '/',
        '．' => '.',
        '－' | '−' => '-',
        char if is_blank(char) => ' ',
        char => arabic_digit(char).map_or(char, |value| char::from(b'0' + value)),
    }
}

/// Times without brackets: `0:01`, `0:01/0:00:01`, `6s`, `1分3秒`, `[0:01]`; and what follows them.
pub(super) fn read_bare(text: &str) -> Option<(Clock, &str)> {
    let (inside, close) = match text.strip_prefix(['[', '［']) {
        Some(inside) => (inside, &[']', '］'][..]),
        None => (text, &[][..]),
    };
    let (spent, rest) = bare_time(inside)?;
    let parted = rest.trim_start_matches(|char| is_blank(char) || "/／,，|｜;；\"'".contains(char));
    let second = if parted.len() < rest.len() { bare_time(parted) } else { None };
    let (total, rest) = second.map_or((None, rest), |(total, rest)| (Some(total), rest));
    let rest = if close.is_empty() { rest } else { rest.strip_prefix(close)? };
    let ends =
        rest.chars().next().is_none_or(|char| is_blank(char) || "/／,，|｜;；\"'*＊#＃+＋(（".contains(char));
    ends.then_some((Clock { spent: Some(spent), total }, rest))
}

/// The units of times; a number without one is no time.
const UNITS: [(&[&str], i64); 3] =
    [(&["時間", "h"], 3_600_000), (&["分", "min", "m"], 60_000), (&["秒", "sec", "s"], 1000)];

/// `0:01`, `0:00:01.5`, `6s`, `1分3秒` in milliseconds, and what follows.
fn bare_time(text: &str) -> Option<(i32, &str)> {
    let (mut rest, mut total, mut last) = (text, 0_i64, i64::MAX);
    loop {
        let end = rest.find(|char| !matches!(narrow(char), '0'..='9' | ':' | '.')).unwrap_or(rest.len());
        let digits: String = rest[..end].chars().map(narrow).collect();
        if digits.is_empty() {
            return (last < i64::MAX).then(|| i32::try_from(total).ok().zip(Some(rest)))?;
        }
        let after = &rest[end..];
        if digits.ends_with(':') {
            // The number of the next row: `2: ３四歩`.
            return None;
        }
        if digits.contains(':') {
            let mut at = 0;
            let time = read_time(digits.as_bytes(), &mut at)??;
            return (last == i64::MAX && at == digits.len()).then_some((time, after));
        }
        let unit = |names: &&[&str]| names.iter().find_map(|name| after.strip_prefix(name));
        let (length, behind) = UNITS.iter().find_map(|(names, length)| Some((*length, unit(names)?)))?;
        let mut at = 0;
        let count = read_time(digits.as_bytes(), &mut at)??;
        if at != digits.len() || length >= last {
            return None;
        }
        // `read_time` takes a number alone for seconds.
        total = total.checked_add(i64::from(count).checked_mul(length / 1000)?)?;
        (rest, last) = (behind, length);
    }
}

/// The times and the length of the group, its brackets included.
fn read_ascii(bytes: &[u8]) -> Option<(Clock, usize)> {
    let mut at = 1;
    let spent = read_time(bytes, &mut at)?;
    let mut total = None;
    if bytes.get(at) == Some(&b'/') {
        at += 1;
        total = read_time(bytes, &mut at)?;
    }
    (bytes.first() == Some(&b'(') && bytes.get(at) == Some(&b')')).then_some((Clock { spent, total }, at + 1))
}

/// A time with the blanks around it: `0:12`, `1:02:03`, `0:03.5`, `-0:03`. `Some(None)` when there is none.
fn read_time(bytes: &[u8], at: &mut usize) -> Option<Option<i32>> {
    let skip_blanks = |at: &mut usize| {
        while matches!(bytes.get(*at), Some(b' ' | b'\t')) {
            *at += 1;
        }
    };
    skip_blanks(at);
    let negative = bytes.get(*at) == Some(&b'-');
    *at += usize::from(negative);
    let (mut seconds, mut parts) = (0_i64, 0);
    loop {
        let start = *at;
        let mut part = 0_i64;
        while let Some(byte @ b'0'..=b'9') = bytes.get(*at) {
            part = part.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
            *at += 1;
        }
        if *at == start {
            break;
        }
        if *at - start > 7 {
            return None;
        }
        seconds = seconds.saturating_mul(60).saturating_add(part);
        parts += 1;
        // A blank may stand for a leading zero: `( 0: 3/…`.
        if bytes.get(*at) != Some(&b':') || parts == 3 {
            break;
        }
        *at += 1;
        skip_blanks(at);
    }
    if parts == 0 {
        return (!negative).then_some(None);
    }
    let milliseconds = seconds * 1000 + read_fraction(bytes, at);
    skip_blanks(at);
    let signed = if negative { -milliseconds } else { milliseconds };
    Some(Some(i32::try_from(signed).ok()?))
}

/// The milliseconds of `.5` or `.125`.
fn read_fraction(bytes: &[u8], at: &mut usize) -> i64 {
    if bytes.get(*at) != Some(&b'.') {
        return 0;
    }
    *at += 1;
    let (mut unit, mut milliseconds) = (100, 0);
    while let Some(byte @ b'0'..=b'9') = bytes.get(*at) {
        milliseconds += unit * i64::from(byte - b'0');
        unit /= 10;
        *at += 1;
    }
    milliseconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_spelling() {
        for (text, want) in [
            ("( 0:12/00:00:12)", Some((Some(12_000), Some(12_000)))),
            ("(0:4/0:0:4)", Some((Some(4_000), Some(4_000)))),
            ("(00:05/00:00:10)", Some((Some(5_000), Some(10_000)))),
            ("( 0:99999999999999999999999999)", None),
            ("( 0:03/ 0:00:19)", Some((Some(3_000), Some(19_000)))),
            ("(75:03/01:15:03)", Some((Some(4_503_000), Some(4_503_000)))),
            ("( 1:02:03/01:02:03)", Some((Some(3_723_000), Some(3_723_000)))),
            ("( 0:03.5/00:00:03.25)", Some((Some(3_500), Some(3_250)))),
            ("(00:03 / )", Some((Some(3_000), None))),
            ("( 0:03/)", Some((Some(3_000), None))),
            ("( /00:00:03)", Some((None, Some(3_000)))),
            ("( 0:03)", Some((Some(3_000), None))),
            ("( 0:03/-00:00:03)", Some((Some(3_000), Some(-3_000)))),
            ("（０：０３／００：００：０３）", Some((Some(3_000), Some(3_000)))),
            ("()", Some((None, None))),
            ("( a:03/00:00:03)", None),
            ("( 0:03/00:00:03", None),
            ("(99999999999:00/0:00)", None),
        ] {
            let found = match read(text) {
                ClockText::Read(clock, "") => Some((clock.spent, clock.total)),
                _ => None,
            };
            assert_eq!(found, want, "{text}");
        }
    }
    #[test]
    fn times_without_brackets() {
        for (text, want) in [
            ("0:01", Some((1_000, None))),
            ("6s", Some((6_000, None))),
            ("6.5s", Some((6_500, None))),
            ("６秒", Some((6_000, None))),
            ("1分3秒", Some((63_000, None))),
            ("1m03s", Some((63_000, None))),
            ("1時間2分", Some((3_720_000, None))),
            ("0:01/0:00:19", Some((1_000, Some(19_000)))),
            ("0:01,0:00:19", Some((1_000, Some(19_000)))),
            ("[0:01/0:00:19]", Some((1_000, Some(19_000)))),
            ("０：０１", Some((1_000, None))),
            ("6", None),
            ("6級", None),
            ("3秒1分", None),
            ("0:01から", None),
            ("[0:01", None),
            ("", None),
            ("99999999s", None),
        ] {
            let found = read_bare(text).filter(|(_, rest)| rest.is_empty());
            assert_eq!(found.map(|(clock, _)| (clock.spent.unwrap_or(-1), clock.total)), want, "{text}");
        }
    }
}
