//! Moves of PSN: `P-7f`, `P7g-7f`, `+R5e-4e`, `G*1b`, the short forms `P7f`, `G65b`, `xS`, and squares alone, `7g7f`.

use super::ending;
use crate::record::{Origin, Promotion, WrittenMove};
use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Square};

/// The word without a move's number in front: `1.`, `1...`, `12`.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix(['.', '…']) {
        Some(rest) if rest.len() + 1 < word.len() => rest.trim_start_matches(['.', '…']),
        _ if rest.is_empty() && word.len() <= 4 => "",
        _ if word.bytes().all(|byte| byte == b'.') => "",
        _ => word,
    }
}

/// The number in front of a word, and whether three points follow it.
pub(super) fn number(word: &str) -> Option<(usize, bool)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    Some((word[..digits].parse().ok()?, word[digits..].starts_with("...") || word[digits..].starts_with('…')))
}

/// How certain it is that a line holds moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// A number and a move, or nothing but moves with their signs.
    Certain,
    /// Nothing but short moves, which other texts may have as well.
    Short,
    /// It holds something else.
    None,
}

/// Whether a line begins with a number and a move, or has nothing but moves.
pub(super) fn of_line(line: &str) -> Moves {
    let line = line.split([';', '#', '{', '(']).next().unwrap_or_default();
    // Points alone stand for Black's move where White begins.
    let mut words = line.split_whitespace().filter(|word| !word.bytes().all(|byte| byte == b'.'));
    let Some(first) = words.next() else { return Moves::None };
    let bare = without_number(first);
    let is_move = |word: &str| written(without_number(word)).is_some();
    if coordinates(bare).is_some() || bare.is_empty() && words.clone().next().and_then(coordinates).is_some()
    {
        return if bare.len() < first.len() && at_most_two(line) { Moves::Certain } else { Moves::None };
    }
    if bare.is_empty() {
        return if words.next().is_some_and(is_move) { Moves::Certain } else { Moves::None };
    }
    if written(bare).is_none() {
        return Moves::None;
    }
    if bare.len() < first.len() {
        return Moves::Certain;
    }
    let ends = |word: &str| {
        let bare = without_number(word);
        ending::result(bare).is_some() || ending::word(bare).is_some()
    };
    if !words.clone().all(|word| is_move(word) || ends(word)) {
        return Moves::None;
    }
    let has_sign = |word: &str| word.contains(['-', 'x', '*', '\'']);
    if has_sign(first) || words.any(has_sign) { Moves::Certain } else { Moves::Short }
}

/// No number has more than two moves behind it: a numbered list of games has.
fn at_most_two(line: &str) -> bool {
    let mut moves = 0;
    line.split_whitespace().all(|word| {
        let bare = without_number(word);
        moves = usize::from(written(bare).is_some()) + if bare.len() < word.len() { 0 } else { moves };
        moves <= 2
    })
}

/// A move of two squares without its piece: `7g7f`, `7g-7f`, `8hx2b+`.
fn coordinates(word: &str) -> Option<WrittenMove> {
    let (from, rest) = square(word)?;
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, rest) = square(rest)?;
    let origin = Origin::Board(from);
    Some(WrittenMove { to: Some(to), origin, promotion: promotion(rest)?, ..WrittenMove::default() })
}

/// A move as it is written.
pub(super) fn written(word: &str) -> Option<WrittenMove> {
    let word = word.trim_end_matches(['!', '?', ',']);
    if let Some(rest) = word.strip_prefix('x') {
        return on_the_same_square(rest);
    }
    if let Some(written) = coordinates(word) {
        return Some(written);
    }
    let (mut written, rest) = piece(word)?;
    if let Some(rest) = rest.strip_prefix(['*', '\'']) {
        let (to, rest) = square(rest)?;
        (written.origin, written.to) = (Origin::Hand, Some(to));
        return rest.is_empty().then_some(written);
    }
    let (origin, to, rest) = squares(rest)?;
    (written.origin, written.to) = (origin, Some(to));
    written.promotion = promotion(rest)?;
    Some(written)
}

/// `S`, `+R`, `S3a`, `S3`, `S+` behind an `x`: a piece that takes on the square of the move before.
fn on_the_same_square(text: &str) -> Option<WrittenMove> {
    let (mut written, rest) = piece(text)?;
    let rest = if let Some((from, rest)) = square(rest) {
        written.origin = Origin::Board(from);
        rest
    } else if let Some((file, rest)) = file(rest) {
        written.origin = Origin::File(file);
        rest
    } else {
        rest
    };
    written.promotion = promotion(rest)?;
    Some(written)
}

