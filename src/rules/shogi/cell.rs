//! What one square of a position's board holds, in a byte.

use super::piece::{Piece, PieceKind};
use crate::rules::Color;

/// A piece (kind in bits 0–3, side in bit 4) or nothing (bit 5 set).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u8);

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

    /// The kind of the piece, which must be one.
    pub(crate) const fn kind(self) -> PieceKind {
        PieceKind::BY_SLOT[(self.0 & 15) as usize]
    }

    pub(crate) const fn piece(self) -> Option<Piece> {
        match self.0 >> 4 {
            0 => Some(Piece::new(Color::Black, self.kind())),
            1 => Some(Piece::new(Color::White, self.kind())),
            _ => None,
        }
    }
}
