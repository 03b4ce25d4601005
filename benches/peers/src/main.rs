//! The rules core and the readers beside other Rust libraries, in one run: `cargo run --release [WORD]…`.
//!
//! Each row runs every program in turn, for several rounds, and prints the best CPU time of each.
//! Words choose rows (`perft`, `played`, `replay`, `read`); without any, all rows run.

#[path = "../../measure/games.rs"]
mod games;
#[path = "../../measure/mod.rs"]
mod measure;
mod perft;
mod read;
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
    if wanted("read") {
        read::files();
    }
}
