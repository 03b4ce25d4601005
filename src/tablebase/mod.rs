//! Dōbutsu shōgi solved: the value of every position, by retrograde analysis.
//!
//! [`Solution::compute`] finds the values of all positions in memory, [`Solution::write`] puts them into a table
//! file, and [`SolutionTable`] answers from that file without reading more of it than it needs. [`Census`] counts what can be
//! reached from the start, as published solutions do. `docs/dobutsu.md` has the file format, the figures, and how
//! distances are counted.
//!
//! The table does not know repetition: a draw is a position from which neither side can force a win.

mod blocks;
mod board;
mod census;
mod file;
mod lions;
mod moves;
mod predecessors;
mod probe;
mod progress;
mod rank;
mod retrograde;
mod segment;
mod side;
mod solution_table;
mod solve;
mod table_error;
mod value;

pub use census::{Census, PositionCount};
pub use probe::{MoveValue, ProbeError};
pub use progress::Progress;
pub use solution_table::SolutionTable;
pub use solve::{Solution, SolveError, Verification};
pub use table_error::TableError;
pub use value::Value;
