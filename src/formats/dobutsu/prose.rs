//! Moves as people write them in Japanese: `▲B2ひよこ △同ぞう ▲B3ぞう打`.

use crate::formats::kakinoki::{Follows, is_blank, read_modifiers};
use crate::notation::animals;
use crate::notation::kif::{arabic_digit, mark};
use crate::record::{Origin, WrittenMove};
use crate::rules::shogi::Square;

/// True for a line that begins with a move.
pub(in crate::formats) fn begins(line: &str) -> bool {
    read(line.trim_start_matches(is_blank)).is_some()
}

/// How many moves the line begins with.
pub(super) fn moves_in(line: &str) -> usize {
    let (mut rest, mut count) = (line, 0);
    while let Some((_, after)) = read(rest.trim_start_matches(is_blank)) {
        (rest, count) = (after, count + 1);
    }
    count
}

/// Reads the move that the text begins with, and what follows it.
pub(super) fn read(text: &str) -> Option<(WrittenMove, &str)> {
    let mut written = WrittenMove::default();
    let mut rest = text;
    if let Some(color) = rest.chars().next().and_then(mark) {
        written.color = Some(color);
        rest = after_first(rest).trim_start_matches(is_blank);
    }
    if let Some(after) = rest.strip_prefix('同') {
        rest = after;
    } else {
        let (square, after) = square(rest)?;
        written.to = Some(square);
        rest = after;
    }
    rest = rest.trim_start_matches(is_blank);
    let (kind, length) = animals::read_name(rest)?;
    written.piece = Some(kind);
    rest = &rest[length..];
    let end = rest.find(|char| is_blank(char) || mark(char).is_some()).unwrap_or(rest.len());
    let (words, origin) = match rest[..end].strip_suffix([')', '）']) {
        Some(inside) => {
            let (words, from) = inside.split_once(['(', '（'])?;
            let (from, nothing) = square(from)?;
            (words, if nothing.is_empty() { Some(from) } else { return None })
        }
        None => (&rest[..end], None),
    };
    if !read_modifiers(&mut written, words, Follows::Bracket)?.is_empty() {
        return None;
    }
    if let Some(from) = origin {
        written.origin = Origin::Board(from);
    }
    Some((written, &rest[end..]))
}

/// `B2`, in letters and digits of any width.
fn square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let file = match chars.next()? {
        char @ ('A'..='C' | 'a'..='c') => char.to_ascii_uppercase(),
        'Ａ' | 'ａ' => 'A',
        'Ｂ' | 'ｂ' => 'B',
        'Ｃ' | 'ｃ' => 'C',
        _ => return None,
    };
    let rank = arabic_digit(chars.next()?)?;
    Some((animals::square(u8::try_from(file).ok()?, rank.wrapping_add(b'0'))?, chars.as_str()))
}

pub(super) fn after_first(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Promotion, Relative};
    use crate::rules::Color;
    use crate::rules::shogi::PieceKind;

    #[test]
    fn moves_in_every_spelling() {
        let (first, rest) = read("▲B2ひよこ △同ゾウ ▲B3ゾウ打").unwrap();
        assert_eq!((first.color, first.piece), (Some(Color::Black), Some(PieceKind::Pawn)));
        assert_eq!(first.to, Square::new(2, 2));
        let (second, rest) = read(rest.trim_start()).unwrap();
        assert_eq!((second.to, second.piece), (None, Some(PieceKind::Bishop)));
        let (third, rest) = read(rest.trim_start()).unwrap();
        assert_eq!((third.origin, rest), (Origin::Hand, ""));
        for text in ["☗Ｂ２ひよこ", "Ｂ２ヒヨコ", "b2雛", "▲ B2 ひよこ"] {
            assert_eq!(read(text).map(|(found, _)| found.to), Some(Square::new(2, 2)), "{text}");
        }
        let (found, rest) = read("△A4ひよこ成▲C1きりん左上").unwrap();
        assert_eq!(found.promotion, Promotion::Yes);
        assert_eq!(read(rest).unwrap().0.relative, Relative::LEFT.with(Relative::UP));
        let from = read("▲B1ひよこ不成(B2)").unwrap().0;
        assert_eq!((from.origin, from.promotion), (Origin::Board(Square::new(2, 2).unwrap()), Promotion::No));
        for text in [
            "",
            "▲",
            "▲B1ぞう(D1)",
            "▲B1ぞう(B1",
            "▲７六歩",
            "▲B5ひよこ",
            "▲D1ひよこ",
            "▲B2歩",
            "▲B2ひよこx",
            "同",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
