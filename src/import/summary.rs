//! What an import did, in numbers that add up.

use super::Correction;
use crate::record::{Code, Severity};
use crate::replay::Agreement;
use std::collections::BTreeMap;
use std::time::Duration;

/// The counts of one import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The import's id in the ledger; `None` when it found nothing new, which leaves no trace.
    pub import: Option<i64>,
    /// The operation that can be undone; `None` when nothing was stored.
    pub operation: Option<i64>,
    /// Files found below the given paths, those in archives included and the archives themselves not.
    pub files: u64,
    /// How many of them lie in archives.
    pub files_in_archives: u64,
    /// Bytes of the files that were read.
    pub bytes: u64,
    /// Files whose content the database knew already; their games are not counted below.
    pub files_known: u64,
    /// Files in which no game was found, those of packed positions among them.
    pub files_without_game: u64,
    /// Files of packed positions, which were passed over, and what to do instead.
    pub positions: Vec<Unreadable>,
    /// Files that hold more than one game.
    pub files_with_several: u64,
    /// Files of which not everything was read.
    pub files_cut_short: u64,
    /// Files that could not be read.
    pub files_unreadable: u64,
    /// Which they are, and why.
    pub unreadable: Vec<Unreadable>,
    /// Games found in the files that were read.
    pub games: u64,
    /// Games that are new in the database.
    pub stored: u64,
    /// Stored games that repeat another, when copies are not merged.
    pub copies: u64,
    /// Which of them repeats which game, when that is to be reported.
    pub repeats: Vec<Repeat>,
    /// Records that correct an earlier one of the same file.
    pub corrections: Vec<Correction>,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games that could not be stored.
    pub rejected: u64,
    /// Games with a declared ending among the new ones.
    pub endings_declared: u64,
    /// How declared and verified endings of the new games compare.
    pub agreement: BTreeMap<Agreement, u64>,
    /// Rules that illegal moves broke in the new games, by their codes.
    pub broken_rules: BTreeMap<&'static str, u64>,
    /// New games with moves that could not be understood or played.
    pub games_cut_short: u64,
    /// How many files had each encoding.
    pub encodings: BTreeMap<&'static str, u64>,
    /// How many files had each format.
    pub formats: BTreeMap<&'static str, u64>,
    /// How many findings of each code were reported.
    pub diagnostics: BTreeMap<Code, u64>,
    /// It was ended before everything was read.
    pub interrupted: bool,
    /// The time it took.
    pub elapsed: Duration,
}

/// A file that could not be read, or was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file, as it is shown: `games.zip/round3.kif`.
    pub path: String,
    /// Why, and after a semicolon what can be done about it, where something can.
    pub reason: String,
}

/// A stored game that repeats another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The id of the new game.
    pub game: i64,
    /// The id of the game that it repeats.
    pub same_as: i64,
}

impl Summary {
    /// True when every game that was found is in exactly one bucket.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.games == self.stored + self.duplicates + self.rejected
    }

    /// Files that could not be read, and findings that are warnings or errors.
    #[must_use]
    pub fn problems(&self) -> u64 {
        let found = self.diagnostics.iter().filter(|(code, _)| code.severity() != Severity::Info);
        self.files_unreadable + found.map(|(_, count)| count).sum::<u64>()
    }

    /// True when nothing was refused. Files that hold no record, such as pictures and letters, are passed over.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.rejected == 0 && self.files_unreadable == 0 && self.files_cut_short == 0
    }
}
