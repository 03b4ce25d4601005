//! Makes a large collection of game records from a seed: the same seed gives the same bytes.
//!
//! `cargo bench --bench collection -- FOLDER --games 1000000 --seed 1 --per-file 250 --kif-every 4`
//!
//! Games begin as in an opening book (a few moves are popular in every position, and lines part from it after ply 6 to
//! 40), go on with legal moves, captures preferred, and have the lengths of real games: about 110 plies on average.
//! Two thousand players with ratings play on the days of twenty years, popular ones more often. Every ending is one
//! that replay agrees with: resignation, mate, the clock, repetition, interruption. Every `--kif-every`th file is KIF in
//! CP932, the others are CSA; a file holds `--per-file` games.

#![allow(
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    reason = "a program that prints what it measures or makes, from small numbers"
)]

mod game;
mod random;
mod write;

use random::Random;
use std::path::{Path, PathBuf};

/// What to make.
struct Plan {
    folder: PathBuf,
    games: u64,
    seed: u64,
    per_file: u64,
    kif_every: u64,
}

fn plan() -> Option<Plan> {
    let mut plan = Plan { folder: PathBuf::new(), games: 10_000, seed: 1, per_file: 250, kif_every: 4 };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.parse().ok();
        match argument.as_str() {
            "--games" => plan.games = number()?,
            "--seed" => plan.seed = number()?,
            "--per-file" => plan.per_file = number().filter(|count| *count > 0)?,
            "--kif-every" => plan.kif_every = number()?,
            // Cargo adds this of its own.
            "--bench" => {}
            folder if !folder.starts_with('-') => plan.folder = folder.into(),
            _ => return None,
        }
    }
    (plan.folder != Path::new("")).then_some(plan)
}

fn file(plan: &Plan, number: u64) -> std::io::Result<()> {
    let first = number * plan.per_file;
    let kif = plan.kif_every > 0 && number % plan.kif_every == plan.kif_every - 1;
    let mut bytes = Vec::new();
    for index in first..plan.games.min(first + plan.per_file) {
        let game = game::Game::new(&mut Random::new(plan.seed, index));
        if kif { write::kif(&game, &mut bytes) } else { write::csa(&game, &mut bytes) }
    }
    let folder = plan.folder.join(format!("{:03}", number / 100));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(format!("{number:06}.{}", if kif { "kif" } else { "csa" })), bytes)
}

fn main() -> std::io::Result<()> {
    let Some(plan) = plan() else {
        let usage = "usage: cargo bench --bench collection -- FOLDER [--games N] [--seed N] [--per-file N] [--kif-every N]";
        eprintln!("{usage}");
        // Run with all other benchmarks it has nothing to do.
        let alone = std::env::args().skip(1).all(|argument| argument == "--bench");
        return if alone { Ok(()) } else { Err(std::io::Error::other("the arguments are not understood")) };
    };
    let files = plan.games.div_ceil(plan.per_file);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    std::thread::scope(|scope| {
        let work = |thread| {
            let plan = &plan;
            move || (thread..files).step_by(threads as usize).try_for_each(|number| file(plan, number))
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(work(thread))).collect();
        running.into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
    })
}
