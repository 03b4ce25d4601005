//! A record played just far enough for the writers.

use kifukura::record::{Ending, Line, Origin, Record, WrittenMove};
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

/// Plays every line of a record, as far as its moves are legal and name origin and destination.
pub fn play_all(record: &Record) -> Option<Game> {
    let start = Position::try_from(record.start.setup.clone()).ok()?;
    let mut game = play(&Record { lines: vec![Line::default()], ..record.clone() });
    game.lines.clear();
    for (index, line) in record.lines.iter().enumerate() {
        let mut position = start.clone();
        let way = way_to(record, &game, index);
        let unreachable = way.len() < line.after;
        way.iter().for_each(|mv| position.play(*mv));
        let mut previous = way.last().map(|mv| mv.to());
        let mut moves = Vec::new();
        for ply in line.plies.iter().take_while(|_| !unreachable) {
            let written = WrittenMove { to: ply.written.to.or(previous), ..ply.written };
            let Some(mv) = resolve(&position, &written).filter(|mv| position.judge(*mv).is_ok()) else {
                break;
            };
            position.play(mv);
            previous = Some(mv.to());
            moves.push(mv);
        }
        if index == 0 {
            game.last = position;
        }
        game.lines.push(Played { moves, stop: None, unreachable });
    }
    Some(game)
}

/// The moves before the first one of a line, as far as they could be played.
pub fn way_to(record: &Record, game: &Game, index: usize) -> Vec<Move> {
    let line = &record.lines[index];
    let Some(parent) = line.parent else { return Vec::new() };
    let mut way = way_to(record, game, parent);
    way.extend(&game.lines[parent].moves);
    way.truncate(line.after);
    way
}
