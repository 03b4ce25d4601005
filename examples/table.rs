//! Report: one answer as a table, as CSV and as JSON.
//!
//! `cargo run --example table -- games.db "player=髙見 since=2020"`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kifukura::database::Database;
use kifukura::query::{Filter, Listing, Questions};
use kifukura::report::{Answer, Csv, GameList, Json, RenderOptions, Renderer, Table};
use kifukura::terms::Language;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        println!("usage: table DATABASE [FILTER]");
        return Ok(());
    };
    let filter: Filter = arguments.next().unwrap_or_default().parse()?;
    let database = Database::open(Path::new(&file))?;
    let games = database.list_games(&filter, &Listing::first(10))?;
    let answer = GameList { games, all: database.count_records(&filter)? };

    let mut options = RenderOptions::default();
    options.language = Language::Japanese;
    options.width = Some(100);
    let mut out = std::io::stdout().lock();
    let renderers: [&dyn Renderer; 3] = [&Table, &Csv, &Json];
    for renderer in renderers {
        renderer.render(&answer, &options, &mut out)?;
    }
    for remark in answer.remarks(options.language) {
        println!("{remark}");
    }
    Ok(())
}
