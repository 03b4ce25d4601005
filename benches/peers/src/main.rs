//! The rules core beside other Rust libraries, in one run: `cargo run --release [WORD]…`.
//!
//! Each row runs every program in turn, for several rounds, and prints the best CPU time of each.
//! Words choose rows (`perft`, `played`, `replay`); without any, all rows run.

#[path = "../../measure/mod.rs"]
mod measure;
mod perft;
mod replay;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|given| given == word);
    if wanted("perft") {
        perft::bulk();
    }
    if wanted("played") {
        perft::played();
    }
    if wanted("replay") {
        replay::games();
    }
}
