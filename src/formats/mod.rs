//! Files of games: bytes to text, text to [`Record`]s, and back.
//!
//! [`read`] does the whole way. A reader reads and does not judge: it knows no legal moves, opens no files, prints
//! nothing, and reports what it cannot understand as diagnostics of the record.

pub mod bod;
mod branches;
mod builder;
pub mod csa;
pub mod csa1;
mod date_text;
pub mod dobutsu;
mod document;
pub mod encoding;
mod evaluation;
mod format;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod lines;
mod piece;
pub mod psn;
mod room;
pub mod usen;
pub mod usi;
pub mod wars;
mod written;

pub use document::{Document, read};
pub use format::Format;
pub use lines::text_lines;
pub use piece::{AllBytes, Shape, last_game};
pub use written::Written;

use crate::record::{Info, Record};
use crate::replay::Game;

/// How many headers a record has; what is known of the game without any counts as one.
fn headers(record: &Record) -> usize {
    record.headers.len().max(usize::from(record.info != Info::default()))
}

/// What a writer hands back that has no other game than shogi.
fn only_shogi(format: &str) -> Written {
    Written {
        text: String::new(),
        warnings: vec![format!("{format} has no dōbutsu shōgi; nothing was written")],
    }
}

/// What is lost where a game is written as one position.
fn position_only(what: &str, record: &Record, game: &Game) -> Vec<String> {
    let main = record.main();
    let losses = [
        (main.plies.len().max(game.moves().len()) + main.unread, "moves"),
        (record.lines.len() - 1, "branches"),
        (headers(record), "headers"),
        (record.notes.len(), "comments and bookmarks"),
        (main.declarations.len(), "statements about the ending"),
    ];
    let lost: Vec<_> = losses
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    match lost.is_empty() {
        true => Vec::new(),
        false => vec![format!("{what} holds one position; {} were left out", lost.join(", "))],
    }
}
