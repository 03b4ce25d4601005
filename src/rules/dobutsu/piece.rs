//! The animals.

use super::super::Color;
use std::fmt;

/// A kind of animal. A hen is a promoted chick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// ひよこ: one step forward.
    Chick = 0,
    /// ぞう: one step diagonally.
    Elephant = 1,
    /// きりん: one step straight.
    Giraffe = 2,
    /// ライオン: one step in any direction; the game is about it.
    Lion = 3,
    /// にわとり: one step in any direction but diagonally backward.
    Hen = 4,
}

impl PieceKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Chick, Self::Elephant, Self::Giraffe, Self::Lion, Self::Hen];
    /// The kinds that can be held in hand, in the order of their index.
    pub const HAND: [Self; 3] = [Self::Chick, Self::Elephant, Self::Giraffe];

    /// 0 to 4, in the order of [`PieceKind::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The stable name, for example `giraffe`; names for people are in `data/terms.tsv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chick => "chick",
            Self::Elephant => "elephant",
            Self::Giraffe => "giraffe",
            Self::Lion => "lion",
            Self::Hen => "hen",
        }
    }

    /// What it becomes on the far rank: a hen for a chick, nothing for the others.
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Chick => Some(Self::Hen),
            _ => None,
        }
    }

    /// What it is in hand: a chick for a hen, itself for the others.
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        match self {
            Self::Hen => Self::Chick,
            other => other,
        }
    }

    /// Whether it is a hen.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        matches!(self, Self::Hen)
    }

    /// Its capital letter, that of a chick for a hen: `C`, `E`, `G`, `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Chick | Self::Hen => 'C',
            Self::Elephant => 'E',
            Self::Giraffe => 'G',
            Self::Lion => 'L',
        }
    }

    /// The unpromoted kind of a capital letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'C' => Some(Self::Chick),
            'E' => Some(Self::Elephant),
            'G' => Some(Self::Giraffe),
            'L' => Some(Self::Lion),
            _ => None,
        }
    }
}

/// An animal and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// The four bits of a square in a position's word: kind + 1 in the lower three, White in the highest.
    pub(super) fn code(self) -> u64 {
        self.kind as u64 + 1 + 8 * self.color as u64
    }

    /// The piece of four bits, none for an empty square.
    pub(super) fn from_code(code: u64) -> Option<Self> {
        let kind = match code & 7 {
            1 => PieceKind::Chick,
            2 => PieceKind::Elephant,
            3 => PieceKind::Giraffe,
            4 => PieceKind::Lion,
            5 => PieceKind::Hen,
            _ => return None,
        };
        let color = if code & 8 == 0 { Color::Black } else { Color::White };
        Some(Self { color, kind })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.color {
            Color::Black => self.kind.letter(),
            Color::White => self.kind.letter().to_ascii_lowercase(),
        };
        if self.kind.is_promoted() { write!(f, "+{letter}") } else { write!(f, "{letter}") }
    }
}
