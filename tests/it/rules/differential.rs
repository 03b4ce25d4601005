//! Legal moves of random games beside those of an independent library.
//!
//! shogi_legality_lite refuses some legal pawn drops that give check, so pawn drops that give check
//! are left to the oracle tables.

use kifukura::rules::shogi::{Move, PieceKind, Position};
use shogi_core::{Move as CoreMove, PartialPosition, PieceKind as CoreKind};

use super::games::random_game;

fn core_kind(kind: PieceKind) -> CoreKind {
    match kind {
        PieceKind::Pawn => CoreKind::Pawn,
        PieceKind::Lance => CoreKind::Lance,
        PieceKind::Knight => CoreKind::Knight,
        PieceKind::Silver => CoreKind::Silver,
        PieceKind::Gold => CoreKind::Gold,
        PieceKind::Bishop => CoreKind::Bishop,
        _ => CoreKind::Rook,
    }
}

fn core_move(position: &PartialPosition, mv: Move) -> CoreMove {
    let square = |square: kifukura::rules::shogi::Square| {
        shogi_core::Square::new(square.file(), square.rank()).expect("a square of the board")
    };
    let to = square(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => CoreMove::Normal { from: square(from), to, promote: mv.promotes() },
        (None, Some(kind)) => {
            CoreMove::Drop { piece: shogi_core::Piece::new(core_kind(kind), position.side_to_move()), to }
        }
        _ => unreachable!("a move has an origin"),
    }
}

fn is_checking_pawn_drop(position: &Position, mv: Move) -> bool {
    mv.dropped() == Some(PieceKind::Pawn) && position.after(mv).in_check()
}

/// The moves as comparable text.
fn sorted(moves: impl Iterator<Item = CoreMove>) -> Vec<String> {
    let mut moves: Vec<String> = moves.map(|mv| format!("{mv:?}")).collect();
    moves.sort();
    moves
}

#[test]
fn random_games_have_the_same_moves() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut theirs = PartialPosition::startpos();
        random_game(seed, 150, |ours, mv| {
            let others = shogi_legality_lite::all_legal_moves_partial(&theirs);
            let checking: Vec<CoreMove> = (ours.legal_moves().iter())
                .filter(|&&mv| is_checking_pawn_drop(ours, mv))
                .map(|&mv| core_move(&theirs, mv))
                .collect();
            let expected = sorted(others.into_iter().filter(|mv| !checking.contains(mv)));
            let own = ours.legal_moves().iter().map(|&mv| core_move(&theirs, mv)).collect::<Vec<_>>();
            let own = sorted(own.into_iter().filter(|mv| !checking.contains(mv)));
            assert_eq!(own, expected, "{ours}");
            compared += own.len();
            if let Some(mv) = mv {
                theirs.make_move(core_move(&theirs, mv)).expect("a legal move");
            }
        });
    }
    assert!(compared > 100_000, "{compared}");
}
