//! Kinds of pieces, and pieces with an owner.

use std::fmt;

use crate::rules::Color;

/// What a piece is, promoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance = 1,
    /// 桂
    Knight = 2,
    /// 銀
    Silver = 3,
    /// 金
    Gold = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 玉
    King = 7,
    /// と, the promoted pawn.
    Tokin = 8,
    /// 成香
    PromotedLance = 9,
    /// 成桂
    PromotedKnight = 10,
    /// 成銀
    PromotedSilver = 11,
    /// 馬, the promoted bishop.
    Horse = 13,
    /// 龍, the promoted rook.
    Dragon = 14,
}

impl PieceKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::Tokin,
        Self::PromotedLance,
        Self::PromotedKnight,
        Self::PromotedSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be held in hand, weakest first; the order of the drop codes of a move.
    pub const HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// Each kind at its place, promoted ones 8 above the unpromoted; the two holes hold a pawn.
    pub(crate) const BY_SLOT: [Self; 16] = {
        let mut kinds = [Self::Pawn; 16];
        let mut index = 0;
        while index < 14 {
            kinds[Self::ALL[index].slot()] = Self::ALL[index];
            index += 1;
        }
        kinds
    };

    /// The place in tables of 16; promotion adds 8.
    pub(crate) const fn slot(self) -> usize {
        self as usize & 15
    }

    /// The stable name, for example `promoted_silver`; names for people are in `data/terms.tsv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::King => "king",
            Self::Tokin => "tokin",
            Self::PromotedLance => "promoted_lance",
            Self::PromotedKnight => "promoted_knight",
            Self::PromotedSilver => "promoted_silver",
            Self::Horse => "horse",
            Self::Dragon => "dragon",
        }
    }

    /// What the kind becomes when it promotes; `None` for golds, kings and promoted kinds.
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::Tokin),
            Self::Lance => Some(Self::PromotedLance),
            Self::Knight => Some(Self::PromotedKnight),
            Self::Silver => Some(Self::PromotedSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// The kind without its promotion: what a captured piece is in hand.
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        Self::BY_SLOT[self.slot() & 7]
    }

    /// Is it the other side of a promoted piece?
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.slot() >= 8
    }

    /// The letter of the unpromoted kind in SFEN and USI: `P L N S G B R K`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"PLNSGBRK"[self.slot() & 7] as char
    }

    /// The unpromoted kind with this letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'G' => Self::Gold,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// How many of the kind (promoted or not) a full set of 40 pieces has.
    #[must_use]
    pub const fn in_a_set(self) -> u8 {
        [18, 4, 4, 4, 4, 2, 2, 2][self.slot() & 7]
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of `color`.
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }
}

impl Piece {
    /// Appends the letter of SFEN: upper case for Black, lower case for White, `+` before a promoted piece.
    pub(crate) fn push_sfen(self, text: &mut String) {
        if self.kind.is_promoted() {
            text.push('+');
        }
        let letter = self.kind.letter();
        text.push(if self.color == Color::White { letter.to_ascii_lowercase() } else { letter });
    }
}

impl fmt::Display for Piece {
    /// As in SFEN: upper case for Black, lower case for White, `+` before a promoted piece.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(2);
        self.push_sfen(&mut text);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_goes_there_and_back() {
        for kind in PieceKind::ALL {
            assert_eq!(PieceKind::BY_SLOT[kind.slot()], kind);
            assert_eq!(PieceKind::from_letter(kind.letter()), Some(kind.unpromoted()));
            match kind.promoted() {
                Some(promoted) => assert!(promoted.is_promoted() && promoted.unpromoted() == kind),
                None => assert!(kind.is_promoted() || matches!(kind, PieceKind::Gold | PieceKind::King)),
            }
        }
    }

    #[test]
    fn pieces_are_written_as_in_sfen() {
        assert_eq!(Piece::new(Color::Black, PieceKind::Dragon).to_string(), "+R");
        assert_eq!(Piece::new(Color::White, PieceKind::Pawn).to_string(), "p");
    }
}
