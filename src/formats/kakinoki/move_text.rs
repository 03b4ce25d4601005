//! One move in the spelling of KIF or KI2, up to its origin. A hot path of reading; nothing here allocates.

use super::blank::{is_blank, skip_blanks};
use crate::notation::kif::{arabic_digit, digit, mark, piece_kind};
use crate::notation::{animals, characters};
use crate::record::{Origin, Promotion, Relative, WrittenMove};
use crate::rules::Color;
use crate::rules::shogi::Square;

/// What may follow a move without a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Follows {
    /// A bracket only, as in KIF.
    Bracket,
    /// The next move of the row as well, as in KI2.
    NextMove,
    /// Anything: the text is examined and not read.
    Anything,
}

impl Follows {
    fn allows(self, char: char) -> bool {
        let ends = |char| {
            mark(char).is_some()
                || digit(char).is_some()
                || "同仝＜（「『【[<、。，,.／/；;｜|\"*＊#＃".contains(char)
        };
        self == Self::Anything || self == Self::NextMove && ends(char)
    }
}

/// A move of KIF and what follows it; the flag says that it has 同.
pub(in crate::formats) fn read_move(text: &str) -> Option<(WrittenMove, bool, &str)> {
    read_move_before(text, Follows::Bracket)
}

/// A move and what follows it; the flag says that it has 同.
pub(in crate::formats) fn read_move_before(
    text: &str,
    follows: Follows,
) -> Option<(WrittenMove, bool, &str)> {
    if let Some((mut written, rest)) = read_usual(text) {
        let rest = read_modifiers(&mut written, rest, follows)?;
        return Some((written, written.to.is_none(), rest));
    }
    let mut written = WrittenMove::default();
    let (mut char, mut rest) = split(text)?;
    if let Some(color) = mark(char) {
        written.color = Some(color);
        (char, rest) = split(skip_blanks(rest))?;
    }
    let same = matches!(char, '同' | '仝');
    if same {
        (char, rest) = split(skip_blanks(rest))?;
    }
    if let Some(file) = digit(char) {
        let (rank, after) = split(rest)?;
        written.to = Some(Square::new(file, digit(rank)?)?);
        (char, rest) = split(skip_blanks(after))?;
    } else if !same {
        return None;
    }
    if char == '成' {
        (char, rest) = split(rest)?;
        written.piece = Some(piece_kind(char)?.promoted()?);
    } else if let Some(kind) = piece_kind(char) {
        written.piece = Some(kind);
    } else {
        let from = text.len() - rest.len() - char.len_utf8();
        let (kind, length) = animals::read_name(&text[from..])?;
        written.piece = Some(kind);
        rest = &text[from + length..];
    }
    let rest = read_modifiers(&mut written, rest, follows)?;
    Some((written, same, rest))
}

/// The beginning of a move up to its piece in the spelling of nearly all files, `▲７六歩` and `△同　銀` with or without
/// the mark; read without comparing characters one by one.
#[inline]
fn read_usual(text: &str) -> Option<(WrittenMove, &str)> {
    const SAME: &[u8] = "同　".as_bytes();
    let mut written = WrittenMove::default();
    let bytes = text.as_bytes();
    let bytes = if let Some(rest) = bytes.strip_prefix("▲".as_bytes()) {
        written.color = Some(Color::Black);
        rest
    } else if let Some(rest) = bytes.strip_prefix("△".as_bytes()) {
        written.color = Some(Color::White);
        rest
    } else {
        bytes
    };
    let (square, rest) = bytes.split_first_chunk::<6>()?;
    if square != SAME {
        let [a, b, c, d, e, f] = *square;
        written.to =
            Some(Square::new(characters::character([a, b, c]).file, characters::character([d, e, f]).rank)?);
    }
    let (name, rest) = rest.split_first_chunk::<3>()?;
    written.piece = Some(characters::character(*name).piece?);
    Some((written, text.get(text.len() - rest.len()..)?))
}

