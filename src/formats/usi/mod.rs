//! SFEN and USI texts: one game or position a line, opening books, and logs of engines.
//!
//! Source: <http://shogidokoro.starfree.jp/usi.html>. The facts leave much open; this is what is decided here:
//!
//! - A line is a game: `position startpos moves …`, `position sfen … moves …`, the same without `position`, without
//!   `moves` (also behind a position), only moves, or only a position of three or four fields. A position alone is a record without moves.
//! - Lines of one move each, directly after one another, are one game.
//! - A label before or after the game, separated by `;`, `|`, `,` or a tab, becomes a comment; so do `#` lines (of the
//!   game that follows) and the rest of a line after `#`.
//! - A word after the moves may declare the ending: `resign`, `win`, `draw`, `rep_draw`, `timeout`, `break` and their
//!   kin. `none` and `null` end the moves and declare nothing; `0000` is a pass.
//! - `position` commands are games of their own, until the engine protocol stands between them (`go`, `bestmove`,
//!   `usinewgame`, …): in such a log there is one game for each engine and game, the longest of the positions that go on
//!   with each other. Engines are told apart by the marks before their lines (`1> `, `<2:`). Blank lines, remarks and what
//!   engines print do not end a game. A move that an engine only pondered on is taken back when the next position
//!   shows that it was not played. What the engine answered last does not belong to the game, but `bestmove resign` and
//!   `bestmove win` declare the ending, and `gameover` says who won: it speaks of the side that the engine had.
//! - Rows of an opening book belong to the position above them and are kept as its comments, not played: rows with
//!   numbers, rows of two columns below an `sfen` line, and every row of moves in a book of YaneuraOu.
//! - Quotation marks, marks of lists and of markup around a game are not part of it.

mod channel;
mod game;
mod line;
mod log;
mod quoted;
mod reader;
mod write;

pub(super) use write::lost;
pub use write::{write, write_position};

use crate::record::Record;
use line::Kind;

/// How many lines are counted at most before the text is taken for USI.
const ENOUGH: usize = 64;

/// The number of lines that can only be SFEN or USI; counting stops at 64. Lines of moves alone count only where they
/// are not outnumbered by lines that are no USI at all.
#[must_use]
pub fn score(text: &str) -> usize {
    let (mut sure, mut moves, mut other) = (0, 0, 0);
    for line in super::lines::lines(text) {
        match line::classify(line.text) {
            // `1. 7g7f 3c3d` is PSN.
            Kind::Game { alone: true, .. } if super::psn::is_numbered(line.text) => {}
            Kind::Game { alone: true, .. } => moves += 1,
            Kind::Game { .. } => sure += 1,
            Kind::Other => other += 1,
            _ => {}
        }
        if sure >= ENOUGH {
            break;
        }
    }
    if moves >= other { (sure + moves).min(ENOUGH) } else { sure }
}

/// Reads every game and position of the text. Returns nothing when no line holds one.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn lines_that_can_only_be_usi() {
        for (text, want) in [
            ("position startpos", 1),
            ("startpos moves 7g7f", 1),
            ("7g7f\n3c3d", 2),
            ("+7776FU", 0),
            ("P-7f", 0),
            ("手合割：平手", 0),
            ("# 7g7f", 0),
            ("1 ７六歩(77)", 0),
            ("usi\nisready", 0),
            ("7g7f\nP7f\nP8d\n", 0),
            ("1. 7g7f 3c3d\n2. 2g2f", 0),
            ("1. 7g7f 3c3d 2g2f", 1),
            ("startpos\nP7f\nP8d\n", 1),
        ] {
            assert_eq!(score(text), want, "{text}");
        }
    }
}
