//! Where each animal steps, as sets of squares.
//!
//! A set has four bits to the square, of which only the lowest is used (bit 4 × index), so that it lines up with
//! the board of a position's word.

use super::super::Color;
use super::PieceKind;

/// All squares.
pub(super) const ALL: u64 = 0x1111_1111_1111;

/// The files and ranks of the steps forward, straight, diagonal: for Black, `(file, rank)`.
const FORWARD: &[(i8, i8)] = &[(0, -1)];
const DIAGONAL: &[(i8, i8)] = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHT: &[(i8, i8)] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
const ANY: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const GOLDEN: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];

/// By side, kind and square, in the order of their indexes.
static STEPS: [[[u64; 12]; 5]; 2] = [side(1), side(-1)];

/// The squares that an animal on a square attacks. No animal jumps, so other pieces do not matter.
pub(super) fn steps(color: Color, kind: PieceKind, square: usize) -> u64 {
    STEPS[color.index()][kind.index()][square]
}

/// The rank that is the far one for a side.
pub(super) const fn far_rank(color: Color) -> u64 {
    match color {
        Color::Black => 0x111,
        Color::White => 0x111 << 36,
    }
}

const fn side(direction: i8) -> [[u64; 12]; 5] {
    [
        kind(FORWARD, direction),
        kind(DIAGONAL, direction),
        kind(STRAIGHT, direction),
        kind(ANY, direction),
        kind(GOLDEN, direction),
    ]
}

const fn kind(offsets: &[(i8, i8)], direction: i8) -> [u64; 12] {
    let mut table = [0; 12];
    let mut square = 0;
    while square < 12 {
        let mut i = 0;
        while i < offsets.len() {
            let file = square % 3 + offsets[i].0;
            let rank = square / 3 + offsets[i].1 * direction;
            if file >= 0 && file < 3 && rank >= 0 && rank < 4 {
                table[square as usize] |= 1 << (4 * (rank * 3 + file));
            }
            i += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_in_the_middle_steps_as_its_kind() {
        for (kind, count) in PieceKind::ALL.into_iter().zip([1, 4, 4, 8, 6]) {
            assert_eq!(steps(Color::Black, kind, 7).count_ones(), count, "{kind:?}");
            assert_eq!(steps(Color::White, kind, 7).count_ones(), count, "{kind:?}");
        }
        assert_eq!(steps(Color::Black, PieceKind::Chick, 7), 1 << 16);
        assert_eq!(steps(Color::White, PieceKind::Chick, 7), 1 << 40);
    }
}
