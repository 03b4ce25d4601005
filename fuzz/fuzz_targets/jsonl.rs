#![no_main]
//! Text read as kura's own JSON lines, whatever it is.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifukura_fuzz::text(bytes, kifukura::formats::jsonl::read));
