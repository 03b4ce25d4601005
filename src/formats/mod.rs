//! Files of games: bytes to text, text to [`Record`](crate::record::Record)s, and back.
//!
//! [`read`] does the whole way. A reader reads and does not judge: it knows no legal moves, opens no files, prints
//! nothing, and reports what it cannot understand as diagnostics of the record.

pub mod csa;
pub mod dobutsu;
mod document;
pub mod encoding;
mod evaluation;
mod format;
pub mod kif;
mod lines;
pub mod usi;
mod written;

pub use document::{Document, read};
pub use format::Format;
pub use lines::text_lines;
pub use written::Written;
