#![no_main]
//! Any bytes as an archive.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::archive(bytes));
