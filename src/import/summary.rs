//! What an import did, in numbers that add up.

use crate::record::{Code, Severity};
use crate::replay::Agreement;
use std::collections::BTreeMap;
use std::time::Duration;

/// The counts of one import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The import's id in the ledger.
    pub import: i64,
    /// Files found below the given paths, those in archives included and the archives themselves not.
    pub files: u64,
    /// How many of them lie in archives.
    pub members: u64,
    /// Bytes of the files that were read.
    pub bytes: u64,
    /// Files whose content the database knew already; their games are not counted below.
    pub known_files: u64,
    /// Files in which no game was found.
    pub files_without_game: u64,
    /// Files that could not be opened.
    pub unreadable_files: u64,
    /// Which they are, and why.
    pub unreadable: Vec<(String, String)>,
    /// Files that hold more than one game.
    pub files_with_several: u64,
    /// Games found in the other files.
    pub games: u64,
    /// Games that are new in the database.
    pub stored: u64,
    /// Stored games that repeat another, when copies are not merged.
    pub copies: u64,
    /// Which of them repeats which game, when that is to be reported.
    pub repeats: Vec<(i64, i64)>,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games that could not be stored.
    pub rejected: u64,
    /// Games with a declared ending among the new ones.
    pub declared: u64,
    /// How declared and proved endings of the new games compare.
    pub agreement: BTreeMap<Agreement, u64>,
    /// Rules that illegal moves broke.
    pub broken_rules: BTreeMap<&'static str, u64>,
    /// Games with moves that could not be understood or played.
    pub with_rest: u64,
    /// How many files had each encoding.
    pub encodings: BTreeMap<&'static str, u64>,
    /// How many files had each format.
    pub formats: BTreeMap<&'static str, u64>,
    /// How many diagnostics of each code were reported.
    pub diagnostics: BTreeMap<crate::record::Code, u64>,
    /// It was ended before everything was read.
    pub interrupted: bool,
    /// The time it took.
    pub elapsed: Duration,
}

impl Summary {
    /// True when every file and every game that was found is in exactly one bucket.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.games == self.stored + self.duplicates + self.rejected
    }

    /// Files that could not be read, and findings that are warnings or errors.
    #[must_use]
    pub fn problems(&self) -> u64 {
        let found = self.diagnostics.iter().filter(|(code, _)| code.severity() != Severity::Info);
        self.unreadable_files + found.map(|(_, count)| count).sum::<u64>()
    }

    /// Files of which not everything was read.
    #[must_use]
    pub fn files_cut_short(&self) -> u64 {
        self.diagnostics.get(&Code::TooMuch).copied().unwrap_or(0)
    }

    /// True when nothing was refused.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.rejected == 0
            && self.unreadable_files == 0
            && self.files_without_game == 0
            && self.files_cut_short() == 0
    }
}
