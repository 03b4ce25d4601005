#![no_main]
//! Text read as USI, whatever it is.

mod judge;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = kifukura::formats::encoding::decode(bytes).text;
    kifukura::formats::usi::score(&text);
    judge::records(&kifukura::formats::usi::read(&text));
});
