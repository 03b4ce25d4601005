//! The solution in a file.

use super::blocks::{BLOCK, Blocks};
use super::board::Board;
use super::lions::pair;
use super::rank::rank;
use super::retrograde::{STUCK, WINS_AT_ONCE};
use super::segment::{STORED, Segment};
use super::solve::value_of;
use super::table_error::TableError;
use super::value::Value;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A table file, of which only the blocks that are asked for are read.
///
/// Stored are the live positions in which the side to move has at least three of the six animals beside the lions.
/// The others are worth what the positions that follow say, and those are stored.
pub struct SolutionTable<R = File> {
    blocks: Mutex<Blocks<R>>,
}

impl SolutionTable {
    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be read, or is no table or a damaged one.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::new(File::open(path)?)
    }
}

impl<R: Read + Seek> SolutionTable<R> {
    /// Opens a table from what it is in.
    ///
    /// # Errors
    /// It cannot be read, or is no table or a damaged one.
    pub fn new(source: R) -> Result<Self, TableError> {
        Ok(Self { blocks: Mutex::new(Blocks::open(source, STORED)?) })
    }

    /// The value of a position in which both lions are on the board, the other animals are complete, and the game
    /// is not over.
    pub(super) fn value_of_board(&self, board: &Board) -> Result<Value, TableError> {
        if board.can_catch() {
            return Ok(Value::Win(1));
        }
        Self::byte(&mut self.blocks(), board).map(value_of)
    }

    /// The open file. A thread that panicked while it read has not changed what another can rely on.
    pub(super) fn blocks(&self) -> MutexGuard<'_, Blocks<R>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The byte of a live position.
    fn byte(blocks: &mut Blocks<R>, board: &Board) -> Result<u8, TableError> {
        if let Some(byte) = board.decided() {
            return Ok(byte);
        }
        if let Some(byte) = Self::stored(blocks, board)? {
            return Ok(byte);
        }
        board.best(|next| match next.can_catch().then_some(WINS_AT_ONCE).or_else(|| next.decided()) {
            Some(byte) => Ok(byte),
            None => Self::stored(blocks, next)?.ok_or(TableError::Head),
        })
    }

    /// The byte in the file of a live position that is not decided by its next move, if it is stored.
    fn stored(blocks: &mut Blocks<R>, board: &Board) -> Result<Option<u8>, TableError> {
        if !pair(board.mine.lion(), board.theirs.lion()).is_live() {
            return Ok(None);
        }
        let number = rank(board);
        let Some(place) = Segment::holding(number).stored(number) else { return Ok(None) };
        match blocks.byte(place)? {
            WINS_AT_ONCE | STUCK => Err(TableError::Block(place / BLOCK)),
            byte => Ok(Some(byte)),
        }
    }
}

impl<R> std::fmt::Debug for SolutionTable<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolutionTable").finish_non_exhaustive()
    }
}
