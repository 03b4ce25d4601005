//! A position as it is written, not yet checked: anything can stand anywhere.

use super::hand::Hand;
use super::piece::{Piece, PieceKind};
use super::square::Square;
use crate::rules::{ByColor, Color};

/// An unchecked position. Only a [`Position`](super::Position), made from a setup, can be played on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; 81],
    /// What each side has in hand.
    pub hands: ByColor<Hand>,
    /// The side to move.
    pub turn: Color,
    /// The number of the next move, 1 at the start of a game.
    pub ply: u32,
}

impl Setup {
    /// The start of an even game.
    #[must_use]
    pub const fn startpos() -> Self {
        STARTPOS
    }

    /// Puts a Black piece on a square and White's counterpart on the square seen from the other side.
    const fn place_both(&mut self, file: u8, rank: u8, kind: Option<PieceKind>) {
        if let (Some(square), Some(kind)) = (Square::new(file, rank), kind) {
            self.board[square.index()] = Some(Piece::new(Color::Black, kind));
            self.board[square.flip().index()] = Some(Piece::new(Color::White, kind));
        }
    }

    /// What stands on the square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The pieces on the board with their squares, by index.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

impl Default for Setup {
    /// An empty board, Black to move, ply 1.
    fn default() -> Self {
        EMPTY
    }
}

const EMPTY: Setup = {
    let hands = ByColor { black: Hand::EMPTY, white: Hand::EMPTY };
    Setup { board: [None; 81], hands, turn: Color::Black, ply: 1 }
};

const STARTPOS: Setup = {
    let (mut setup, back) = (EMPTY, b"LNSGKGSNL");
    let mut file = 1;
    while file <= 9 {
        setup.place_both(file, 9, PieceKind::from_letter(back[file as usize - 1] as char));
        setup.place_both(file, 7, Some(PieceKind::Pawn));
        file += 1;
    }
    setup.place_both(8, 8, Some(PieceKind::Bishop));
    setup.place_both(2, 8, Some(PieceKind::Rook));
    setup
};
