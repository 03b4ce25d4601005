//! Answers for people: tables, a board, findings with the place under which they stand.
//!
//! Everything that comes out of a file goes through [`clean`] first. Nothing here prints.

mod animals;
mod board;
mod clean;
mod explain;
mod finding;
mod numbers;
mod summary;
mod table;

pub use animals::{Animals, draw_animals};
pub use board::draw_board;
pub use clean::clean;
pub use explain::{example, explain};
pub use finding::{finding_text, fix_text};
pub use numbers::{clock, count, counted, percent};
pub use summary::{import_summary, summary_table};
pub use table::{Align, Table, TableStyle};
