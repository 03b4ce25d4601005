//! The animals as pieces and squares of standard shogi, as lishogi maps them: the giraffe is a rook, the elephant a
//! bishop, the chick a pawn, the hen a tokin, the lion a king; `a1` is `3a`, `c4` is `1d`.
//!
//! Records and databases hold the moves of both games in this one vocabulary.

use super::{Move, Piece, PieceKind, Square};
use crate::rules::{MoveOrigin, shogi};

impl Square {
    /// The square of the standard board.
    #[must_use]
    pub const fn to_shogi(self) -> shogi::Square {
        shogi::Square::from_known_index((3 - self.file() as usize) * 9 + self.rank() as usize - 1)
    }

    /// The square that is this one of the standard board, if it is one of the twelve.
    #[must_use]
    pub const fn from_shogi(square: shogi::Square) -> Option<Self> {
        if square.file() <= 3 { Self::new(4 - square.file(), square.rank()) } else { None }
    }
}

impl PieceKind {
    /// The piece of standard shogi.
    #[must_use]
    pub const fn to_shogi(self) -> shogi::PieceKind {
        match self {
            Self::Chick => shogi::PieceKind::Pawn,
            Self::Elephant => shogi::PieceKind::Bishop,
            Self::Giraffe => shogi::PieceKind::Rook,
            Self::Lion => shogi::PieceKind::King,
            Self::Hen => shogi::PieceKind::Tokin,
        }
    }

    /// The animal that is this piece of standard shogi, if any is.
    #[must_use]
    pub const fn from_shogi(kind: shogi::PieceKind) -> Option<Self> {
        Some(match kind {
            shogi::PieceKind::Pawn => Self::Chick,
            shogi::PieceKind::Bishop => Self::Elephant,
            shogi::PieceKind::Rook => Self::Giraffe,
            shogi::PieceKind::King => Self::Lion,
            shogi::PieceKind::Tokin => Self::Hen,
            _ => return None,
        })
    }
}

impl Piece {
    /// The piece of standard shogi.
    #[must_use]
    pub const fn to_shogi(self) -> shogi::Piece {
        shogi::Piece { color: self.color, kind: self.kind.to_shogi() }
    }

    /// The animal that is this piece of standard shogi, if any is.
    #[must_use]
    pub fn from_shogi(piece: shogi::Piece) -> Option<Self> {
        Some(Self { color: piece.color, kind: PieceKind::from_shogi(piece.kind)? })
    }
}

impl Move {
    /// The move between the squares of the standard board.
    #[must_use]
    pub fn to_shogi(self) -> shogi::Move {
        match self.origin() {
            MoveOrigin::Board(from) => {
                shogi::Move::board(from.to_shogi(), self.to().to_shogi(), self.promotes())
            }
            MoveOrigin::Hand(kind) => shogi::Move::drop(kind.to_shogi(), self.to().to_shogi()),
        }
    }

    /// The move that is this one of standard shogi, if it stays on the twelve squares and drops an animal.
    #[must_use]
    pub fn from_shogi(mv: shogi::Move) -> Option<Self> {
        let to = Square::from_shogi(mv.to())?;
        match mv.origin() {
            MoveOrigin::Board(from) => Some(Self::board(Square::from_shogi(from)?, to, mv.promotes())),
            MoveOrigin::Hand(kind) => Self::drop(PieceKind::from_shogi(kind)?, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_there_and_back() {
        for mv in (0..=u16::MAX).filter_map(Move::from_raw) {
            assert_eq!(Move::from_shogi(mv.to_shogi()), Some(mv));
            assert_eq!(shogi::Move::from_raw(mv.to_shogi().raw()), Some(mv.to_shogi()));
        }
        let back = (0..=u16::MAX).filter_map(shogi::Move::from_raw).filter_map(Move::from_shogi).count();
        assert_eq!(back, 12 * 12 * 2 + 3 * 12);
    }

    #[test]
    fn moves_as_lishogi_writes_them() {
        for (ours, theirs) in [("b3b2", "2c2b"), ("a4b3", "3d2c"), ("c2c1+", "1b1a+"), ("G*a1", "R*3a")] {
            assert_eq!(ours.parse::<Move>().map(|mv| mv.to_shogi().to_string()), Ok(theirs.to_owned()));
        }
    }
}
