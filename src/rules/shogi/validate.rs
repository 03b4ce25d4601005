//! From a setup to a position: what a position must satisfy before anyone can play on it.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::cell::Cell;
use super::piece::PieceKind;
use super::position::Position;
use super::setup::Setup;
use super::sfen::SfenError;
use super::square::Square;
use crate::rules::{ByColor, Color};

/// Why a setup cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has more than one king.
    TwoKings(Color),
    /// More pieces of a kind, promoted ones included, than a set of 40 has.
    TooMany(PieceKind),
    /// A piece stands where it can never move.
    DeadEnd(Square),
    /// A side has two unpromoted pawns on this file.
    TwoPawns(Color, u8),
    /// The side not to move is in check: its king could be taken.
    KingCanBeTaken(Color),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoKings(color) => write!(f, "{color} has more than one king"),
            Self::TooMany(kind) => {
                write!(f, "more than {} pieces of the kind `{}`", kind.in_a_set(), kind.letter())
            }
            Self::DeadEnd(square) => write!(f, "the piece on {square} can never move"),
            Self::TwoPawns(color, file) => write!(f, "{color} has two unpromoted pawns on file {file}"),
            Self::KingCanBeTaken(color) => write!(f, "{color} is in check and the other side is to move"),
        }
    }
}

impl std::error::Error for SetupError {}

impl TryFrom<&Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        // Nearly every game begins here, and a copy is made sooner than a position.
        static EVEN: LazyLock<(Setup, Position)> =
            LazyLock::new(|| (Setup::startpos(), Position::startpos()));
        if *setup == EVEN.0 {
            return Ok(EVEN.1.clone());
        }
        Census::of(setup).check()?;
        let position = Self::from_setup_unchecked(setup);
        if position.attackers(position.king_square(!setup.turn), setup.turn).is_empty() {
            Ok(position)
        } else {
            Err(SetupError::KingCanBeTaken(!setup.turn))
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        Self::try_from(&setup)
    }
}

/// What one walk over a setup finds.
#[derive(Default)]
struct Census {
    kings: ByColor<u8>,
    /// Pieces on the board and in hand by their unpromoted kind.
    pieces: [usize; 8],
    /// Unpromoted pawns by file.
    pawns: ByColor<[u8; 10]>,
    dead_end: Option<Square>,
}

impl Census {
    fn of(setup: &Setup) -> Self {
        let mut found = Self::default();
        for (square, piece) in setup.pieces() {
            found.pieces[piece.kind.unpromoted().slot() & 7] += 1;
            match piece.kind {
                PieceKind::King => found.kings[piece.color] += 1,
                PieceKind::Pawn => found.pawns[piece.color][usize::from(square.file())] += 1,
                _ => {}
            }
            if Cell::new(piece.color, piece.kind).dead_ends().contains(square) {
                found.dead_end.get_or_insert(square);
            }
        }
        for color in Color::ALL {
            for (kind, count) in setup.hands[color].iter() {
                found.pieces[kind.slot() & 7] += usize::from(count);
            }
        }
        found
    }

    /// The first fault, in the order of [`SetupError`].
    fn check(&self) -> Result<(), SetupError> {
        if let Some(color) = Color::ALL.into_iter().find(|color| self.kings[*color] > 1) {
            return Err(SetupError::TwoKings(color));
        }
        let too_many = |kind: &PieceKind| self.pieces[kind.slot() & 7] > usize::from(kind.in_a_set());
        if let Some(kind) = PieceKind::HAND.into_iter().find(too_many) {
            return Err(SetupError::TooMany(kind));
        }
        if let Some(square) = self.dead_end {
            return Err(SetupError::DeadEnd(square));
        }
        for color in Color::ALL {
            if let Some(file) = (1..=9).find(|file| self.pawns[color][usize::from(*file)] > 1) {
                return Err(SetupError::TwoPawns(color, file));
            }
        }
        Ok(())
    }
}

/// Why a text does not give a playable position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is not SFEN.
    Sfen(SfenError),
    /// The setup cannot be played on.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sfen(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads SFEN and checks it.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let setup: Setup = text.parse().map_err(PositionError::Sfen)?;
        Self::try_from(&setup).map_err(PositionError::Setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_named() {
        let black = Color::Black;
        let cases = [
            ("4k4/9/9/9/9/9/9/9/4KK3 b - 1", SetupError::TwoKings(black)),
            ("4k4/9/9/9/9/9/9/9/4K4 b 2R+r 1", SetupError::TooMany(PieceKind::Rook)),
            ("4k4/9/9/9/9/9/+P8/9/4K4 b 18P 1", SetupError::TooMany(PieceKind::Pawn)),
            ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", SetupError::DeadEnd("1a".parse().unwrap())),
            ("4k4/9/9/9/9/9/9/n8/4K4 b - 1", SetupError::DeadEnd("9h".parse().unwrap())),
            ("4k4/9/9/7P1/9/7P1/9/9/4K4 b - 1", SetupError::TwoPawns(black, 2)),
            ("4k4/9/9/9/9/9/9/4r4/4K4 w - 1", SetupError::KingCanBeTaken(black)),
        ];
        for (sfen, error) in cases {
            let faulty = sfen.replace("+r", "r");
            assert_eq!(faulty.parse::<Position>(), Err(PositionError::Setup(error)), "{sfen}");
        }
    }

    #[test]
    fn kings_may_be_missing() {
        for sfen in ["4k4/9/9/9/9/9/9/9/9 b R 1", "9/9/9/9/9/9/9/9/9 w - 1", "8r/8l/9/9/9/9/9/9/9 b - 1"] {
            let position: Position = sfen.parse().unwrap();
            assert_eq!(position.to_string(), sfen);
            assert!(position.king(Color::Black).is_none() && !position.in_check());
        }
    }
}
