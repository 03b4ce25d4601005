//! What is counted of packed positions.

use crate::record::GameResult;
use crate::rules::Color;
use crate::rules::shogi::{Move, Position};
use serde::Serialize;

/// The positions of a file in numbers. What cannot be read is not counted anywhere but in `positions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PositionCounts {
    /// Positions; in hcpe3 one for each move.
    pub positions: u64,
    /// Positions in whose record nothing is wrong.
    pub sound: u64,
    /// Positions of games that Black won.
    pub black_wins: u64,
    /// Positions of games that White won.
    pub white_wins: u64,
    /// Positions of drawn games.
    pub draws: u64,
    /// Positions with Black to move.
    pub black_to_move: u64,
    /// Positions with White to move.
    pub white_to_move: u64,
    /// Positions in which the side to move is in check.
    pub in_check: u64,
    /// Legal moves of pieces on the board.
    pub board_moves: u64,
    /// How many of them promote.
    pub promotions: u64,
    /// Legal drops.
    pub drops: u64,
    /// Positions without a move.
    pub without_move: u64,
    /// Positions with fewer than forty pieces.
    pub fewer_pieces: u64,
    /// Scores that are 0, as most programs write those that are not there.
    pub score_zero: u64,
    /// The least score; `None` when there is none.
    pub score_least: Option<i16>,
    /// The greatest score.
    pub score_most: Option<i16>,
    /// The least number of a move; `None` in formats without such a number.
    pub ply_least: Option<u16>,
    /// The greatest number of a move.
    pub ply_most: Option<u16>,
}

/// The less of two, either of which may be missing.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

impl PositionCounts {
    /// Adds the counts of other positions.
    pub(super) fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.sound += other.sound;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_to_move += other.black_to_move;
        self.white_to_move += other.white_to_move;
        self.in_check += other.in_check;
        self.board_moves += other.board_moves;
        self.promotions += other.promotions;
        self.drops += other.drops;
        self.without_move += other.without_move;
        self.fewer_pieces += other.fewer_pieces;
        self.score_zero += other.score_zero;
        self.score_least = least(self.score_least, other.score_least);
        self.score_most = self.score_most.max(other.score_most);
        self.ply_least = least(self.ply_least, other.ply_least);
        self.ply_most = self.ply_most.max(other.ply_most);
    }

    pub(super) fn position(&mut self, position: &Position, is_complete: bool) {
        self.fewer_pieces += u64::from(!is_complete);
        match position.turn() {
            Color::Black => self.black_to_move += 1,
            Color::White => self.white_to_move += 1,
        }
        self.in_check += u64::from(position.in_check());
    }

    pub(super) fn result(&mut self, result: GameResult) {
        match result {
            GameResult::Won(Color::Black) => self.black_wins += 1,
            GameResult::Won(Color::White) => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unknown => {}
        }
    }

    pub(super) fn legal_move(&mut self, mv: Move) {
        if mv.is_drop() {
            self.drops += 1;
        } else {
            self.board_moves += 1;
            self.promotions += u64::from(mv.promotes());
        }
    }

    pub(super) fn score(&mut self, score: i16) {
        self.score_zero += u64::from(score == 0);
        self.score_least = least(self.score_least, Some(score));
        self.score_most = self.score_most.max(Some(score));
    }

    pub(super) fn ply(&mut self, ply: u16) {
        self.ply_least = least(self.ply_least, Some(ply));
        self.ply_most = self.ply_most.max(Some(ply));
    }
}
