//! A position of dōbutsu shōgi drawn with characters.

use crate::rules::Color;
use crate::rules::dobutsu::{EndRule, Hand, Move, Piece, PieceKind, Position, Square};
use std::fmt::Write;

/// What the animals are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Animals {
    /// 🦁 🦒 🐘 🐤 🐔; White's have a `v`, as in a diagram of shogi.
    Pictures,
    /// `L G E C H`, small for White.
    Letters,
}

/// The board as it is printed, hands above and below. With `color`, the squares of the last move stand out.
#[must_use]
pub fn draw_animals(position: &Position, last: Option<Move>, animals: Animals, color: bool) -> String {
    let marked = |square: Square| last.is_some_and(|mv| mv.to() == square || mv.from() == Some(square));
    let mut text = String::new();
    let _ = writeln!(text, "{} hand: {}", side(Color::White, animals), hand(position, Color::White, animals));
    let (files, frame) = match animals {
        Animals::Pictures => ("   A  B  C", "  +---------+"),
        Animals::Letters => ("   A B C", "  +-------+"),
    };
    let _ = writeln!(text, "{files}\n{frame}");
    for rank in 1..=4 {
        let _ = write!(text, "{rank} |");
        for square in (1..=3).filter_map(|file| Square::new(file, rank)) {
            let cell = cell(position.piece_at(square), animals);
            if color && marked(square) {
                let _ = write!(text, "\u{1b}[7m{cell}\u{1b}[0m");
            } else {
                text.push_str(&cell);
            }
        }
        text.push_str(if animals == Animals::Letters { " |\n" } else { "|\n" });
    }
    let _ = writeln!(text, "{frame}");
    let _ = writeln!(text, "{} hand: {}", side(Color::Black, animals), hand(position, Color::Black, animals));
    let over = position.game_end_under(EndRule::FairyStockfish).or_else(|| position.game_end());
    let _ = match over {
        Some(over) => match over.winner {
            Some(winner) => writeln!(text, "{} has won", side_name(winner, animals)),
            None => writeln!(text, "drawn"),
        },
        None => writeln!(text, "{} to move", side_name(position.turn(), animals)),
    };
    text
}

fn cell(piece: Option<Piece>, animals: Animals) -> String {
    match (piece, animals) {
        (None, Animals::Pictures) => " ・".to_owned(),
        (None, Animals::Letters) => " .".to_owned(),
        (Some(piece), Animals::Pictures) => {
            format!("{}{}", if piece.color == Color::White { 'v' } else { ' ' }, picture(piece.kind))
        }
        (Some(piece), Animals::Letters) => {
            let letter = if piece.kind.is_promoted() { 'H' } else { piece.kind.letter() };
            let letter = if piece.color == Color::White { letter.to_ascii_lowercase() } else { letter };
            format!(" {letter}")
        }
    }
}

const fn picture(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Lion => "🦁",
        PieceKind::Giraffe => "🦒",
        PieceKind::Elephant => "🐘",
        PieceKind::Chick => "🐤",
        PieceKind::Hen => "🐔",
    }
}

const fn side(color: Color, animals: Animals) -> &'static str {
    match (color, animals) {
        (Color::Black, Animals::Pictures) => "▲",
        (Color::White, Animals::Pictures) => "△",
        (Color::Black, Animals::Letters) => "Black",
        (Color::White, Animals::Letters) => "White",
    }
}

const fn side_name(color: Color, animals: Animals) -> &'static str {
    match (color, animals) {
        (Color::Black, Animals::Pictures) => "▲ Black",
        (Color::White, Animals::Pictures) => "△ White",
        (color, Animals::Letters) => side(color, animals),
    }
}

fn hand(position: &Position, color: Color, animals: Animals) -> String {
    let held: Hand = position.hand(color);
    if held.is_empty() {
        return if animals == Animals::Letters { "-".to_owned() } else { "–".to_owned() };
    }
    let animal = |(kind, count): (PieceKind, u8)| {
        let one = match animals {
            Animals::Pictures => picture(kind).to_owned(),
            Animals::Letters => kind.letter().to_string(),
        };
        vec![one; usize::from(count)].join(" ")
    };
    held.iter().map(animal).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_ascii_and_pictures_stand_in_columns() {
        let mut position = Position::startpos();
        let mv = "b3b2".parse().unwrap();
        position.play(mv);
        let text = draw_animals(&position, Some(mv), Animals::Letters, false);
        let want = "White hand: -\n   A B C\n  +-------+\n1 | g l e |\n2 | . C . |\n3 | . . . |\n4 | E L G |\n  +-------+\nBlack hand: C\nWhite to move\n";
        assert_eq!(text, want);
        assert!(text.is_ascii());
        let drawn = draw_animals(&position, None, Animals::Pictures, false);
        assert!(drawn.contains("1 |v🦒v🦁v🐘|\n2 | ・ 🐤 ・|"), "{drawn}");
    }
}
