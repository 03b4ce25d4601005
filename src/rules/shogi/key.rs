//! 64-bit position keys, in a construction that is **frozen**: databases hold these keys.
//!
//! A position's key is the exclusive or of
//! - for every piece on the board, the number for (side, kind, square);
//! - for every side and kind held in hand, the number for (side, kind, count); none for a count of 0;
//! - when White is to move, the number for the side to move.
//!
//! The ply plays no part. The numbers are the successive outputs of splitmix64
//! (<https://prng.di.unimi.it/splitmix64.c>) from the seed [`SEED`], drawn in this order:
//! 1. for Black, then White; for each kind in the order of [`PieceKind::ALL`]; for each square by
//!    index: 2 × 14 × 81 numbers;
//! 2. for Black, then White; for each kind in the order of [`PieceKind::HAND`]; for each count from 1
//!    to 18: 2 × 7 × 18 numbers;
//! 3. one number for White to move.

use super::cell::Cell;
use super::piece::PieceKind;
use super::square::Square;
use crate::rules::Color;

/// The seed of the frozen numbers: the letters `kifukura`, big-endian.
pub const SEED: u64 = u64::from_be_bytes(*b"kifukura");

struct Numbers {
    board: [[u64; 128]; 32],
    /// The number for a count and that for one less, together: what changes with one piece.
    hand: [[[u64; 32]; 8]; 2],
    white_to_move: u64,
}

/// One step of splitmix64.
pub(crate) const fn next_number(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = *state;
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

static NUMBERS: Numbers = {
    let mut state = SEED;
    let mut board = [[0; 128]; 32];
    let mut hand = [[[0; 32]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 14 {
            let mut square = 0;
            while square < 81 {
                board[16 * color + PieceKind::ALL[kind].slot()][square] = next_number(&mut state);
                square += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 7 {
            let (mut count, mut one_less) = (1, 0);
            while count <= 18 {
                let number = next_number(&mut state);
                hand[color][kind][count] = number ^ one_less;
                one_less = number;
                count += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    Numbers { board, hand, white_to_move: next_number(&mut state) }
};

/// The number for a piece on a square.
pub(crate) fn on_board(cell: Cell, square: Square) -> u64 {
    NUMBERS.board[cell.slot()][square.slot()]
}

/// What the key changes by when a count in hand, of the kind at a place, becomes `count` from one less
/// or one less from `count`.
pub(crate) fn in_hand(color: Color, slot: usize, count: u8) -> u64 {
    NUMBERS.hand[color.index()][slot & 7][(count & 31) as usize]
}

/// The number for White to move.
pub(crate) fn white_to_move() -> u64 {
    NUMBERS.white_to_move
}
