//! What ends a game of each variant while it is played.

use crate::rules::shogi::{self, Position};
use crate::rules::{Play, dobutsu};

/// A position whose game can be followed.
pub(super) trait Course: Play {
    /// The positions of the game so far.
    type History;
    /// A repetition that ends the game.
    type Repetition;
    /// How a game is over on the board.
    type Over;

    /// The history of a game that starts here, with room for so many plies.
    fn history(&self, plies: usize) -> Self::History;

    /// Adds this position to the history.
    fn remember(&self, history: &mut Self::History);

    /// The repetition that the last position of a history completes.
    fn repetition(history: &Self::History) -> Option<Self::Repetition>;

    /// How the game is over in this position, if replay has to know while it plays.
    fn over(&self) -> Option<Self::Over>;

    /// True when no rules let the game go on, so that moves which follow are none.
    fn is_final(&self) -> bool;
}

/// A game is over when the side to move is mated, and then no move is legal anyway.
impl Course for Position {
    type History = shogi::History;
    type Repetition = shogi::Repetition;
    type Over = ();

    fn history(&self, plies: usize) -> shogi::History {
        shogi::History::with_room(self, plies)
    }

    #[inline]
    fn remember(&self, history: &mut shogi::History) {
        history.push(self);
    }

    #[inline]
    fn repetition(history: &shogi::History) -> Option<shogi::Repetition> {
        history.repetition()
    }

    #[inline]
    fn over(&self) -> Option<()> {
        None
    }

    #[inline]
    fn is_final(&self) -> bool {
        false
    }
}

/// A lion that reached the far rank under attack and was not taken has won by the official rules, but servers play
/// on; so do we, and the fact is kept.
impl Course for dobutsu::Position {
    type History = dobutsu::History;
    type Repetition = dobutsu::Repetition;
    type Over = dobutsu::Outcome;

    fn history(&self, _plies: usize) -> dobutsu::History {
        dobutsu::History::new(self)
    }

    fn remember(&self, history: &mut dobutsu::History) {
        history.push(self);
    }

    fn repetition(history: &dobutsu::History) -> Option<dobutsu::Repetition> {
        history.repetition()
    }

    fn over(&self) -> Option<dobutsu::Outcome> {
        self.outcome()
    }

    fn is_final(&self) -> bool {
        self.outcome_under(dobutsu::EndRule::FairyStockfish).is_some()
    }
}
