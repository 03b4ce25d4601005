//! CPU time, the best of several rounds.

mod cpu;

use cpu::seconds;
use std::hint::black_box;
use std::time::Instant;

/// Something to measure: its name, and a function that does the work and says how much it was.
pub type Program<'a> = (&'a str, &'a dyn Fn() -> u64);

/// Runs the programs in turn and prints millions a second, and the ratio of the first to each.
pub fn row(name: &str, programs: &[Program<'_>]) {
    row_in(name, (1e6, "M/s"), programs);
}

/// The same in another unit, which is so many and has a name.
/// `ROUNDS` in the environment says how often, else five times.
pub fn row_in(name: &str, (unit, unit_name): (f64, &str), programs: &[Program<'_>]) {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let start = Instant::now();
    let mut best = vec![f64::INFINITY; programs.len()];
    let mut work = vec![0; programs.len()];
    for _ in 0..rounds {
        for (index, (_, program)) in programs.iter().enumerate() {
            // The system counts CPU time in steps of some milliseconds: short work is repeated.
            let (before, began) = (seconds(start), Instant::now());
            let mut times = 0.0;
            while times == 0.0 || began.elapsed().as_secs_f64() < 0.5 {
                work[index] = black_box(program());
                times += 1.0;
            }
            best[index] = best[index].min((seconds(start) - before) / times);
        }
    }
    println!("{name}");
    let rate = |index: usize| work[index] as f64 / best[index] / unit;
    for (index, (program, _)) in programs.iter().enumerate() {
        let marker = if work[index] == work[0] {
            String::new()
        } else {
            format!("  (counts {}, not {})", work[index], work[0])
        };
        println!(
            "  {program:<28} {:>8.1} {unit_name}   {:>5.2}x{marker}",
            rate(index),
            rate(0) / rate(index)
        );
    }
}
