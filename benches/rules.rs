//! Speed of the rules core: `cargo bench --bench rules [WORD]…`, words `perft`, `played`, `replay`, `packed`.
//!
//! Prints the best CPU time of several rounds. The same rows beside other libraries are in `benches/peers`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use std::hint::black_box;

use kifukura::formats::packed::{hcpe, psv, read_psv};
use kifukura::record::GameResult;
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

/// Every position of some games with the move played there.
fn positions(games: &[Vec<u8>]) -> Vec<(Position, Move)> {
    let mut positions = Vec::new();
    for game in games {
        let mut position = Position::startpos();
        for mv in UsiMoves::new(game).flatten() {
            positions.push((position.clone(), mv));
            position.play(mv);
        }
    }
    positions
}

/// Packed positions, written and read.
fn packed(positions: &[(Position, Move)]) {
    let result = GameResult::Draw;
    let as_psv = || {
        let mut file = Vec::with_capacity(positions.len() * psv::RECORD_BYTES);
        for (position, mv) in positions {
            let written = psv::Record::new(position, Some(*mv), result).write(&mut file);
            assert!(written.is_ok(), "every position has all its pieces");
        }
        file
    };
    let as_hcpe = || {
        let mut file = Vec::with_capacity(positions.len() * hcpe::RECORD_BYTES);
        for (position, mv) in positions {
            let written = hcpe::Record::new(position, Some(*mv), result).write(&mut file);
            assert!(written.is_ok(), "every position has all its pieces");
        }
        file
    };
    let file = as_psv();
    let legal = || {
        let records = read_psv(&file[..]).flatten();
        let positions =
            records.map(|record| Position::try_from(&record.position).map(|position| (position, record.mv)));
        positions.flatten().filter(|(position, mv)| mv.is_some_and(|mv| position.judge(mv).is_ok())).count()
            as u64
    };
    let records = |file: Vec<u8>, bytes: usize| (black_box(file).len() / bytes) as u64;
    row("positions written as psv", &[("kifukura", &|| records(as_psv(), psv::RECORD_BYTES))]);
    row("positions written as hcpe", &[("kifukura", &|| records(as_hcpe(), hcpe::RECORD_BYTES))]);
    row("psv read", &[("kifukura", &|| read_psv(&file[..]).flatten().count() as u64)]);
    row("psv read, made a position, its move judged", &[("kifukura", &legal)]);
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
    if wanted("packed") {
        packed(&positions(&games(500)));
    }
}
