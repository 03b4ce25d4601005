//! Times questions to a database inside the process.
//!
//! `cargo bench --bench questions -- kura.db [ROUNDS]`: each question is asked once cold and then ROUNDS
//! times; the best CPU time of the whole process and the best wall time are printed. The positions after ply 10 are a
//! thousand random ones of the games.

#![allow(
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    reason = "a program that prints what it measures or makes, from small numbers"
)]

use kifukura::database::Database;
use kifukura::query::{
    EndingsBy, ExploreOptions, Filter, Query, Questions, players_like, run_sql, search_games,
};
use kifukura::rules::{Variant, VariantPosition};
use std::error::Error;
use std::time::Instant;

/// CPU milliseconds of this process, all threads; wall time where the system does not tell.
fn cpu(began: Instant) -> f64 {
    let mut sum = 0.0;
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return began.elapsed().as_secs_f64() * 1e3 };
    for task in tasks.flatten() {
        let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
        sum += text.split(' ').next().and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0) / 1e6;
    }
    sum
}

fn time(
    name: &str,
    rounds: usize,
    mut ask: impl FnMut() -> Result<u64, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let found = ask()?;
    let cold = began.elapsed().as_secs_f64() * 1e3;
    let (mut best_cpu, mut best_wall) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let (start, before) = (Instant::now(), cpu(began));
        ask()?;
        best_cpu = best_cpu.min(cpu(began) - before);
        best_wall = best_wall.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!(
        "{name:<44} {found:>9} found  cold {cold:>8.1} ms  warm {best_wall:>8.2} ms wall {best_cpu:>8.2} ms cpu"
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds `--bench` of its own.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let Some(path) = arguments.next() else {
        println!("usage: cargo bench --bench questions -- DATABASE [ROUNDS]");
        return Ok(());
    };
    let rounds = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let database = Database::open(path.as_ref())?;
    let start = VariantPosition::startpos(Variant::Shogi);
    let most = run_sql(
        &database,
        "SELECT p.name FROM player p JOIN game g ON g.black = p.id GROUP BY p.id ORDER BY count(*) DESC LIMIT 1",
    )?;
    let player = most.rows.first().and_then(|row| row[0].as_str()).unwrap_or_default();
    let everything = Filter::default();
    let broad: Filter = "since=2010 winner=black".parse()?;
    let narrow: Filter = format!("player=\"{player}\" since=2010 until=2019 ending=resignation").parse()?;
    let mut at_start = ExploreOptions::default();
    at_start.path = Some(Vec::new());
    for (name, filter) in [
        ("start position", &everything),
        ("start position, years and winner", &broad),
        ("start position, player, years, ending", &narrow),
    ] {
        time(name, rounds, || Ok(database.explore(&start, filter, &at_start)?.games))?;
    }
    time("overview", rounds, || Ok(database.overview(&everything)?.answer.games))?;
    time("endings", rounds, || Ok(database.endings(&everything, EndingsBy::Declared)?.answer.len() as u64))?;
    time("lengths", rounds, || Ok(database.lengths(&everything)?.answer.len() as u64))?;
    time("years", rounds, || Ok(database.years(&everything)?.answer.len() as u64))?;
    time("results of players", rounds, || Ok(database.players(&everything, None)?.answer.len() as u64))?;
    time("players", rounds, || Ok(players_like(&database, None)?.answer.len() as u64))?;
    let last = run_sql(&database, "SELECT max(id) FROM game")?.rows[0][0].as_i64().unwrap_or(1);
    let mut random = fastrand::Rng::with_seed(5);
    let mut worst = (0.0, 0, String::new());
    let mut times = Vec::new();
    for _ in 0..1000 {
        let id = random.i64(1..=last);
        let Some(record) = database.record(id)? else { continue };
        let game = kifukura::replay::replay(&record).map_err(|_| "a game that cannot be replayed")?;
        let plies = random.usize(11..=30).min(game.moves().len());
        let mut options = ExploreOptions::default();
        options.path = Some(game.moves()[..plies].to_vec());
        let mut position = start.clone();
        game.moves()[..plies].iter().for_each(|mv| position.play(*mv));
        // Wall time: what a question this short takes of the CPU is below what the system counts by.
        let (mut best, mut games) = (f64::INFINITY, 0);
        for _ in 0..3 {
            let start = Instant::now();
            games = database.explore(&position, &everything, &options)?.games;
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        times.push(best);
        if best > worst.0 {
            worst = (best, games, position.sfen());
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "after ply 10, 1,000 random positions: median {:.2} ms wall, 99 % below {:.2}, worst {:.2} ({} games, {})",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        worst.0,
        worst.1,
        worst.2
    );
    let queries = [
        ("pattern, two squares", "5e=G 5d=."),
        ("pattern with hands", "2h=. black.hand.R>=1 black.all.R=2"),
        ("one step", "2h=K 3h=S 4i=G"),
        ("one move", "drops N@4-5e"),
        ("three steps", "2h=K then[..30] drops N then[..40] #R@hand:black=2"),
        ("three steps, mirrored and swapped", "either(A or mirrored(A))"),
        ("check", "check then[..0] captures"),
        ("mate", "#R@hand:black=2 then[..20] mate"),
        ("a position and a move", "position=\"7g7f 3c3d 8h2b+\" then[1..3] move=3a2b"),
        ("a position alone", "position=\"7g7f 3c3d 2g2f 8c8d\""),
        ("words", "ending=checkmate plies=..80"),
    ];
    for (name, text) in queries {
        let text = text.replace('A', "2h=K then[..30] drops N then[..40] #R@hand:black=2");
        let query: Query = text.parse()?;
        time(name, 3, || {
            Ok(search_games(&database, std::slice::from_ref(&query), &everything, false)?.places.len() as u64)
        })?;
    }
    Ok(())
}
