//! What the recorded times verify and contradict.

use super::{Agreement, Played};
use crate::record::{Clock, Code, DeclaredBy, Diagnostic, Place, Record, TimeControl};
use crate::rules::Color;

/// Whether a declared loss on time by `mover` is what the clocks say. It needs the time control, the time of every
/// move of that side, and the time that it spent before its flag fell.
pub(super) fn time_forfeit(record: &Record, played: &Played, mover: Color) -> Agreement {
    match overrun(record, played, mover) {
        Some(true) => Agreement::Agrees,
        Some(false) => Agreement::Contradicts,
        None => Agreement::CannotBeVerified,
    }
}

/// Words in the names of headers that speak of time beyond the time control.
const MORE_TIME: [&str; 5] = ["考慮時間", "秒読み", "消費時間加算", "先手持ち時間", "後手持ち時間"];

fn overrun(record: &Record, played: &Played, mover: Color) -> Option<bool> {
    let line = record.main();
    if played.moves.len() != line.plies.len() || line.unread > 0 {
        return None;
    }
    let more = |key: &str| MORE_TIME.iter().any(|word| key.contains(word));
    if record.headers.iter().any(|header| more(&header.key)) {
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
    // Clocks are written in full seconds, so a second less is not a contradiction.
    Some(last + 999 >= left + control.byoyomi)
}

/// The first time that cannot be, and how many there are: a move that took less than no time, or a total that is not
/// the total of the move before it by the same side and the time of this one.
///
/// Totals may be negative: some programs count from the time that is left.
pub(super) fn contradiction(record: &Record) -> Option<Diagnostic> {
    let (mut first, mut more) = (None, 0_u32);
    for line in &record.lines {
        let row = line.declarations.iter().find(|found| found.by == DeclaredBy::Row);
        // Many programs write some total or none beside an ending that took no time.
        let row = row.filter(|row| line.unread == 0 && row.clock.spent != Some(0));
        // Without times there is nothing to look at.
        if line.plies.iter().all(|ply| ply.clock.spent.is_none())
            && row.is_none_or(|row| row.clock.spent.is_none())
        {
            continue;
        }
        // The totals of the side that moved last and of the one that is to move. The first ones may come from before.
        let (mut other, mut own) = (None, None);
        let mut number = line.after;
        let mut look = |clock: Clock, place: Place| {
            number += 1;
            if let Some(problem) = problem(clock, own) {
                match first {
                    None => first = Some((number, place, problem)),
                    Some(_) => more = more.saturating_add(1),
                }
            }
            (other, own) = (clock.total, other);
        };
        line.plies.iter().for_each(|ply| look(ply.clock, ply.place));
        if let Some(row) = row {
            look(row.clock, row.place);
        }
    }
    let (number, place, problem) = first?;
    let rest = match more {
        0 => String::new(),
        1 => "; 1 more time contradicts as well".to_owned(),
        _ => format!("; {more} more times contradict as well"),
    };
    Some(Diagnostic::new(Code::ClockContradicted, place, format!("move {number}: {problem}{rest}")))
}

/// What is wrong with a time after `before` milliseconds of the same side. Some programs cut totals and times down to
/// seconds each for itself, so neither a second more is a contradiction nor a total that leaves out some of the time.
#[inline]
fn problem(clock: Clock, before: Option<i32>) -> Option<String> {
    let spent = i64::from(clock.spent?);
    if spent < 0 {
        return Some(format!("it took {} s, less than no time", seconds(spent)));
    }
    let (total, before) = (i64::from(clock.total?), i64::from(before?));
    (total < before || total >= before + spent + 2000).then(|| {
        let (total, sum) = (seconds(total), seconds(before + spent));
        format!("the total is {total} s, and {} s and {} s make {sum} s", seconds(before), seconds(spent))
    })
}

fn seconds(milliseconds: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "times have 32 bits")]
    let exact = milliseconds as f64;
    exact / 1000.0
}

#[cfg(test)]
mod tests {
    use super::contradiction;
    use crate::record::{Clock, Place, Ply, Record, WrittenMove};

    #[test]
    fn times_that_cannot_be() {
        const NONE: i32 = i32::MIN;
        let time = |time| (time != NONE).then_some(time);
        for (times, want) in [
            ([(5000, 5000), (7000, 7000), (1000, 6000), (2000, 9000)], None),
            ([(NONE, NONE), (7000, 7000), (1000, 6000), (2000, 9000)], None),
            ([(5000, NONE), (7000, NONE), (1000, 9000), (2000, 309_000)], None),
            // From before the record, cut down to seconds each for itself, not counted in full, from some time left.
            ([(30_000, 4_230_000), (7000, 90_000), (1000, 4_232_000), (2000, 92_000)], None),
            ([(90_000, 60_000), (0, 0), (30_000, 60_000), (NONE, NONE)], None),
            ([(5000, 5000), (0, -900), (6000, 11_000), (3000, 2000)], None),
            (
                [(5000, 5000), (7000, 7000), (1000, 8000), (2000, 11_000)],
                Some("3 move 3: the total is 8 s, and 5 s and 1 s make 6 s; 1 more time contradicts as well"),
            ),
            (
                [(5000, 5000), (7000, 7000), (-301_000, 6000), (2000, 15_000)],
                Some("3 move 3: it took -301 s, less than no time; 1 more time contradicts as well"),
            ),
            (
                [(5000, 5000), (7000, 7000), (1500, 4000), (2000, 9000)],
                Some("3 move 3: the total is 4 s, and 5 s and 1.5 s make 6.5 s"),
            ),
        ] {
            let mut record = Record::default();
            record.lines[0].plies.extend((1..).zip(times).map(|(line, (spent, total))| Ply {
                clock: Clock { spent: time(spent), total: time(total) },
                place: Place::new(line, 1),
                written: WrittenMove::default(),
            }));
            let found = contradiction(&record)
                .map(|found| format!("{} {}", found.place.line().unwrap_or(0), found.message));
            assert_eq!(found.as_deref(), want, "{times:?}");
        }
    }
}
