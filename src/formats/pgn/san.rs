//! Moves as PGN writes them.

use super::dialect::Dialect;
use crate::record::{Named, Origin, Promotion, WrittenMove};
use crate::rules::shogi::{PieceKind, Square};

/// The word without a move's number in front: `1.`, `12...`.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix(['.', '…']) {
        Some(_) if rest.len() < word.len() => rest.trim_start_matches(['.', '…']),
        _ => word,
    }
}

/// True for a line that begins with a number and a move, or with a move.
pub(super) fn begins_moves(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    let bare = without_number(first);
    let word = if bare.is_empty() { words.next().unwrap_or_default() } else { bare };
    read(word, Dialect::Unknown).is_some()
}

/// The word without `!`, `?` and the like at its end, and those.
pub(super) fn without_glyphs(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}

/// Pairs of squares: `c3c4`, `b2h8+`, `7g7f`.
fn coordinates(word: &str) -> Option<WrittenMove> {
    let (from, rest) = square(word)?;
    let (to, rest) = square(rest.strip_prefix('-').unwrap_or(rest))?;
    let promotion = match rest {
        "" => Promotion::Unstated,
        "+" => Promotion::Yes,
        "=" => Promotion::No,
        _ => return None,
    };
    Some(WrittenMove { to: Some(to), origin: Origin::Board(from), promotion, ..WrittenMove::default() })
}

/// A move: `Pc4`, `c4`, `Bxg7+`, `+Rxg1`, `Nec3`, `P@e5`, `Gd8=G`, `P-76`, `c3c4`, and `--` for a pass.
pub(super) fn read(word: &str, dialect: Dialect) -> Option<WrittenMove> {
    if matches!(word, "--" | "Z0" | "@@@@" | "0000") {
        return Some(WrittenMove { pass: true, ..WrittenMove::default() });
    }
    let body = word.trim_end_matches('#');
    if let Some(pair) = coordinates(body) {
        return Some(pair);
    }
    let (piece, rest) = piece(body)?;
    let mut written = WrittenMove { piece: Some(piece), ..WrittenMove::default() };
    if let Some(rest) = rest.strip_prefix(['@', '*', '\'']) {
        let (to, rest) = square(rest)?;
        (written.to, written.origin) = (Some(to), Origin::Hand);
        // Behind a drop it can only say check.
        return matches!(rest, "" | "+").then_some(written);
    }
    let (squares, suffix) = rest.split_at(rest.find(['+', '=']).unwrap_or(rest.len()));
    written.to = Some(origin_and_destination(squares, &mut written.origin)?);
    if dialect == Dialect::CheckMarks && piece == PieceKind::Gold {
        written.named = Named::ByMotion;
    }
    written.promotion = promotion(suffix, dialect)?;
    Some(written)
}

/// The piece that a move begins with; without a letter it is a pawn.
fn piece(word: &str) -> Option<(PieceKind, &str)> {
    let (promoted, rest) = word.strip_prefix('+').map_or((false, word), |rest| (true, rest));
    let letter = rest.chars().next()?;
    let kind = match letter {
        'H' => PieceKind::Horse,
        'D' => PieceKind::Dragon,
        'T' => PieceKind::Tokin,
        'a'..='i' | '@' if !promoted => return Some((PieceKind::Pawn, rest)),
        letter => PieceKind::from_letter(letter)?,
    };
    Some((if promoted { kind.promoted()? } else { kind }, &rest[1..]))
}

/// What stands between the piece and the suffix, all of it: `c4`, `xc4`, `ec3`, `4xd5`, `e5d4`, `-76`.
fn origin_and_destination(text: &str, origin: &mut Origin) -> Option<Square> {
    let destination = |text: &str| {
        let (to, rest) = square(text.strip_prefix(['x', '-', ':']).unwrap_or(text))?;
        rest.is_empty().then_some(to)
    };
    if let Some(to) = destination(text) {
        return Some(to);
    }
    if let Some((from, rest)) = square(text)
        && let Some(to) = destination(rest)
    {
        *origin = Origin::Board(from);
        return Some(to);
    }
    let first = text.chars().next()?;
    *origin = match first {
        'a'..='i' => Origin::File(file_of(first)?),
        '1'..='9' => Origin::Rank(10 - u8::try_from(first.to_digit(10)?).ok()?),
        _ => return None,
    };
    destination(&text[1..])
}

