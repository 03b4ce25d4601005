//! A position as the solver sees it: the side to move always moves up the board.

use super::side::{Side, animal};
use crate::rules::Color;
use crate::rules::dobutsu::{Piece, PieceKind, Position, Setup, Square};

/// A position seen by the side to move. Both lions are on the board, and the other six animals are complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The animals of the side to move.
    pub mine: Side,
    /// The animals of the other side.
    pub theirs: Side,
    /// What the side to move holds: two bits to the kind, in the order of [`PieceKind::HAND`].
    pub my_hand: u8,
    /// What the other side holds.
    pub their_hand: u8,
}

/// One animal of a kind in a hand.
pub(super) fn held(kind: PieceKind) -> u8 {
    1 << (2 * (kind.unpromoted().index() % 3))
}

/// How many of a kind are in a hand.
pub(super) fn count(hand: u8, kind: PieceKind) -> u8 {
    (hand / held(kind)) & 3
}

impl Board {
    /// The board of a position; none if a lion has been taken or the set of animals is not complete.
    pub fn of(position: &Position) -> Option<Self> {
        let turn = position.turn();
        let mut sides = [Side::default(); 2];
        let mut hands = [0; 2];
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                sides[usize::from(piece.color != turn)].0 |= animal(piece.kind, 1 << square.index());
            }
        }
        for (hand, color) in hands.iter_mut().zip([turn, !turn]) {
            for (kind, count) in position.hand(color).iter() {
                *hand += count * held(kind);
            }
        }
        let [mine, theirs] = sides;
        let [my_hand, their_hand] = hands;
        let board = Self { mine, theirs, my_hand, their_hand };
        if !board.is_complete() {
            return None;
        }
        Some(if turn == Color::Black { board } else { board.flipped() })
    }

    fn is_complete(&self) -> bool {
        let on_board = |kind| (self.mine.of(kind) | self.theirs.of(kind)).count_ones();
        let lions = self.mine.lion().count_ones() == 1 && self.theirs.lion().count_ones() == 1;
        lions
            && PieceKind::HAND.into_iter().all(|kind| {
                let promoted = kind.promoted().map_or(0, on_board);
                let in_hand = count(self.my_hand, kind) + count(self.their_hand, kind);
                on_board(kind) + promoted + u32::from(in_hand) == 2
            })
    }

    /// The position, with Black to move.
    pub fn position(&self) -> Option<Position> {
        let mut setup = Setup::default();
        for (side, color) in [(self.mine, Color::Black), (self.theirs, Color::White)] {
            for kind in PieceKind::ALL {
                for square in Square::all().filter(|square| side.of(kind) >> square.index() & 1 == 1) {
                    setup.board[square.index()] = Some(Piece { color, kind });
                }
            }
        }
        for kind in PieceKind::HAND {
            setup.hands.black.set(kind, count(self.my_hand, kind));
            setup.hands.white.set(kind, count(self.their_hand, kind));
        }
        Position::try_from(setup).ok()
    }

    /// The same animals with the board turned round, the sides as they are.
    fn flipped(&self) -> Self {
        Self { mine: self.mine.flipped(), theirs: self.theirs.flipped(), ..*self }
    }

    /// The same animals with left and right exchanged.
    pub fn mirrored(&self) -> Self {
        Self { mine: self.mine.mirrored(), theirs: self.theirs.mirrored(), ..*self }
    }

    /// The same animals, seen by the other side, which is now to move.
    pub fn passed(&self) -> Self {
        Self {
            mine: self.theirs.flipped(),
            theirs: self.mine.flipped(),
            my_hand: self.their_hand,
            their_hand: self.my_hand,
        }
    }

    /// Whether the side to move can take the lion.
    pub fn can_catch(&self) -> bool {
        self.mine.attacks_up() & self.theirs.lion() != 0
    }
}
