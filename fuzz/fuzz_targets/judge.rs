// What every target does with the records it read: play them, correct them, write them in every format, read that again.

use kifukura::formats::{csa, kif, usi};
use kifukura::record::Record;
use kifukura::replay::replay;

pub fn records(records: &[Record]) {
    for record in records.iter().take(20) {
        if let Ok(game) = replay(record) {
            kif::read(&kif::write(record, &game).text);
            csa::read(&csa::write(record, &game, csa::Version::V30).text);
            usi::read(&usi::write(record, &game).text);
        }
    }
}
