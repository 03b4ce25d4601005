//! Whole games from USI text: parse, judge, play, key, check; ours also knows repetition at every ply.

use std::io::Read;

use shogi_core::ToUsi as _;

use crate::measure::row;
use kifukura::rules::shogi;

/// The games, one a line: `position startpos moves 7g7f …`.
fn text() -> String {
    let shared = std::env::var("KIFUKURA_SHARED").unwrap_or_else(|_| "../../../shared".into());
    let file = std::fs::File::open(format!("{shared}/bench/games.usi.gz")).expect("the shared games");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("text");
    text
}

fn moves(game: &str) -> impl Iterator<Item = &str> {
    game.split_ascii_whitespace().skip(3)
}

fn ours(games: &str) -> u64 {
    let start = shogi::Position::startpos();
    let mut history = shogi::History::new(&start);
    let (mut plies, mut sum) = (0, 0);
    for game in games.lines() {
        let mut position = start.clone();
        history.restart(&position);
        let text = game.strip_prefix("position startpos moves ").expect("a game");
        for mv in shogi::UsiMoves::new(text.as_bytes()) {
            let mv = mv.expect("a move");
            position.try_play(mv).expect("a legal move");
            history.push(&position);
            plies += 1;
            sum ^= position.key() ^ u64::from(position.in_check()) ^ u64::from(history.count() >= 4);
        }
    }
    std::hint::black_box(sum);
    plies
}

fn haitaka(games: &str) -> u64 {
    let start = haitaka::Board::startpos();
    let (mut plies, mut sum) = (0, 0);
    for game in games.lines() {
        let mut board = start.clone();
        for word in moves(game) {
            let mv: haitaka::Move = word.parse().expect("a move");
            board.try_play(mv).expect("a legal move");
            plies += 1;
            sum ^= board.hash() ^ u64::from(!board.checkers().is_empty());
        }
    }
    std::hint::black_box(sum);
    plies
}

fn rsshogi(games: &str) -> u64 {
    let (mut plies, mut sum) = (0, 0);
    for game in games.lines() {
        let mut position = rsshogi::board::Position::empty();
        position.set_hirate();
        position.init_stack();
        for word in moves(game) {
            let mv = position.move32_from_usi(word).expect("a move");
            assert!(position.is_legal_move32(mv));
            position.apply_move32(mv);
            plies += 1;
            sum ^= u64::from(position.is_in_check()) ^ position.key().low_u64();
        }
    }
    std::hint::black_box(sum);
    plies
}

fn legality_lite(games: &str) -> u64 {
    let mut plies = 0;
    for game in games.lines() {
        let mut position = shogi_core::PartialPosition::startpos();
        for word in moves(game) {
            let mv = usi_move(word, &position).expect("a move");
            assert!(shogi_legality_lite::is_legal_partial_lite(&position, mv));
            position.make_move(mv).expect("a move");
            plies += 1;
        }
    }
    plies
}

/// The core crate has no USI reader of its own.
fn usi_move(word: &str, position: &shogi_core::PartialPosition) -> Option<shogi_core::Move> {
    let bytes = word.as_bytes();
    let square = |file: u8, rank: u8| shogi_core::Square::new(file - b'0', rank - b'a' + 1);
    let to = square(bytes[2], bytes[3])?;
    if bytes[1] == b'*' {
        let kind = shogi_core::PieceKind::all().into_iter().find(|kind| {
            let piece = shogi_core::Piece::new(*kind, shogi_core::Color::Black);
            piece.to_usi_owned().as_bytes() == &bytes[..1]
        })?;
        return Some(shogi_core::Move::Drop {
            piece: shogi_core::Piece::new(kind, position.side_to_move()),
            to,
        });
    }
    Some(shogi_core::Move::Normal { from: square(bytes[0], bytes[1])?, to, promote: bytes.len() == 5 })
}

pub fn games() {
    let text = text();
    row(
        "replay of games/games.usi.gz, million plies",
        &[
            ("kifukura, with repetition", &|| ours(&text)),
            ("haitaka 0.3.2", &|| haitaka(&text)),
            ("rsshogi 1.7.3", &|| rsshogi(&text)),
            ("shogi_legality_lite 0.1.3", &|| legality_lite(&text)),
        ],
    );
}
