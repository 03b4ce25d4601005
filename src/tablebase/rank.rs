//! The dense number of a position.
//!
//! A position seen by the side to move, mirrored if that brings its lions into the canonical half, has a number:
//! the pair of lions × the arrangement of the other six animals. The arrangement is a *segment* (whose each animal
//! is, which chick is a hen, which are in hand) and a *placement* (which of the free squares they stand on). The
//! order is frozen: it is the order of the table file (`docs/dobutsu.md`).
//!
//! The first pairs of lions are those of an unfinished game: neither lion can take the other, and neither is on its
//! far rank. If both lions are on the middle file, a position and its mirror image have different numbers.

use super::board::Board;
use super::lions::{Pair, pair};
use super::segment::{ARRANGEMENTS, BASES, segment_of};
use super::side::{ALL, Squares};
use crate::rules::dobutsu::PieceKind::{Chick, Elephant, Giraffe, Hen};

static COUNT: [u8; 4096] = counts();

/// The number of a position; `self.number < LIVE` if its lions are a live pair.
pub(super) fn rank(board: &Board) -> u32 {
    let pair = pair(board.mine.lion(), board.theirs.lion());
    if pair.mirror { rank_as(pair, &board.mirrored()) } else { rank_as(pair, board) }
}

/// The number of a position that is mirrored already if it has to be.
pub(super) fn rank_as(pair: Pair, board: &Board) -> u32 {
    let (mine, theirs, hand) = (board.mine, board.theirs, board.my_hand);
    let taken = mine.lion() | theirs.lion();
    let giraffes = mine.of(Giraffe) | theirs.of(Giraffe);
    let elephants = mine.of(Elephant) | theirs.of(Elephant);
    let hens = mine.of(Hen) | theirs.of(Hen);
    let chicks = mine.of(Chick) | theirs.of(Chick) | hens;
    let g = owners(giraffes, mine.of(Giraffe), hand >> 4 & 3);
    let e = owners(elephants, mine.of(Elephant), hand >> 2 & 3);
    let c = chick_owners(owners(chicks, mine.of(Chick) | mine.of(Hen), hand & 3), chicks, hens);
    let segment = segment_of(g, e, c);

    let free = 10;
    let placement = place(giraffes, taken);
    let free = free - count(giraffes);
    let placement = placement * placements(free, elephants) + place(elephants, taken | giraffes);
    let free = free - count(elephants);
    let placement = placement * placements(free, chicks) + place(chicks, taken | giraffes | elephants);
    u32::from(pair.number) * ARRANGEMENTS + BASES[segment] + placement
}

fn owners(all: Squares, mine: Squares, in_my_hand: u8) -> usize {
    let low = all & all.wrapping_neg();
    let high = all ^ low;
    let low_mine = usize::from(mine & low != 0);
    if all == 0 {
        usize::from(in_my_hand)
    } else if high == 0 {
        3 + 2 * low_mine + usize::from(in_my_hand)
    } else {
        7 + 2 * low_mine + usize::from(mine & high != 0)
    }
}

fn chick_owners(owners: usize, all: Squares, hens: Squares) -> usize {
    let low = all & all.wrapping_neg();
    let low_hen = usize::from(hens & low != 0);
    if owners < 3 {
        owners
    } else if owners < 7 {
        owners + 4 * low_hen
    } else {
        owners + 4 + 8 * low_hen + 4 * usize::from(hens & (all ^ low) != 0)
    }
}

/// The number of a set of at most two squares among those that are not taken.
fn place(set: Squares, taken: Squares) -> u32 {
    let relative = |square: Squares| square.trailing_zeros() - u32::from(count(taken & (square - 1)));
    let low = set & set.wrapping_neg();
    let high = set ^ low;
    if set == 0 {
        0
    } else if high == 0 {
        relative(low)
    } else {
        let high = relative(high);
        high * (high - 1) / 2 + relative(low)
    }
}

/// How many squares there are in a set.
fn count(set: Squares) -> u8 {
    COUNT[(set & ALL) as usize]
}

/// How many sets of the same size there are.
fn placements(free: u8, set: Squares) -> u32 {
    choose(free.into(), count(set).into())
}

pub(super) const fn choose(free: u32, count: u32) -> u32 {
    match count {
        0 => 1,
        1 => free,
        _ => free * (free - 1) / 2,
    }
}

const fn counts() -> [u8; 4096] {
    let mut counts = [0; 4096];
    let mut set = 1;
    while set < 4096 {
        counts[set] = counts[set / 2] + if set.is_multiple_of(2) { 0 } else { 1 };
        set += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::lions::PAIRS;
    use super::super::segment::{LIVE, Segment};
    use super::*;

    /// Numbers all over the range, near to each other and far apart.
    fn sample() -> impl Iterator<Item = u32> {
        (0..PAIRS * ARRANGEMENTS).step_by(104_729).chain(0..2000).chain((LIVE - 2000)..LIVE)
    }

    #[test]
    fn every_number_is_that_of_its_position() {
        for number in sample() {
            let board = Segment::holding(number).board(number);
            assert_eq!(rank(&board), number);
            let middle = pair(board.mine.lion(), board.theirs.lion()).middle;
            assert!(rank(&board.mirrored()) == number || middle, "{number}");
            let again = Board::of(&board.position().unwrap()).unwrap();
            assert_eq!(again, board);
        }
    }
}
