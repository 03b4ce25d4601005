//! The four ways to look at a board: as it is, in a mirror, from the other side, both.

use super::{PieceSet, SquareSet};
use crate::rules::shogi::Square;
use crate::rules::{ByColor, Color, Variant, VariantSetup, dobutsu, shogi};

/// How a condition is turned before it is held against a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Left and right are exchanged.
    pub mirrored: bool,
    /// Black and White are exchanged, and the board is turned.
    pub swapped: bool,
}

impl Frame {
    /// The number of this one, below four.
    pub(super) const fn index(self) -> usize {
        self.mirrored as usize + 2 * self.swapped as usize
    }

    /// This frame in a mirror.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { mirrored: !self.mirrored, ..self }
    }

    /// This frame from the other side.
    #[must_use]
    pub const fn swap(self) -> Self {
        Self { swapped: !self.swapped, ..self }
    }

    /// The side that `color` means in this frame.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self.swapped { !color } else { color }
    }

    /// The square that `square` means in this frame.
    #[must_use]
    pub fn square(self, square: Square, variant: Variant) -> Square {
        let square = if self.mirrored { mirror(square, variant) } else { square };
        if self.swapped { flip(square, variant) } else { square }
    }

    /// The squares that `squares` mean in this frame.
    #[must_use]
    pub fn squares(self, squares: SquareSet, variant: Variant) -> SquareSet {
        if self == Self::default() { squares } else { squares.seen(self, variant) }
    }

    /// The pieces that `pieces` mean in this frame.
    #[must_use]
    pub const fn pieces(self, pieces: PieceSet) -> PieceSet {
        if self.swapped { pieces.swapped() } else { pieces }
    }

    /// The position that `setup` means in this frame.
    #[must_use]
    pub fn setup(self, setup: &VariantSetup) -> VariantSetup {
        match setup {
            VariantSetup::Shogi(setup) => {
                let mut seen = shogi::Setup {
                    hands: ByColor::from_fn(|color| setup.hands[self.color(color)]),
                    turn: self.color(setup.turn),
                    ..shogi::Setup::default()
                };
                for (square, piece) in setup.pieces() {
                    let square = self.square(square, Variant::Shogi);
                    seen.board[square.index()] =
                        Some(shogi::Piece { color: self.color(piece.color), ..piece });
                }
                seen.into()
            }
            VariantSetup::Dobutsu(setup) => {
                let mut seen = dobutsu::Setup {
                    hands: ByColor::from_fn(|color| setup.hands[self.color(color)]),
                    turn: self.color(setup.turn),
                    ..dobutsu::Setup::default()
                };
                for (square, piece) in dobutsu::Square::all().zip(setup.board) {
                    let seen_square = if self.mirrored { square.mirror() } else { square };
                    let seen_square = if self.swapped { seen_square.flip() } else { seen_square };
                    seen.board[seen_square.index()] =
                        piece.map(|piece| dobutsu::Piece { color: self.color(piece.color), ..piece });
                }
                seen.into()
            }
        }
    }
}

fn mirror(square: Square, variant: Variant) -> Square {
    match variant {
        Variant::Shogi => square.mirror(),
        Variant::Dobutsu => animal(square, dobutsu::Square::mirror),
    }
}

fn flip(square: Square, variant: Variant) -> Square {
    match variant {
        Variant::Shogi => square.flip(),
        Variant::Dobutsu => animal(square, dobutsu::Square::flip),
    }
}

fn animal(square: Square, turn: impl Fn(dobutsu::Square) -> dobutsu::Square) -> Square {
    dobutsu::Square::from_shogi(square).map_or(square, |square| turn(square).to_shogi())
}
