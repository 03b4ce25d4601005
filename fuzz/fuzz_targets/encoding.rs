#![no_main]
//! Any bytes to text and back.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::encoding(bytes));
