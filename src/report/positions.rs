//! What is in a file of packed positions, as text.

use super::{clean, count, counted};
use crate::check::{LISTED, PositionReport};
use std::fmt::Write;

/// The report as `kura check` prints it below the findings: what there is in numbers, and how many findings of each code.
#[must_use]
pub fn positions_text(path: &str, report: &PositionReport) -> String {
    let PositionReport { format, bytes, records, counts, findings } = report;
    let what = if format.record_bytes().is_some() { "record" } else { "game" };
    let mut text = format!(
        "{}: {} ({}, {}), {}\n",
        clean(path),
        counted(*records, what),
        format.name(),
        counted(*bytes, "byte"),
        counted(counts.positions, "position"),
    );
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<10}{value}");
    };
    line("sound", format!("{} of {}", count(counts.sound), count(counts.positions)));
    for (code, number) in findings {
        let listed = if *number > LISTED { format!(" ({LISTED} are listed)") } else { String::new() };
        line(code.id(), format!("{} {}{listed}", count(*number), code.name()));
    }
    line(
        "to move",
        format!(
            "{} Black, {} White; {} in check",
            count(counts.black_to_move),
            count(counts.white_to_move),
            count(counts.in_check)
        ),
    );
    let moves = counts.board_moves + counts.drops;
    if moves > 0 {
        let values = [counts.board_moves, counts.promotions, counts.drops, counts.without_move].map(count);
        let [board, promotions, drops, none] = values;
        line(
            "moves",
            format!("{board} on the board, {promotions} of them promotions; {drops} drops; {none} without"),
        );
    }
    if let (Some(least), Some(most)) = (counts.score_least, counts.score_most) {
        let values = [counts.black_wins, counts.white_wins, counts.draws].map(count);
        let [black, white, draws] = values;
        line("results", format!("{black} won by Black, {white} by White, {draws} drawn"));
        line("scores", format!("{least} to {most}; {} are 0", count(counts.score_zero)));
    }
    if let (Some(least), Some(most)) = (counts.ply_least, counts.ply_most) {
        line("plies", format!("{least} to {most}"));
    }
    text
}
