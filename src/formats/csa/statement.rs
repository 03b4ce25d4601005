//! Small items of CSA text: times, headers, and statements that share a line.

use crate::record::{Info, PartialDate};

/// A time as written after `T`, in milliseconds: `12`, `1.234`, `-3`, `+3`. Digits beyond the millisecond are cut.
pub(super) fn milliseconds(text: &[u8]) -> Option<i32> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let point = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (seconds, fraction) = (&text[..point], text.get(point + 1..).unwrap_or_default());
    if seconds.is_empty() && fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut value = 0_i32;
    for byte in seconds {
        value = value.checked_mul(10)?.checked_add(digit(*byte)?)?;
    }
    for place in 0..3 {
        value = value.checked_mul(10)?.checked_add(digit(fraction.get(place).copied().unwrap_or(b'0'))?)?;
    }
    Some(if negative { -value } else { value })
}

fn digit(byte: u8) -> Option<i32> {
    byte.is_ascii_digit().then(|| i32::from(byte - b'0'))
}

/// Understands a `$` header. Returns false when the key is known and the value makes no sense.
pub(super) fn header(info: &mut Info, key: &str, value: &str) -> bool {
    let text = Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
    let Some(text) = text else { return true };
    match key {
        "$EVENT" => info.event = Some(text),
        "$SITE" => info.place = Some(text),
        "$OPENING" => info.opening = Some(text),
        "$START_TIME" => {
            let (date, impossible) = PartialDate::read(&text);
            info.started = date;
            return !impossible && (date.is_some() || is_placeholder(&text));
        }
        "$END_TIME" => {
            let (date, impossible) = PartialDate::read(&text);
            info.ended = date;
            return !impossible && (date.is_some() || is_placeholder(&text));
        }
        "$TIME_LIMIT" | "$TIME" => info.time_control = Some(text),
        "$TIME+" | "$TIME-" => {
            let both = info.time_control.take().map_or(text.clone(), |other| format!("{other} / {text}"));
            info.time_control = Some(both);
        }
        "$MAX_MOVES" => {
            info.max_moves = text.parse().ok();
            return info.max_moves.is_some();
        }
        "$JISHOGI" => {
            info.impasse_points = text.parse().ok().filter(|points| [24, 27].contains(points));
            return info.impasse_points.is_some();
        }
        "$NOTE" => info.remarks = Some(unescape(&text)),
        _ => {}
    }
    true
}

/// `????/??/??` and `0000/00/00`, which say that nothing is known.
fn is_placeholder(text: &str) -> bool {
    text.chars().all(|char| "?0/:- ".contains(char))
}

/// `\n` and `\\` of a `$NOTE` as the characters they stand for.
pub(super) fn unescape(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match (char, chars.as_str().chars().next()) {
            ('\\', Some('n')) => unescaped.push('\n'),
            ('\\', Some('\\')) => unescaped.push('\\'),
            (other, _) => {
                unescaped.push(other);
                continue;
            }
        }
        chars.next();
    }
    unescaped
}

/// A text for a `$NOTE` line.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\r\n", "\\n").replace(['\n', '\r'], "\\n")
}

/// Where the statement that starts at `from` ends: at a comma or, outside names and headers, at a glued comment.
pub(super) fn end_of_statement(text: &str, from: usize) -> usize {
    let rest = &text.as_bytes()[from..];
    let words = matches!(rest, [b'N', b'+' | b'-', ..] | [b'$', ..]);
    let length = rest.iter().position(|byte| *byte == b',' || (*byte == b'\'' && !words));
    from + length.unwrap_or(rest.len())
}

/// Does the line hold a move after a comma, so that it is the one-line form?
pub(super) fn holds_a_move(text: &str) -> bool {
    let mut windows = text.as_bytes().windows(8);
    windows.any(|window| match window {
        [b',', rest @ ..] => {
            rest.try_into().is_ok_and(|seven| crate::notation::csa::read_move(seven).is_some())
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_spelling() {
        for (text, want) in [
            ("12", Some(12_000)),
            ("0", Some(0)),
            ("1.234", Some(1234)),
            ("1.5", Some(1500)),
            ("0.0009", Some(0)),
            (".5", Some(500)),
            ("3.", Some(3000)),
            ("-3", Some(-3000)),
            ("+600", Some(600_000)),
            ("+", None),
            ("+-3", None),
            ("-0.5", Some(-500)),
            ("", None),
            (".", None),
            ("-", None),
            ("1a", None),
            ("1.a", None),
            ("1.2345x", None),
            ("99999999", None),
        ] {
            assert_eq!(milliseconds(text.as_bytes()), want, "{text}");
        }
    }

    #[test]
    fn headers_that_are_understood() {
        let mut info = Info::default();
        for (key, value, fine) in [
            ("$EVENT", "an event", true),
            ("$SITE", " a place ", true),
            ("$START_TIME", "2024/05/01 10:00:00", true),
            ("$END_TIME", "15:35:06", false),
            ("$END_TIME", "2024/02/30", false),
            ("$END_TIME", "2024/05/01 25:61:61", false),
            ("$END_TIME", "0000/00/00", true),
            ("$END_TIME", "????/??/??", true),
            ("$END_TIME", "", true),
            ("$TIME+", "600+10+0", true),
            ("$TIME-", "300+10+0", true),
            ("$MAX_MOVES", "320", true),
            ("$MAX_MOVES", "many", false),
            ("$JISHOGI", "26", false),
            ("$JISHOGI", "27", true),
            ("$NOTE", r"a\nb\\n\c", true),
            ("$WHATEVER", "x", true),
        ] {
            assert_eq!(header(&mut info, key, value), fine, "{key}:{value}");
        }
        assert_eq!(info.place.as_deref(), Some("a place"));
        assert_eq!(info.time_control.as_deref(), Some("600+10+0 / 300+10+0"));
        assert_eq!(info.impasse_points, Some(27));
        assert_eq!(info.remarks.as_deref(), Some("a\nb\\n\\c"));
        assert_eq!(escape("a\nb\\n\\c"), r"a\nb\\n\\c");
    }
}