/// What stands between the piece and the times: 成, 不成, 打, the words of KI2, the origin.
pub(in crate::formats) fn read_modifiers<'a>(
    written: &mut WrittenMove,
    mut rest: &'a str,
    follows: Follows,
) -> Option<&'a str> {
    while let Some((char, after)) = split(rest) {
        let word = match char {
            '(' | '（' => match read_origin(after) {
                Some((origin, after)) => {
                    written.origin = origin;
                    return Some(read_late_promotion(written, after));
                }
                // A time that follows without a blank.
                None if after.contains([':', '：']) || follows != Follows::Bracket => return Some(rest),
                None => return None,
            },
            '成' => {
                written.promotion = Promotion::Yes;
                Relative::default()
            }
            '不' => {
                written.promotion = Promotion::No;
                rest = after.strip_prefix('成')?;
                continue;
            }
            '生' => {
                written.promotion = Promotion::No;
                Relative::default()
            }
            '打' => {
                written.origin = Origin::Hand;
                Relative::default()
            }
            '左' => Relative::LEFT,
            '右' => Relative::RIGHT,
            '直' => Relative::STRAIGHT,
            '上' | '行' | '入' => Relative::UP,
            '寄' => Relative::SIDEWAYS,
            '引' => Relative::DOWN,
            char if is_blank(char) => {
                let behind = skip_blanks(after);
                // With this byte the marks begin, and none of the words and brackets that may follow.
                if matches!(behind.as_bytes(), [] | [0xE2, ..]) {
                    return Some(rest);
                }
                match spaced_modifiers(behind, follows) {
                    Some(modifiers) => {
                        rest = modifiers;
                        continue;
                    }
                    None => return Some(read_spaced_origin(written, rest)),
                }
            }
            '+' | '＋' => return Some(rest),
            'ま' if follows == Follows::NextMove && rest.starts_with("まで") => return Some(rest),
            char if follows.allows(char) => return Some(rest),
            _ => return None,
        };
        written.relative = written.relative.with(word);
        rest = after;
    }
    Some(rest)
}

/// The words of a move that a blank before `text` separates from its piece (`２二角　成(88)`), when nothing else can be
/// meant.
fn spaced_modifiers(text: &str, follows: Follows) -> Option<&str> {
    let is_word = |char: char| {
        matches!(char, '成' | '不' | '生' | '打' | '左' | '右' | '直' | '上' | '行' | '入' | '寄' | '引')
    };
    if !text.starts_with(is_word) {
        return None;
    }
    let rest = text.trim_start_matches(is_word);
    let ends = rest.chars().next().is_none_or(|char| {
        is_blank(char)
            || matches!(char, '(' | '（' | '+' | '＋')
            || follows == Follows::NextMove && follows.allows(char)
    });
    ends.then_some(text)
}

/// 成 or 不成 behind the origin: `８九角(11)成`.
fn read_late_promotion<'a>(written: &mut WrittenMove, rest: &'a str) -> &'a str {
    let spaced = skip_blanks(rest);
    let ends =
        |after: &str| after.chars().next().is_none_or(|char| is_blank(char) || "(（+＋".contains(char));
    for (word, promotion) in [("成", Promotion::Yes), ("不成", Promotion::No)] {
        if let Some(after) =
            spaced.strip_prefix(word).filter(|after| spaced.len() == rest.len() || ends(after))
        {
            written.promotion = promotion;
            return after;
        }
    }
    rest
}

/// An origin that a blank separates from the move: `７六歩 (77)`.
fn read_spaced_origin<'a>(written: &mut WrittenMove, rest: &'a str) -> &'a str {
    if written.origin == Origin::Unstated
        && let Some((bracket, after)) = split(skip_blanks(rest))
        && matches!(bracket, '(' | '（')
        && let Some((origin, after)) = read_origin(after)
    {
        written.origin = origin;
        return after;
    }
    rest
}

/// `77)`, `00)` or `７７）`, and what follows.
fn read_origin(text: &str) -> Option<(Origin, &str)> {
    let (file, rest) = split(text)?;
    let (rank, rest) = split(rest)?;
    let (bracket, rest) = split(rest)?;
    if !matches!(bracket, ')' | '）') {
        return None;
    }
    match (arabic_digit(file)?, arabic_digit(rank)?) {
        (0, 0) => Some((Origin::Hand, rest)),
        (file, rank) => Some((Origin::Board(Square::new(file, rank)?), rest)),
    }
}

/// The first character and the rest.
pub(super) fn split(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let char = chars.next()?;
    Some((char, chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::PieceKind;

    #[test]
    fn pieces_by_every_name() {
        for (name, kind) in [
            ("成歩", PieceKind::Tokin),
            ("成香", PieceKind::PromotedLance),
            ("成角", PieceKind::Horse),
            ("竜", PieceKind::Dragon),
            ("王", PieceKind::King),
            ("全", PieceKind::PromotedSilver),
        ] {
            let (written, ..) = read_move(&format!("２二{name}(33)")).unwrap();
            assert_eq!(written.piece, Some(kind), "{name}");
        }
    }
}
