//! Random games, the same on every run for the same seed.

use kifukura::rules::shogi::{Move, Position};

/// Plays random legal moves and shows each position with the move about to be played.
/// Captures and drops are preferred now and then, so that hands fill and empty.
pub fn random_game(seed: u64, plies: u32, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::startpos();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[random.usize(..moves.len())];
        for _ in 0..random.usize(..6) {
            if mv.is_drop() || position.piece_at(mv.to()).is_some() {
                break;
            }
            mv = moves[random.usize(..moves.len())];
        }
        visit(&position, Some(mv));
        position.play(mv);
    }
    visit(&position, None);
}
