//! Dōbutsu shōgi solved: the value of every position, by retrograde analysis.
//!
//! [`Solution::compute`] finds the values of all positions in memory, [`Solution::write`] puts them into a table
//! file, and [`Table`] answers from that file without reading more of it than it needs. [`Census`] counts what can be
//! reached from the start, as published solutions do. `docs/dobutsu.md` has the file format, the figures, and how
//! distances are counted.
//!
//! [`Table::annotate`] holds a game against it. It does not know repetition: a draw is a position from which neither side can force a win.

mod annotate;
mod blocks;
mod board;
mod census;
mod lions;
mod moves;
mod probe;
mod progress;
mod rank;
mod retrograde;
mod segment;
mod side;
mod solve;
mod store;
mod table;
mod table_error;
mod unmoves;
mod value;

pub use annotate::{Annotation, Judged, Kept};
pub use census::{Census, Count};
pub use probe::{MoveValue, ProbeError};
pub use progress::Progress;
pub use solve::{Solution, SolveError, Verification};
pub use table::Table;
pub use table_error::TableError;
pub use value::Value;
