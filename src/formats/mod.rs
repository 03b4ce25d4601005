//! Files of games: bytes to text, text to [`Record`](crate::record::Record)s, and back.
//!
//! [`read`] goes from the bytes to the records. A reader reads and does not judge: it knows no legal moves, opens no files, prints
//! nothing, and reports what it cannot understand as diagnostics of the record.

pub mod bod;
mod branches;
mod budget;
mod builder;
#[cfg(feature = "intake")]
mod chunk;
mod conclusion;
pub mod csa;
pub mod csa1;
mod date_text;
pub mod dobutsu;
mod document;
pub mod encoding;
mod evaluation;
mod format;
pub mod jkf;
pub mod json;
pub mod jsonl;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod lines;
pub mod lishogi;
mod loose_board;
mod loss;
pub mod packed;
mod pasted;
pub mod pgn;
pub mod psn;
mod read_back;
mod target;
pub mod usen;
pub mod usi;
pub mod wars;
mod written;

#[cfg(feature = "intake")]
pub(crate) use chunk::{AllBytes, ReadChunk, Shape, last_game};
pub use document::{Document, read};
pub use format::Format;
pub use lines::text_lines;
pub use loss::{Loss, LossCode};
pub use read_back::differences;
pub use target::{Among, Target, encode_text};
pub use written::Written;
