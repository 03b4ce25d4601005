//! Counting move sequences, to verify the rules.

use super::{EndRule, Move, Position};

/// How many move sequences of `depth` moves there are from a position. A finished game has no continuation;
/// repetition is not considered.
#[must_use]
pub fn perft(position: &Position, depth: u32, rule: EndRule) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.game_end_under(rule).is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_legal_moves().into();
    }
    position.legal_moves().iter().map(|&mv| perft(&after(position, mv), depth - 1, rule)).sum()
}

/// [`perft`] for each legal move of a position, in the order of [`Position::legal_moves`].
#[must_use]
pub fn perft_divide(position: &Position, depth: u32, rule: EndRule) -> Vec<(Move, u64)> {
    let moves =
        if depth == 0 || position.game_end_under(rule).is_some() { &[] } else { &*position.legal_moves() };
    moves.iter().map(|&mv| (mv, perft(&after(position, mv), depth - 1, rule))).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}
