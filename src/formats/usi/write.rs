//! A record as a USI `position` command, and what that cannot hold.

use std::fmt::Write as _;

use crate::formats::written::unread_times;
use crate::formats::{Written, dobutsu};
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
    let warnings = crate::formats::position_only("SFEN", record, game);
    Written { text: format!("{}\n", position.sfen()), warnings }
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
    let times = main.plies.iter().filter(|ply| !ply.clock.is_empty()).count() + unread_times(record);
    let losses = [
        ((main.plies.len() + main.unread).saturating_sub(game.moves().len()), "moves after the legal ones"),
        (main.declarations.len(), "statements about the ending"),
        (crate::formats::headers(record), "headers"),
        (record.notes.len(), "comments and bookmarks"),
        (times, "times"),
        (record.lines.len() - 1, "branches"),
    ];
    let lost = losses.into_iter().filter(|(count, _)| *count > 0);
    Written {
        text,
        warnings: lost.map(|(count, what)| format!("USI cannot hold {what}; {count} left out")).collect(),
    }
}
