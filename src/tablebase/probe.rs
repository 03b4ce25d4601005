//! Asking the table.

use super::board::Board;
use super::solution_table::SolutionTable;
use super::table_error::TableError;
use super::value::Value;
use crate::rules::dobutsu::{History, Move, Position};
use std::io::{Read, Seek};

/// Why a position has no value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The table cannot be read.
    #[error(transparent)]
    SolutionTable(#[from] TableError),
    /// The table has the positions of the full game only.
    #[error("not in the table: it has no positions in which animals are missing")]
    NotInTable,
}

/// A move and what it is worth for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// What it is worth: [`Value::Win`] in one ply if it ends the game, [`Value::Loss`] in one if it leaves a lion
    /// that has reached the far rank where it is.
    pub value: Value,
}

impl<R: Read + Seek> SolutionTable<R> {
    /// The value of a position for the side to move, without regard to repetition. Every position of the full set
    /// of animals has one, whether or not it can be reached from the start; if the game is over it is a win or a
    /// loss in 0 plies.
    ///
    /// # Errors
    /// [`ProbeError::NotInTable`] if an animal is missing; otherwise those of reading.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        if let Some(end) = position.game_end() {
            return Ok(if end.winner == Some(position.turn()) { Value::Win(0) } else { Value::Loss(0) });
        }
        let board = Board::of(position).ok_or(ProbeError::NotInTable)?;
        Ok(self.value_of_board(&board)?)
    }

    /// All moves with their values, the best first, equally good ones in the order of [`Position::legal_moves`];
    /// none if the game is over.
    ///
    /// # Errors
    /// As [`SolutionTable::value`].
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveValue>, ProbeError> {
        if position.is_over() {
            return Ok(Vec::new());
        }
        let value = |&mv| {
            let mut next = *position;
            next.play(mv);
            Ok(MoveValue { mv, value: self.value(&next)?.before() })
        };
        let mut moves = position.legal_moves().iter().map(value).collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by_key(|choice| std::cmp::Reverse(choice.value.order()));
        Ok(moves)
    }

    /// Perfect play from a position: the best move, then the opponent's best, until the game is over, a position
    /// is repeated, or there are `most` moves. Of equally good moves the first is taken.
    ///
    /// # Errors
    /// As [`SolutionTable::value`].
    pub fn line(&self, position: &Position, most: usize) -> Result<Vec<MoveValue>, ProbeError> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut history = History::new(&position);
        while line.len() < most && history.count() == 1 {
            let Some(&best) = self.moves(&position)?.first() else { break };
            line.push(best);
            position.play(best.mv);
            history.push(&position);
        }
        Ok(line)
    }
}
