//! When a game is over on the board, and who has won it.

use super::Position;
use crate::rules::{Color, named_enum};

/// Which rule decides about a lion that reached the far rank under attack and was not taken at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// The official sheet: its owner has won.
    #[default]
    Official,
    /// Fairy-Stockfish, and with it PyChess and lishogi: the game goes on, and a lion that stands on its far rank
    /// unattacked after any move has won; if both do, Fairy-Stockfish calls it a draw.
    FairyStockfish,
}

named_enum! {
    /// How a game is over on the board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum GameEndKind {
        /// A lion was taken.
        LionCaptured = "lion_captured",
        /// A lion reached the far rank and was not, or could not be, taken.
        LionTry = "lion_try",
        /// The side to move has no move.
        NoLegalMove = "no_legal_move",
    }
}

/// The end of a game: how, and who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// How it ended.
    pub kind: GameEndKind,
    /// Who has won, nobody in a draw.
    pub winner: Option<Color>,
}

impl Position {
    /// Whether the game is over in this position under the official rules, but for repetition.
    ///
    /// No history is needed: a lion of the side to move that stands on its far rank reached it before, and the
    /// opponent has not taken it.
    #[must_use]
    pub fn game_end(&self) -> Option<GameEnd> {
        self.game_end_under(EndRule::Official)
    }

    /// Whether the game is over in this position under a rule about reached lions, but for repetition.
    #[must_use]
    pub fn game_end_under(&self, rule: EndRule) -> Option<GameEnd> {
        let turn = self.turn();
        if let Some(loser) = Color::ALL.into_iter().find(|&color| self.lion(color).is_none()) {
            return Some(GameEnd { kind: GameEndKind::LionCaptured, winner: Some(!loser) });
        }
        let is_safe =
            |color: Color| self.has_reached(color).is_some_and(|lion| !self.is_attacked(lion, !color));
        let mover_tried = match rule {
            EndRule::Official => self.has_reached(turn).is_some(),
            EndRule::FairyStockfish => is_safe(turn),
        };
        let winner = match (mover_tried, is_safe(!turn), rule) {
            (true, true, EndRule::FairyStockfish) => Some(None),
            (true, _, _) => Some(Some(turn)),
            (false, true, _) => Some(Some(!turn)),
            (false, false, _) => None,
        };
        if let Some(winner) = winner {
            return Some(GameEnd { kind: GameEndKind::LionTry, winner });
        }
        let stuck = GameEnd { kind: GameEndKind::NoLegalMove, winner: Some(!turn) };
        (!self.has_legal_move()).then_some(stuck)
    }

    /// Whether the game is over in this position ([`Position::game_end`]).
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game_end().is_some()
    }
}
