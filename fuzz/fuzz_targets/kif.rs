#![no_main]
//! Text read as KIF, whatever it is.

mod judge;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = kifukura::formats::encoding::decode(bytes).text;
    kifukura::formats::kif::score(&text);
    judge::records(&kifukura::formats::kif::read(&text));
});
