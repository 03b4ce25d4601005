#![no_main]
//! Text read as JSON with games in its strings, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::json::texts::read));
