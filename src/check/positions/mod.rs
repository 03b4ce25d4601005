//! Files of packed positions, held against the rules: every position, move and result, and what there is in numbers.

mod counts;
mod games;
mod judge;
mod report;
mod rows;

pub use counts::PositionCounts;
pub use report::{PositionReport, PositionReportObject};

use crate::formats::packed::{Fault, PackedFormat};
use crate::record::{Code, Diagnostic, Place};
use std::io::BufRead;

/// How many findings of a code are given of a file; the others are counted.
pub const LISTED: u64 = 100;

/// A finding about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFinding {
    /// The number of the record in its file, from 0.
    pub record: u64,
    /// What was found. The message begins with the record's number, from 1, and the byte at which it begins.
    pub diagnostic: Diagnostic,
}

impl RecordFinding {
    fn new(record: u64, offset: u64, code: Code, message: &str) -> Self {
        let message = format!("record {} at byte {offset}: {message}", record + 1);
        Self { record, diagnostic: Diagnostic::new(code, Place::FILE, message) }
    }

    /// What is wrong with the bytes of a record.
    fn of_fault(record: u64, offset: u64, fault: &Fault) -> Self {
        let code = match fault {
            Fault::Move(_) => Code::BadPackedMove,
            Fault::Result(_) => Code::BadPackedResult,
            Fault::CutOff { .. } | Fault::Candidates(_) => Code::PackedCutOff,
            Fault::System { .. } => Code::Unreadable,
            _ => Code::BadPackedPosition,
        };
        Self::new(record, offset, code, &fault.to_string())
    }
}

/// Reads a file of packed positions to its end, on all cores and in constant memory, and judges each record. The findings
/// come in the order of the records, of each code at most [`LISTED`].
///
/// ```
/// use kifukura::check::check_positions;
/// use kifukura::formats::packed::{PackedFormat, psv};
/// use kifukura::record::GameResult;
/// use kifukura::rules::shogi::Position;
///
/// let mut file = Vec::new();
/// for mv in ["7g7f", "7g7e"] {
///     psv::Record::new(Position::startpos(), Some(mv.parse()?), GameResult::Draw).write(&mut file)?;
/// }
/// let mut found = Vec::new();
/// let report = check_positions(&mut &file[..], PackedFormat::Psv, &mut |finding| found.push(finding));
/// assert_eq!((report.records, report.counts.sound), (2, 1));
/// let message = "record 2 at byte 40: `7g7e` is illegal: the piece does not move that way";
/// assert_eq!(found[0].diagnostic.message, message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_positions(
    input: &mut dyn BufRead,
    format: PackedFormat,
    take: &mut dyn FnMut(RecordFinding),
) -> PositionReport {
    let mut report = PositionReport::new(format);
    match format.record_bytes() {
        Some(bytes) => rows::check(input, format, bytes, &mut report, take),
        None => games::check(input, &mut report, take),
    }
    report
}
