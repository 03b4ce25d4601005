//! The games of the invented club are what their page says.

use std::collections::{BTreeMap, BTreeSet};

use kifukura::formats;
use kifukura::record::Ending;
use kifukura::replay::{Game, replay};
use kifukura::rules::shogi::{Move, PieceKind, Position, Square};

use crate::support::{files_below, samples};

fn games() -> Vec<Game> {
    let files = files_below(&[samples().join("collection")]);
    let files = files.iter().filter(|file| file.extension().is_some_and(|it| it != "md"));
    files
        .flat_map(|file| {
            let document = formats::read(&std::fs::read(file).unwrap());
            document.records.into_iter().map(|record| replay(&record).unwrap()).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn twenty_games_share_the_first_eight_plies_of_each_of_ten_openings() {
    let mut openings = BTreeMap::new();
    for game in games() {
        if let Some(moves) = game.moves().get(..8) {
            let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
            *openings.entry(text.join(" ")).or_insert(0) += 1;
        }
    }
    assert_eq!(openings.values().copied().collect::<Vec<i32>>(), [20; 10]);
}

#[test]
fn games_end_in_every_way() {
    let ends: BTreeSet<Ending> =
        games().iter().flat_map(|game| [game.outcome.declared, game.outcome.verified]).collect();
    let of_other_things = [
        // A problem without a mate, dōbutsu shōgi, a word that is not known.
        Ending::NoMate,
        Ending::LionCaptured,
        Ending::LionTry,
        Ending::Threefold,
        Ending::Unknown,
    ];
    let missing: Vec<&str> = Ending::ALL
        .into_iter()
        .filter(|ending| !ends.contains(ending) && !of_other_things.contains(ending))
        .map(Ending::name)
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// In hundredths of a pawn.
const fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 330,
        PieceKind::Silver => 500,
        PieceKind::Bishop => 800,
        PieceKind::Rook => 950,
        PieceKind::Horse => 900,
        PieceKind::Dragon => 1000,
        PieceKind::King => 10_000,
        _ => 550,
    }
}

/// What the side to move wins on a square when both sides take there with their cheapest pieces first.
fn won_on(square: Square, position: &Position) -> i32 {
    let Some(target) = position.piece_at(square) else { return 0 };
    let legal = position.legal_moves();
    let takers = legal.iter().filter(|mv| mv.to() == square && !mv.is_drop());
    let price =
        |mv: &&Move| mv.from().and_then(|from| position.piece_at(from)).map_or(0, |piece| worth(piece.kind));
    let Some(taker) = takers.min_by_key(price) else { return 0 };
    (worth(target.kind) - won_on(square, &position.after(*taker))).max(0)
}

#[test]
fn no_piece_hangs_in_the_first_thirty_plies() {
    let mut hanging = Vec::new();
    for (number, game) in games().iter().enumerate() {
        let mut position = Position::startpos();
        for (ply, mv) in game.moves().iter().take(30).enumerate() {
            let taken = position.piece_at(mv.to()).map_or(0, |piece| worth(piece.kind));
            position.play(*mv);
            let most =
                position.pieces(!position.turn()).into_iter().map(|square| won_on(square, &position)).max();
            // A pawn is what openings are about.
            if most.is_some_and(|most| most > taken + 100) {
                hanging.push(format!("game {number}, ply {}: {mv}", ply + 1));
            }
        }
    }
    assert_eq!(hanging, [""; 0]);
}
