//! What a `+` behind a move says.
//!
//! XBoard and cutechess write promotions so, and no checks. Fairy-Stockfish, and so PyChess, write checks so, promotions as
//! `=G`, and promoted pieces by what they move as: `G`, `H`, `D`.

use super::lexer::{Kind, Lexer};
use super::san::{without_glyphs, without_number};

/// What a `+` behind a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// That the piece promotes.
    Plus,
    /// That the move gives check.
    CheckMarks,
    /// Nothing in the game shows it.
    Unknown,
}

/// How many words are looked at.
const LOOK: usize = 4096;

impl Dialect {
    /// The dialect of the game that comes next.
    pub fn of(lexer: Lexer<'_>) -> Self {
        let (mut plus, mut checks) = (0_u32, 0_u32);
        for token in lexer.take(LOOK) {
            match token.kind {
                Kind::Tag("Event" | "Site" | "Annotator", value) => {
                    checks += u32::from(value.to_ascii_lowercase().contains("pychess"));
                }
                Kind::Word(word) => {
                    let word = without_glyphs(without_number(word)).0;
                    plus += u32::from(shows_plus(word));
                    checks += u32::from(shows_checks(word));
                }
                _ => {}
            }
        }
        match plus.cmp(&checks) {
            std::cmp::Ordering::Greater => Self::Plus,
            std::cmp::Ordering::Less => Self::CheckMarks,
            std::cmp::Ordering::Equal => Self::Unknown,
        }
    }
}

/// `+Rg1`, `Bg7=`, a pawn without a letter, and squares of shogi.
fn shows_plus(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_pawn = matches!(bytes, [b'a'..=b'i', b'1'..=b'9'] | [b'a'..=b'i', b'1'..=b'9' | b'x', ..] if bytes.len() > 2);
    let is_pawn = is_pawn || matches!(bytes, [b'a'..=b'i', b'1'..=b'9']);
    matches!(bytes, [b'+', b'A'..=b'Z', ..] | [b'A'..=b'Z', .., b'='])
        || is_pawn
        || matches!(bytes, [b'A'..=b'Z', .., b'1'..=b'9', b'a'..=b'i' | b'1'..=b'9'])
}

/// `Bxg7=H`, `Hd4`, `#` behind a move.
fn shows_checks(word: &str) -> bool {
    let promotes = word.split_once('=').is_some_and(|(_, name)| name.starts_with(['G', 'H', 'D']));
    word.len() > 2
        && (promotes
            || word.starts_with(['H', 'D'])
            || word.ends_with('#')
            || word.contains('@') && word.ends_with('+'))
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Lexer};

    #[test]
    fn dialects_by_their_marks() {
        for (text, want) in [
            ("1. Pc4 Pg6", Dialect::Unknown),
            ("1. Pc4 Pg6 2. Bxg7+", Dialect::Unknown),
            ("1. c4 g6 2. Bxg7+", Dialect::Plus),
            ("1. Pc4 Pg6 2. Bxg7+ Gxg7 3. +Bb2", Dialect::Plus),
            ("1. Pc4 Pg6 2. Bxg7= Gxg7", Dialect::Plus),
            ("1. P-76 P-34 2. Bx22+", Dialect::Plus),
            ("1. Pc4 Pg6 2. Bxg7=H", Dialect::CheckMarks),
            ("1. Pc4 Pg6 2. B@e5+", Dialect::CheckMarks),
            ("1. Pc4 Pg6 2. Gd8#", Dialect::CheckMarks),
            ("[Event \"PyChess rated game\"]\n1. Pc4 Pg6", Dialect::CheckMarks),
            ("[Event \"x\"]\n1. Pc4\n[Event \"PyChess rated game\"]\n1. Pc4", Dialect::Unknown),
        ] {
            assert_eq!(Dialect::of(Lexer::new(text)), want, "{text}");
        }
    }
}
