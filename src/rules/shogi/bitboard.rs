//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::Square;

/// A set of squares: bit *n* stands for the square with index *n*. The bits from 81 up are always clear.
///
/// Kept as two words of 64 bits, low word first: a 128-bit integer would be stored in halves but
/// tested for zero in one, and the processor cannot forward two stores to one load.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[repr(align(16))]
pub struct Bitboard([u64; 2]);

/// The single-square sets; a load is cheaper than a 128-bit shift by a variable amount.
static SINGLE: [Bitboard; 128] = {
    let mut table = [Bitboard::EMPTY; 128];
    let mut index = 0;
    while index < 81 {
        table[index] = Bitboard::from_bits(1 << index);
        index += 1;
    }
    table
};

/// The nine squares of rank `a`.
pub(crate) const RANK_A: u128 = {
    let (mut set, mut file) = (0, 0);
    while file < 9 {
        set |= 1 << (9 * file);
        file += 1;
    }
    set
};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 2]);
    /// All 81 squares.
    pub const ALL: Self = Self::from_bits((1 << 81) - 1);

    /// The set with these bits, of which those from 81 up must be clear.
    #[expect(clippy::cast_possible_truncation, reason = "each word takes its half")]
    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    /// The set as one number.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The set that holds only `square`.
    #[must_use]
    pub fn of(square: Square) -> Self {
        SINGLE[square.slot()]
    }

    /// The nine squares of a rank, 1 to 9; empty for any other number.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank < 1 || rank > 9 {
            return Self::EMPTY;
        }
        Self::from_bits(RANK_A << (rank - 1))
    }

    /// The nine squares of a file, 1 to 9; empty for any other number.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file < 1 || file > 9 {
            return Self::EMPTY;
        }
        Self::from_bits(0x1FF << ((file - 1) * 9))
    }

    /// Is `square` in the set?
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// Has the set no square?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// How many squares the set has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Does the set have two squares or more?
    #[must_use]
    pub const fn has_many(self) -> bool {
        let bits = self.bits();
        bits & bits.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        match self.0 {
            [0, 0] => None,
            [0, high] => Some(Square::from_known_index(64 + high.trailing_zeros() as usize)),
            [low, _] => Some(Square::from_known_index(low.trailing_zeros() as usize)),
        }
    }

    /// The set without the squares of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let [low, high] = &mut self.0.0;
        if *low != 0 {
            let index = low.trailing_zeros();
            *low &= *low - 1;
            return Some(Square::from_known_index(index as usize));
        }
        if *high != 0 {
            let index = 64 + high.trailing_zeros();
            *high &= *high - 1;
            return Some(Square::from_known_index(index as usize));
        }
        None
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_files_meet_in_one_square() {
        for square in Square::all() {
            let meeting = Bitboard::rank(square.rank()) & Bitboard::file(square.file());
            assert_eq!(meeting, Bitboard::of(square));
        }
        assert_eq!((1..=9).fold(Bitboard::EMPTY, |all, rank| all | Bitboard::rank(rank)), Bitboard::ALL);
    }

    #[test]
    fn squares_come_back_in_order() {
        let set: Bitboard = Square::all().step_by(7).collect();
        assert!(set.into_iter().eq(Square::all().step_by(7)));
        assert_eq!(set.count(), 12);
        assert!(!set.is_empty() && set.has_many() && !Bitboard::of(Square::from_known_index(80)).has_many());
    }
}
