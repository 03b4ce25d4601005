#![no_main]
//! Text read as raw moves of Shogi Wars, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::wars::read));
