//! Integration tests, one binary.

mod dobutsu;
