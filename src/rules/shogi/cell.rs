//! What one square of a position's board holds, in a byte, and what follows from it by table.

use super::bitboard::Bitboard;
use super::geometry::Relation;
use super::piece::{Piece, PieceKind};
use crate::rules::Color;

/// A piece (kind in bits 0–3, side in bit 4) or nothing (bit 5 set).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u8);

/// The movers of each kind, see [`Mover`](super::position::Mover).
const MOVERS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 4, 4, 4, 5, 6, 4];

impl Cell {
    /// No piece.
    pub(crate) const EMPTY: Self = Self(0x2F);

    pub(crate) const fn new(color: Color, kind: PieceKind) -> Self {
        Self(kind as u8 | (color as u8) << 4)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// Is it a piece of this side?
    pub(crate) const fn belongs_to(self, color: Color) -> bool {
        self.0 >> 4 == color as u8
    }

    /// The place of the piece in tables of 32.
    pub(crate) const fn slot(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The kind of the piece, which must be one.
    pub(crate) const fn kind(self) -> PieceKind {
        PieceKind::BY_SLOT[(self.0 & 15) as usize]
    }

    pub(crate) const fn is_king(self) -> bool {
        self.0 & 15 == PieceKind::King as u8
    }

    /// Is it a horse or a dragon, which is among two movers?
    pub(crate) const fn is_horse_or_dragon(self) -> bool {
        self.0 & 15 > PieceKind::PromotedSilver as u8
    }

    /// The place of the piece among the movers.
    pub(crate) const fn mover(self) -> usize {
        (MOVERS[(self.0 & 15) as usize] & 7) as usize
    }

    /// The piece promoted, if it can promote and `promote` says so.
    pub(crate) const fn promoted(self, promote: bool) -> Self {
        Self(self.0 | (promote as u8 & self.can_promote() as u8) << 3)
    }

    pub(crate) const fn can_promote(self) -> bool {
        // Pawn, lance, knight, silver, bishop, rook.
        0b110_1111 >> (self.0 & 15) & 1 != 0
    }

    /// Can the piece go so far in the direction of this relation when nothing blocks it?
    pub(crate) fn reaches(self, relation: Relation) -> bool {
        REACH[self.slot()] >> (relation & 31) & 1 != 0
    }

    /// The squares where the piece could never move again.
    pub(crate) fn dead_ends(self) -> Bitboard {
        DEAD_ENDS[self.slot()]
    }

    pub(crate) const fn piece(self) -> Option<Piece> {
        match self.0 >> 4 {
            0 => Some(Piece::new(Color::Black, self.kind())),
            1 => Some(Piece::new(Color::White, self.kind())),
            _ => None,
        }
    }
}

/// By [`Cell::slot`]: the relations each piece reaches on an empty board, and its dead ends.
static REACH: [u32; 32] = {
    let mut table = [0; 32];
    let mut index = 0;
    while index < 14 {
        let kind = PieceKind::ALL[index];
        table[kind.slot()] = super::attacks::reach_of(Color::Black, kind);
        table[kind.slot() + 16] = super::attacks::reach_of(Color::White, kind);
        index += 1;
    }
    table
};

static DEAD_ENDS: [Bitboard; 32] = {
    let mut table = [Bitboard::EMPTY; 32];
    let mut index = 0;
    while index < 14 {
        let kind = PieceKind::ALL[index];
        table[kind.slot()] = super::movegen::dead_ends(Color::Black, kind);
        table[kind.slot() + 16] = super::movegen::dead_ends(Color::White, kind);
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_keeps_its_piece() {
        assert_eq!(Cell::EMPTY.piece(), None);
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let cell = Cell::new(color, kind);
                assert_eq!(cell.piece(), Some(Piece::new(color, kind)));
                assert!(cell.belongs_to(color) && !cell.belongs_to(!color) && !cell.is_empty());
                assert_eq!(cell.can_promote(), kind.promoted().is_some());
                assert_eq!(cell.promoted(true).kind(), kind.promoted().unwrap_or(kind));
                assert_eq!(cell.promoted(false), cell);
                let double = matches!(kind, PieceKind::Horse | PieceKind::Dragon);
                assert_eq!(cell.is_horse_or_dragon(), double);
            }
        }
    }
}
