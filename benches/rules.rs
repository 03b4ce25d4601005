//! Speed of the rules core: `cargo bench --bench rules [WORD]…`, words `perft`, `played`, `replay`.
//!
//! Prints the best CPU time of several rounds. The same rows beside other libraries are in `benches/peers`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use std::hint::black_box;

use kifukura::rules::shogi::{History, Move, Position, UsiMoves, perft, perft_played};
use measure::row;

/// Name, SFEN, depth in bulk, depth with every leaf played.
const POSITIONS: [(&str, &str, u32, u32); 3] = [
    ("start position", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 6, 5),
    ("l6nl/5+P1gk/…", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4, 3),
    ("most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3, 2),
];

/// Replays games given as lines of USI moves: parse, judge, play, key, check, repetition at every ply.
fn replay(games: &[Vec<u8>]) -> u64 {
    let start = Position::startpos();
    let mut history = History::new(&start);
    let (mut plies, mut sum) = (0, 0);
    for game in games {
        let mut position = start.clone();
        history.restart(&position);
        for mv in UsiMoves::new(game) {
            let legal = mv.is_ok_and(|mv| position.try_play(mv).is_ok());
            assert!(legal, "every game is legal");
            history.push(&position);
            plies += 1;
            sum ^= position.key() ^ u64::from(position.in_check()) ^ u64::from(history.count() >= 4);
        }
    }
    black_box(sum);
    plies
}

/// Random legal games of 128 plies, the same every time.
fn games(count: u64) -> Vec<Vec<u8>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut game = || {
        let (mut position, mut text) = (Position::startpos(), String::new());
        for _ in 0..128 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv: &Move = &moves[random.usize(..moves.len())];
            text += &format!("{mv} ");
            position.play(*mv);
        }
        text.into_bytes()
    };
    (0..count).map(|_| game()).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|given| given == word);
    for (name, sfen, bulk, played) in POSITIONS {
        let position: Position = sfen.parse().unwrap_or_default();
        if wanted("perft") {
            row(&format!("perft, bulk, {name}, depth {bulk}"), &[("kifukura", &|| perft(&position, bulk))]);
        }
        if wanted("played") {
            let name = format!("perft, every leaf played, {name}, depth {played}");
            row(&name, &[("kifukura", &|| perft_played(&position, played))]);
        }
    }
    if wanted("replay") {
        let games = games(5_000);
        row("replay of random games from USI text, plies", &[("kifukura", &|| replay(&games))]);
    }
}
