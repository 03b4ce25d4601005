//! What must hold for every position and any text.

use kifukura::rules::shogi::{Move, Piece, PieceKind, Position, Setup, Square, UsiMoves};
use kifukura::rules::{ByColor, Color, Rule};
use proptest::prelude::*;

use super::games::random_game;

/// The setup mirrored left to right.
fn mirrored(setup: &Setup) -> Setup {
    let mut other = Setup { board: [None; 81], ..setup.clone() };
    for (square, piece) in setup.pieces() {
        other.board[square.mirror().index()] = Some(piece);
    }
    other
}

/// The setup with the sides exchanged and the board turned round.
fn turned(setup: &Setup) -> Setup {
    let hands = ByColor { black: setup.hands.white, white: setup.hands.black };
    let mut other = Setup { board: [None; 81], hands, turn: !setup.turn, ply: setup.ply };
    for (square, piece) in setup.pieces() {
        other.board[square.flip().index()] = Some(Piece::new(!piece.color, piece.kind));
    }
    other
}

/// The move with its squares changed.
fn moved(mv: Move, change: fn(Square) -> Square) -> Move {
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => Move::board(change(from), change(mv.to()), mv.promotes()),
        (None, Some(kind)) => Move::drop(kind, change(mv.to())),
        _ => unreachable!("a move has an origin"),
    }
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_computed(seed in any::<u64>()) {
        random_game(seed, 250, |position, _| {
            let fresh = Position::try_from(position.setup()).expect("a legal game stays legal");
            assert_eq!(position.key(), position.fresh_key(), "{position}");
            assert_eq!(position.checkers(), fresh.checkers(), "{position}");
            assert!(*position == fresh, "{position}");
            assert_eq!(position.sfen().parse(), Ok(position.setup()), "{position}");
        });
    }

    #[test]
    fn generated_moves_are_judged_legal_and_no_others(seed in any::<u64>(), at in 0_u32..200) {
        let mut last = Position::startpos();
        random_game(seed, at, |position, _| last = position.clone());
        let generated = sorted(last.legal_moves().iter().copied());
        let judged: Vec<Move> = (0..1 << 15).filter_map(Move::from_raw).filter(|&mv| last.judge(mv).is_ok()).collect();
        prop_assert_eq!(&judged, &generated, "{}", last);
        prop_assert_eq!(last.count_legal_moves() as usize, generated.len(), "{}", last);
        prop_assert_eq!(last.has_legal_move(), !generated.is_empty(), "{}", last);
        for mv in generated {
            let after = last.after(mv);
            let king = after.king(last.turn()).expect("kings stay");
            prop_assert!(!after.is_attacked(king, after.turn()), "{} {}", last, mv);
        }
    }

    #[test]
    fn mirrored_and_turned_positions_have_such_moves(seed in any::<u64>()) {
        random_game(seed, 120, |position, _| {
            let setup = position.setup();
            let moves = |setup: Setup, change| {
                let other = Position::try_from(setup).expect("as legal as the original");
                sorted(other.legal_moves().iter().map(|&mv| moved(mv, change)))
            };
            let own = sorted(position.legal_moves().iter().copied());
            assert_eq!(moves(mirrored(&setup), Square::mirror), own, "{position}");
            assert_eq!(moves(turned(&setup), Square::flip), own, "{position}");
        });
    }

    #[test]
    fn refused_moves_change_nothing(seed in any::<u64>(), raw in prop::collection::vec(0_u16..1 << 15, 64)) {
        let mut last = Position::startpos();
        random_game(seed, 80, |position, _| last = position.clone());
        for mv in raw.into_iter().filter_map(Move::from_raw) {
            let mut tried = last.clone();
            if tried.try_play(mv).is_err() {
                prop_assert!(tried == last);
            } else {
                prop_assert_eq!(tried.turn(), !last.turn());
            }
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        let _ = text.parse::<Position>().map(|position| position.count_legal_moves());
        let _ = text.parse::<Move>();
        let _ = text.parse::<Square>();
        prop_assert!(UsiMoves::new(&bytes).count() <= bytes.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn almost_sfen_never_panics_and_reads_back(
        text in "(([1-9]|\\+?[PLNSGBRKplnsgbrk]){1,9}/){7,9}[1-9KkPp+]{1,9} [bw] (-|([1-9]|1[0-8])?[PLNSGBRplnsgbr]){1,8}( [0-9]{1,11})?"
    ) {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }

    #[test]
    fn any_placement_can_be_judged_and_played(
        places in prop::collection::vec((0_usize..81, "[PLNSGBRplnsgbr]", any::<bool>()), 0..40),
        // Beyond the board: no king.
        kings in prop::array::uniform2(0_usize..90),
        raw in prop::collection::vec(0_u16..1 << 15, 16),
        turn in any::<bool>(),
    ) {
        let mut setup = Setup { turn: if turn { Color::Black } else { Color::White }, ..Setup::default() };
        for (square, letter, promoted) in places {
            let piece: Setup = format!("{letter}8/9/9/9/9/9/9/9/9 b - 1").parse().unwrap();
            let piece = piece.board[72].expect("the piece on 9a");
            let kind = piece.kind.promoted().filter(|_| promoted).unwrap_or(piece.kind);
            setup.board[square] = Some(Piece { kind, ..piece });
        }
        for (color, square) in Color::ALL.into_iter().zip(kings) {
            if let Some(place) = setup.board.get_mut(square) {
                *place = Some(Piece::new(color, PieceKind::King));
            }
        }
        if let Ok(position) = Position::try_from(&setup) {
            prop_assert_eq!(position.count_legal_moves() as usize, position.legal_moves().len());
            for mv in raw.into_iter().filter_map(Move::from_raw) {
                let mut tried = position.clone();
                let listed = position.legal_moves().contains(&mv);
                prop_assert_eq!(tried.try_play(mv).is_ok(), listed);
            }
            for &mv in &position.legal_moves() {
                let after = position.after(mv);
                let fresh = Position::try_from(after.setup()).expect("legal moves lead to legal positions");
                prop_assert!(after == fresh, "{} {}", position, mv);
            }
        }
    }
}

#[test]
fn rules_are_named_most_specific_first() {
    let cases = [
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "3c3d", Rule::NotYourPiece),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "5e5d", Rule::EmptyOrigin),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "P*5c", Rule::NotInHand),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "2h2g", Rule::Occupied),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "8h2b+", Rule::CannotMoveSo),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f+", Rule::CannotPromote),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*1a", Rule::DeadEnd),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "9b9a", Rule::MustPromote),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*9e", Rule::TwoPawns),
        // Two pawns on the file and at the edge of the board: the dead end comes first.
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*9a", Rule::DeadEnd),
        // The occupied square comes before the dead end, the piece in hand before that.
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*5a", Rule::Occupied),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "L*5a", Rule::NotInHand),
        ("7nk/9/7G1/9/9/9/9/9/K8 b P 1", "P*1b", Rule::PawnDropMate),
        ("4k4/9/9/9/9/9/9/4r4/4K4 b G 1", "G*1a", Rule::LeftInCheck),
        ("4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", Rule::LeftInCheck),
        ("4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "5i5h", Rule::LeftInCheck),
    ];
    for (sfen, mv, rule) in cases {
        let position: Position = sfen.parse().unwrap();
        assert_eq!(position.judge(mv.parse().unwrap()), Err(rule), "{sfen} {mv}");
    }
}
