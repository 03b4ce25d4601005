//! One move exactly as a record spells it, before a board says what it means.

use super::Relative;
use crate::rules::Color;
use crate::rules::shogi::{Move, PieceKind, Square};

/// Where a record says that the piece comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Not written (KI2, and KIF rows without an origin).
    #[default]
    Unstated,
    /// A square.
    Board(Square),
    /// Some square of this file, 1 to 9 (PGN: `Nec3`).
    File(u8),
    /// Some square of this rank, 1 to 9 (PGN: `G4d5`).
    Rank(u8),
    /// From the hand (`打`, CSA `00`, USI `P*`).
    Hand,
}

/// What a record says about promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotion {
    /// Not written. In KIF and KI2 this means that the piece does not promote; in CSA the piece name decides.
    #[default]
    Unstated,
    /// 成, or `+`.
    Yes,
    /// 不成.
    No,
    /// `+` behind a move of PGN: it promotes where the piece can, and else says that the move gives check.
    OrCheck,
}

/// At which moment the piece has the name that the record gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Named {
    /// Before the move (KIF, KI2, JKF).
    #[default]
    Before,
    /// After the move (CSA).
    After,
    /// Before the move, by the way it moves: a gold is any piece that moves as one (PGN of Fairy-Stockfish).
    ByMotion,
}

/// One move as written. Everything is optional but nothing is invented: what the text leaves open stays open until
/// [`crate::replay`] has a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenMove {
    /// The destination; `None` is 同, "the same square as the move before".
    pub to: Option<Square>,
    /// The origin.
    pub origin: Origin,
    /// The piece that the text names.
    pub piece: Option<PieceKind>,
    /// Whether `piece` is the name before or after the move.
    pub named: Named,
    /// What is said about promotion.
    pub promotion: Promotion,
    /// The side that the text names (CSA `+`/`-`, `▲`/`△`).
    pub color: Option<Color>,
    /// The words that distinguish pieces of one kind.
    pub relative: Relative,
    /// The text names a pass (パス, `0000`, `%PASS`), which is not a move of shogi.
    pub pass: bool,
}

impl WrittenMove {
    /// True for a move whose text means one thing or another as the board has it, in a way that only PGN knows: part of
    /// an origin, a `+` that may say check, a piece named for how it moves.
    #[must_use]
    pub const fn is_western(&self) -> bool {
        matches!(self.origin, Origin::File(_) | Origin::Rank(_))
            || matches!(self.promotion, Promotion::OrCheck)
            || matches!(self.named, Named::ByMotion)
    }
}

/// The move as USI would write it: everything stated, no piece named unless it is dropped.
impl From<Move> for WrittenMove {
    fn from(mv: Move) -> Self {
        Self {
            to: Some(mv.to()),
            origin: mv.from().map_or(Origin::Hand, Origin::Board),
            piece: mv.dropped(),
            promotion: if mv.promotes() { Promotion::Yes } else { Promotion::No },
            ..Self::default()
        }
    }
}
