#![no_main]
//! Any bytes as a start position and moves from it, legal and illegal ones.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::rules(bytes));
