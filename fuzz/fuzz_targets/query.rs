#![no_main]
//! Text read as a query about shogi and about dōbutsu shōgi: what is read prints back to itself, and what is wrong lies in
//! the text.

use kifukura::pattern::{Plain, Program, parse};
use kifukura::rules::Variant;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for variant in Variant::ALL {
        match parse(&text, variant, &Plain) {
            Ok(expression) => {
                let printed = expression.text(variant);
                let again = parse(&printed, variant, &Plain);
                // A form can be longer than what it was read from.
                if printed.len() <= kifukura::pattern::LONGEST {
                    assert_eq!(again.as_ref(), Ok(&expression), "{printed}");
                }
                let _ = Program::new(&expression, variant);
            }
            Err(error) => assert!(error.text().get(error.range()).is_some(), "{:?}", error.range()),
        }
    }
});
