//! A record of one length, cut into its fields and not judged.

use super::error::Fault;
use super::{POSITION_BYTES, PackedFormat};
use crate::record::GameResult;
use crate::rules::Color;

/// A record of psv, hcp or hcpe as its bytes have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The format, in whose coding position and move are.
    pub format: PackedFormat,
    /// The position.
    pub position: [u8; POSITION_BYTES],
    /// The score, from the view of the side to move; 0 in hcp.
    pub score: i16,
    /// The move; 0, which stands for none, in hcp.
    pub mv: u16,
    /// The number of the move; `None` in hcp and hcpe, which have no place for it.
    pub ply: Option<u16>,
    /// The result; `None` in hcp.
    pub result: Option<i8>,
}

impl Row {
    /// Cuts the first record of some bytes; `None` when there are not so many, and of hcpe3, which has no such records.
    #[must_use]
    pub fn new(format: PackedFormat, bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.get(..format.record_bytes()?)?;
        let (position, rest) = bytes.split_first_chunk()?;
        let pair = |at: usize| rest.get(at..at + 2).map_or([0; 2], |pair| [pair[0], pair[1]]);
        let byte = |at: usize| rest.get(at).map(|byte| byte.cast_signed());
        let (ply, result) = match format {
            PackedFormat::Psv => (Some(u16::from_le_bytes(pair(4))), byte(6)),
            _ => (None, byte(4)),
        };
        let (score, mv) = (i16::from_le_bytes(pair(0)), u16::from_le_bytes(pair(2)));
        Some(Self { format, position: *position, score, mv, ply, result })
    }

    /// Who won, of a record with this side to move; unknown in hcp, which does not say it.
    ///
    /// # Errors
    /// When the byte is no result.
    pub const fn result(&self, turn: Color) -> Result<GameResult, Fault> {
        let opponent = match turn {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        Ok(match (self.format, self.result) {
            (_, None) => GameResult::Unknown,
            (_, Some(0)) => GameResult::Draw,
            (PackedFormat::Psv, Some(1)) => GameResult::Won(turn),
            (PackedFormat::Psv, Some(-1)) => GameResult::Won(opponent),
            (PackedFormat::Hcpe, Some(1)) => GameResult::Won(Color::Black),
            (PackedFormat::Hcpe, Some(2)) => GameResult::Won(Color::White),
            (_, Some(other)) => return Err(Fault::Result(other)),
        })
    }
}
