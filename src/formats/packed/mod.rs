//! Packed positions, as engines are trained with: a position in 32 bytes, with a score, a move and a result beside it.
//!
//! Two codings of a position are in use, which differ in a few codes ([`packed_sfen`] of YaneuraOu, [`hcp`] of Apery and
//! dlshogi), and three sorts of files: [`psv`] and [`hcpe`] have records of one length, a position each, in any order;
//! [`hcpe3`] has games. `docs/packed-positions.md` has the layouts bit by bit, and where they come from.
//!
//! Both codings fill their 256 bits with all forty pieces and both kings, and with nothing else: what has fewer pieces
//! (handicaps, mate problems) is not written, and a [`Refusal`] says why. A reader gives a
//! [`Setup`](crate::rules::shogi::Setup), which nobody has checked yet; bytes that are none get a [`Fault`]. No bytes make
//! it panic.
//!
//! ```
//! use kifukura::formats::packed::{psv, read_psv};
//! use kifukura::record::GameResult;
//! use kifukura::rules::{Color, shogi::Position};
//!
//! let (mut position, mut file) = (Position::startpos(), Vec::new());
//! for mv in ["7g7f", "3c3d"] {
//!     let mv = mv.parse()?;
//!     psv::Record::new(&position, Some(mv), GameResult::Won(Color::White)).write(&mut file)?;
//!     position.try_play(mv)?;
//! }
//! assert_eq!(file.len(), 80);
//! // The result is seen from the side to move.
//! assert_eq!([file[38], file[78]], [255, 1]);
//! let records: Result<Vec<_>, _> = read_psv(&file[..]).collect();
//! let last = &records?[1];
//! assert_eq!(Position::try_from(&last.position)?.sfen().split(' ').nth(1), Some("w"));
//! assert_eq!((last.mv, last.ply, last.score), (Some("3c3d".parse()?), 2, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod coding;
mod error;
mod format;
pub mod hcp;
pub mod hcpe;
pub mod hcpe3;
pub mod packed_sfen;
pub mod psv;
mod records;
mod row;
mod score;
#[cfg(test)]
mod tests;

pub use error::{Fault, RecordError, Refusal, WriteError};
pub use format::PackedFormat;
pub use records::{Records, read_hcpe, read_psv};
pub use row::Row;
pub use score::{MOST_SCORE, NO_SCORE, score_of};

/// How many bytes a packed position has.
pub const POSITION_BYTES: usize = 32;
