//! What the board alone decides: lines, steps, and how two squares lie to each other.
//!
//! All tables are computed at compile time. They have 128 places per square so that an index masked
//! to seven bits needs no bounds check; the places above 80 hold nothing.

use super::bitboard::Bitboard;
use super::square::Square;
use crate::rules::Color;

/// The eight directions as (file, rank) steps; a direction and its opposite add up to 7.
/// 0 is up the board (Black's forward), 7 down; 0, 3, 4, 7 are straight, the others diagonal.
const STEPS: [(isize, isize); 8] = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, 1)];

/// How a square lies to another: a direction 0 to 7 for a neighbour, 16 more when farther away on the
/// line; 8 or 9 for a knight's jump of Black or White; 15 for anything else.
pub(crate) type Relation = u8;

/// The bit of a relation that says "farther away than a neighbour".
pub(crate) const FAR: Relation = 16;
/// A Black knight's jump.
pub(crate) const BLACK_JUMP: Relation = 8;
/// A White knight's jump.
pub(crate) const WHITE_JUMP: Relation = 9;
/// Neither on a line nor a jump away.
pub(crate) const UNRELATED: Relation = 15;

/// [`relation`] by index, computed afresh, for building tables.
pub(crate) const fn relation_at(from: usize, to: usize) -> Relation {
    if from >= 81 || to >= 81 || from == to {
        return UNRELATED;
    }
    let file = (to / 9) as isize - (from / 9) as isize;
    let rank = (to % 9) as isize - (from % 9) as isize;
    if file.abs() == 1 && rank.abs() == 2 {
        return if rank < 0 { BLACK_JUMP } else { WHITE_JUMP };
    }
    let mut direction = 0;
    while direction < 8 {
        let (step_file, step_rank) = STEPS[direction as usize];
        let mut distance = 1;
        while distance < 9 {
            if file == step_file * distance && rank == step_rank * distance {
                return if distance == 1 { direction } else { direction + FAR };
            }
            distance += 1;
        }
        direction += 1;
    }
    UNRELATED
}

static RELATIONS: [[Relation; 128]; 128] = {
    let mut table = [[UNRELATED; 128]; 128];
    let mut from = 0;
    while from < 81 {
        let mut to = 0;
        while to < 81 {
            table[from][to] = relation_at(from, to);
            to += 1;
        }
        from += 1;
    }
    table
};

/// The squares in each direction from each square; nothing for directions above 7.
static RAYS: [[Bitboard; 128]; 16] = {
    let mut table = [[Bitboard::EMPTY; 128]; 16];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 81 {
            let (mut file, mut rank) = ((from / 9) as isize, (from % 9) as isize);
            let mut ray = 0;
            loop {
                file += STEPS[direction].0;
                rank += STEPS[direction].1;
                if file < 0 || file > 8 || rank < 0 || rank > 8 {
                    break;
                }
                ray |= 1 << (file * 9 + rank);
            }
            table[direction][from] = Bitboard::from_bits(ray);
            from += 1;
        }
        direction += 1;
    }
    table
};

/// [`ray`] by index, for building tables.
pub(crate) const fn ray_at(direction: usize, from: usize) -> u128 {
    RAYS[direction][from].bits()
}

/// How `to` lies to `from`.
pub(crate) fn relation(from: Square, to: Square) -> Relation {
    RELATIONS[from.slot()][to.slot()]
}

/// The squares from `from` in the direction of a relation, to the edge; nothing for no direction.
pub(crate) fn ray(relation: Relation, from: Square) -> Bitboard {
    RAYS[(relation & 15) as usize][from.slot()]
}

/// The squares strictly between two squares whose relation is given; nothing when they share no line.
pub(crate) fn between_related(relation: Relation, from: Square, to: Square) -> Bitboard {
    ray(relation, from) & RAYS[(7_u8.wrapping_sub(relation & 15) & 15) as usize][to.slot()]
}

/// The squares strictly between two squares; nothing when they share no line.
pub(crate) fn between(from: Square, to: Square) -> Bitboard {
    between_related(relation(from, to), from, to)
}

/// The last `count` ranks from the side's own point of view, where the other side's camp begins at 3.
pub(crate) const fn last_ranks(color: Color, count: u8) -> Bitboard {
    let (mut set, mut index) = (Bitboard::EMPTY, 1);
    while index <= count {
        let rank = match color {
            Color::Black => index,
            Color::White => 10 - index,
        };
        set = Bitboard::from_bits(set.bits() | Bitboard::rank(rank).bits());
        index += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn relations_name_the_direction() {
        let seen = |from, to| relation(square(from), square(to));
        assert_eq!((seen("5e", "5d"), seen("5e", "5a"), seen("5e", "5f")), (0, FAR, 7));
        assert_eq!((seen("5e", "4d"), seen("5e", "6d"), seen("5e", "1e")), (1, 2, 3 + FAR));
        assert_eq!((seen("5e", "4c"), seen("5e", "6g"), seen("5e", "5e")), (8, 9, 15));
        assert_eq!(relation(Square::NONE, square("5e")), UNRELATED);
    }

    #[test]
    fn between_excludes_both_ends_and_is_symmetric() {
        assert_eq!(
            between(square("2h"), square("7c")),
            ["3g", "4f", "5e", "6d"].map(square).into_iter().collect()
        );
        assert!(between(square("5e"), square("4c")).is_empty());
        for from in Square::all() {
            for to in Square::all() {
                assert_eq!(between(from, to), between(to, from));
            }
        }
    }
}
