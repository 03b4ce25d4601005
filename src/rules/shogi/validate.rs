//! From a setup to a position: what a position must satisfy before anyone can play on it.

use std::fmt;
use std::str::FromStr;

use super::attacks;
use super::bitboard::Bitboard;
use super::piece::PieceKind;
use super::position::Position;
use super::setup::Setup;
use super::sfen::SfenError;
use super::square::Square;
use crate::rules::Color;

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
        check_counts(setup)?;
        for (square, piece) in setup.pieces() {
            if attacks::attacks(piece.color, piece.kind, square, Bitboard::EMPTY).is_empty() {
                return Err(SetupError::DeadEnd(square));
            }
        }
        for color in Color::ALL {
            for file in 1..=9 {
                let pawns = setup.pieces().filter(|(square, piece)| {
                    square.file() == file && piece.color == color && piece.kind == PieceKind::Pawn
                });
                if pawns.count() > 1 {
                    return Err(SetupError::TwoPawns(color, file));
                }
            }
        }
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

fn check_counts(setup: &Setup) -> Result<(), SetupError> {
    for color in Color::ALL {
        let kings = setup.pieces().filter(|(_, piece)| piece.color == color && piece.kind == PieceKind::King);
        if kings.count() > 1 {
            return Err(SetupError::TwoKings(color));
        }
    }
    for kind in PieceKind::HAND {
        let on_board = setup.pieces().filter(|(_, piece)| piece.kind.unpromoted() == kind).count();
        let in_hand: usize =
            Color::ALL.iter().map(|&color| usize::from(setup.hands[color].count(kind))).sum();
        if on_board + in_hand > usize::from(kind.in_a_set()) {
            return Err(SetupError::TooMany(kind));
        }
    }
    Ok(())
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
