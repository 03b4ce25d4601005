#![no_main]
//! Text read as games of lishogi, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::lishogi::read));
