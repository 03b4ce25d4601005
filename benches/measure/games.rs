//! Seeded random games as files of every format that is measured.

use kifukura::formats::encoding::{Encoding, encode};
use kifukura::formats::{csa, jkf, ki2, kif, usi};
use kifukura::record::{Clock, Ply, Record, WrittenMove};
use kifukura::replay::{Game, replay};
use kifukura::rules::shogi::{Move, Position};

/// A format in an encoding: its name and its writer.
pub type Sort = (&'static str, fn(&Record, &Game) -> String, Encoding);

/// What is measured.
pub const SORTS: [Sort; 7] = [
    ("csa", |record, game| csa::write(record, game, csa::Version::V22).text, Encoding::Utf8),
    ("csa cp932", |record, game| csa::write(record, game, csa::Version::V22).text, Encoding::Cp932),
    ("kif cp932", |record, game| kif::write(record, game).text, Encoding::Cp932),
    ("kif utf-8", |record, game| kif::write(record, game).text, Encoding::Utf8),
    ("ki2", |record, game| ki2::write(record, game).text, Encoding::Utf8),
    ("usi", |record, game| usi::write(record, game).text, Encoding::Utf8),
    ("jkf", |record, game| jkf::write(record, game).text, Encoding::Utf8),
];

/// Legal games of so many plies with names and times, the same every time.
pub fn records(count: usize, plies: usize) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut records = Vec::new();
    while records.len() < count {
        let (mut position, mut record) = (Position::startpos(), Record::default());
        let mut totals = [0; 2];
        for ply in 0..plies {
            let moves = position.legal_moves();
            let (before, after) = moves.split_at(random.usize(..moves.len().max(1)));
            // Whatever mates is passed over, or no game would become long.
            let goes_on = |mv: &&Move| position.after(**mv).has_legal_move();
            let Some(mv) = after.iter().chain(before).find(goes_on) else { break };
            let spent = random.i32(0..60) * 1000;
            let total = &mut totals[ply % 2];
            *total += spent;
            let clock = Clock { spent: Some(spent), total: Some(*total) };
            let written = WrittenMove::from(*mv);
            record.lines[0].plies.push(Ply { written, clock, place: Default::default() });
            position.play(*mv);
        }
        record.info.players.black = Some(format!("先手の人{}", records.len()));
        record.info.players.white = Some("後手の人".to_owned());
        record.info.event = Some("なんとか杯予選".to_owned());
        if record.main().plies.len() == plies {
            records.push(record);
        }
    }
    records
}

/// Each record as a file.
pub fn files(records: &[Record], (_, write, encoding): Sort) -> Vec<Vec<u8>> {
    let file = |record: &Record| {
        let game = replay(record).unwrap_or_else(|error| panic!("{error:?}"));
        encode(&write(record, &game), encoding).0
    };
    records.iter().map(file).collect()
}
