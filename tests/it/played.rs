//! A record played just far enough for the writers.

use kifukura::record::{Ending, Origin, Record, WrittenMove};
use kifukura::replay::{Agreement, Facts, Game, Outcome, Played, Stop};
use kifukura::rules::shogi::{Move, Position};

/// Plays the main line of a record whose moves name origin and destination.
pub fn play(record: &Record) -> Game {
    let start = Position::try_from(record.start.setup.clone()).expect("a position that can be played");
    let mut last = start.clone();
    let mut moves = Vec::new();
    let mut stop = None;
    for ply in &record.main().plies {
        let Some(mv) = resolve(&last, &ply.written) else { break };
        if let Err(rule) = last.judge(mv) {
            stop = Some(Stop::Illegal(mv, rule));
            break;
        }
        last.play(mv);
        moves.push(mv);
    }
    let outcome = Outcome {
        declared: Ending::None,
        declared_word: String::new(),
        declared_winner: None,
        verified: Ending::None,
        verified_winner: None,
        agreement: Agreement::NothingDeclared,
        facts: Facts::default(),
    };
    let lines = vec![Played { moves, stop, unreachable: false }];
    Game { start, last, lines, keys: Vec::new(), outcome, diagnostics: Vec::new() }
}

fn resolve(position: &Position, written: &WrittenMove) -> Option<Move> {
    let to = written.to?;
    match written.origin {
        Origin::Hand => Some(Move::drop(written.piece?, to)),
        Origin::Board(from) => {
            let moved = position.piece_at(from)?.kind;
            let promotes = written.promotion == kifukura::record::Promotion::Yes
                || written.piece.is_some_and(|piece| moved.promoted() == Some(piece));
            Some(Move::board(from, to, promotes))
        }
        Origin::Unstated => None,
    }
}
