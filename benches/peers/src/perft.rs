//! Leaf counts, with and without counting the last ply in bulk.

use crate::measure::row;
use kifukura::rules::shogi;

const POSITIONS: [(&str, &str, u8, u8); 3] = [
    ("start position", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 6, 5),
    ("l6nl/5+P1gk/…", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4, 3),
    ("most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3, 3),
];

fn haitaka_bulk(board: &haitaka::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += haitaka_bulk(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn haitaka_played(board: &haitaka::Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += haitaka_played(&next, depth - 1);
        }
        false
    });
    nodes
}

/// Can be smaller than the standard depths, for a quick look: `DEPTH_LESS=1`.
fn less() -> u8 {
    std::env::var("DEPTH_LESS").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

pub fn bulk() {
    for (name, sfen, depth, _) in POSITIONS {
        let depth = depth - less();
        let ours: shogi::Position = sfen.parse().expect("a position");
        let haitaka = haitaka::Board::from_sfen(sfen).expect("a position");
        let rsshogi = rsshogi::board::position_from_sfen(sfen).expect("a position");
        row(
            &format!("perft, bulk, {name}, depth {depth}"),
            &[
                ("kifukura", &|| shogi::perft(&ours, depth.into())),
                ("haitaka 0.3.2", &|| haitaka_bulk(&haitaka, depth)),
                ("rsshogi 1.7.3", &|| rsshogi::board::perft::perft(&rsshogi, depth).expect("a count").nodes),
            ],
        );
    }
}

pub fn played() {
    for (name, sfen, _, depth) in POSITIONS {
        let depth = depth - less();
        let ours: shogi::Position = sfen.parse().expect("a position");
        let haitaka = haitaka::Board::from_sfen(sfen).expect("a position");
        row(
            &format!("perft, every leaf played, {name}, depth {depth}"),
            &[
                ("kifukura", &|| shogi::perft_played(&ours, depth.into())),
                ("haitaka 0.3.2", &|| haitaka_played(&haitaka, depth)),
            ],
        );
    }
}
