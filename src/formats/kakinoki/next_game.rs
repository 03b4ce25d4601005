//! Whether headers behind the moves of a game are its own or begin the next one.

use super::Dialect;
use super::ending::{Count, closing_line_of};
use super::header::{self, Key};
use super::line_kind::{LineKind, kind};
use super::move_line::begins_moves;
use crate::formats::lines::Lines;
use crate::record::{PartialDate, Place, Record};

/// True when the game that `record` has been read from is over, and the lines from this header on are another's: moves
/// from the first one on, a diagram or a separator follow, or the header names other players. Headers behind which
/// nothing of a game stands, or its moves go on, belong to the game before them.
pub(super) fn begins(record: &Record, header: (&str, &str), rest: Lines<'_>, dialect: Dialect) -> bool {
    let mut differs = is_another(record, header.0, header.1);
    for line in rest {
        match kind(line.text) {
            LineKind::Row(row) => return row.number == 1,
            LineKind::Separator | LineKind::Rank => return true,
            LineKind::Ki2Moves | LineKind::Other if dialect == Dialect::Ki2 && begins_moves(line.text) => {
                return true;
            }
            LineKind::Closing => {
                let players = &record.info.players;
                let closing = closing_line_of(line.text, Place::FILE, players);
                return differs || closing.is_some_and(|closing| closing.count == Count::Plies(0));
            }
            LineKind::Branch(_) => return false,
            LineKind::Header(name, value) => differs |= is_another(record, name, value),
            LineKind::Remark(text) if super::reader::is_banner(text) => break,
            _ => {}
        }
    }
    differs
}

/// True for a header that contradicts one of the game before it.
fn is_another(record: &Record, name: &str, value: &str) -> bool {
    let info = &record.info;
    match header::key(name) {
        Some(Key::Player(color)) => {
            !value.is_empty() && info.players[color].as_deref().is_some_and(|name| name != value)
        }
        Some(Key::Started) => PartialDate::parse(value)
            .zip(info.started)
            .is_some_and(|(date, before)| date.day_text() != before.day_text()),
        _ => false,
    }
}
