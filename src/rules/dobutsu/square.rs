//! The twelve squares.

use std::fmt;
use std::str::FromStr;

/// A square: files `a` to `c` from the left, ranks `1` to `4` from the top, both as Black sees them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 12;

    /// The square on a file (1 = `a`) and a rank (1 = the top), if it is on the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 3 && rank >= 1 && rank <= 4 {
            Some(Self((rank - 1) * 3 + file - 1))
        } else {
            None
        }
    }

    /// The square with an index: row by row from the top, `a1` = 0, `c4` = 11.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let index = u8::try_from(index).ok()?;
        (usize::from(index) < Self::COUNT).then_some(Self(index))
    }

    /// The square of the lowest set bit in a set that has four bits to the square (see `steps`).
    pub(super) fn lowest(set: u64) -> Self {
        Self((set.trailing_zeros() / 4).to_le_bytes()[0] % 12)
    }

    /// 0 (`a1`) to 11 (`c4`), row by row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index in a byte.
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// 1 (`a`) to 3 (`c`).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 3 + 1
    }

    /// 1 (top, White's home) to 4 (bottom, Black's home).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 3 + 1
    }

    /// The same square seen from the other side of the board.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(11 - self.0)
    }

    /// The square on the other wing: `a` and `c` change places.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0 / 3 * 3 + 2 - self.0 % 3)
    }

    /// All squares in the order of their index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() - 1), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let &[file @ b'a'..=b'c', rank @ b'1'..=b'4'] = text.as_bytes() else { return Err(SquareError) };
        Self::new(file - b'a' + 1, rank - b'0').ok_or(SquareError)
    }
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square of the 3×4 board (`a1` to `c4`)")
    }
}

impl std::error::Error for SquareError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_text_and_its_symmetries() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.flip().flip(), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        assert_eq!("b3".parse::<Square>().map(Square::index), Ok(7));
        assert_eq!("a1".parse::<Square>().map(Square::mirror), "c1".parse());
        assert_eq!("a1".parse::<Square>().map(Square::flip), "c4".parse());
    }

    #[test]
    fn what_is_off_the_board_is_no_square() {
        assert_eq!(Square::new(0, 1), None);
        assert_eq!(Square::new(4, 1), None);
        assert_eq!(Square::new(1, 5), None);
        assert_eq!(Square::from_index(12), None);
        for text in ["", "a", "a5", "d1", "A1", "a11", "1a", "ひ1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
    }
}
