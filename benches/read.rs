//! Speed of reading: `cargo bench --bench read [WORD]…`, words `csa`, `kif`, `ki2`, `usi`, `jkf`, `length`.
//!
//! Decoding, recognising, reading and replaying seeded random games of 129 plies with names and times, one file each, on
//! one thread: the best CPU time of several rounds, in games a second. `length` prints nanoseconds a ply for games of
//! 62 to 4,000 plies, which must not grow. `ROUNDS` and `GAMES` in the environment say how many; `FILES` names a folder
//! to which the files are written, for other programs to read.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::cast_precision_loss, reason = "figures are shown in three digits")]

#[path = "measure/cpu.rs"]
mod cpu;
#[path = "measure/games.rs"]
mod games;

use games::SORTS;
use kifukura::formats::encoding::decode;
use kifukura::formats::read;
use kifukura::replay::replay;
use std::hint::black_box;
use std::time::Instant;

/// The length of a game, in plies, where nothing else is said.
const PLIES: usize = 129;

/// The lengths that are compared.
const LENGTHS: [usize; 4] = [62, PLIES, 1000, 4000];

fn read_all(files: &[Vec<u8>], plies: usize) -> u64 {
    let mut found = 0;
    for bytes in files {
        let document = read(bytes);
        for record in &document.records {
            found += replay(record).map_or(0, |game| game.moves().len());
        }
    }
    assert_eq!(found, files.len() * plies, "every move is read and legal");
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

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// CPU seconds for one unit of the work, the best of several rounds.
fn best(program: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    let mut best = f64::INFINITY;
    for _ in 0..number("ROUNDS", 5) {
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

fn write_out(name: &str, files: &[Vec<u8>]) {
    let Ok(folder) = std::env::var("FILES") else { return };
    let folder = std::path::Path::new(&folder).join(name.replace(' ', "-"));
    let written = std::fs::create_dir_all(&folder).and_then(|()| {
        files
            .iter()
            .enumerate()
            .try_for_each(|(index, bytes)| std::fs::write(folder.join(index.to_string()), bytes))
    });
    written.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.starts_with(word.as_str()));
    let records = games::records(number("GAMES", 1000), PLIES);
    for sort in SORTS.into_iter().filter(|(name, ..)| wanted(name)) {
        let files = games::files(&records, sort);
        write_out(sort.0, &files);
        let bytes = files.iter().map(Vec::len).sum::<usize>() as f64 / files.len() as f64;
        let all = best(|| read_all(&files, PLIES));
        let (read, text) = (best(|| without_replay(&files)), best(|| decoded(&files)));
        println!(
            "{:<10} {bytes:>6.0} bytes   {:>8.0} games/s   decode {:>5.2} µs, read {:>5.2} µs, replay {:>5.2} µs",
            sort.0,
            1.0 / all,
            text * 1e6,
            (read - text) * 1e6,
            (all - read) * 1e6,
        );
    }
    if wanted("length") {
        let records = LENGTHS.map(|plies| games::records((20_000 / plies).max(2), plies));
        for sort in SORTS {
            let nanoseconds = |(records, plies): (&Vec<_>, usize)| {
                let files = games::files(records, sort);
                format!("{:>5.0} at {plies}", best(|| read_all(&files, plies)) / plies as f64 * 1e9)
            };
            let all: Vec<_> = records.iter().zip(LENGTHS).map(nanoseconds).collect();
            println!("{:<10} ns a ply: {} plies", sort.0, all.join(", "));
        }
    }
}
