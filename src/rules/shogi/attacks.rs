//! Which squares a piece attacks, given what blocks it.
//!
//! Steps come from a table. Ranks and diagonals have at most one square in each byte of the 128-bit
//! board, so both directions of a line are found by subtraction, the second on the byte-reversed
//! board ("hyperbola quintessence"); a file lies in nine neighbouring bits and has a table of its own.

use super::bitboard::Bitboard;
use super::geometry::{self, BLACK_JUMP, FAR, WHITE_JUMP};
use super::piece::PieceKind;
use super::square::Square;
use crate::rules::Color;

/// Bits of relations: `STRAIGHT` and `DIAGONAL` neighbours, and the same lines at a distance.
const STRAIGHT: u32 = 1 | 1 << 3 | 1 << 4 | 1 << 7;
const DIAGONAL: u32 = 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6;

/// The relations to a square that a piece can move to when nothing blocks it, one bit each.
pub(crate) const fn reach_of(color: Color, kind: PieceKind) -> u32 {
    let black = match kind {
        PieceKind::Pawn => 1,
        PieceKind::Lance => 1 | 1 << FAR,
        PieceKind::Knight => return 1 << if matches!(color, Color::Black) { BLACK_JUMP } else { WHITE_JUMP },
        PieceKind::Silver => DIAGONAL | 1,
        PieceKind::Bishop => DIAGONAL | DIAGONAL << FAR,
        PieceKind::Rook => STRAIGHT | STRAIGHT << FAR,
        PieceKind::King => STRAIGHT | DIAGONAL,
        PieceKind::Horse => STRAIGHT | DIAGONAL | DIAGONAL << FAR,
        PieceKind::Dragon => STRAIGHT | DIAGONAL | STRAIGHT << FAR,
        PieceKind::Gold
        | PieceKind::Tokin
        | PieceKind::PromotedLance
        | PieceKind::PromotedKnight
        | PieceKind::PromotedSilver => STRAIGHT | 1 << 1 | 1 << 2,
    };
    match color {
        Color::Black => black,
        Color::White => {
            // Turned round, direction d becomes 7 - d.
            let (near, far) = (black & 0xFF, black >> FAR & 0xFF);
            near.reverse_bits() >> 24 | far.reverse_bits() >> 24 << FAR
        }
    }
}

