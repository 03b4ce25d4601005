//! Counting the leaves of the tree of legal moves, the measure every rules library publishes.

use super::mv::Move;
use super::position::Position;

impl Position {
    /// The number of sequences of `depth` legal moves from here. The last ply is counted, not played.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_legal_moves()),
            _ => {
                let mut leaves = 0;
                for &mv in &self.legal_moves() {
                    let mut next = self.clone();
                    next.play(mv);
                    leaves += next.perft(depth - 1);
                }
                leaves
            }
        }
    }
}

/// The number of sequences of `depth` legal moves from a position.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    position.perft(depth)
}

/// [`perft`], but every sequence is played to its end.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        leaves += perft_played(&next, depth - 1);
    }
    leaves
}

/// For each legal move, in the order of its USI text, the number of sequences that begin with it;
/// nothing at depth 0.
#[must_use]
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |&mv: &Move| (mv, position.after(mv).perft(depth - 1));
    let mut counts: Vec<_> = position.legal_moves().iter().map(count).collect();
    counts.sort_by_cached_key(|(mv, _)| mv.to_string());
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_position() {
        let start = Position::startpos();
        assert_eq!([0, 1, 2, 3, 4].map(|depth| start.perft(depth)), [1, 30, 900, 25_470, 719_731]);
        assert_eq!(perft_played(&start, 3), 25_470);
        let divided = perft_divide(&start, 3);
        assert_eq!((divided.len(), divided.iter().map(|(_, count)| count).sum()), (30, 25_470));
    }
}