/// The suffix of a move on the board: nothing, `+`, `=`, `=G`, `=+B`, and `+` for check behind those with a letter.
fn promotion(suffix: &str, dialect: Dialect) -> Option<Promotion> {
    Some(match suffix {
        "" => Promotion::Unstated,
        "=" => Promotion::No,
        "+" => match dialect {
            Dialect::CheckMarks => Promotion::Unstated,
            Dialect::Plus => Promotion::Yes,
            Dialect::Unknown => Promotion::OrCheck,
        },
        _ => {
            let name = suffix.strip_prefix('=')?;
            let name = name.strip_suffix('+').unwrap_or(name);
            let is_promoted = matches!(name, "G" | "H" | "D" | "T")
                || name.len() == 2 && piece(name).is_some_and(|(kind, _)| kind.is_promoted());
            return is_promoted.then_some(Promotion::Yes);
        }
    })
}

fn file_of(letter: char) -> Option<u8> {
    let place = u8::try_from(u32::from(letter).checked_sub(u32::from('a'))?).ok()?;
    9_u8.checked_sub(place).filter(|file| *file > 0)
}

/// A square of PGN (`c4`) or of shogi (`7f`, `76`), and what follows.
fn square(text: &str) -> Option<(Square, &str)> {
    let [first, second, ..] = *text.as_bytes() else { return None };
    let square = match (first, second) {
        (b'a'..=b'i', b'1'..=b'9') => Square::new(9 - (first - b'a'), 10 - (second - b'0'))?,
        (b'1'..=b'9', b'a'..=b'i') => Square::new(first - b'0', second - b'a' + 1)?,
        (b'1'..=b'9', b'1'..=b'9') => Square::new(first - b'0', second - b'0')?,
        _ => return None,
    };
    Some((square, &text[2..]))
}

#[cfg(test)]
mod tests {
    use super::{begins_moves, read, without_number};
    use crate::formats::pgn::dialect::Dialect;

    fn short(word: &str, dialect: Dialect) -> String {
        let Some(found) = read(word, dialect) else { return "none".to_owned() };
        let to = found.to.map_or_else(String::new, |to| to.to_string());
        let piece = found.piece.map_or("?", |piece| piece.name());
        format!("{piece} {:?} {to} {:?}", found.origin, found.promotion)
    }

    #[test]
    fn moves() {
        for (word, want) in [
            ("Pc4", "pawn Unstated 7f Unstated"),
            ("c4", "pawn Unstated 7f Unstated"),
            ("cxc5", "pawn File(7) 7e Unstated"),
            ("c7+", "pawn Unstated 7c OrCheck"),
            ("Bxg7", "bishop Unstated 3c Unstated"),
            ("+Rxg1", "dragon Unstated 3i Unstated"),
            ("Nec3", "knight File(5) 7g Unstated"),
            ("G4d5", "gold Rank(6) 6e Unstated"),
            ("Ge5d4", "gold Board(Square(5e)) 6f Unstated"),
            ("Ge5xd4=", "gold Board(Square(5e)) 6f No"),
            ("P@e5", "pawn Hand 5e Unstated"),
            ("S*5d", "silver Hand 5d Unstated"),
            ("P@e8+", "pawn Hand 5b Unstated"),
            ("@e5", "pawn Hand 5e Unstated"),
            ("Bxg7=H", "bishop Unstated 3c Yes"),
            ("Bxg7=+B", "bishop Unstated 3c Yes"),
            ("Bxg7=H+", "bishop Unstated 3c Yes"),
            ("Hd4", "horse Unstated 6f Unstated"),
            ("P-76", "pawn Unstated 7f Unstated"),
            ("G49-58", "gold Board(Square(4i)) 5h Unstated"),
            ("Bx22+", "bishop Unstated 2b OrCheck"),
            ("c3c4", "? Board(Square(7g)) 7f Unstated"),
            ("b2h8+", "? Board(Square(8h)) 2b Yes"),
            ("7g7f", "? Board(Square(7g)) 7f Unstated"),
            ("--", "?? "),
            ("Qd4", "none"),
            ("Bxg7=Q", "none"),
            ("O-O", "none"),
            ("P@e5=", "none"),
            ("e10", "none"),
            ("", "none"),
        ] {
            let found = if word == "--" { format!("?? {}", "") } else { short(word, Dialect::Unknown) };
            assert_eq!(found, want, "{word}");
        }
        assert_eq!(short("c7+", Dialect::CheckMarks), "pawn Unstated 7c Unstated");
        assert_eq!(short("c7+", Dialect::Plus), "pawn Unstated 7c Yes");
    }

    #[test]
    fn numbers_and_lines() {
        for (word, want) in
            [("1.", ""), ("12...Pc4", "Pc4"), ("1.Pc4", "Pc4"), ("7g7f", "7g7f"), ("1-0", "1-0")]
        {
            assert_eq!(without_number(word), want);
        }
        for (line, want) in
            [("1. Pc4 Pg6", true), ("1.Pc4", true), ("Pc4", true), ("1. first", false), ("", false)]
        {
            assert_eq!(begins_moves(line), want, "{line}");
        }
    }
}
