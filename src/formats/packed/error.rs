//! Why a position is not written, and what is wrong with bytes that were read.

use crate::rules::shogi::Position;
use crate::rules::{Color, VariantPosition};
use std::io;

/// Why a position, or the result beside it, has no packed form. [`Refusal::name`] is what a caller counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The position is one of dōbutsu shōgi.
    #[error("a position of dōbutsu shōgi has no packed form")]
    Dobutsu,
    /// A side has no king.
    #[error("{0} has no king, and both have one in a packed position")]
    MissingKing(Color),
    /// Fewer than forty pieces, as in handicap games.
    #[error("fewer than forty pieces, which do not fill a packed position")]
    MissingPieces,
    /// It is not known who won.
    #[error("it is not known who won, and a record has no place for that")]
    UnknownResult,
}

impl Refusal {
    /// The stable name: `dobutsu`, `missing_king`, `missing_pieces`, `unknown_result`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dobutsu => "dobutsu",
            Self::MissingKing(_) => "missing_king",
            Self::MissingPieces => "missing_pieces",
            Self::UnknownResult => "unknown_result",
        }
    }

    /// Why this position is not written; `None` when it is. No legal move changes the answer, so that one question
    /// answers for a game.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        if let Some(color) = Color::ALL.into_iter().find(|color| position.king(*color).is_none()) {
            return Some(Self::MissingKing(color));
        }
        let in_hand: u32 = Color::ALL.into_iter().map(|color| position.hand(color).len()).sum();
        (position.occupied().count() + in_hand != 40).then_some(Self::MissingPieces)
    }

    /// The same of a position of either game.
    #[must_use]
    pub fn of_either(position: &VariantPosition) -> Option<Self> {
        position.shogi().map_or(Some(Self::Dobutsu), Self::of)
    }
}

/// Why a record was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// It has no packed form; nothing was written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A game of hcpe3 has more moves, or a move more candidates, than two bytes can count; nothing was written.
    #[error("more moves or candidates than the 65,535 that can be counted")]
    TooMany,
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with the bytes of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A king's square is a number that no square has.
    #[error("the square of {0}'s king is {1}; squares are 0 to 80")]
    KingSquare(Color, u8),
    /// A king's square is the number for none. A position without a king does not fill its 256 bits.
    #[error("{0} has no king")]
    NoKing(Color),
    /// Both kings have this square.
    #[error("both kings stand on the same square")]
    OneSquare,
    /// The bits are the code of no piece.
    #[error("bit {0} begins the code of no piece")]
    Code(usize),
    /// The last piece does not end with the last bit.
    #[error("the piece whose code begins at bit {0} goes beyond the 256 bits")]
    Beyond(usize),
    /// The bits are not those of a move.
    #[error("0x{0:04x} is no move")]
    Move(u16),
    /// The byte is no result.
    #[error("{0} is no result")]
    Result(i8),
    /// The file ends inside of a record.
    #[error("the file ends here: {there} of {wanted} bytes are there")]
    CutOff {
        /// How many bytes are there.
        there: usize,
        /// How many the record, or this part of it, has.
        wanted: usize,
    },
    /// A move of hcpe3 has more candidates than any position has moves, so what follows cannot be found.
    #[error("{0} candidates for a move; no position has more than 593")]
    Candidates(u16),
    /// The file cannot be read.
    #[error("{message}")]
    System {
        /// What sort of refusal it is.
        kind: io::ErrorKind,
        /// The system's words.
        message: String,
    },
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::System { kind: error.kind(), message: error.to_string() }
    }
}

/// A record that cannot be read, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {} at byte {offset}: {fault}", .index + 1)]
pub struct RecordError {
    /// The number of the record in the file, from 0.
    pub index: u64,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// What is wrong.
    pub fault: Fault,
}
