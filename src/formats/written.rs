//! What a writer hands back.

use std::collections::HashSet;

use super::{Loss, LossCode};
use crate::record::{Code, Info, Record};
use crate::replay::Game;

/// A record as text in some format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text, with LF line ends; empty when nothing could be written.
    pub text: String,
    /// What the format cannot hold, each once. Of very many the last one says how many more there are.
    pub losses: Vec<Loss>,
}

impl Written {
    /// What a writer hands back that has no other game than shogi.
    pub(super) fn only_shogi(format: &str) -> Self {
        let message = format!("{format} has no dōbutsu shōgi; nothing was written");
        Self { text: String::new(), losses: vec![Loss::new(LossCode::NotWritten, message)] }
    }
}

/// How many losses of one record are listed one by one; the rest is counted.
const MOST: usize = 100;

/// The losses of a record while it is written, each sentence once.
#[derive(Debug, Default)]
pub(super) struct Losses {
    listed: Vec<Loss>,
    known: HashSet<String>,
    more: usize,
}

impl Losses {
    /// Adds one, unless its sentence is there already.
    pub fn add(&mut self, code: LossCode, message: impl Into<String>) {
        let message = message.into();
        if self.known.contains(&message) {
            return;
        }
        if self.listed.len() >= MOST {
            self.more += 1;
            return;
        }
        self.known.insert(message.clone());
        self.listed.push(Loss { code, message });
    }

    /// Adds what `format` cannot hold at all: how many of which things were left out.
    pub fn left_out<const N: usize>(&mut self, format: &str, counts: [(LossCode, usize, &str); N]) {
        for (code, count, what) in counts {
            if count > 0 {
                self.add(code, format!("{format} cannot hold {what}; {count} left out"));
            }
        }
    }

    /// Adds what the reader found in the text and had no place for, which no writer has either.
    pub fn unplaced(&mut self, record: &Record) {
        // Beyond so many findings nothing is counted.
        let all = !record.diagnostics.iter().any(|found| found.code == Code::TooManyFindings);
        let least = if all { "" } else { "at least " };
        let count =
            |wanted: &[Code]| record.diagnostics.iter().filter(|found| wanted.contains(&found.code)).count();
        let texts = count(&[Code::TextAfterEnd, Code::OrphanBranch, Code::UnreadableLine]);
        if texts > 0 {
            let message =
                format!("text at {least}{texts} places that belongs nowhere in the record was left out");
            self.add(LossCode::TextDropped, message);
        }
        let fields = count(&[Code::IgnoredField]);
        if fields > 0 {
            let message =
                format!("what the JSON has at {least}{fields} places and JKF does not was left out");
            self.add(LossCode::FieldsDropped, message);
        }
        match unread_times(record) {
            0 => {}
            1 => self.add(LossCode::TimesDropped, "a time that could not be read was left out"),
            times => {
                let message = format!("{least}{times} times that could not be read were left out");
                self.add(LossCode::TimesDropped, message);
            }
        }
    }

    /// All of them.
    pub fn finish(mut self) -> Vec<Loss> {
        if self.more > 0 {
            let message = format!("{} more warnings are not listed", self.more);
            self.listed.push(Loss::new(LossCode::NotListed, message));
        }
        self.listed
    }
}

/// How many times the main line has, with those that the reader could not read.
pub(super) fn times(record: &Record) -> usize {
    record.main().plies.iter().filter(|ply| !ply.clock.is_empty()).count() + unread_times(record)
}

/// How many times the reader could not read.
pub(super) fn unread_times(record: &Record) -> usize {
    record.diagnostics.iter().filter(|found| found.code == Code::BadClock).count()
}

/// How many headers a record has; what is known of the game without any counts as one.
pub(super) fn headers(record: &Record) -> usize {
    record.headers.len().max(usize::from(record.info != Info::default()))
}

/// What is lost where a game is written as one position.
pub(super) fn position_only(what: &str, record: &Record, game: &Game) -> Vec<Loss> {
    let main = record.main();
    let counts = [
        (main.plies.len().max(game.moves().len()) + main.unread, "move", "moves"),
        (record.lines.len() - 1, "branch", "branches"),
        (headers(record), "header", "headers"),
        (record.notes.len(), "comment or bookmark", "comments and bookmarks"),
        (main.declarations.len(), "statement about the ending", "statements about the ending"),
    ];
    let lost: Vec<_> = counts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
        .collect();
    if lost.is_empty() {
        return Vec::new();
    }
    let message = format!("{what} holds one position; left out: {}", lost.join(", "));
    vec![Loss::new(LossCode::PositionOnly, message)]
}

#[cfg(test)]
mod tests {
    use super::Losses;
    use crate::formats::LossCode;

    #[test]
    fn each_once_and_not_too_many() {
        let finish = |losses: Losses| -> Vec<_> {
            losses.finish().into_iter().map(|loss| format!("{}: {loss}", loss.code.name())).collect()
        };
        let mut losses = Losses::default();
        for number in [1, 2, 1, 2, 3] {
            losses.add(LossCode::TimesCut, format!("{number}"));
        }
        assert_eq!(finish(losses), ["times-cut: 1", "times-cut: 2", "times-cut: 3"]);
        let mut losses = Losses::default();
        (0..250).for_each(|number| losses.add(LossCode::TimesCut, number.to_string()));
        let listed = finish(losses);
        assert_eq!(listed.len(), 101);
        let want = ["times-cut: 99", "not-listed: 150 more warnings are not listed"];
        assert_eq!([listed[99].as_str(), listed[100].as_str()], want);
    }
}
