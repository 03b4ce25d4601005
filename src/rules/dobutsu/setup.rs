//! A position that nobody has checked.

use super::super::{ByColor, Color};
use super::{Hand, Piece, PieceKind, Position, Square};
use std::fmt;

/// Pieces, hands, side to move and move number, whatever they are. [`Position`] is the checked form; the text form
/// (`gle/1c1/1C1/ELG b - 1`) is that of [`Display`](fmt::Display) and [`FromStr`](std::str::FromStr).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// What each side holds.
    pub hands: ByColor<Hand>,
    /// The side to move.
    pub turn: Color,
    /// The number of the next move, 1 at the start.
    pub ply: u32,
}

/// Why a setup cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has more than one lion.
    TwoLions(Color),
    /// Neither side has a lion. (One may be missing: it has been taken.)
    NoLion,
    /// More than two giraffes, elephants, or chicks and hens together.
    TooMany(PieceKind),
}

impl Setup {
    /// The start of the game.
    #[must_use]
    pub fn startpos() -> Self {
        use PieceKind::{Chick, Elephant, Giraffe, Lion};
        let mut setup = Self::default();
        for (square, kind) in [(7, Chick), (9, Elephant), (10, Lion), (11, Giraffe)] {
            setup.board[square] = Some(Piece { color: Color::Black, kind });
            setup.board[11 - square] = Some(Piece { color: Color::White, kind });
        }
        setup
    }

    /// How many pieces of an unpromoted kind there are in all, hens counted as chicks.
    fn count(&self, kind: PieceKind) -> usize {
        let board = self.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind).count();
        board + Color::ALL.map(|color| usize::from(self.hands[color].count(kind))).iter().sum::<usize>()
    }
}

/// An empty board, Black to move.
impl Default for Setup {
    fn default() -> Self {
        Self { board: [None; Square::COUNT], hands: ByColor::default(), turn: Color::Black, ply: 1 }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let lions = ByColor::from_fn(|color| {
            setup.board.iter().filter(|&&piece| piece == Some(Piece { color, kind: PieceKind::Lion })).count()
        });
        if let Some(color) = Color::ALL.into_iter().find(|&color| lions[color] > 1) {
            return Err(SetupError::TwoLions(color));
        }
        if lions.black + lions.white == 0 {
            return Err(SetupError::NoLion);
        }
        if let Some(kind) = PieceKind::HAND.into_iter().find(|&kind| setup.count(kind) > 2) {
            return Err(SetupError::TooMany(kind));
        }
        Ok(Self::from_checked(&setup))
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoLions(color) => write!(f, "{color} has more than one lion"),
            Self::NoLion => f.write_str("neither side has a lion"),
            Self::TooMany(PieceKind::Giraffe) => f.write_str("more than two giraffes"),
            Self::TooMany(PieceKind::Elephant) => f.write_str("more than two elephants"),
            Self::TooMany(_) => f.write_str("more than two chicks and hens"),
        }
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(sfen: &str) -> Result<Position, SetupError> {
        Position::try_from(sfen.parse::<Setup>().unwrap())
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (sfen, error) in [
            ("3/3/3/3 b - 1", SetupError::NoLion),
            ("l2/3/3/LL1 b - 1", SetupError::TwoLions(Color::Black)),
            ("l1l/3/3/L2 b - 1", SetupError::TwoLions(Color::White)),
            ("lg1/3/3/L2 b 2G 1", SetupError::TooMany(PieceKind::Giraffe)),
            ("lc1/+C2/3/L2 b c 1", SetupError::TooMany(PieceKind::Chick)),
            ("le1/E2/3/L2 b e 1", SetupError::TooMany(PieceKind::Elephant)),
        ] {
            assert_eq!(position(sfen), Err(error), "{sfen}");
        }
    }

    #[test]
    fn a_taken_lion_and_a_missing_chick_can_be_set_up() {
        for sfen in ["g1e/1C1/3/ELG w c 1", "gle/3/1C1/ELG w - 1"] {
            assert_eq!(position(sfen).unwrap().to_string(), sfen);
        }
    }
}
