//! Replay: how each game of some files ended, as its record declares and as its moves verify.
//!
//! `cargo run --no-default-features --example endings -- sample-records/endings/*`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kifukura::formats;
use kifukura::record::Ending;
use kifukura::replay::replay;
use std::error::Error;

fn name(ending: Ending) -> &'static str {
    if ending == Ending::None { "nothing" } else { ending.name() }
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        for record in formats::read(&std::fs::read(&path)?).records {
            let Ok(game) = replay(&record) else { continue };
            let outcome = &game.outcome;
            println!(
                "{path}: {} plies, declared {}, verified {}: {}",
                game.moves().len(),
                name(outcome.declared),
                name(outcome.verified),
                outcome.agreement.name(),
            );
            for found in record.diagnostics.iter().chain(&game.diagnostics) {
                let line = found.place.line().map_or_else(String::new, |line| format!("line {line}: "));
                println!("  {line}{} {}", found.code, found.message);
            }
        }
    }
    Ok(())
}
