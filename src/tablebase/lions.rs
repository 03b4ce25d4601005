//! Pairs of lions.

use super::side::Squares;

/// Pairs of lions in an unfinished game.
pub(super) const LIVE_PAIRS: u32 = 21;
/// Pairs of lions, mirror images counted once.
pub(super) const PAIRS: u32 = 72;

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

/// The squares of the lions (mine, theirs) of a pair's number.
pub(super) fn lions_of(pair: u32) -> (Squares, Squares) {
    let (mine, theirs) = LIONS[pair as usize];
    (1 << mine, 1 << theirs)
}

/// Whether a pair is canonical: my lion on the left file, or on the middle one and theirs not on the right.
const fn is_canonical(mine: u8, theirs: u8) -> bool {
    mine != theirs && (mine.is_multiple_of(3) || mine % 3 == 1 && theirs % 3 != 2)
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
    let mut number: u8 = 0;
    while (number as usize) < lions.len() {
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
