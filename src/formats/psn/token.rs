//! Single words and lines of PSN.

use crate::record::{Origin, Promotion, WrittenMove};
use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Square};

/// `[Key "value"]` or `@key: value`.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    if let Some(rest) = line.strip_prefix('@') {
        let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        return is_key.then(|| (key, value.trim().trim_matches('"')));
    }
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (key, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some((key, value))
}

/// The name in Japanese of a handicap: `Lance`, `Rook and Lance`, `Two pieces`, `4-piece`.
pub(super) fn handicap_name(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let is_filler =
        |word: &&str| !matches!(*word, "" | "handicap" | "piece" | "pieces" | "and" | "game" | "odds");
    let words: Vec<&str> = text.split(|char: char| !char.is_ascii_alphanumeric()).filter(is_filler).collect();
    Some(match words[..] {
        ["even" | "none" | "no" | "hirate" | "0"] => "平手",
        ["lance"] | ["left", "lance"] => "香落ち",
        ["right", "lance"] => "右香落ち",
        ["bishop"] => "角落ち",
        ["rook"] => "飛車落ち",
        ["rook", "lance"] => "飛香落ち",
        ["2" | "two"] | ["rook", "bishop"] | ["bishop", "rook"] => "二枚落ち",
        ["3" | "three"] => "三枚落ち",
        ["4" | "four"] => "四枚落ち",
        ["5" | "five"] => "五枚落ち",
        ["6" | "six"] => "六枚落ち",
        ["7" | "seven"] => "七枚落ち",
        ["8" | "eight"] => "八枚落ち",
        ["9" | "nine"] => "九枚落ち",
        ["10" | "ten"] => "十枚落ち",
        _ => return None,
    })
}

/// The word without a move's number in front: `1.`, `1...`.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if word.len() > rest.len() + 1 => rest.trim_start_matches('.'),
        _ => word,
    }
}

/// True for a line that begins with a number and a move, or has nothing but moves.
pub(super) fn is_moves(line: &str) -> bool {
    let line = line.split([';', '#', '{']).next().unwrap_or_default();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    let bare = without_number(first);
    if bare.is_empty() {
        return words.next().is_some_and(|word| written(word).is_some());
    }
    written(bare).is_some() && (bare.len() < first.len() || words.all(|word| written(word).is_some()))
}

/// A move: `P-7f`, `P7g-7f`, `Bx2b+`, `+R5e-4e`, `G*1b`.
pub(super) fn written(word: &str) -> Option<WrittenMove> {
    let mut written = WrittenMove::default();
    let (promoted, rest) = word.strip_prefix('+').map_or((false, word), |rest| (true, rest));
    let letter = rest.chars().next()?;
    let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
    if letter.is_ascii_lowercase() {
        written.color = Some(Color::White);
    }
    written.piece = Some(if promoted { kind.promoted()? } else { kind });
    let mut rest = &rest[1..];
    if let Some((from, after)) = square(rest) {
        written.origin = Origin::Board(from);
        rest = after;
    }
    let sign = rest.chars().next()?;
    match sign {
        '-' | 'x' => {}
        '*' | '\'' if written.origin == Origin::Unstated => written.origin = Origin::Hand,
        _ => return None,
    }
    let (to, rest) = square(&rest[1..])?;
    written.to = Some(to);
    written.promotion = match rest.trim_end_matches(['!', '?']) {
        "" => Promotion::Unstated,
        "+" | "^" => Promotion::Yes,
        "=" => Promotion::No,
        _ => return None,
    };
    Some(written)
}

/// `7f` or `76`.
fn square(text: &str) -> Option<(Square, &str)> {
    let [file, rank, ..] = text.as_bytes() else { return None };
    let rank = match rank {
        b'1'..=b'9' => rank - b'0',
        b'a'..=b'i' => rank - b'a' + 1,
        _ => return None,
    };
    Some((Square::new(file.wrapping_sub(b'0'), rank)?, &text[2..]))
}

/// The side that a result calls the winner, `Some(None)` for a draw.
pub(super) fn result(word: &str) -> Option<Option<Color>> {
    match word {
        "1-0" => Some(Some(Color::Black)),
        "0-1" => Some(Some(Color::White)),
        "1/2-1/2" => Some(None),
        _ => None,
    }
}
