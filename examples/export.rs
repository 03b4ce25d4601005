//! Dataset: the games of a filter as JSON lines, the same bytes in whatever order they were imported.
//!
//! `cargo run --example export -- games.db "ending=resignation" games.jsonl`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kifukura::database::Database;
use kifukura::dataset::{DatasetFormat, export};
use kifukura::query::{Filter, Listing};
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, filter, out] = arguments.as_slice() else {
        println!("usage: export DATABASE FILTER FILE");
        return Ok(());
    };
    let filter: Filter = filter.parse()?;
    let database = Database::open(Path::new(file))?;
    let columns = ["black", "white", "winner", "moves"].map(str::to_owned);
    let mut output = BufWriter::new(File::create_new(out)?);
    let games = export(
        &database,
        &filter,
        &Listing::default(),
        DatasetFormat::JsonLines,
        Some(&columns),
        &mut output,
    )?;
    println!("{games} games in {out}");
    Ok(())
}
