//! What is wrong with record files, and what of it can be corrected with certainty.
//!
//! [`Findings`] says where a finding stands, [`Tally`] counts what a check has found, and [`fix`] corrects a file;
//! [`Copies`] knows where a corrected copy goes. [`check_positions`] does the same for files of packed positions. Nothing is printed or written here.

mod copy;
mod finding;
mod fix;
mod positions;
mod tally;

pub use copy::{Copies, CopyError};
pub use finding::{Finding, FindingObject, Findings};
pub use fix::{Fix, FixError, FixObject, Fixed, fix};
pub use positions::{
    LISTED, PositionCounts, PositionReport, PositionReportObject, RecordFinding, check_positions,
};
pub use tally::Tally;
