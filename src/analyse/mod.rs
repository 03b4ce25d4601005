//! Judging positions: by a complete solution where there is one.

pub mod dobutsu;
