//! Speed of reading: `cargo bench --bench read [WORD]…`, words `csa`, `kif`, `usi`.
//!
//! Decoding, recognising, reading and replaying seeded random games of 129 plies with headers and times, one file each,
//! on one thread; the best CPU time of several rounds, in games a second.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::cast_precision_loss, reason = "figures are shown in three digits")]

#[path = "measure/cpu.rs"]
mod cpu;

use kifukura::formats::encoding::{Encoding, decode, encode};
use kifukura::formats::{csa, kif, read, usi};
use kifukura::record::{Clock, Ply, Record, WrittenMove};
use kifukura::replay::replay;
use kifukura::rules::shogi::{Move, Position};
use std::hint::black_box;
use std::time::Instant;

/// The length of a game, in plies.
const PLIES: usize = 129;

/// Random legal games, the same every time.
fn records(count: usize) -> Vec<Record> {
    let mut noise = 1_u64;
    let mut next = move |below: usize| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(noise >> 33).map_or(0, |noise| noise % below.max(1))
    };
    let mut records = Vec::new();
    while records.len() < count {
        let (mut position, mut record) = (Position::startpos(), Record::default());
        for ply in 0..PLIES {
            let moves = position.legal_moves();
            let Some(mv): Option<&Move> = moves.get(next(moves.len())) else { break };
            let spent = i32::try_from(next(60)).unwrap_or(0) * 1000;
            let clock = Clock { spent: Some(spent), total: Some(spent * i32::try_from(ply).unwrap_or(0)) };
            record.lines[0].plies.push(Ply {
                written: WrittenMove::from(*mv),
                clock,
                place: Default::default(),
            });
            position.play(*mv);
        }
        record.info.players.black = Some(format!("先手の人{}", records.len()));
        record.info.players.white = Some("後手の人".to_owned());
        record.info.event = Some("なんとか杯予選".to_owned());
        if record.main().plies.len() == PLIES {
            records.push(record);
        }
    }
    records
}

fn whole(files: &[Vec<u8>]) -> u64 {
    let mut plies = 0;
    for bytes in files {
        let document = read(bytes);
        for record in &document.records {
            plies += replay(record).map_or(0, |game| game.moves().len());
        }
    }
    assert_eq!(plies, files.len() * PLIES, "every move is read and legal");
    files.len() as u64
}

fn decoded(files: &[Vec<u8>]) -> u64 {
    files.iter().for_each(|bytes| drop(black_box(decode(bytes))));
    files.len() as u64
}

fn without_replay(files: &[Vec<u8>]) -> u64 {
    files.iter().for_each(|bytes| drop(black_box(read(bytes))));
    files.len() as u64
}

/// CPU seconds for one unit of the work, the best of several rounds.
fn best(program: &dyn Fn() -> u64) -> f64 {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let start = Instant::now();
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let before = cpu::seconds(start);
        let (mut work, mut spent) = (0, 0.0);
        while spent < 0.2 {
            work += black_box(program());
            spent = cpu::seconds(start) - before;
        }
        best = best.min(spent / work as f64);
    }
    best
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let count = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let records = records(count);
    let files = |write: &dyn Fn(&Record) -> String, encoding| -> Vec<Vec<u8>> {
        records.iter().map(|record| encode(&write(record), encoding).0).collect()
    };
    let game = |record: &Record| replay(record).unwrap_or_else(|error| panic!("{error:?}"));
    let csa = |record: &Record| csa::write(record, &game(record), csa::Version::V22).text;
    let kif = |record: &Record| kif::write(record, &game(record)).text;
    let usi = |record: &Record| usi::write(record, &game(record)).text;
    type Write<'a> = &'a dyn Fn(&Record) -> String;
    let sorts: [(&str, Write<'_>, Encoding); 5] = [
        ("csa", &csa, Encoding::Utf8),
        ("csa cp932", &csa, Encoding::Cp932),
        ("kif cp932", &kif, Encoding::Cp932),
        ("kif utf-8", &kif, Encoding::Utf8),
        ("usi", &usi, Encoding::Utf8),
    ];
    for (name, write, encoding) in sorts {
        if !words.is_empty() && !words.iter().any(|word| name.starts_with(word.as_str())) {
            continue;
        }
        let files = files(write, encoding);
        let bytes = files.iter().map(Vec::len).sum::<usize>() as f64 / files.len() as f64;
        let [all, read, text] = [whole, without_replay, decoded].map(|work| best(&|| work(&files)));
        println!(
            "{name:<10} {bytes:>6.0} bytes   {:>8.0} games/s   decode {:>5.2} µs, read {:>5.2} µs, replay {:>5.2} µs",
            1.0 / all,
            text * 1e6,
            (read - text) * 1e6,
            (all - read) * 1e6,
        );
    }
}
