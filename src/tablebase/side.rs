//! One side's animals as sets of squares, all in one word.

use crate::rules::dobutsu::PieceKind;

/// The squares of one side's animals: twelve bits to the kind, in the order of [`PieceKind::index`], a bit to the
/// square, in the order of `Square::index`. The side to move always moves up the board, towards bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Side(pub u64);

/// A set of squares in the lowest twelve bits.
pub(super) type Squares = u64;

/// All squares.
pub(super) const ALL: Squares = 0xfff;
/// The far rank of the side that moves up, and that of the other side.
pub(super) const TOP: Squares = 0o7;
pub(super) const BOTTOM: Squares = 0o7000;

const LEFT_FILE: u64 = 0o1111 * FIVE_KINDS;
const MIDDLE_FILE: u64 = 0o2222 * FIVE_KINDS;
const RIGHT_FILE: u64 = 0o4444 * FIVE_KINDS;
const FIVE_KINDS: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36 | 1 << 48;

impl Side {
    /// The squares of a kind.
    pub const fn of(self, kind: PieceKind) -> Squares {
        self.0 >> (12 * kind.index()) & ALL
    }

    /// The squares of all kinds.
    pub const fn all(self) -> Squares {
        (self.0 | self.0 >> 12 | self.0 >> 24 | self.0 >> 36 | self.0 >> 48) & ALL
    }

    /// The square of the lion.
    pub const fn lion(self) -> Squares {
        self.of(PieceKind::Lion)
    }

    /// With left and right exchanged.
    pub fn mirrored(self) -> Self {
        Self((self.0 & LEFT_FILE) << 2 | self.0 & MIDDLE_FILE | self.0 >> 2 & LEFT_FILE)
    }

    /// Seen from the other side of the board.
    pub fn flipped(self) -> Self {
        let ranks = self.0 >> 9 & (TOP * FIVE_KINDS)
            | self.0 >> 3 & (0o70 * FIVE_KINDS)
            | self.0 << 3 & (0o700 * FIVE_KINDS)
            | self.0 << 9 & (BOTTOM * FIVE_KINDS);
        Self(ranks).mirrored()
    }

    /// The squares that the side attacks if it moves up.
    pub const fn attacks_up(self) -> Squares {
        let (straight, diagonal_up, diagonal_down) = self.movers();
        up(self.of(PieceKind::Chick) | straight | beside(diagonal_up))
            | down(straight | beside(diagonal_down))
            | beside(straight)
    }

    /// The squares that the side attacks if it moves down.
    pub const fn attacks_down(self) -> Squares {
        let (straight, diagonal_down, diagonal_up) = self.movers();
        down(self.of(PieceKind::Chick) | straight | beside(diagonal_down))
            | up(straight | beside(diagonal_up))
            | beside(straight)
    }

    /// The animals that step straight, diagonally forward, diagonally backward (without the chicks).
    const fn movers(self) -> (Squares, Squares, Squares) {
        let any = self.lion();
        let golden = any | self.of(PieceKind::Hen);
        let elephants = self.of(PieceKind::Elephant);
        (golden | self.of(PieceKind::Giraffe), golden | elephants, any | elephants)
    }

    /// The animals that attack a square if the side moves down.
    pub fn attackers_down(self, square: Squares) -> Squares {
        let forward = self.of(PieceKind::Chick) & up(square);
        forward | self.of(PieceKind::Hen) & up(beside(square)) | self.attackers_both_ways(square)
    }

    /// The animals that attack a square if the side moves up.
    pub fn attackers_up(self, square: Squares) -> Squares {
        let forward = self.of(PieceKind::Chick) & down(square);
        forward | self.of(PieceKind::Hen) & down(beside(square)) | self.attackers_both_ways(square)
    }

    fn attackers_both_ways(self, square: Squares) -> Squares {
        let straight = up(square) | down(square) | beside(square);
        let diagonal = up(beside(square)) | down(beside(square));
        (self.of(PieceKind::Giraffe) | self.of(PieceKind::Hen) | self.lion()) & straight
            | (self.of(PieceKind::Elephant) | self.lion()) & diagonal
    }
}

/// One animal of a kind on a square.
pub(super) fn animal(kind: PieceKind, square: Squares) -> u64 {
    square << (12 * kind.index())
}

const fn up(set: Squares) -> Squares {
    set >> 3
}

const fn down(set: Squares) -> Squares {
    set << 3 & ALL
}

const fn beside(set: Squares) -> Squares {
    (set & !LEFT_FILE) >> 1 | (set & !RIGHT_FILE) << 1 & ALL
}

/// Where an animal of a kind on a square attacks if it moves up; also, from where one that moves down attacks it.
pub(super) fn steps_up(kind: PieceKind, square: Squares) -> Squares {
    STEPS_UP[kind.index()][square.trailing_zeros() as usize % 12].into()
}

/// Where an animal of a kind on a square attacks if it moves down; also, from where one that moves up attacks it.
pub(super) fn steps_down(kind: PieceKind, square: Squares) -> Squares {
    STEPS_DOWN[kind.index()][square.trailing_zeros() as usize % 12].into()
}

static STEPS_UP: [[u16; 12]; 5] = steps(true);
static STEPS_DOWN: [[u16; 12]; 5] = steps(false);

const fn steps(towards_the_top: bool) -> [[u16; 12]; 5] {
    let mut table = [[0; 12]; 5];
    let mut index = 0;
    while index < 60 {
        let side = Side(1 << index);
        let attacks = if towards_the_top { side.attacks_up() } else { side.attacks_down() };
        table[index / 12][index % 12] = (attacks & ALL) as u16;
        index += 1;
    }
    table
}

/// The squares of a set, one at a time.
pub(super) fn each(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
