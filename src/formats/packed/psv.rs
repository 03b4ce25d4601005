//! PackedSfenValue, what YaneuraOu and its relatives are trained with: 40 bytes a position.

use super::error::{Fault, Refusal, WriteError};
use super::{NO_SCORE, PackedFormat, Row, packed_sfen};
use crate::record::GameResult;
use crate::rules::shogi::{Move, Position, Setup};
use std::borrow::Borrow;
use std::io::Write;

/// How many bytes a record has.
pub const RECORD_BYTES: usize = 40;

/// A position with what is known of it: of a [`Position`] or a reference to one when it is written, of a [`Setup`] when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// The position.
    pub position: P,
    /// The score in hundredths of a pawn from the view of the side to move; [`NO_SCORE`] when there is none.
    pub score: i16,
    /// The move played or best; `None` is written as 0.
    pub mv: Option<Move>,
    /// The number of the move in its game, 1 for the first.
    pub ply: u16,
    /// How the game went. It is written from the view of the side to move: 1 won, 0 drawn, -1 lost.
    pub result: GameResult,
}

impl<P: Borrow<Position>> Record<P> {
    /// A record without a score, with the position's own ply (65,535 when it is larger).
    pub fn new(position: P, mv: Option<Move>, result: GameResult) -> Self {
        let ply = u16::try_from(position.borrow().ply()).unwrap_or(u16::MAX);
        Self { position, score: NO_SCORE, mv, ply, result }
    }

    /// The record's bytes. The last one, which has no meaning, is 0.
    ///
    /// # Errors
    /// When the position has no packed form, or it is not known who won.
    pub fn to_bytes(&self) -> Result<[u8; RECORD_BYTES], Refusal> {
        let position = self.position.borrow();
        let result: i8 = match self.result {
            GameResult::Won(winner) if winner == position.turn() => 1,
            GameResult::Won(_) => -1,
            GameResult::Draw => 0,
            GameResult::Unknown => return Err(Refusal::UnknownResult),
        };
        let mut bytes = [0; RECORD_BYTES];
        bytes[..32].copy_from_slice(&packed_sfen::encode(position)?);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.mv.map_or(0, packed_sfen::encode_move).to_le_bytes());
        bytes[36..38].copy_from_slice(&self.ply.to_le_bytes());
        bytes[38] = result.cast_unsigned();
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
    /// The record of these bytes. The position's own ply is the record's.
    ///
    /// # Errors
    /// The first fault: of the position, the move, the result.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Self, Fault> {
        let cut_off = Fault::CutOff { there: bytes.len(), wanted: RECORD_BYTES };
        let row = Row::new(PackedFormat::Psv, bytes).ok_or(cut_off)?;
        let mut position = packed_sfen::decode(&row.position)?;
        let mv = PackedFormat::Psv.decode_move(row.mv)?;
        let result = row.result(position.turn)?;
        let ply = row.ply.unwrap_or(0);
        position.ply = ply.into();
        Ok(Self { position, score: row.score, mv, ply, result })
    }
}
