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
}
