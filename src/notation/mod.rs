//! A move, a square or a piece as text, in the spellings of the record formats.
//!
//! SFEN and USI are the texts of [`crate::rules`] itself (`Display` and `FromStr` of its types).

pub mod animals;
pub(crate) mod beyond;
pub(crate) mod characters;
pub mod csa;
pub(crate) mod diagram;
pub mod ki2;
pub mod kif;
