#![no_main]
//! Text read as CSA on one line, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::csa1::read));
