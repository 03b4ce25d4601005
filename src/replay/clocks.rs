//! What the recorded times prove.

use super::{Agreement, Played};
use crate::record::{DeclaredBy, Record, TimeControl};
use crate::rules::Color;

/// Whether a declared loss on time by `mover` is what the clocks say. It needs the time control, the time of every
/// move of that side, and the time that it spent before its flag fell.
pub(super) fn time_forfeit(record: &Record, played: &Played, mover: Color) -> Agreement {
    match overrun(record, played, mover) {
        Some(true) => Agreement::Agrees,
        Some(false) => Agreement::Contradicts,
        None => Agreement::CannotBeProved,
    }
}

fn overrun(record: &Record, played: &Played, mover: Color) -> Option<bool> {
    let line = record.main();
    if played.moves.len() != line.plies.len() || line.unread > 0 {
        return None;
    }
    let control = TimeControl::parse(record.info.time_control.as_deref()?)?;
    let row = line.declarations.iter().find(|found| found.by == DeclaredBy::Row)?;
    let last = i64::from(row.clock.spent.filter(|spent| *spent > 0)?);
    let mut left = control.base;
    // From the first ply that this side makes.
    for ply in line.plies.iter().skip(usize::from(record.start.turn() != mover)).step_by(2) {
        left = (left - i64::from(ply.clock.spent?)).max(0) + control.increment;
    }
    // Clocks are written in whole seconds, so a second less is no contradiction.
    Some(last + 999 >= left + control.byoyomi)
}
