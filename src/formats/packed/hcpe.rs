//! HuffmanCodedPosAndEval, what Apery and dlshogi are trained with: 38 bytes a position.

use super::error::{Fault, Refusal, WriteError};
use super::{NO_SCORE, PackedFormat, Row, hcp};
use crate::record::GameResult;
use crate::rules::Color;
use crate::rules::shogi::{Move, Position, Setup};
use std::borrow::Borrow;
use std::io::Write;

/// How many bytes a record has.
pub const RECORD_BYTES: usize = 38;

/// A position with what is known of it: of a [`Position`] or a reference to one when it is written, of a [`Setup`] when it was read.
/// There is no place for the number of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// The position.
    pub position: P,
    /// The score in hundredths of a pawn from the view of the side to move; [`NO_SCORE`] when there is none.
    pub score: i16,
    /// The move played or best; `None` is written as 0.
    pub mv: Option<Move>,
    /// How the game went: 0 drawn, 1 won by Black, 2 by White.
    pub result: GameResult,
}

impl<P: Borrow<Position>> Record<P> {
    /// A record without a score.
    pub const fn new(position: P, mv: Option<Move>, result: GameResult) -> Self {
        Self { position, score: NO_SCORE, mv, result }
    }

    /// The record's bytes. The last one, which has no meaning, is 0.
    ///
    /// # Errors
    /// When the position has no packed form, or it is not known who won.
    pub fn to_bytes(&self) -> Result<[u8; RECORD_BYTES], Refusal> {
        let result = result_code(self.result).ok_or(Refusal::UnknownResult)?;
        let mut bytes = [0; RECORD_BYTES];
        bytes[..32].copy_from_slice(&hcp::encode(self.position.borrow())?);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.mv.map_or(0, hcp::encode_move).to_le_bytes());
        bytes[36] = result;
        Ok(bytes)
    }

    /// Writes the record.
    ///
    /// # Errors
    /// When it has no packed form (then nothing is written), or the writer fails.
    pub fn write(&self, out: &mut impl Write) -> Result<(), WriteError> {
        out.write_all(&self.to_bytes()?).map_err(WriteError::from)
    }
}

impl Record<Setup> {
    /// The record of these bytes.
    ///
    /// # Errors
    /// The first fault: of the position, the move, the result.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Self, Fault> {
        let cut_off = Fault::CutOff { there: bytes.len(), wanted: RECORD_BYTES };
        let row = Row::new(PackedFormat::Hcpe, bytes).ok_or(cut_off)?;
        let position = hcp::decode(&row.position)?;
        let mv = PackedFormat::Hcpe.decode_move(row.mv)?;
        let result = row.result(position.turn)?;
        Ok(Self { position, score: row.score, mv, result })
    }
}

/// The number of a result; `None` when it is unknown.
pub(super) const fn result_code(result: GameResult) -> Option<u8> {
    match result {
        GameResult::Draw => Some(0),
        GameResult::Won(Color::Black) => Some(1),
        GameResult::Won(Color::White) => Some(2),
        GameResult::Unknown => None,
    }
}
