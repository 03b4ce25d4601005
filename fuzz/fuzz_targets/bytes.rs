#![no_main]
//! Any bytes as a file: encoding, format, records, corrected copy.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::file(bytes));
