//! Segments of the dense numbers, and from a number back to its position.

use super::board::{Board, held};
use super::lions::{LIVE_PAIRS, lions_of};
use super::rank::choose;
use super::side::{Side, Squares, animal, each};
use crate::rules::dobutsu::PieceKind::{self, Chick, Elephant, Giraffe, Hen, Lion};

/// Arrangements of the six animals beside the lions.
pub(super) const ARRANGEMENTS: u32 = 11_878_227;
/// Those of them that are stored in the table: the side to move has at least [`STORED_FROM`] of the six.
pub(super) const STORED_ARRANGEMENTS: u32 = 7_786_477;
/// Numbers of positions of an unfinished game.
pub(super) const LIVE: u32 = LIVE_PAIRS * ARRANGEMENTS;
/// Numbers of positions in the table.
pub(super) const STORED: u32 = LIVE_PAIRS * STORED_ARRANGEMENTS;

/// How many of the six animals the side to move must have for a position to be stored. If it has fewer, the other
/// side has so many after every move that all the positions that follow are stored.
const STORED_FROM: u32 = 3;

/// How the two giraffes or elephants are owned: 0–2 both in hand (so many mine), 3–6 one on the board (2·the one on
/// the board is mine + the other is mine), 7–10 both (2·the one on the lower square is mine + the other is mine).
const PLAIN: usize = 11;
/// The same for the chicks: 3–10 one on the board (+4 if a hen), 11–26 both (+8 and +4 if the lower, the higher is).
const CHICKS: usize = 27;
const SEGMENTS: usize = PLAIN * PLAIN * CHICKS;

/// The first arrangement of each segment.
pub(super) static BASES: [u32; SEGMENTS] = bases(0, ARRANGEMENTS);
/// The first stored arrangement of each segment, counting only those that are stored.
static STORED_BASES: [u32; SEGMENTS] = bases(STORED_FROM, STORED_ARRANGEMENTS);

/// The number of a segment by the owners of giraffes, elephants and chicks.
pub(super) fn segment_of(giraffes: usize, elephants: usize, chicks: usize) -> usize {
    (giraffes * PLAIN + elephants) * CHICKS + chicks
}

/// A segment and the number of its first position, for walking over numbers in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pair: u32,
    number: usize,
    /// The number of its first position.
    pub start: u32,
    /// The number of the first position after it.
    pub end: u32,
}

impl Segment {
    /// The segment that holds a number.
    pub fn holding(rank: u32) -> Self {
        let (pair, rest) = (rank / ARRANGEMENTS, rank % ARRANGEMENTS);
        Self::new(pair, BASES.partition_point(|&base| base <= rest) - 1)
    }

    fn new(pair: u32, number: usize) -> Self {
        let origin = pair * ARRANGEMENTS;
        let end = BASES.get(number + 1).copied().unwrap_or(ARRANGEMENTS);
        Self { pair, number, start: origin + BASES[number], end: origin + end }
    }

    /// The segment after it.
    pub fn next(self) -> Self {
        if self.number + 1 < SEGMENTS {
            Self::new(self.pair, self.number + 1)
        } else {
            Self::new(self.pair + 1, 0)
        }
    }

    /// The segment that holds a number which is not before this one's.
    pub fn up_to(mut self, rank: u32) -> Self {
        while rank >= self.end {
            self = self.next();
        }
        self
    }

    /// The place in the table of a number in the segment, if it is stored.
    pub fn stored(self, rank: u32) -> Option<u32> {
        let base = self.pair * STORED_ARRANGEMENTS + STORED_BASES[self.number];
        (mine_in(self.number) >= STORED_FROM).then(|| base + rank - self.start)
    }

    /// The position with a number in the segment.
    pub fn board(self, rank: u32) -> Board {
        let (g, e, c) = owners_in(self.number);
        let (on_g, on_e, on_c) = (on_board(g), on_board(e), on_board(unpromoted(c)));
        let placement = rank - self.start;
        let c_ways = choose(10 - on_g - on_e, on_c);
        let e_ways = choose(10 - on_g, on_e);

        let (my_lion, their_lion) = lions_of(self.pair);
        let mut board = Board {
            mine: Side(animal(Lion, my_lion)),
            theirs: Side(animal(Lion, their_lion)),
            my_hand: 0,
            their_hand: 0,
        };
        let taken = my_lion | their_lion;
        let giraffes = unplace(placement / c_ways / e_ways, on_g, taken);
        let elephants = unplace(placement / c_ways % e_ways, on_e, taken | giraffes.0 | giraffes.1);
        let taken = taken | giraffes.0 | giraffes.1 | elephants.0 | elephants.1;
        let chicks = unplace(placement % c_ways, on_c, taken);
        put(&mut board, giraffes, g, [Giraffe; 2]);
        put(&mut board, elephants, e, [Elephant; 2]);
        let kind = |bit| if c >= 3 && (c - unpromoted(c)) & bit != 0 { Hen } else { Chick };
        let kinds = if on_c == 2 { [kind_of_two(c, 8), kind_of_two(c, 4)] } else { [kind(4), Chick] };
        put(&mut board, chicks, unpromoted(c), kinds);
        board
    }
}

