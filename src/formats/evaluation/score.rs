//! Scores as texts: numbers, mates, and what may stand behind them.

use crate::record::EngineScore;
use crate::rules::Color;

/// From here on a number is a mate.
const MATE: i64 = 30_000;

/// `113`, `-43↑`, `+詰 5`, `-詰`, `+Mate:3`.
pub(super) fn score(text: &str) -> Option<EngineScore> {
    let text = text.trim_start();
    if let Some((value, rest)) = number(text) {
        return ends_a_number(rest).then(|| of_number(value));
    }
    let (negative, rest) = sign(text)?;
    let rest = ["詰み", "詰", "Mate", "mate"].iter().find_map(|word| rest.strip_prefix(word))?;
    let plies =
        number(rest.trim_start_matches([':', '：', ' '])).and_then(|(plies, _)| u32::try_from(plies).ok());
    Some(EngineScore::Mate { winner: if negative { Color::White } else { Color::Black }, plies })
}

/// `先手勝ち:15手`, `後手勝ち`.
pub(super) fn mate_of(text: &str) -> Option<EngineScore> {
    let winner = match text.trim_start() {
        text if text.starts_with("先手勝ち") || text.starts_with("下手勝ち") => Color::Black,
        text if text.starts_with("後手勝ち") || text.starts_with("上手勝ち") => Color::White,
        _ => return None,
    };
    let plies = text.split_once([':', '：']).and_then(|(_, rest)| number(rest.trim_start()));
    Some(EngineScore::Mate { winner, plies: plies.and_then(|(plies, _)| u32::try_from(plies).ok()) })
}

/// Hundredths of a pawn, or a mate of unknown length from [`MATE`] on.
pub(super) fn of_number(value: i64) -> EngineScore {
    match i32::try_from(value) {
        Ok(centipawns) if value.abs() < MATE => EngineScore::Centipawns(centipawns),
        _ => EngineScore::Mate { winner: if value > 0 { Color::Black } else { Color::White }, plies: None },
    }
}

/// The sign that a text begins with, true for minus, and what follows it.
fn sign(text: &str) -> Option<(bool, &str)> {
    let first = text.chars().next()?;
    let negative = match first {
        '+' | '＋' => false,
        '-' | '－' | '−' => true,
        _ => return None,
    };
    Some((negative, &text[first.len_utf8()..]))
}

/// An integer with its sign, in digits of any width, perhaps with commas before every three digits, and what follows
/// it.
pub(super) fn number(text: &str) -> Option<(i64, &str)> {
    let (negative, mut rest) = sign(text).unwrap_or((false, text));
    let (mut value, count, length) = digits(rest)?;
    rest = &rest[length..];
    if count <= 3 {
        while let Some((group, 3, length)) = rest.strip_prefix(',').and_then(digits) {
            value = value.checked_mul(1000)?.checked_add(group)?;
            rest = &rest[1 + length..];
        }
    }
    Some((if negative { -value } else { value }, rest))
}

/// The value of the digits that a text begins with, how many they are, and how many bytes.
fn digits(text: &str) -> Option<(i64, usize, usize)> {
    let (mut value, mut count, mut length) = (0_i64, 0, 0);
    for char in text.chars() {
        let digit = match char {
            '0'..='9' => u32::from(char) - u32::from('0'),
            '０'..='９' => u32::from(char) - u32::from('０'),
            _ => break,
        };
        value = value.checked_mul(10)?.checked_add(digit.into())?;
        count += 1;
        length += char.len_utf8();
    }
    (count > 0).then_some((value, count, length))
}

/// True for what may stand behind a score: nothing, an arrow, or a word behind a blank or a mark. A percent
/// sign, a range or digits in groups make the number something else.
pub(super) fn ends_a_number(rest: &str) -> bool {
    let mut chars = rest.trim_start_matches(['↑', '↓']).chars();
    match chars.next() {
        None | Some(')' | '）' | '、' | '。') => true,
        Some(',' | ';') => chars.next().is_none_or(|char| !char.is_ascii_digit()),
        Some(char) if char.is_whitespace() => {
            let rest = chars.as_str().trim_start();
            let range = rest.starts_with("- ") || rest.starts_with(['%', '％', '→', '～', '〜', '~']);
            !range && !rest.starts_with(|char: char| char.is_ascii_digit())
        }
        Some(_) => false,
    }
}
