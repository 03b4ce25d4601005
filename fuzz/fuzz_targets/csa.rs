#![no_main]
//! Text read as CSA, whatever it is.

mod judge;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = kifukura::formats::encoding::decode(bytes).text;
    kifukura::formats::csa::score(&text);
    judge::records(&kifukura::formats::csa::read(&text));
});
