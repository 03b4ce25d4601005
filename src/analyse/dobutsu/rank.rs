//! The dense number of a position.
//!
//! A position seen by the side to move, mirrored if that brings its lions into the canonical half, has a number:
//! the pair of lions × the arrangement of the other six animals. The arrangement is a *segment* (whose each animal
//! is, which chick is a hen, which are in hand) and a *placement* (which of the free squares they stand on). The
//! order is frozen: it is the order of the table file (`docs/dobutsu.md`).
//!
//! The first [`LIVE_PAIRS`] pairs of lions are those of an unfinished game: neither lion can take the other, and
//! neither is on its far rank. If both lions are on the middle file, a position and its mirror image have different
//! numbers.

use super::board::{Board, held};
use super::side::{Side, Squares, animal};
use crate::rules::dobutsu::PieceKind::{self, Chick, Elephant, Giraffe, Hen, Lion};

/// Arrangements of the six animals beside the lions.
pub(super) const ARRANGEMENTS: u32 = 11_878_227;
/// Pairs of lions in an unfinished game.
pub(super) const LIVE_PAIRS: u32 = 21;
/// Pairs of lions, mirror images counted once.
pub(super) const PAIRS: u32 = 72;
/// Numbers of positions of an unfinished game.
pub(super) const LIVE: u32 = LIVE_PAIRS * ARRANGEMENTS;

/// How the two giraffes or elephants are owned: 0–2 both in hand (so many mine), 3–6 one on the board (2·the one on
/// the board is mine + the other is mine), 7–10 both (2·the one on the lower square is mine + the other is mine).
const PLAIN: usize = 11;
/// The same for the chicks: 3–10 one on the board (+4 if a hen), 11–26 both (+8 and +4 if the lower, the higher is).
const CHICKS: usize = 27;
const SEGMENTS: usize = PLAIN * PLAIN * CHICKS;

static BASES: [u32; SEGMENTS] = bases();
static COUNT: [u8; 4096] = counts();
static PAIR: [[Pair; 12]; 12] = pairs();
static LIONS: [(u8, u8); PAIRS as usize] = lions();

/// What a pair of lions says about the number of a position.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The number of the pair.
    pub number: u8,
    /// Whether the position has to be mirrored.
    pub mirror: bool,
    /// Whether both lions are on the middle file.
    pub middle: bool,
}

/// The pair of two lions, given as sets of one square each.
pub(super) fn pair(mine: Squares, theirs: Squares) -> Pair {
    PAIR[mine.trailing_zeros() as usize % 12][theirs.trailing_zeros() as usize % 12]
}

impl Pair {
    /// Whether the game is not over and no lion can take the other.
    pub fn is_live(self) -> bool {
        u32::from(self.number) < LIVE_PAIRS
    }
}

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
    let segment = (g * PLAIN + e) * CHICKS + c;

    let free = 10;
    let placement = place(giraffes, taken);
    let free = free - COUNT[giraffes as usize & 4095];
    let placement = placement * ways(free, elephants) + place(elephants, taken | giraffes);
    let free = free - COUNT[elephants as usize & 4095];
    let placement = placement * ways(free, chicks) + place(chicks, taken | giraffes | elephants);
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
    let relative =
        |square: Squares| square.trailing_zeros() - u32::from(COUNT[(taken & (square - 1)) as usize & 4095]);
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

/// How many sets of the same size there are.
fn ways(free: u8, set: Squares) -> u32 {
    choose(free.into(), COUNT[set as usize & 4095].into())
}

const fn choose(free: u32, count: u32) -> u32 {
    match count {
        0 => 1,
        1 => free,
        _ => free * (free - 1) / 2,
    }
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

    /// The position with a number in the segment.
    pub fn board(self, rank: u32) -> Board {
        let (g, rest) = (self.number / (PLAIN * CHICKS), self.number % (PLAIN * CHICKS));
        let (e, c) = (rest / CHICKS, rest % CHICKS);
        let (on_g, on_e, on_c) = (on_board(g), on_board(e), on_board(plain(c)));
        let placement = rank - self.start;
        let c_ways = choose(10 - on_g - on_e, on_c);
        let e_ways = choose(10 - on_g, on_e);

        let (my_lion, their_lion) = LIONS[self.pair as usize];
        let (my_lion, their_lion) = (1 << my_lion, 1 << their_lion);
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
        let kind = |bit| if c >= 3 && (c - plain(c)) & bit != 0 { Hen } else { Chick };
        let kinds = if on_c == 2 { [kind_of_two(c, 8), kind_of_two(c, 4)] } else { [kind(4), Chick] };
        put(&mut board, chicks, plain(c), kinds);
        board
    }
}

