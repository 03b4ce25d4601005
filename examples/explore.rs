//! Database and questions: a folder into a database, and what was played in a position.
//!
//! `cargo run --example explore -- games.db sample-records "7g7f"`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kifukura::database::Database;
use kifukura::import::{Options, import};
use kifukura::query::{AskedPosition, ExploreOptions, Filter, Questions};
use kifukura::rules::PlayablePosition;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder, moves] = arguments.as_slice() else {
        println!("usage: explore DATABASE FOLDER MOVES");
        return Ok(());
    };
    let database = Database::create(Path::new(file))?;
    let summary = import(&database, &[folder.into()], Options::default(), &mut |_| {})?;
    println!("{} games read, {} stored, {} rejected", summary.games, summary.stored, summary.rejected);

    let asked = AskedPosition::read(moves, None, None)?;
    let filter = Filter::default().of_variant(asked.position.variant());
    let mut options = ExploreOptions::default();
    options.path.clone_from(&asked.path);
    let explored = database.explore(&asked.position, &filter, &options)?;
    println!("{} games reached {}", explored.games, explored.sfen);
    for found in &explored.moves {
        let score = found.score.map_or_else(String::new, |score| format!(", score {:.3}", score.mean));
        println!("{}: {} games{score}", found.usi, found.games);
    }
    Ok(())
}
