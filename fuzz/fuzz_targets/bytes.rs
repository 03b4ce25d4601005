#![no_main]
//! Any bytes: encoding, format, records, corrected copy.

mod judge;

use kifukura::import::source::Content;
use kifukura::import::{Prepared, fix};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let prepared = Prepared::new(Content::new(bytes.to_vec()));
    let _ = fix(&prepared, true);
    let records: Vec<_> = prepared.games.into_iter().map(|found| found.record).collect();
    judge::records(&records);
});