/// The single steps of each side's unpromoted kinds (a king's eight at 7; only the step of sliders).
static STEPS: [[[Bitboard; 128]; 8]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 128]; 8]; 2];
    let mut from = 0;
    while from < 81 {
        let mut to = 0;
        while to < 81 {
            let relation = geometry::relation_at(from, to);
            let mut kind = 0;
            while kind < 8 {
                let mut color = 0;
                while color < 2 {
                    let reach = reach_of(Color::ALL[color], PieceKind::ALL[kind]);
                    if relation < FAR && reach >> relation & 1 != 0 {
                        let steps = table[color][kind][from].bits();
                        table[color][kind][from] = Bitboard::from_bits(steps | 1 << to);
                    }
                    color += 1;
                }
                kind += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The squares one step (or a knight's jump) away for an unpromoted kind.
pub(crate) fn steps(color: Color, kind: PieceKind, from: Square) -> Bitboard {
    STEPS[color.index()][kind.slot() & 7][from.slot()]
}

/// The eight neighbours of a square.
pub(crate) fn neighbours(from: Square) -> Bitboard {
    steps(Color::Black, PieceKind::King, from)
}

/// The steps of a mover by its place; nothing for sliders but their first step.
pub(crate) fn mover_steps(color: Color, mover: usize, from: Square) -> Bitboard {
    STEPS[color.index()][mover & 7][from.slot()]
}

/// What surrounds each square.
struct Surroundings {
    /// The rank and the file, and the two diagonals.
    straight: Bitboard,
    diagonal: Bitboard,
    /// Two files to each side and three ranks up and down: from farther away no step reaches a neighbour.
    vicinity: Bitboard,
    /// The own file and the two beside it.
    near_files: Bitboard,
}

static SURROUNDINGS: [Surroundings; 128] = {
    const NOTHING: Surroundings = Surroundings {
        straight: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        vicinity: Bitboard::EMPTY,
        near_files: Bitboard::EMPTY,
    };
    let mut table = [NOTHING; 128];
    let mut from = 0;
    while from < 81 {
        let [mut straight, mut diagonal, mut vicinity, mut near_files] = [0_u128; 4];
        let mut direction = 0;
        while direction < 8 {
            let ray = geometry::ray_at(direction, from);
            if STRAIGHT >> direction & 1 != 0 {
                straight |= ray;
            } else {
                diagonal |= ray;
            }
            direction += 1;
        }
        let mut to = 0;
        while to < 81 {
            let (files, ranks) = ((from / 9).abs_diff(to / 9), (from % 9).abs_diff(to % 9));
            vicinity |= ((files <= 2 && ranks <= 3) as u128) << to;
            near_files |= ((files <= 1) as u128) << to;
            to += 1;
        }
        table[from] = Surroundings {
            straight: Bitboard::from_bits(straight),
            diagonal: Bitboard::from_bits(diagonal),
            vicinity: Bitboard::from_bits(vicinity),
            near_files: Bitboard::from_bits(near_files),
        };
        from += 1;
    }
    table
};

/// The other squares of the rank and the file.
pub(crate) fn straight(from: Square) -> Bitboard {
    SURROUNDINGS[from.slot()].straight
}

/// The other squares of both diagonals.
pub(crate) fn diagonal(from: Square) -> Bitboard {
    SURROUNDINGS[from.slot()].diagonal
}

/// The squares from which a stepping piece might attack a neighbour of this one.
pub(crate) fn vicinity(from: Square) -> Bitboard {
    SURROUNDINGS[from.slot()].vicinity
}

/// The files from which a lance might attack a neighbour of this square.
pub(crate) fn near_files(from: Square) -> Bitboard {
    SURROUNDINGS[from.slot()].near_files
}

/// What the subtraction needs to know of a square and a line through it.
#[derive(Clone, Copy)]
struct Line {
    /// The other squares of the line.
    mask: u128,
    /// Twice the square's bit, and twice its bit on the byte-reversed board.
    forward: u128,
    backward: u128,
}

/// The rank and the two diagonals through each square.
static LINES: [[Line; 128]; 3] = {
    let mut table = [[Line { mask: 0, forward: 0, backward: 0 }; 128]; 3];
    let mut from = 0;
    while from < 81 {
        let mut line = 0;
        while line < 3 {
            let direction = [3, 1, 2][line];
            let bit: u128 = 1 << from;
            table[line][from] = Line {
                mask: geometry::ray_at(direction, from) | geometry::ray_at(7 - direction, from),
                forward: bit << 1,
                backward: bit.swap_bytes() << 1,
            };
            line += 1;
        }
        from += 1;
    }
    table
};

/// The attacked squares of a file (nine bits) by the rank of the slider and the seven inner squares.
static FILE_ATTACKS: [[u16; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut rank = 0;
    while rank < 9 {
        let mut inner = 0;
        while inner < 128 {
            let occupied = inner << 1;
            let mut step = rank + 1;
            while step < 9 {
                table[rank][inner] |= 1 << step;
                if occupied >> step & 1 != 0 {
                    break;
                }
                step += 1;
            }
            let mut step = rank;
            while step > 0 {
                step -= 1;
                table[rank][inner] |= 1 << step;
                if occupied >> step & 1 != 0 {
                    break;
                }
            }
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// Rank (from 0) and first bit of the file of each square; beyond the squares a rank that attacks nothing.
static FILE_PLACES: [(u8, u8); 128] = {
    let mut table = [(15, 0); 128];
    let mut index = 0;
    while index < 81 {
        table[index as usize] = (index % 9, index - index % 9);
        index += 1;
    }
    table
};

fn along(line: &Line, occupied: Bitboard) -> u128 {
    let blockers = occupied.bits() & line.mask;
    let forward = blockers.wrapping_sub(line.forward);
    let backward = blockers.swap_bytes().wrapping_sub(line.backward).swap_bytes();
    (forward ^ backward) & line.mask
}

fn along_file(from: Square, occupied: Bitboard) -> u128 {
    let (rank, shift) = FILE_PLACES[from.slot()];
    let inner = (occupied.bits() >> (shift + 1)) as usize & 127;
    u128::from(FILE_ATTACKS[(rank & 15) as usize][inner]) << shift
}

/// The squares a rook attacks: along file and rank up to the first occupied square.
pub(crate) fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits(along(&LINES[0][from.slot()], occupied) | along_file(from, occupied))
}

/// The squares a bishop attacks.
pub(crate) fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits(along(&LINES[1][from.slot()], occupied) | along(&LINES[2][from.slot()], occupied))
}

/// The squares a lance attacks.
pub(crate) fn lance(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits(along_file(from, occupied)) & forward(color, from)
}

/// The squares in front of a square, to the edge.
pub(crate) fn forward(color: Color, from: Square) -> Bitboard {
    geometry::ray(if color == Color::Black { 0 } else { 7 }, from)
}

/// The squares a piece attacks.
pub(crate) fn attacks(color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Lance => lance(color, from, occupied),
        PieceKind::Bishop => bishop(from, occupied),
        PieceKind::Rook => rook(from, occupied),
        PieceKind::Horse => bishop(from, occupied) | neighbours(from),
        PieceKind::Dragon => rook(from, occupied) | neighbours(from),
        PieceKind::Pawn | PieceKind::Knight | PieceKind::Silver | PieceKind::King => steps(color, kind, from),
        _ => steps(color, PieceKind::Gold, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::cell::Cell;

    /// Square by square, straight from the relation of two squares.
    fn slowly(color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
        Square::all()
            .filter(|&to| {
                let open = (geometry::between(from, to) & occupied).is_empty();
                open && Cell::new(color, kind).reaches(geometry::relation(from, to))
            })
            .collect()
    }

    #[test]
    fn attacks_agree_with_going_square_by_square() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..40 {
            for from in Square::all() {
                // A quarter of the squares.
                let occupied = random.u128(..) & random.u128(..) & Bitboard::ALL.bits();
                let occupied = Bitboard::from_bits(occupied);
                for color in Color::ALL {
                    for kind in PieceKind::ALL {
                        let slow = slowly(color, kind, from, occupied);
                        assert_eq!(attacks(color, kind, from, occupied), slow, "{color} {kind:?} {from}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_square_attacks_nothing() {
        for kind in PieceKind::ALL {
            assert!(attacks(Color::Black, kind, Square::NONE, Bitboard::EMPTY).is_empty(), "{kind:?}");
        }
    }

    #[test]
    fn white_moves_are_black_moves_turned_round() {
        for from in Square::all() {
            for kind in PieceKind::ALL {
                let black = attacks(Color::Black, kind, from, Bitboard::EMPTY);
                let white = attacks(Color::White, kind, from.flip(), Bitboard::EMPTY);
                assert_eq!(white, black.into_iter().map(Square::flip).collect());
            }
        }
    }
}