/// Whether the lower (8) or higher (4) of two chicks is a hen.
fn kind_of_two(chicks: usize, bit: usize) -> PieceKind {
    if (chicks - 11) & bit != 0 { Hen } else { Chick }
}

/// The owners of the chicks without what says which are hens.
fn plain(chicks: usize) -> usize {
    match chicks {
        0..3 => chicks,
        3..11 => 3 + (chicks - 3) % 4,
        _ => 7 + (chicks - 11) % 4,
    }
}

fn on_board(owners: usize) -> u32 {
    match owners {
        0..3 => 0,
        3..7 => 1,
        _ => 2,
    }
}

/// The squares (lower, higher) of a set's number; no square for an animal in hand.
fn unplace(number: u32, count: u32, taken: Squares) -> (Squares, Squares) {
    let square = |mut index: u32| {
        for bit in super::side::each(taken) {
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

const fn bases() -> [u32; SEGMENTS] {
    let mut bases = [0; SEGMENTS];
    let mut base = 0;
    let mut segment = 0;
    while segment < SEGMENTS {
        bases[segment] = base;
        let on_g = count_of(segment / (PLAIN * CHICKS), 7);
        let on_e = count_of(segment / CHICKS % PLAIN, 7);
        let on_c = count_of(segment % CHICKS, 11);
        base += choose(10, on_g) * choose(10 - on_g, on_e) * choose(10 - on_g - on_e, on_c);
        segment += 1;
    }
    assert!(base == ARRANGEMENTS);
    bases
}

const fn count_of(owners: usize, two: usize) -> u32 {
    if owners < 3 {
        0
    } else if owners < two {
        1
    } else {
        2
    }
}

const fn counts() -> [u8; 4096] {
    let mut counts = [0; 4096];
    let mut set = 1;
    while set < 4096 {
        counts[set] = counts[set / 2] + (set % 2) as u8;
        set += 1;
    }
    counts
}

/// Whether a pair is canonical: my lion on the left file, or on the middle one and theirs not on the right.
const fn is_canonical(mine: u8, theirs: u8) -> bool {
    mine != theirs && (mine % 3 == 0 || mine % 3 == 1 && theirs % 3 != 2)
}

const fn is_live(mine: u8, theirs: u8) -> bool {
    let adjacent = (mine % 3).abs_diff(theirs % 3) <= 1 && (mine / 3).abs_diff(theirs / 3) <= 1;
    mine / 3 != 0 && theirs / 3 != 3 && !adjacent
}

const fn lions() -> [(u8, u8); PAIRS as usize] {
    let mut lions = [(0, 0); PAIRS as usize];
    let mut number = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut mine = 0;
        while mine < 12 {
            let mut theirs = 0;
            while theirs < 12 {
                if is_canonical(mine, theirs) && is_live(mine, theirs) == (pass == 0) {
                    lions[number] = (mine, theirs);
                    number += 1;
                }
                theirs += 1;
            }
            mine += 1;
        }
        assert!(pass == 1 || number == LIVE_PAIRS as usize);
        pass += 1;
    }
    assert!(number == PAIRS as usize);
    lions
}

const fn pairs() -> [[Pair; 12]; 12] {
    let mut pairs = [[Pair { number: u8::MAX, mirror: false, middle: false }; 12]; 12];
    let lions = lions();
    let mut number = 0;
    while number < PAIRS as u8 {
        let (mine, theirs) = lions[number as usize];
        let middle = mine % 3 == 1 && theirs % 3 == 1;
        if !middle {
            let (mine, theirs) = (mine / 3 * 3 + 2 - mine % 3, theirs / 3 * 3 + 2 - theirs % 3);
            pairs[mine as usize][theirs as usize] = Pair { number, mirror: true, middle };
        }
        pairs[mine as usize][theirs as usize] = Pair { number, mirror: false, middle };
        number += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
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
            assert_eq!(rank(&board.mirrored()) == number || middle, true, "{number}");
            let again = Board::of(&board.position().unwrap()).unwrap();
            assert_eq!(again, board);
        }
    }

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
}
