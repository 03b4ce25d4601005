//! Dōbutsu shōgi solved: the value of every position, by retrograde analysis.

mod board;
mod census;
mod moves;
mod rank;
mod side;
mod solve;
mod unmoves;
mod value;

pub use census::{Census, Count};
pub use solve::{Progress, Solution, SolveError};
pub use value::Value;
