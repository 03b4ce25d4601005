//! What a check of packed positions comes to.

use super::{LISTED, PositionCounts, RecordFinding};
use crate::formats::packed::PackedFormat;
use crate::record::{Code, Severity};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a check of a file of packed positions comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionReport {
    /// The file's format.
    pub format: PackedFormat,
    /// How many bytes were read.
    pub bytes: u64,
    /// How many records there are; in hcpe3 games.
    pub records: u64,
    /// The positions in numbers.
    pub counts: PositionCounts,
    /// How many findings of each code there are, the listed ones and the others.
    pub findings: BTreeMap<Code, u64>,
}

/// A report as an object, with these fields in this order, and the counts as fields of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReportObject<'a> {
    /// The file, as it is shown.
    pub source: &'a str,
    /// The file's format.
    pub format: &'static str,
    /// How many bytes were read.
    pub bytes: u64,
    /// How many records there are; in hcpe3 games.
    pub records: u64,
    /// The positions in numbers.
    #[serde(flatten)]
    pub counts: &'a PositionCounts,
    /// How many findings of each code there are.
    pub findings: BTreeMap<&'static str, u64>,
}

impl PositionReport {
    pub(super) fn new(format: PackedFormat) -> Self {
        let counts = PositionCounts::default();
        Self { format, bytes: 0, records: 0, counts, findings: BTreeMap::new() }
    }

    /// Counts a finding, and gives it unless enough of its code were given.
    pub(super) fn find(&mut self, finding: RecordFinding, take: &mut dyn FnMut(RecordFinding)) {
        let count = self.findings.entry(finding.diagnostic.code).or_default();
        *count += 1;
        if *count <= LISTED {
            take(finding);
        }
    }

    /// How many findings have this severity.
    #[must_use]
    pub fn of_severity(&self, severity: Severity) -> u64 {
        self.findings.iter().filter(|(code, _)| code.severity() == severity).map(|(_, count)| count).sum()
    }

    /// The same for a program.
    #[must_use]
    pub fn object<'a>(&'a self, path: &'a str) -> PositionReportObject<'a> {
        PositionReportObject {
            source: path,
            format: self.format.name(),
            bytes: self.bytes,
            records: self.records,
            counts: &self.counts,
            findings: self.findings.iter().map(|(code, count)| (code.id(), *count)).collect(),
        }
    }
}
