//! A record as a USI `position` command, and what that cannot hold.

use std::fmt::Write as _;

use crate::formats::written::{Losses, headers, position_only, times};
use crate::formats::{LossCode, Written, dobutsu};
use crate::record::Record;
use crate::replay::Game;
use crate::rules::shogi::Setup;

/// Writes the position after `ply` plies of the main line, or after the last legal move when that is `None`, as SFEN.
#[must_use]
pub fn write_position(record: &Record, game: &Game, ply: Option<usize>) -> Written {
    let moves = game.moves();
    let mut position = game.start.clone();
    for mv in &moves[..ply.unwrap_or(moves.len()).min(moves.len())] {
        position.play(*mv);
    }
    Written { text: format!("{}\n", position.sfen()), losses: position_only("SFEN", record, game) }
}

/// Writes the legal moves of the main line as one line: `position startpos moves 7g7f …`; a game of dōbutsu shōgi as
/// lishogi does.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    let Some(start) = game.start.shogi() else {
        return dobutsu::write(record, game, dobutsu::Notation::Lishogi);
    };
    let setup = start.setup();
    let mut text = if setup == Setup::startpos() {
        "position startpos".to_owned()
    } else {
        format!("position sfen {setup}")
    };
    if !game.moves().is_empty() {
        text.push_str(" moves");
    }
    for mv in game.moves() {
        let _ = write!(text, " {mv}");
    }
    text.push('\n');
    let main = record.main();
    let mut losses = Losses::default();
    losses.left_out("USI", lost(record, main.declarations.len(), headers(record), game.moves().len()));
    Written { text, losses: losses.finish() }
}

/// What a line of moves cannot hold: so many statements about the ending and headers, and all but so many moves.
pub(in crate::formats) fn lost(
    record: &Record,
    endings: usize,
    headers: usize,
    moves: usize,
) -> [(LossCode, usize, &'static str); 6] {
    let main = record.main();
    [
        (
            LossCode::MovesDropped,
            (main.plies.len() + main.unread).saturating_sub(moves),
            "moves after the legal ones",
        ),
        (LossCode::EndingsDropped, endings, "statements about the ending"),
        (LossCode::HeadersDropped, headers, "headers"),
        (LossCode::NotesDropped, record.notes.len(), "comments and bookmarks"),
        (LossCode::TimesDropped, times(record), "times"),
        (LossCode::BranchesDropped, record.lines.len() - 1, "branches"),
    ]
}
