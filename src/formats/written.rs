//! What a writer hands back.

use std::collections::HashSet;

use crate::record::{Code, Record};

/// A record as text in some format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text, with LF line ends.
    pub text: String,
    /// What the format cannot hold, one sentence each, without a full stop. Of very many the last one says how many
    /// more there are.
    pub warnings: Vec<String>,
}

/// How many warnings of one record are told one by one; the rest is counted.
const MOST: usize = 100;

/// Warnings in the making, each sentence once.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    said: Vec<String>,
    known: HashSet<String>,
    more: usize,
}

impl Warnings {
    /// Adds one, unless it was said already.
    pub fn add(&mut self, message: impl Into<String>) {
        let message = message.into();
        if self.known.contains(&message) {
            return;
        }
        if self.said.len() >= MOST {
            self.more += 1;
            return;
        }
        self.known.insert(message.clone());
        self.said.push(message);
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
            self.add(format!(
                "text at {least}{texts} places that belongs nowhere in the record was left out"
            ));
        }
        let fields = count(&[Code::IgnoredField]);
        if fields > 0 {
            self.add(format!("what the JSON has at {least}{fields} places and JKF does not was left out"));
        }
        match unread_times(record) {
            0 => {}
            1 => self.add("a time that could not be read was left out"),
            times => self.add(format!("{least}{times} times that could not be read were left out")),
        }
    }

    /// The sentences.
    pub fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.said.push(format!("{} more warnings are not listed", self.more));
        }
        self.said
    }
}

/// How many times the reader could not read.
pub(super) fn unread_times(record: &Record) -> usize {
    record.diagnostics.iter().filter(|found| found.code == Code::BadClock).count()
}

#[cfg(test)]
mod tests {
    use super::Warnings;

    #[test]
    fn each_once_and_not_too_many() {
        let mut warnings = Warnings::default();
        for number in [1, 2, 1, 2, 3] {
            warnings.add(format!("{number}"));
        }
        assert_eq!(warnings.finish(), ["1", "2", "3"]);
        let mut warnings = Warnings::default();
        (0..250).for_each(|number| warnings.add(number.to_string()));
        let said = warnings.finish();
        assert_eq!(said.len(), 101);
        assert_eq!((said[99].as_str(), said[100].as_str()), ("99", "150 more warnings are not listed"));
    }
}
