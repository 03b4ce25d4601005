//! Where a move comes from, in either game.

/// Where a move comes from: a square, or the hand with the kind that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveOrigin<Square, Kind> {
    /// A square of the board.
    Board(Square),
    /// The mover's hand, and the kind dropped.
    Hand(Kind),
}
