//! The rules alone: which moves a position has, and which of them mate.
//!
//! `cargo run --no-default-features --example mate_in_one -- "8k/9/8P/9/9/9/9/9/K8 b 2G 1"`

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kifukura::rules::shogi::Position;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let sfen = std::env::args().nth(1).unwrap_or_else(|| "8k/9/8P/9/9/9/9/9/K8 b 2G 1".to_owned());
    let position: Position = sfen.parse()?;
    let moves = position.legal_moves();
    println!("{} legal moves", moves.len());
    for mv in moves.iter().filter(|mv| position.after(**mv).is_checkmate()) {
        println!("{mv} mates");
    }
    Ok(())
}
