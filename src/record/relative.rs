//! The words that distinguish pieces when several of one kind can go to a square: 左 右 直 上 寄 引.
//!
//! What they mean is the convention of the Japan Shogi Association, <https://www.shogi.or.jp/faq/kihuhyouki.html>.

use crate::rules::Color;
use crate::rules::shogi::{Bitboard, PieceKind, Square};

/// The words that distinguish pieces in KI2 (左右直上寄引), as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relative(u8);

impl Relative {
    /// 左: from the mover's left.
    pub const LEFT: Self = Self(1);
    /// 右: from the mover's right.
    pub const RIGHT: Self = Self(2);
    /// 直: straight up one square.
    pub const STRAIGHT: Self = Self(4);
    /// 上, also written 行 and 入: upwards.
    pub const UP: Self = Self(8);
    /// 寄: sideways.
    pub const SIDEWAYS: Self = Self(16);
    /// 引: downwards.
    pub const DOWN: Self = Self(32);

    /// Every word with its character, in the order in which they are written.
    pub const WORDS: [(Self, char); 6] = [
        (Self::LEFT, '左'),
        (Self::RIGHT, '右'),
        (Self::STRAIGHT, '直'),
        (Self::UP, '上'),
        (Self::SIDEWAYS, '寄'),
        (Self::DOWN, '引'),
    ];

    /// True when no word is written.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when every word of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set with the words of `other` added.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pieces that the words name, of `candidates`, which are pieces of one kind and all reach `to`.
    ///
    /// Words that are not needed must be true as well. Bishops, rooks, horses and dragons are distinguished by where they
    /// stand beside each other: the left one of two is 左 also when it stands on the file of the destination.
    #[must_use]
    pub fn among(self, mover: Color, kind: PieceKind, candidates: Bitboard, to: Square) -> Bitboard {
        if self.is_empty() {
            return candidates;
        }
        let to = seen_by(mover, to);
        let by_motion: Vec<Square> =
            candidates.into_iter().filter(|from| self.fits_motion(seen_by(mover, *from), to)).collect();
        let files = by_motion.iter().map(|from| seen_by(mover, *from).file());
        let (left, right) = (files.clone().max(), files.min());
        let fits_side = |from: &Square| {
            let file = seen_by(mover, *from).file();
            let (is_left, is_right) = if slides(kind) {
                (file >= to.file() && Some(file) == left, file <= to.file() && Some(file) == right)
            } else {
                (file > to.file(), file < to.file())
            };
            (!self.contains(Self::LEFT) || is_left) && (!self.contains(Self::RIGHT) || is_right)
        };
        by_motion.iter().copied().filter(fits_side).collect()
    }

    /// The fewest words that distinguish the piece on `from` from the other `candidates`: the motion if that suffices,
    /// else 直 or the side, else the side and the motion.
    #[must_use]
    pub fn distinguishing(
        mover: Color,
        kind: PieceKind,
        candidates: Bitboard,
        from: Square,
        to: Square,
    ) -> Self {
        let only = Bitboard::of(from);
        if candidates.without(only).is_empty() {
            return Self::default();
        }
        let (seen, goal) = (seen_by(mover, from), seen_by(mover, to));
        let motion = match seen.rank().cmp(&goal.rank()) {
            std::cmp::Ordering::Greater => Self::UP,
            std::cmp::Ordering::Equal => Self::SIDEWAYS,
            std::cmp::Ordering::Less => Self::DOWN,
        };
        let distinguishes = |words: &Self| words.among(mover, kind, candidates, to) == only;
        let straight = (!slides(kind)).then_some(Self::STRAIGHT);
        let sides = [Self::LEFT, Self::RIGHT];
        [motion]
            .into_iter()
            .chain(straight)
            .chain(sides)
            .chain(sides.map(|side| side.with(motion)))
            .find(distinguishes)
            .unwrap_or(motion)
    }

