//! What a check counts.

use super::PositionReport;
use crate::intake::{ReadError, ReplayedFile};
use crate::record::Severity;

/// What was found in all files that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Files.
    pub files: u64,
    /// Games in them.
    pub games: u64,
    /// Packed positions in them, which are no games.
    pub positions: u64,
    /// Findings that are errors; a file that cannot be read is one.
    pub errors: u64,
    /// Findings that are warnings.
    pub warnings: u64,
    /// Other findings.
    pub infos: u64,
}

impl Tally {
    /// Counts a file, or a chunk of one, with all that was found in it.
    /// A file of packed positions counts as a file; what is found in it comes with [`add_positions`](Self::add_positions).
    pub fn add(&mut self, file: &Result<ReplayedFile, ReadError>) {
        match file {
            Err(ReadError::Positions(_)) => self.files += 1,
            Err(_) => {
                self.files += 1;
                self.errors += 1;
            }
            Ok(file) => {
                self.files += u64::from(file.is_last());
                self.games += file.games.len() as u64;
                for (_, found) in file.findings() {
                    match found.severity {
                        Severity::Error => self.errors += 1,
                        Severity::Warning => self.warnings += 1,
                        Severity::Info => self.infos += 1,
                    }
                }
            }
        }
    }

    /// Counts what was found in a file of packed positions.
    pub fn add_positions(&mut self, report: &PositionReport) {
        self.positions += report.counts.positions;
        self.errors += report.of_severity(Severity::Error);
        self.warnings += report.of_severity(Severity::Warning);
        self.infos += report.of_severity(Severity::Info);
    }

    /// How many findings are of this severity or worse.
    #[must_use]
    pub const fn findings(&self, least: Severity) -> u64 {
        match least {
            Severity::Info => self.errors + self.warnings + self.infos,
            Severity::Warning => self.errors + self.warnings,
            Severity::Error => self.errors,
        }
    }
}
