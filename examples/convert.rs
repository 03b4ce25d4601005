//! Formats: a file of any format and encoding in, its games in another format out, and what that format cannot hold.
//!
//! `cargo run --no-default-features --example convert -- csa sample-records/formats/even-cp932.kif`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints what it finds")]

use kifukura::formats::{self, Target};
use kifukura::replay::replay;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(target), Some(path)) = (arguments.next(), arguments.next()) else {
        println!("usage: convert TARGET FILE");
        return Ok(());
    };
    let target = Target::from_name(&target).ok_or("there is no such format")?;
    let document = formats::read(&std::fs::read(path)?);
    for record in &document.records {
        let Ok(game) = replay(record) else {
            eprintln!("a record whose start position cannot be played on");
            continue;
        };
        let written = target.write(record, &game, None);
        print!("{}", written.text);
        for loss in written.losses {
            eprintln!("{}: {}", loss.code.name(), loss.message);
        }
    }
    Ok(())
}
