//! Random games, the same on every run for the same seed.

use kifukura::rules::shogi::{Move, Position};

/// A stream of numbers from a seed (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from(z >> 33).expect("31 bits") % bound
    }
}

/// Plays random legal moves and shows each position with the move about to be played.
/// Captures and drops are preferred now and then, so that hands fill and empty.
pub fn random_game(seed: u64, plies: u32, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut random = Random(seed);
    let mut position = Position::startpos();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[random.below(moves.len())];
        for _ in 0..random.below(6) {
            if mv.is_drop() || position.piece_at(mv.to()).is_some() {
                break;
            }
            mv = moves[random.below(moves.len())];
        }
        visit(&position, Some(mv));
        position.play(mv);
    }
    visit(&position, None);
}
