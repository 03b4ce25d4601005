//! Raw moves of Shogi Wars as its pages hold them: `+7776FU,L600 -3334FU,L597 … SENTE_WIN_TORYO`.
//!
//! The moves are CSA's. `L` is the number of seconds left on the mover's clock; what the clock began with is not in the
//! text, so the usual time that fits is taken (three minutes, ten minutes, or an hour, which stands for ten seconds a
//! move) and reported.

mod token;

use super::budget::Budget;
use super::builder::{declared, excerpt};
use super::lines::lines;
use crate::notation::csa;
use crate::record::{Clock, Code, Ending, Place, Ply, Record, StartSource, WrittenMove};
use crate::rules::{ByColor, Color};
pub(super) use token::ending;

/// The times that games begin with, in seconds.
const TIMES: [i32; 3] = [180, 600, 3600];

/// Twice the number of moves with the time left, so that the text is not taken for CSA; counting stops at 64 moves.
#[must_use]
pub fn score(text: &str) -> usize {
    if !text.contains(",L") {
        return 0;
    }
    2 * lines(text)
        .flat_map(|line| words(line.text))
        .filter(|(word, _)| read_move(word).is_some())
        .take(64)
        .count()
}

/// The records of the text.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    let mut records = vec![Record::default()];
    let mut starts = vec![0];
    let mut over = false;
    let mut budget = Budget::default();
    'text: for line in lines(text) {
        let (mut before, mut column) = (0, line.before);
        for (word, at) in words(line.text) {
            let between = line.text[before..at].chars().count();
            column = column.saturating_add(u32::try_from(between).unwrap_or(u32::MAX));
            before = at;
            let place = Place::new(line.number, column.saturating_add(1));
            if let Some((written, left)) = read_move(word) {
                let has_moves = records.last().is_some_and(|last| !last.main().plies.is_empty());
                if std::mem::take(&mut over) && has_moves {
                    if !records.last_mut().is_none_or(|last| budget.take(last)) {
                        break 'text;
                    }
                    records.push(Record::default());
                    starts.push(line.start);
                }
                if let Some(record) = records.last_mut() {
                    // Until the first time is known, the clock holds the time that is left.
                    let clock = Clock { spent: None, total: Some(left) };
                    record.lines[0].plies.push(Ply { written, clock, place });
                }
            } else if let Some((ending, subject)) = ending(word) {
                over = true;
                if let Some(record) = records.last_mut().filter(|_| ending == Ending::Unknown) {
                    let message = format!("`{}` does not say how the game ended", excerpt(word));
                    record.report(Code::EndingUnknown, place, message);
                }
                if let Some(record) = records.last_mut() {
                    record.lines[0].declarations.push(declared(ending, subject, word, place));
                }
            } else if let Some(record) = records.last_mut() {
                let message = format!("`{}` is not a move of Shogi Wars", excerpt(word));
                record.report(Code::BadToken, place, message);
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]).collect::<Vec<_>>();
    for ((record, start), end) in records.iter_mut().zip(starts).zip(ends) {
        record.text_range = start..end;
        record.start.source = StartSource::Silence;
        times(record);
    }
    records.retain(|record| !record.main().plies.is_empty());
    budget.report(&mut records);
    records
}

/// The words of a line, with the bytes where they begin.
fn words(line: &str) -> impl Iterator<Item = (&str, usize)> {
    let parts = |char: char| char.is_whitespace() || "\"'()[];".contains(char);
    line.split(parts)
        .map(move |word| (word, word.as_ptr().addr() - line.as_ptr().addr()))
        .filter(|(word, _)| !word.is_empty())
}

/// `+7776FU,L600`: a move and the milliseconds left.
fn read_move(word: &str) -> Option<(WrittenMove, i32)> {
    let (mv, left) = word.split_once(",L")?;
    let seconds: i32 = left.parse().ok()?;
    Some((csa::read_move(mv.as_bytes().try_into().ok()?)?, seconds.checked_mul(1000)?))
}

/// Makes times spent of the times left.
fn times(record: &mut Record) {
    let left = |ply: &Ply| ply.clock.total.unwrap_or_default();
    let most = record.main().plies.iter().map(left).max().unwrap_or_default();
    let Some(start) = TIMES.into_iter().map(|seconds| seconds * 1000).find(|time| *time >= most) else {
        for ply in &mut record.lines[0].plies {
            ply.clock = Clock::default();
        }
        record.report(Code::BadClock, Place::FILE, "more time is left than any game begins with");
        return;
    };
    let message = format!("the clocks were taken to begin with {} seconds", start / 1000);
    record.report(Code::ClockStartGuessed, Place::FILE, message);
    let mut before = ByColor { black: start, white: start };
    for ply in &mut record.lines[0].plies {
        let now = left(ply);
        let before = &mut before[ply.written.color.unwrap_or(Color::Black)];
        ply.clock = Clock { spent: Some(*before - now), total: Some(start - now) };
        *before = now;
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, read, score};

    #[test]
    fn moves_times_and_endings() {
        let text = "+7776FU,L600\t-3334FU,L597\t+8822UM,L590\t-3122GI,L590\tSENTE_WIN_TORYO\n";
        assert_eq!((score(text), crate::formats::csa::score(text)), (8, 1));
        let record = &read(text)[0];
        let times: Vec<_> =
            record.main().plies.iter().map(|ply| (ply.clock.spent, ply.clock.total)).collect();
        assert_eq!(
            times,
            [(0, 0), (3000, 3000), (10_000, 10_000), (7000, 10_000)]
                .map(|(spent, total)| (Some(spent), Some(total)))
        );
        assert_eq!(record.main().plies[1].place, crate::record::Place::new(1, 14));
        let game = crate::replay::replay(record).unwrap();
        assert_eq!((game.moves().len(), game.outcome.declared.name()), (4, "resignation"));
        assert_eq!(game.outcome.declared_winner, Some(crate::rules::Color::Black));
        for (word, want) in [
            ("GOTE_WIN_TIMEOUT", "time_forfeit"),
            ("GOTE_WIN_DISCONNECT", "disconnection"),
            ("SENTE_WIN_CHECKMATE", "checkmate"),
            ("SENTE_WIN_ENTERINGKING", "declaration"),
            ("GOTE_WIN_OUTE_SENNICHI", "perpetual_check"),
            ("SENTE_WIN_TRY", "try_rule"),
            ("GOTE_WIN_SOMEHOW", "unknown"),
            ("DRAW_SENNICHI", "sennichite"),
            ("DRAW_PLY_LIMIT", "max_moves"),
            ("DRAW_INVALID", "unknown"),
        ] {
            let record = &read(&format!("+7776FU,L180\n{word}"))[0];
            assert_eq!(record.main().declarations[0].ending.name(), want);
            let unknown = record.diagnostics.iter().any(|found| found.code == Code::EndingUnknown);
            assert_eq!(unknown, want == "unknown", "{word}");
        }
        assert_eq!(read("+7776FU,L180 DRAW_SENNICHI +2726FU,L180").len(), 2);
        assert_eq!(read("+7776FU,L999999 x")[0].diagnostics.len(), 2);
    }
}
