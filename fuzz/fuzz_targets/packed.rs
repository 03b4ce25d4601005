#![no_main]
//! Any bytes as each format of packed positions: read, held against the rules, and written again where they are possible.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::packed(bytes));