    /// True for a piece from `from` when every word for a motion applies to it; both squares as the mover sees them.
    fn fits_motion(self, from: Square, to: Square) -> bool {
        let all = [
            (Self::STRAIGHT, from.file() == to.file() && from.rank() == to.rank() + 1),
            (Self::UP, from.rank() > to.rank()),
            (Self::SIDEWAYS, from.rank() == to.rank()),
            (Self::DOWN, from.rank() < to.rank()),
        ];
        all.into_iter().all(|(word, holds)| holds || !self.contains(word))
    }
}

/// The square as the mover sees it, who always plays upwards.
const fn seen_by(mover: Color, square: Square) -> Square {
    match mover {
        Color::Black => square,
        Color::White => square.flip(),
    }
}

/// True for the pieces that are never 直.
const fn slides(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::Position;

    /// The words for the pieces on some squares that go to one, the board being empty but for them and the kings.
    fn words(kind: PieceKind, squares: &str, to: &str) -> String {
        let squares: Vec<Square> = squares.split(' ').map(|square| square.parse().unwrap()).collect();
        let to = to.parse().unwrap();
        let all: Bitboard = squares.iter().copied().collect();
        let word = |from: &Square| -> String {
            let found = Relative::distinguishing(Color::Black, kind, all, *from, to);
            let turned = Relative::distinguishing(
                Color::White,
                kind,
                squares.iter().map(|square| square.flip()).collect(),
                from.flip(),
                to.flip(),
            );
            assert_eq!(found, turned);
            Relative::WORDS
                .iter()
                .filter(|(word, _)| found.contains(*word))
                .map(|(_, character)| character)
                .collect()
        };
        squares.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The examples of the page of the Japan Shogi Association.
    #[test]
    fn the_examples_of_the_association() {
        use PieceKind::{Dragon, Gold, Horse, Silver, Tokin};
        for (kind, squares, to, want) in [
            (Gold, "8c 7b", "8b", "上 寄"),
            (Gold, "2c 3a", "3b", "上 引"),
            (Gold, "5f 4e", "5e", "上 寄"),
            (Silver, "8i 7g", "8h", "上 引"),
            (Silver, "2i 4g", "3h", "上 引"),
            (Gold, "9b 7b", "8a", "左 右"),
            (Gold, "3b 1b", "2b", "左 右"),
            (Silver, "6e 4e", "5f", "左 右"),
            (Gold, "7i 8i", "7h", "直 左"),
            (Gold, "2i 3i", "3h", "右 直"),
            (Silver, "3i 2i", "3h", "直 右"),
            (Gold, "6c 5c 4c", "5b", "左 直 右"),
            (Tokin, "7i 8i 6i 8h 7g", "7h", "直 左上 右 寄 引"),
            (Silver, "2i 1g 3i 3g", "2h", "直 右 左上 左引"),
            (Dragon, "9a 8d", "8b", "引 上"),
            (Dragon, "5b 2c", "4c", "引 寄"),
            (Dragon, "5e 1e", "3e", "左 右"),
            (Dragon, "9i 8i", "8h", "左 右"),
            (Dragon, "2h 1i", "1g", "左 右"),
            (Horse, "9a 8a", "8b", "左 右"),
            (Horse, "9e 9c", "8e", "寄 引"),
            (Horse, "1a 3d", "1b", "引 上"),
            (Horse, "9i 5i", "7g", "左 右"),
            (Horse, "4g 1h", "2i", "左 右"),
        ] {
            assert_eq!(words(kind, squares, to), want, "{kind:?} {squares} to {to}");
        }
    }

    #[test]
    fn words_that_are_not_needed_must_be_true() {
        let position: Position = "9/9/9/4G4/9/9/9/9/k7K b - 1".parse().unwrap();
        let to = "5e".parse().unwrap();
        let reaching = position.reaching(PieceKind::Gold, to);
        for (words, want) in [
            (Relative::DOWN, 1),
            (Relative::UP, 0),
            (Relative::LEFT, 0),
            (Relative::STRAIGHT, 0),
            (Relative::default(), 1),
        ] {
            assert_eq!(words.among(Color::Black, PieceKind::Gold, reaching, to).count(), want, "{words:?}");
        }
    }
}
