//! All integration tests, in one binary.

mod kif;
