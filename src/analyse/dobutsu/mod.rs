//! Dōbutsu shōgi solved: the value of every position, by retrograde analysis.

mod board;
mod census;
mod lions;
mod moves;
mod progress;
mod rank;
mod retrograde;
mod segment;
mod side;
mod solve;
mod unmoves;
mod value;

pub use census::{Census, Count};
pub use progress::Progress;
pub use solve::{Solution, SolveError, Verification};
pub use value::Value;
