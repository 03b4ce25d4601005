//! What replay has to know of a position beside its moves: what ends a game while it is played.

use crate::rules::shogi::{self, Position};
use crate::rules::{PlayablePosition, dobutsu};

/// A position that replay can follow through a game.
pub(super) trait ReplayPosition: PlayablePosition {
    /// The positions of the game so far.
    type History;
    /// A repetition that ends the game.
    type Repetition;
    /// How a game is over on the board.
    type Over;

    /// The history of a game that starts here, with memory for so many plies.
    fn history(&self, plies: usize) -> Self::History;

    /// Adds this position to the history.
    fn remember(&self, history: &mut Self::History);

    /// The repetition that the last position of a history completes.
    fn repetition(history: &Self::History) -> Option<Self::Repetition>;

    /// How the game is over in this position, if replay has to know while it plays.
    fn over(&self) -> Option<Self::Over>;

    /// True when the game is over under every rule, so that no move can follow.
    fn is_final(&self) -> bool;
}

/// A game is over when the side to move is mated, and then no move is legal anyway.
impl ReplayPosition for Position {
    type History = shogi::History;
    type Repetition = shogi::Repetition;
    type Over = ();

    fn history(&self, plies: usize) -> shogi::History {
        shogi::History::with_capacity(self, plies)
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
impl ReplayPosition for dobutsu::Position {
    type History = dobutsu::History;
    type Repetition = dobutsu::Repetition;
    type Over = dobutsu::GameEnd;

    fn history(&self, _plies: usize) -> dobutsu::History {
        dobutsu::History::new(self)
    }

    fn remember(&self, history: &mut dobutsu::History) {
        history.push(self);
    }

    fn repetition(history: &dobutsu::History) -> Option<dobutsu::Repetition> {
        history.repetition()
    }

    fn over(&self) -> Option<dobutsu::GameEnd> {
        self.game_end()
    }

    fn is_final(&self) -> bool {
        self.game_end_under(dobutsu::EndRule::FairyStockfish).is_some()
    }
}
