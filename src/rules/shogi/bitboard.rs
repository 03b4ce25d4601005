//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::Square;

/// A set of squares: bit *n* stands for the square with index *n*. The bits from 81 up are always clear.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub(crate) u128);

/// The single-square sets; a load is cheaper than a 128-bit shift by a variable amount.
static SINGLE: [u128; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 81 {
        table[index] = 1 << index;
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
    pub const EMPTY: Self = Self(0);
    /// All 81 squares.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// The set that holds only `square`.
    #[must_use]
    pub fn of(square: Square) -> Self {
        Self(SINGLE[square.slot()])
    }

    /// The nine squares of a rank, 1 to 9; empty for any other number.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank < 1 || rank > 9 {
            return Self::EMPTY;
        }
        Self(RANK_A << (rank - 1))
    }

    /// The nine squares of a file, 1 to 9; empty for any other number.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file < 1 || file > 9 {
            return Self::EMPTY;
        }
        Self(0x1FF << ((file - 1) * 9))
    }

    /// Is `square` in the set?
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// Has the set no square?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the set has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Does the set have two squares or more?
    #[must_use]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_known_index(self.0.trailing_zeros() as usize)) }
    }

    /// The set without the squares of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
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
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
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
