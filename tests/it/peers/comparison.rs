//! What a program read, against what it should have read.

use super::wanted::Wanted;
use kifukura::formats::{LossCode, Target};
use kifukura::record::Ending;
use kifukura::rules::Color;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A line of one of the programs in `tests/peers`. What a library does not give is `None`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reading {
    pub error: Option<String>,
    pub start: String,
    pub moves: Vec<String>,
    pub ending: Option<String>,
    pub winner: Option<String>,
    pub spent: Option<Vec<Option<f64>>>,
    pub comments: Option<BTreeMap<String, String>>,
    pub lines: Option<BTreeSet<String>>,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Refused,
    Moves,
    Ending,
    Winner,
    Times,
    Comments,
    Branches,
}

impl What {
    const ALL: [Self; 7] =
        [Self::Refused, Self::Moves, Self::Ending, Self::Winner, Self::Times, Self::Comments, Self::Branches];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Moves => "moves",
            Self::Ending => "ending",
            Self::Winner => "winner",
            Self::Times => "times",
            Self::Comments => "comments",
            Self::Branches => "branches",
        }
    }
}

/// Something that is not read as it is meant.
#[derive(Debug)]
pub struct Difference {
    pub what: What,
    pub detail: String,
}

/// How many games were compared in something, and how many of them were read as they are meant.
#[derive(Debug, Default)]
pub struct Tally {
    files: usize,
    counts: BTreeMap<What, (usize, usize)>,
}

impl Tally {
    pub const HEADING: &'static str = "| reader | format | files | refused | moves | endings | winners | times | comments | branches |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

    /// Cells of the table: of how many that can be compared how many are equal.
    pub fn row(&self) -> String {
        let cells = What::ALL.map(|what| match (what, self.counts.get(&what)) {
            (What::Refused, counts) => counts.map_or(0, |(all, right)| all - right).to_string(),
            (_, None) => "–".to_owned(),
            (_, Some((all, right))) => format!("{right} of {all}"),
        });
        format!("{} | {}", self.files, cells.join(" | "))
    }

    /// Compares a game; what differs.
    pub fn compare(&mut self, game: &Wanted, target: Target, reading: &Reading) -> Vec<Difference> {
        self.files += 1;
        let mut found = Vec::new();
        let mut note = |what: What, wrong: Option<String>| {
            let (all, right) = self.counts.entry(what).or_default();
            *all += 1;
            *right += usize::from(wrong.is_none());
            found.extend(wrong.map(|detail| Difference { what, detail }));
        };
        note(What::Refused, reading.error.clone());
        if reading.error.is_some() {
            return found;
        }
        let losses = game.losses(target);
        let kept = |codes: &[LossCode]| !losses.iter().any(|code| codes.contains(code));
        note(What::Moves, moves(game, target, reading));
        if kept(&[LossCode::EndingChanged, LossCode::EndingAsComment, LossCode::EndingUncommon])
            && target != Target::Usi
            && (target != Target::Usen || kept(&[LossCode::EndingsDropped]))
            && let Some((ending, winner)) = game.ending()
        {
            if ending != Ending::Unknown && knows_endings(reading) {
                let differs = reading.ending.as_deref() != Some(ending.name());
                note(What::Ending, differs.then(|| format!("{:?} for {}", reading.ending, ending.name())));
            }
            if kept(&[LossCode::WinnerChanged]) && winner.is_some() {
                let differs = reading.winner.as_deref() != winner.map(Color::name);
                note(
                    What::Winner,
                    differs.then(|| format!("{:?} for {winner:?} ({})", reading.winner, ending.name())),
                );
            }
        }
        if let Some(spent) =
            reading.spent.as_ref().filter(|_| !matches!(target, Target::Ki2 | Target::Usi | Target::Usen))
        {
            let wanted: Vec<_> =
                game.spent.iter().take(game.game.moves().len()).map(|time| time.unwrap_or(0)).collect();
            if game.spent.iter().any(Option::is_some) {
                let read: Vec<_> =
                    spent.iter().take(wanted.len()).map(|time| time.map_or(0, whole)).collect();
                note(What::Times, (read != wanted).then(|| first_difference(&read, &wanted)));
            }
        }
        if let Some(comments) =
            reading.comments.as_ref().filter(|_| !matches!(target, Target::Usi | Target::Usen))
        {
            let headers = !kept(&[LossCode::HeaderAsComment]);
            if !game.comments.is_empty()
                && !headers
                && kept(&[LossCode::CommentMoved, LossCode::EndingAsComment])
            {
                let (read, wanted) = (plain(comments), plain(&game.comments));
                note(What::Comments, (read != wanted).then(|| first_difference(&read, &wanted)));
            }
        }
        if let Some(lines) =
            reading.lines.as_ref().filter(|_| !matches!(target, Target::Csa | Target::Csa3 | Target::Usi))
            && game.record.lines.len() > 1
            && !game.game.lines.iter().any(|line| line.stop.is_some() || line.unreachable)
        {
            let wrong = whole_lines(lines) != whole_lines(&game.lines);
            note(What::Branches, wrong.then(|| format!("{} lines for {}", lines.len(), game.lines.len())));
        }
        found
    }
}

/// Whether a library says how games ended at all.
fn knows_endings(reading: &Reading) -> bool {
    reading.comments.is_some() || reading.spent.is_some()
}

#[expect(clippy::cast_possible_truncation, reason = "seconds of a game")]
fn whole(seconds: f64) -> i64 {
    seconds as i64
}

/// Comments without bookmarks and without blanks around them.
fn plain(comments: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let lines = |text: &String| {
        let lines = text.lines().filter(|line| !line.starts_with('&')).map(str::trim_end);
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let all = comments.iter().map(|(ply, text)| (ply.clone(), lines(text)));
    all.filter(|(_, text)| !text.is_empty()).collect()
}

/// A position with its hands in one order.
fn position(sfen: &str) -> String {
    let (rest, hands) = sfen.rsplit_once(' ').unwrap_or((sfen, ""));
    let mut pieces: Vec<_> = hands.split_inclusive(char::is_alphabetic).collect();
    pieces.sort_unstable();
    format!("{rest} {}", pieces.join(" "))
}

/// Lines that no other one continues.
fn whole_lines(lines: &BTreeSet<String>) -> BTreeSet<&String> {
    let goes_on = |line: &&String| {
        lines.iter().any(|other| other.len() > line.len() && other.starts_with(line.as_str()))
    };
    lines.iter().filter(|line| !goes_on(line)).collect()
}

fn moves(game: &Wanted, target: Target, reading: &Reading) -> Option<String> {
    if position(&reading.start) != position(&game.start) {
        return Some(format!("start {} for {}", reading.start, game.start));
    }
    let legal = if target == Target::Usi { game.game.moves().len() } else { game.moves.len() };
    let wanted = &game.moves[..legal];
    let read = &reading.moves[..reading.moves.len().min(legal)];
    let too_many = reading.moves.len() > legal && !game.goes_on();
    (read != wanted || too_many).then(|| {
        format!("{} moves for {}, {}", reading.moves.len(), wanted.len(), first_difference(read, wanted))
    })
}

fn first_difference<T: std::fmt::Debug + PartialEq>(read: &[T], wanted: &[T]) -> String {
    let at = read.iter().zip(wanted).take_while(|(read, wanted)| read == wanted).count();
    let text = format!("{:?} for {:?} at {at}", read.get(at), wanted.get(at));
    text.chars().take(200).collect()
}