/// Whether the lower (8) or higher (4) of two chicks is a hen.
fn kind_of_two(chicks: usize, bit: usize) -> PieceKind {
    if (chicks - 11) & bit != 0 { Hen } else { Chick }
}

/// The owners of the chicks without what says which are hens.
const fn unpromoted(chicks: usize) -> usize {
    match chicks {
        0..3 => chicks,
        3..11 => 3 + (chicks - 3) % 4,
        _ => 7 + (chicks - 11) % 4,
    }
}

const fn on_board(owners: usize) -> u32 {
    match owners {
        0..3 => 0,
        3..7 => 1,
        _ => 2,
    }
}

/// The squares (lower, higher) of a set's number; no square for an animal in hand.
fn unplace(number: u32, count: u32, taken: Squares) -> (Squares, Squares) {
    let square = |mut index: u32| {
        for bit in each(taken) {
            index += u32::from(bit.trailing_zeros() <= index);
        }
        1 << index
    };
    match count {
        0 => (0, 0),
        1 => (square(number), 0),
        _ => {
            let mut high = 1;
            while (high + 1) * high / 2 <= number {
                high += 1;
            }
            (square(number - high * (high - 1) / 2), square(high))
        }
    }
}

fn put(board: &mut Board, (low, high): (Squares, Squares), owners: usize, kinds: [PieceKind; 2]) {
    let hand = held(kinds[0]);
    let code = match owners {
        0..3 => {
            let mine = [0, 1, 2][owners];
            board.my_hand += mine * hand;
            board.their_hand += (2 - mine) * hand;
            return;
        }
        3..7 => owners - 3,
        _ => owners - 7,
    };
    let low_side = if code & 2 != 0 { &mut board.mine } else { &mut board.theirs };
    low_side.0 |= animal(kinds[0], low);
    match (high, code & 1) {
        (0, 0) => board.their_hand += hand,
        (0, _) => board.my_hand += hand,
        (_, 0) => board.theirs.0 |= animal(kinds[1], high),
        (_, _) => board.mine.0 |= animal(kinds[1], high),
    }
}

/// The first arrangements, counting only segments in which the side to move has so many animals.
const fn bases(from: u32, total: u32) -> [u32; SEGMENTS] {
    let mut bases = [0; SEGMENTS];
    let mut base = 0;
    let mut segment = 0;
    while segment < SEGMENTS {
        bases[segment] = base;
        if mine_in(segment) >= from {
            base += size_of_segment(segment);
        }
        segment += 1;
    }
    assert!(base == total);
    bases
}

const fn size_of_segment(segment: usize) -> u32 {
    let (g, e, c) = owners_in(segment);
    let (g, e, c) = (on_board(g), on_board(e), on_board(unpromoted(c)));
    choose(10, g) * choose(10 - g, e) * choose(10 - g - e, c)
}

/// The owners of giraffes, elephants and chicks.
const fn owners_in(segment: usize) -> (usize, usize, usize) {
    (segment / (PLAIN * CHICKS), segment / CHICKS % PLAIN, segment % CHICKS)
}

/// How many of the six animals the side to move has.
const fn mine_in(segment: usize) -> u32 {
    let (g, e, c) = owners_in(segment);
    mine(g) + mine(e) + mine(unpromoted(c))
}

const fn mine(owners: usize) -> u32 {
    match owners {
        0 | 3 | 7 => 0,
        2 | 6 | 10 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_follow_each_other() {
        let mut segment = Segment::holding(0);
        for _ in 0..2 * SEGMENTS {
            let next = segment.next();
            assert_eq!(segment.end, next.start);
            assert_eq!(Segment::holding(next.start).number, next.number);
            assert_eq!(Segment::holding(next.end - 1).number, next.number);
            segment = next;
        }
    }

    #[test]
    fn what_is_not_stored_is_followed_by_what_is() {
        for number in (0..LIVE).step_by(15_013) {
            let segment = Segment::holding(number);
            let board = segment.board(number);
            if segment.stored(number).is_none() && !board.can_catch() {
                board.successors(|next| {
                    let number = super::super::rank::rank(next);
                    assert!(number >= LIVE || Segment::holding(number).stored(number).is_some());
                });
            }
        }
    }

    #[test]
    fn stored_positions_are_numbered_without_gaps() {
        let (mut expected, mut segment) = (0, Segment::holding(0));
        for _ in 0..SEGMENTS * 3 {
            if let (Some(first), Some(last)) =
                (segment.stored(segment.start), segment.stored(segment.end - 1))
            {
                assert_eq!(first, expected);
                expected = last + 1;
            }
            segment = segment.next();
        }
        assert_eq!(expected, 3 * STORED_ARRANGEMENTS);
    }
}
