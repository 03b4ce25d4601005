//! Dōbutsu shōgi solved: the value of every position, by retrograde analysis.

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

pub use census::{Census, Count};
pub use probe::{MoveValue, ProbeError};
pub use progress::Progress;
pub use solve::{Solution, SolveError, Verification};
pub use table::Table;
pub use table_error::TableError;
pub use value::Value;
