#![no_main]
//! Text read as KI2, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::ki2::read));
