//! A position of standard shogi drawn with characters.

use crate::notation::diagram;
use crate::notation::kif::piece_character;
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
    text += &diagram::board(9, 9, |column, rank| {
        let square = Square::new(10 - column, rank);
        let piece = square.and_then(|square| position.piece_at(square));
        let drawn = diagram::square(piece.map(|piece| (piece.color, piece_character(piece.kind))));
        if color && square.is_some_and(marked) { format!("\u{1b}[7m{drawn}\u{1b}[0m") } else { drawn }
    });
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
    let kinds = hand.iter().map(|(kind, count)| diagram::in_hand(piece_character(kind), count));
    kinds.collect::<Vec<_>>().join(" ")
}
