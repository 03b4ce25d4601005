//! What is wrong with record files, and what of it can be corrected with certainty.

mod fix;

pub use fix::{Fix, Fixed, fix};
