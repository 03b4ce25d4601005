//! What a position is worth.

use std::fmt;

/// The value of a position for the side to move, and the length of perfect play in plies: the winner makes it as
/// short as possible and the loser as long. The last ply is the one that takes the lion or reaches the far rank
/// safely, so wins are odd and losses even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in so many plies; 0 if the game is over.
    Win(u8),
    /// The side to move loses in so many plies; 0 if the game is over.
    Loss(u8),
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// The value before a move that leads to this value for the opponent.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Loss(plies) => Self::Win(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
        }
    }

    /// Greater is better: quick wins first, slow losses before quick ones.
    #[must_use]
    pub fn order(self) -> i16 {
        match self {
            Self::Win(plies) => 1000 - i16::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i16::from(plies) - 1000,
        }
    }

    /// The length of perfect play in plies, none in a draw.
    #[must_use]
    pub fn plies(self) -> Option<u8> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

/// `win 75`, `loss 78`, `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}
