//! A position of any game that can be played on, where the game is known only while the program runs.

use super::{Color, PlayablePosition, Rule, Variant, dobutsu, shogi};

/// Does the same with whichever position it is.
macro_rules! either {
    ($variant:expr, $position:ident => $answer:expr) => {
        match $variant {
            VariantPosition::Shogi($position) => $answer,
            VariantPosition::Dobutsu($position) => $answer,
        }
    };
}

/// A position of some game.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a game has two of them, and nearly all are of standard shogi")]
pub enum VariantPosition {
    /// Of standard shogi.
    Shogi(shogi::Position),
    /// Of dōbutsu shōgi.
    Dobutsu(dobutsu::Position),
}

impl VariantPosition {
    /// The start of an even game.
    #[must_use]
    pub fn startpos(variant: Variant) -> Self {
        match variant {
            Variant::Shogi => Self::Shogi(shogi::Position::startpos()),
            Variant::Dobutsu => Self::Dobutsu(dobutsu::Position::startpos()),
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: shogi::Move) {
        self.make(mv);
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        either!(self, position => position.turn())
    }

    /// The text form.
    #[must_use]
    pub fn sfen(&self) -> String {
        either!(self, position => position.sfen())
    }

    /// The position, if it is one of standard shogi.
    #[must_use]
    pub const fn shogi(&self) -> Option<&shogi::Position> {
        match self {
            Self::Shogi(position) => Some(position),
            Self::Dobutsu(_) => None,
        }
    }

    /// The position, if it is one of dōbutsu shōgi.
    #[must_use]
    pub const fn dobutsu(&self) -> Option<&dobutsu::Position> {
        match self {
            Self::Dobutsu(position) => Some(position),
            Self::Shogi(_) => None,
        }
    }
}

impl PlayablePosition for VariantPosition {
    fn variant(&self) -> Variant {
        either!(self, position => position.variant())
    }

    fn as_shogi(&self) -> Option<&shogi::Position> {
        self.shogi()
    }

    fn turn(&self) -> Color {
        Self::turn(self)
    }

    fn index_key(&self) -> u64 {
        either!(self, position => position.index_key())
    }

    fn piece_on(&self, square: shogi::Square) -> Option<shogi::Piece> {
        either!(self, position => position.piece_on(square))
    }

    fn holds(&self, kind: shogi::PieceKind) -> bool {
        either!(self, position => position.holds(kind))
    }

    fn each_move(&self, found: impl FnMut(shogi::Move)) {
        either!(self, position => position.each_move(found));
    }

    fn judge_move(&self, mv: shogi::Move) -> Result<(), Rule> {
        either!(self, position => position.judge_move(mv))
    }

    fn make(&mut self, mv: shogi::Move) {
        either!(self, position => position.make(mv));
    }

    fn sfen(&self) -> String {
        Self::sfen(self)
    }

    fn is_even_start(&self) -> bool {
        either!(self, position => position.is_even_start())
    }
}