/// The piece that a text begins with. `H`, `D` and `T` are promoted ones.
fn piece(text: &str) -> Option<(WrittenMove, &str)> {
    let (promoted, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
    let letter = rest.chars().next()?;
    let kind = match letter.to_ascii_uppercase() {
        'H' => PieceKind::Horse,
        'D' => PieceKind::Dragon,
        'T' => PieceKind::Tokin,
        other => PieceKind::from_letter(other)?,
    };
    let kind = if promoted && !kind.is_promoted() { kind.promoted()? } else { kind };
    let color = letter.is_ascii_lowercase().then_some(Color::White);
    Some((WrittenMove { piece: Some(kind), color, ..WrittenMove::default() }, &rest[1..]))
}

/// Where a piece comes from and goes to: `-7f`, `7g-7f`, `7g7f`, `7f`, `6-5b`, `65b`.
fn squares(text: &str) -> Option<(Origin, Square, &str)> {
    let is_sign = |text: &str| text.starts_with(['-', 'x']);
    if is_sign(text) {
        let (to, rest) = square(text[1..].trim_start_matches('-'))?;
        return Some((Origin::Unstated, to, rest));
    }
    if let Some((first, rest)) = square(text) {
        let behind = if is_sign(rest) { rest[1..].trim_start_matches('-') } else { rest };
        if let Some((to, rest)) = square(behind) {
            return Some((Origin::Board(first), to, rest));
        }
        if promotion(rest).is_some() {
            return Some((Origin::Unstated, first, rest));
        }
    }
    let (origin, rest) = match file(text) {
        Some((file, rest)) => (Origin::File(file), rest),
        None => {
            let rank = text.bytes().next().filter(|byte| matches!(byte, b'a'..=b'i'))? - b'a' + 1;
            (Origin::Rank(rank), Some(&text[1..]).filter(|rest| is_sign(rest))?)
        }
    };
    let rest = if is_sign(rest) { rest[1..].trim_start_matches('-') } else { rest };
    let (to, rest) = square(rest)?;
    Some((origin, to, rest))
}

fn file(text: &str) -> Option<(u8, &str)> {
    let digit = text.bytes().next().filter(|byte| matches!(byte, b'1'..=b'9'))?;
    Some((digit - b'0', &text[1..]))
}

fn promotion(text: &str) -> Option<Promotion> {
    match text {
        "" => Some(Promotion::Unstated),
        "+" | "^" => Some(Promotion::Yes),
        "=" => Some(Promotion::No),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_every_spelling() {
        for (text, want) in [
            ("P-7f", Some("Unstated 7f Unstated")),
            ("P7f", Some("Unstated 7f Unstated")),
            ("P76", Some("Unstated 7f Unstated")),
            ("P7g-7f", Some("7g 7f Unstated")),
            ("P7g7f", Some("7g 7f Unstated")),
            ("P77-76", Some("7g 7f Unstated")),
            ("S72x83+", Some("7b 8c Yes")),
            ("Bx2b+", Some("Unstated 2b Yes")),
            ("B2b+", Some("Unstated 2b Yes")),
            ("B2b=", Some("Unstated 2b No")),
            ("G65b", Some("File(6) 5b Unstated")),
            ("G6-5b", Some("File(6) 5b Unstated")),
            ("G6x5b+", Some("File(6) 5b Yes")),
            ("Ga-5b", Some("Rank(1) 5b Unstated")),
            ("R7f--4b", Some("7f 4b Unstated")),
            ("N*8f!", Some("Hand 8f Unstated")),
            ("P'45", Some("Hand 4e Unstated")),
            ("xS", Some("Unstated same Unstated")),
            ("xS3a", Some("3a same Unstated")),
            ("xG6", Some("File(6) same Unstated")),
            ("x+R", Some("Unstated same Unstated")),
            ("xB+", Some("Unstated same Yes")),
            ("D-5b", Some("Unstated 5b Unstated")),
            ("p-3d?!", Some("Unstated 3d Unstated")),
            ("G5b+?", Some("Unstated 5b Yes")),
            ("P", None),
            ("P7", None),
            ("P7x", None),
            ("x", None),
            ("G65-5b", Some("6e 5b Unstated")),
            ("A-5", None),
            ("7g7f", Some("7g 7f Unstated")),
            ("8hx2b+", Some("8h 2b Yes")),
            ("7g-7f!", Some("7g 7f Unstated")),
            ("77-76", Some("7g 7f Unstated")),
            ("7g", None),
            ("1-0", None),
            ("", None),
        ] {
            let show = |written: WrittenMove| {
                let origin = match written.origin {
                    Origin::Board(square) => square.to_string(),
                    other => format!("{other:?}"),
                };
                let to = written.to.map_or_else(|| "same".to_owned(), |to| to.to_string());
                format!("{origin} {to} {:?}", written.promotion)
            };
            assert_eq!(written(text).map(show).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn numbers_before_moves() {
        for (word, bare, want) in [
            ("1.P-7f", "P-7f", Some((1, false))),
            ("1...P-3d", "P-3d", Some((1, true))),
            ("12.", "", Some((12, false))),
            ("12", "", Some((12, false))),
            ("...", "", None),
            ("P-7f", "P-7f", None),
        ] {
            assert_eq!((without_number(word), number(word)), (bare, want), "{word}");
        }
    }
}
