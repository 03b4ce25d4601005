//! What an import did, as text.

use super::{count, counted};
use crate::import::{Repeat, Summary};
use crate::replay::Agreement;
use std::fmt::Write;

/// The summary as text. Every number in it can be looked up in the database: the last lines say how.
pub(super) fn import_summary(summary: &Summary) -> String {
    let mut text = String::new();
    let seconds = summary.elapsed.as_secs_f64();
    let milliseconds = u64::try_from(summary.elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
    let rate = summary.games.saturating_mul(1000) / milliseconds;
    let _ = writeln!(
        text,
        "{}read {} ({}) in {seconds:.1} s, {}/s\n",
        if summary.interrupted { "interrupted: " } else { "" },
        counted(summary.files, "file"),
        bytes(summary.bytes),
        counted(rate, "game")
    );
    let mut line = |name: &str, number: u64, remark: &str| {
        let gap = if remark.is_empty() { "" } else { "   " };
        let _ = writeln!(text, "  {name:<24}{:>10}{gap}{remark}", count(number));
    };
    line("games read", summary.games, &several(summary.files_with_several));
    let copies = match summary.copies {
        0 => String::new(),
        1 => "1 of them repeats another game (kura duplicates)".to_owned(),
        copies => format!("{} of them repeat another game (kura duplicates)", count(copies)),
    };
    line("  stored", summary.stored, &copies);
    line("  duplicates", summary.duplicates, "merged into the game they repeat");
    if let Some(remark) = corrected(summary) {
        line("  corrected records", summary.corrections.len() as u64, &remark);
    }
    line(
        "  rejected",
        summary.rejected,
        if summary.rejected > 0 { "kura problems --severity error" } else { "" },
    );
    line(
        "files known already",
        summary.files_known,
        if summary.files_known > 0 { "their games are not counted above" } else { "" },
    );
    line("files without a game", summary.files_without_game, &with_positions(summary.positions.len()));
    line("files not readable", summary.files_unreadable, "");
    line("endings declared", summary.endings_declared, &agreement(summary));
    let broken: u64 = summary.broken_rules.values().sum();
    line(
        "illegal moves",
        broken,
        &joined(summary.broken_rules.iter().map(|(rule, n)| (rule.replace('_', " "), *n))),
    );
    line(
        "games cut short",
        summary.games_cut_short,
        "by a move that is illegal or unclear; the rest is kept as text",
    );
    line("encodings", summary.encodings.values().sum(), &joined(pairs(&summary.encodings)));
    line("formats", summary.formats.values().sum(), &joined(pairs(&summary.formats)));
    if !summary.adds_up() {
        text.push_str("\nthe buckets do not add up: please report this as a bug\n");
    }
    for Repeat { game, same_as } in &summary.repeats {
        let _ = writeln!(text, "game {game} repeats game {same_as}");
    }
    if summary.files_cut_short > 0 {
        let _ = writeln!(
            text,
            "\n{} not read to the end; `kura problems --severity error` says which",
            counted(summary.files_cut_short, "file")
        );
    }
    let contradicted = summary.agreement.get(&Agreement::Contradicts).copied().unwrap_or(0);
    if contradicted > 0 {
        let _ = writeln!(
            text,
            "\nhint: {} the moves (`kura games --agreement contradicts`)",
            match contradicted {
                1 => "1 ending contradicts".to_owned(),
                several => format!("{} endings contradict", count(several)),
            }
        );
    }
    text
}

/// What became of the games that were corrected, if any were.
fn corrected(summary: &Summary) -> Option<String> {
    let both = summary.corrections.iter().filter(|found| !found.is_replaced).count() as u64;
    match both {
        0 if summary.corrections.is_empty() => None,
        0 => Some("in the place of the games that they correct".to_owned()),
        both => Some(format!("{} counted beside what they correct", count(both))),
    }
}

/// How many of the files without a game hold packed positions.
fn with_positions(files: usize) -> String {
    if files == 0 { String::new() } else { format!("{} of them hold packed positions", count(files as u64)) }
}

fn several(files: u64) -> String {
    match files {
        0 => String::new(),
        1 => "(1 file holds more than one)".to_owned(),
        files => format!("({} files hold more than one)", count(files)),
    }
}

fn agreement(summary: &Summary) -> String {
    let of = |agreement| count(summary.agreement.get(&agreement).copied().unwrap_or(0));
    format!(
        "agree {} · consistent {} · cannot be verified {} · contradicted {}",
        of(Agreement::Agrees),
        of(Agreement::Consistent),
        of(Agreement::CannotBeVerified),
        of(Agreement::Contradicts)
    )
}

fn pairs<'a>(
    counts: &'a std::collections::BTreeMap<&'static str, u64>,
) -> impl Iterator<Item = (String, u64)> + 'a {
    counts.iter().map(|(name, number)| ((*name).to_owned(), *number))
}

/// `two pawns 61 · left in check 57`, most first.
fn joined(counts: impl Iterator<Item = (String, u64)>) -> String {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.iter().map(|(name, number)| format!("{name} {}", count(*number))).collect::<Vec<_>>().join(" · ")
}

#[expect(clippy::cast_precision_loss, reason = "a size is shown in three digits")]
fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}
