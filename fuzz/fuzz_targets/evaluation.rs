#![no_main]
//! Any bytes as comments, in which evaluations are looked for.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::comments(bytes));
