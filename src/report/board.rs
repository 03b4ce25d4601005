//! A position of standard shogi drawn with characters.

use crate::notation::kif::{kanji_number, piece_character, rank_name};
use crate::rules::Color;
use crate::rules::shogi::{Hand, Move, Position, Square};
use std::fmt::Write;

/// The board as Japanese programs draw it (White's pieces have a `v`), hands above and below. With `color`, the
/// squares of the last move stand out.
#[must_use]
pub fn draw_board(position: &Position, last: Option<Move>, color: bool) -> String {
    let marked = |square: Square| last.is_some_and(|mv| mv.to() == square || mv.from() == Some(square));
    let mut text = String::new();
    let _ = writeln!(text, "△ hand: {}", hand(position.hand(Color::White)));
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let Some(square) = Square::new(file, rank) else { continue };
            let cell = match position.piece_at(square) {
                Some(piece) if piece.color == Color::White => format!("v{}", piece_character(piece.kind)),
                Some(piece) => format!(" {}", piece_character(piece.kind)),
                None => " ・".to_owned(),
            };
            if color && marked(square) {
                let _ = write!(text, "\u{1b}[7m{cell}\u{1b}[0m");
            } else {
                text.push_str(&cell);
            }
        }
        let _ = writeln!(text, "|{}", rank_name(rank));
    }
    text.push_str("+---------------------------+\n");
    let _ = writeln!(text, "▲ hand: {}", hand(position.hand(Color::Black)));
    let mover = if position.turn() == Color::Black { "▲ Black" } else { "△ White" };
    let check = if position.is_checkmate() {
        ", mated"
    } else if position.in_check() {
        ", in check"
    } else {
        ""
    };
    let _ = writeln!(text, "{mover} to move{check}");
    text
}

fn hand(hand: Hand) -> String {
    if hand.is_empty() {
        return "–".to_owned();
    }
    let kinds = hand.iter().map(|(kind, count)| match count {
        1 => piece_character(kind).to_owned(),
        count => format!("{}{}", piece_character(kind), kanji_number(count)),
    });
    kinds.collect::<Vec<_>>().join(" ")
}
