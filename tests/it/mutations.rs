//! Mutated records: the samples and, where it is there, the shared corpus, cut, spliced, doubled and flipped at random.
//!
//! A few seconds in every run; `KURA_LONG=SECONDS` for longer. The coverage-guided targets are in `fuzz/`.

use crate::support::single_samples;
use kifukura::check::fix;
use kifukura::formats::{csa, kif, usi};
use kifukura::intake::{Content, ReplayedFile, find};
use kifukura::replay::replay;
use std::time::{Duration, Instant};

/// Random mutations, the same for the same seed.
struct Mutations(fastrand::Rng);

impl Mutations {
    /// A number below the limit; 0 where there is none.
    fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit.max(1))
    }

    /// A part of the bytes.
    fn part(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len());
        start..start + self.below((bytes.len() - start).min(200))
    }

    fn mutate(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.below(seeds.len())].clone();
        bytes.truncate(20_000);
        for _ in 0..=self.below(6) {
            let (part, at) = (self.part(&bytes), self.below(bytes.len()));
            match self.below(7) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(part)),
                2 => drop(bytes.splice(at..at, bytes[part].to_vec())),
                3 => {
                    let other = &seeds[self.below(seeds.len())];
                    let theirs = self.part(other);
                    drop(bytes.splice(part, other[theirs].iter().copied()));
                }
                4 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                5 if !bytes.is_empty() => {
                    let marks = b"\r\n ,:+-*0123456789\x1a\x1b\0\xff";
                    bytes[at] = marks[self.below(marks.len())];
                }
                _ => {
                    let number = ["99999999999999999999", "-1", "0", "65536", "4294967296"][self.below(5)];
                    drop(bytes.splice(at..at, number.bytes()));
                }
            }
        }
        bytes
    }
}

#[test]
fn mutated_records_are_read_played_corrected_and_written() {
    let long = std::env::var("KURA_LONG").ok().and_then(|text| text.parse().ok()).filter(|long| *long > 1);
    let mut seeds: Vec<Vec<u8>> =
        find(&single_samples()).iter().filter_map(|source| std::fs::read(&source.path).ok()).collect();
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/quirk");
    if long.is_some() {
        seeds.extend(find(&[corpus]).iter().filter_map(|source| std::fs::read(&source.path).ok()));
    }
    seeds.retain(|bytes| !bytes.is_empty());
    let (start, limit) = (Instant::now(), Duration::from_secs(long.unwrap_or(3)));
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut mutations = Mutations(fastrand::Rng::with_seed(seed));
    let (mut count, mut slowest) = (0_u64, Duration::ZERO);
    while start.elapsed() < limit {
        let bytes = mutations.mutate(&seeds);
        let began = Instant::now();
        let result = std::panic::catch_unwind(|| everything(&bytes));
        if result.is_err() {
            let path = std::env::temp_dir().join("kura-mutation");
            std::fs::write(&path, &bytes).unwrap();
            panic!("{} bytes in {} make it panic", bytes.len(), path.display());
        }
        slowest = slowest.max(began.elapsed());
        count += 1;
    }
    assert!(slowest < Duration::from_secs(20), "one took {slowest:?}");
    if long.is_some() {
        let rate = count / limit.as_secs();
        std::fs::write(std::env::temp_dir().join("kura-mutations"), format!("{count} {rate}/s {slowest:?}"))
            .unwrap();
    }
}

/// Whatever can be done with a file.
fn everything(bytes: &[u8]) {
    let file = ReplayedFile::new(Content::new(bytes.to_vec()));
    let _ = fix(&file, true);
    for found in file.games.iter().take(10) {
        if let Ok(game) = &found.game {
            for text in [
                kif::write(&found.record, game).text,
                csa::write(&found.record, game, csa::Version::V30).text,
                usi::write(&found.record, game).text,
            ] {
                let again = ReplayedFile::new(Content::new(text.into_bytes()));
                again.games.iter().take(10).for_each(|found| drop(replay(&found.record)));
            }
        }
    }
}
