//! One move as a word, and back.

use super::Notation;
use crate::notation::animals;
use crate::record::{Origin, Promotion, WrittenMove};
use crate::rules::shogi::{self, Square};
use crate::rules::{MoveOrigin, PlayablePosition, dobutsu};

/// A move as a word, and which notation it shows itself to be in; none for words that are the same in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The move, its ranks counted from the top where the word may count from either end.
    pub written: WrittenMove,
    /// The notation, if only one has such words.
    pub notation: Option<Notation>,
}

/// Reads a word in whatever notation.
pub(super) fn read(word: &str) -> Option<Word> {
    lettered(word.as_bytes()).or_else(|| lishogi(word))
}

/// `b3b2`, `b2b1+`, `C*b3`, `C@b2`, `Cb3xb2`, `Gc4-c3`.
fn lettered(word: &[u8]) -> Option<Word> {
    let (body, promotion) = match word {
        [body @ .., b'+'] => (body, Promotion::Yes),
        _ => (word, Promotion::No),
    };
    let square =
        |file: u8, rank: u8| if file.is_ascii_lowercase() { animals::square(file, rank) } else { None };
    let base = WrittenMove { promotion, ..WrittenMove::default() };
    match *body {
        [letter, mark @ (b'*' | b'@'), file, rank] if promotion == Promotion::No => {
            let kind = kind(letter).filter(|kind| dobutsu::PieceKind::HAND.contains(kind))?;
            let to = Some(square(file, rank)?);
            let written = WrittenMove { to, origin: Origin::Hand, piece: Some(kind.to_shogi()), ..base };
            Some(Word { written, notation: (mark == b'@').then_some(Notation::Fairy) })
        }
        [f1, r1, f2, r2] => Some(Word {
            written: WrittenMove {
                to: Some(square(f2, r2)?),
                origin: Origin::Board(square(f1, r1)?),
                ..base
            },
            notation: None,
        }),
        [letter, f1, r1, b'-' | b'x', f2, r2] => Some(Word {
            written: WrittenMove {
                to: Some(square(f2, r2)?),
                origin: Origin::Board(square(f1, r1)?),
                piece: Some(kind(letter)?.to_shogi()),
                ..base
            },
            notation: Some(Notation::Algebraic),
        }),
        _ => None,
    }
}

/// `2c2b`, `P*2c`, also with the animals' own letters: `C*2c`.
fn lishogi(word: &str) -> Option<Word> {
    let own = match word.as_bytes() {
        [b'C', b'*', ..] => Some(format!("P{}", &word[1..])),
        [b'E', b'*', ..] => Some(format!("B{}", &word[1..])),
        [b'G', b'*', ..] => Some(format!("R{}", &word[1..])),
        _ => None,
    };
    let mv = shogi::Move::from_usi_bytes(own.as_deref().unwrap_or(word).as_bytes())?;
    dobutsu::Move::from_shogi(mv)?;
    Some(Word { written: WrittenMove::from(mv), notation: Some(Notation::Lishogi) })
}

/// The kind of a letter; `R` is a hen.
fn kind(letter: u8) -> Option<dobutsu::PieceKind> {
    match letter {
        b'R' | b'r' => Some(dobutsu::PieceKind::Hen),
        _ => dobutsu::PieceKind::from_letter(char::from(letter.to_ascii_uppercase())),
    }
}

/// The same move with its ranks counted from the other end.
pub(super) fn turned(written: WrittenMove) -> WrittenMove {
    let turn =
        |square: Square| Square::new(square.file(), 5_u8.wrapping_sub(square.rank())).unwrap_or(square);
    let origin = match written.origin {
        Origin::Board(square) => Origin::Board(turn(square)),
        other => other,
    };
    WrittenMove { to: written.to.map(turn), origin, ..written }
}

/// A move of the position as a word of a notation other than prose.
pub(super) fn write(notation: Notation, position: &dobutsu::Position, mv: dobutsu::Move) -> String {
    let from_the_bottom = |square: dobutsu::Square| {
        let text = square.to_string();
        format!("{}{}", &text[..1], 5 - square.rank())
    };
    let plus = if mv.promotes() { "+" } else { "" };
    match (notation, mv.origin()) {
        (Notation::Lishogi, _) => mv.to_shogi().to_string(),
        (Notation::Fairy, MoveOrigin::Hand(kind)) => {
            format!("{}@{}", kind.letter(), from_the_bottom(mv.to()))
        }
        (Notation::Fairy, MoveOrigin::Board(from)) => {
            format!("{}{}{plus}", from_the_bottom(from), from_the_bottom(mv.to()))
        }
        (Notation::Algebraic, MoveOrigin::Board(from)) => {
            let kind = position.piece_at(from).map_or(dobutsu::PieceKind::Chick, |piece| piece.kind);
            let letter = if kind.is_promoted() { 'R' } else { kind.letter() };
            let step = if position.piece_on(mv.to().to_shogi()).is_some() { 'x' } else { '-' };
            format!("{letter}{from}{step}{}{plus}", mv.to())
        }
        _ => mv.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back_in_every_notation() {
        let mut position = dobutsu::Position::startpos();
        let mut seen = 0;
        for choice in [0_usize, 3, 5, 1, 7, 2, 11, 4, 6, 9, 3, 1, 8, 2, 13, 5, 0, 4] {
            let moves = position.legal_moves();
            if position.is_over() {
                break;
            }
            for mv in &moves {
                for notation in [Notation::Ours, Notation::Fairy, Notation::Lishogi, Notation::Algebraic] {
                    let text = write(notation, &position, *mv);
                    let word = read(&text).unwrap_or_else(|| panic!("{text}"));
                    let written =
                        if notation == Notation::Fairy { turned(word.written) } else { word.written };
                    assert_eq!(written.to, Some(mv.to().to_shogi()), "{text}");
                    let from = mv.from().map_or(Origin::Hand, |from| Origin::Board(from.to_shogi()));
                    assert_eq!(written.origin, from, "{text}");
                    assert_eq!(written.promotion == Promotion::Yes, mv.promotes(), "{text}");
                    seen += 1;
                }
            }
            position.play(moves[choice % moves.len()]);
        }
        assert!(seen > 100);
    }

    #[test]
    fn what_is_no_word() {
        for text in
            ["", "b3", "b3b5", "d1d2", "B3B2", "7g7f", "L*b3", "G@b5", "Xb3-b2", "b3b2++", "ひよこ", "4a4b"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
