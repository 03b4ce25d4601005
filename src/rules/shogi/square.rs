//! The 81 squares of the board.

use std::fmt;
use std::str::FromStr;

use super::bitboard::Bitboard;

/// A square, counted file by file from Black's right: `1a` is 0, `1b` is 1, `9i` is 80.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// Stands for "no such square" inside the rules; every geometry table holds nothing for it.
    pub(crate) const NONE: Self = Self(81);

    /// The square on `file` 1 to 9 (1 is Black's right edge) and `rank` 1 to 9 (1 is `a`, White's edge).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Self((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this index, 0 to 80.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "checked to be below 81")]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index, which the caller knows to be below 81.
    #[expect(clippy::cast_possible_truncation, reason = "only called with indices below 128")]
    pub(crate) const fn from_known_index(index: usize) -> Self {
        debug_assert!(index <= Self::COUNT);
        Self(index as u8)
    }

    /// `(file - 1) * 9 + (rank - 1)`, 0 to 80.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a place in a table of 128 entries, so that no bounds check is needed.
    pub(crate) const fn slot(self) -> usize {
        (self.0 & 127) as usize
    }

    /// 1 (Black's right edge) to 9.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1 (`a`, White's edge) to 9 (`i`, Black's edge).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The square seen from the other side of the board: `1a` becomes `9i`.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(80 - self.0)
    }

    /// The square mirrored left to right: `1a` becomes `9a`.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((8 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// All squares in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..81u8).map(Self)
    }

    /// The set that holds only this square.
    pub(crate) fn bit(self) -> Bitboard {
        Bitboard::of(self)
    }

    /// The square written as in USI (`7g`), from its two bytes.
    #[must_use]
    pub const fn from_usi_bytes(file: u8, rank: u8) -> Option<Self> {
        let (file, rank) = (file.wrapping_sub(b'1'), rank.wrapping_sub(b'a'));
        if file < 9 && rank < 9 { Some(Self(file * 9 + rank)) } else { None }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = char::from(b'a' + self.rank() - 1);
        write!(f, "{}{rank}", self.file())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({self})")
    }
}

/// The text is not a square such as `7g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file `1` to `9` and a rank `a` to `i`, as in `7g`")
    }
}

impl std::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [file, rank] => Self::from_usi_bytes(file, rank).ok_or(SquareError),
            _ => Err(SquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.flip().flip(), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        for text in ["", "7", "7j", "0a", "a7", "７七", "7g7"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
    }

    #[test]
    fn index_counts_file_by_file() {
        let index = |text: &str| text.parse::<Square>().unwrap().index();
        assert_eq!((index("1a"), index("1b"), index("2a"), index("9i")), (0, 1, 9, 80));
    }
}
