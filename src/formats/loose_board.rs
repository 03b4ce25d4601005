//! A board without rules, on which a line goes on behind a move that is not legal, as far as its text can be followed:
//! formats name pieces at different moments, and some do not name them at all.

use crate::record::{Named, Origin, Promotion, WrittenMove};
use crate::rules::shogi::{Move, Piece, PieceKind, Square};
use crate::rules::{Color, PlayablePosition, VariantPosition};

/// The pieces of a board, and where the last move went.
#[derive(Clone, Debug)]
pub(super) struct LooseBoard {
    squares: [Option<Piece>; 81],
    previous: Option<Square>,
}

impl LooseBoard {
    /// The board of the last position that was reached by legal moves; `previous` is where the last of them went.
    pub fn new(position: &VariantPosition, previous: Option<Square>) -> Self {
        let mut squares = [None; 81];
        let all = (1..=9).flat_map(|file| (1..=9).filter_map(move |rank| Square::new(file, rank)));
        for square in all {
            squares[square.index()] = position.piece_on(square);
        }
        Self { squares, previous }
    }

    /// What stands on a square.
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Where a move goes, also where the text says 同.
    pub fn destination(&self, written: &WrittenMove) -> Option<Square> {
        written.to.or(self.previous)
    }

    /// What the moved piece is after the move, by the text or, where that is silent, by the board; `None` for what
    /// cannot be told and for a promotion of what has none.
    pub fn after(&self, written: &WrittenMove) -> Option<PieceKind> {
        let standing = match written.origin {
            Origin::Board(from) => self.piece_on(from).map(|piece| piece.kind),
            _ => None,
        };
        match (written.named, written.piece) {
            (Named::After, Some(after)) => Some(after),
            (_, named) => {
                let before = named.or(standing)?;
                if written.promotion == Promotion::Yes { before.promoted() } else { Some(before) }
            }
        }
    }

    /// Makes a move of this side as its text says.
    pub fn play(&mut self, written: &WrittenMove, side: Color) {
        let Some(to) = self.destination(written).filter(|_| !written.pass) else { return };
        let after = self.after(written);
        if let Origin::Board(from) = written.origin {
            self.squares[from.index()] = None;
        }
        self.squares[to.index()] = after.map(|kind| Piece { color: side, kind });
        self.previous = Some(to);
    }

    /// Makes a move of this side that has been understood.
    pub fn play_move(&mut self, mv: Move, side: Color) {
        self.play(&WrittenMove::from(mv), side);
    }
}

#[cfg(test)]
mod tests {
    use super::LooseBoard;
    use crate::formats::read;
    use crate::rules::shogi::Position;
    use crate::rules::{Color, VariantPosition};

    #[test]
    fn a_line_is_followed_without_rules() {
        let start = VariantPosition::Shogi(Position::default());
        let mut board = LooseBoard::new(&start, None);
        let text = "   1 ３三角成(88)\n   2 同　桂(21)\n   3 ５五馬打\n   4 ５五歩(54)\n";
        let record = &read(text.as_bytes()).records[0];
        let mut found = Vec::new();
        for (ply, side) in record.main().plies.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
            found.push(board.after(&ply.written).map(|kind| kind.name()));
            board.play(&ply.written, side);
        }
        assert_eq!(found, [Some("horse"), Some("knight"), Some("horse"), Some("pawn")]);
        let piece = |square: &str| board.piece_on(square.parse().unwrap()).map(|piece| piece.to_string());
        assert_eq!(
            ["3c", "8h", "2a", "5e", "5d"].map(piece),
            [Some("n".into()), None, None, Some("p".into()), None]
        );
    }
}
