//! The cases on which the sources of the rules differ, one by one.

use super::position;
use kifukura::rules::Color::{self, Black, White};
use kifukura::rules::Rule;
use kifukura::rules::dobutsu::{EndRule, GameEnd, GameEndKind, History, Move, Position};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The position after moves, each of which must be legal and none of which may follow the end of the game.
fn after(sfen: &str, moves: &str) -> Position {
    let mut position = position(sfen);
    for text in moves.split_whitespace() {
        assert_eq!(position.game_end(), None, "{position} before {text}");
        position.try_play(mv(text)).unwrap();
    }
    position
}

fn won(kind: GameEndKind, winner: Color) -> Option<GameEnd> {
    Some(GameEnd { kind, winner: Some(winner) })
}

#[test]
fn taking_the_lion_wins() {
    let position = after("gle/1c1/1C1/ELG b - 1", "b3b2 a1a2 b2b1+");
    assert_eq!(position.game_end(), won(GameEndKind::LionCaptured, Black));
    assert_eq!(position.sfen(), "1+Ce/g2/3/ELG w C 4");
}

#[test]
fn a_lion_that_is_attacked_may_be_left_where_it_is() {
    let mut position = after("gle/1c1/1C1/ELG b - 1", "b3b2");
    assert!(position.is_attacked("b1".parse().unwrap(), Black));
    assert_eq!(position.legal_moves().len(), 5);
    assert_eq!(position.try_play(mv("a1a2")), Ok(()));
}

#[test]
fn reaching_a_safe_far_square_wins_at_once() {
    assert_eq!(after("g1g/L2/1Cl/c2 b 2e 1", "a2a1").game_end(), won(GameEndKind::LionTry, Black));
    assert_eq!(after("3/2l/L2/3 w - 1", "c2c3 a3a2 c3c4").game_end(), won(GameEndKind::LionTry, White));
}

#[test]
fn a_lion_that_reaches_under_attack_can_be_taken() {
    let reached = after("lg1/2L/3/3 b - 1", "c2c1");
    assert_eq!(reached.game_end(), None);
    assert_eq!(after("lg1/2L/3/3 b - 1", "c2c1 b1c1").game_end(), won(GameEndKind::LionCaptured, White));
}

#[test]
fn a_lion_that_reached_and_is_not_taken_at_once_has_won() {
    assert_eq!(after("lg1/2L/3/3 b - 1", "c2c1 a1a2").game_end(), won(GameEndKind::LionTry, Black));
    let own_try = after("1g1/2L/l2/3 b - 1", "c2c1 a3a4");
    assert_eq!(own_try.game_end(), won(GameEndKind::LionTry, Black), "an own try does not take the lion");
    let fairy = own_try.game_end_under(EndRule::FairyStockfish);
    assert_eq!(fairy, won(GameEndKind::LionTry, White), "the black lion is attacked, the white one is not");
}

#[test]
fn fairy_stockfish_plays_on_until_the_lion_is_not_attacked() {
    let rule = EndRule::FairyStockfish;
    let mut position = after("lg1/2L/3/3 b - 1", "c2c1");
    position.try_play(mv("a1a2")).unwrap();
    assert_eq!(position.game_end_under(rule), None, "still attacked by the giraffe");
    position.try_play(mv("c1c2")).unwrap();
    position.try_play(mv("b1a1")).unwrap();
    assert_eq!(position.game_end_under(rule), None, "the lion has left the far rank");
    position.try_play(mv("c2c1")).unwrap();
    assert_eq!(position.game_end_under(rule), won(GameEndKind::LionTry, Black));
    let both = super::position("2L/3/3/l2 b - 1");
    assert_eq!(both.game_end_under(rule), Some(GameEnd { kind: GameEndKind::LionTry, winner: None }));
    assert_eq!(both.game_end(), won(GameEndKind::LionTry, Black), "the black lion was first");
}

#[test]
fn a_lion_alone_guards_its_home_rank() {
    assert_eq!(after("1l1/2L/3/3 b - 1", "c2c1").game_end(), None);
    assert_eq!(after("l2/2L/3/3 b - 1", "c2c1").game_end(), won(GameEndKind::LionTry, Black));
}

#[test]
fn a_chick_that_moves_to_the_far_rank_must_become_a_hen() {
    let position = position("2l/C2/3/2L b - 1");
    assert_eq!(position.judge(mv("a2a1")), Err(Rule::MustPromote));
    assert_eq!(after(&position.sfen(), "a2a1+").sfen(), "+C1l/3/3/2L w - 2");
    assert_eq!(position.judge(mv("c4c3+")), Err(Rule::CannotPromote));
    assert_eq!(super::position("2l/3/C2/2L b - 1").judge(mv("a3a2+")), Err(Rule::CannotPromote));
    assert_eq!(super::position("1+Cl/3/3/2L b - 1").judge(mv("b1a1+")), Err(Rule::CannotPromote));
}

#[test]
fn a_dropped_chick_stays_a_chick_and_cannot_move_on_the_far_rank() {
    let position = after("2l/3/3/L2 b C 1", "C*a1 c1c2 a4a3 c2c1");
    assert_eq!(position.sfen(), "C1l/3/L2/3 b - 5");
    assert!(position.legal_moves().iter().all(|mv| mv.from() != "a1".parse().ok()));
    assert_eq!(position.judge(mv("a1b1")), Err(Rule::CannotMoveSo));
}

#[test]
fn a_captured_hen_is_a_chick_in_hand() {
    assert_eq!(after("1+Cl/3/3/L2 w - 1", "c1b1").sfen(), "1l1/3/3/L2 b c 2");
}

#[test]
fn two_chicks_on_a_file_and_a_drop_that_wins_are_allowed() {
    assert_eq!(position("2l/3/C2/2L b C 1").judge(mv("C*a2")), Ok(()));
    let mated = after("lg1/e2/1C1/2L b C 1", "C*a4");
    assert_eq!(mated.game_end(), None);
    assert_eq!(
        position("l2/2G/GC1/2L b C 1").judge(mv("C*a2")),
        Ok(()),
        "a chick may attack the lion when dropped"
    );
}

#[test]
fn a_side_without_a_move_loses() {
    // One of the two such positions in which neither lion can be taken and neither has reached the far rank.
    let stuck = position("GEl/LGE/CC1/3 b - 1");
    assert_eq!(stuck.game_end(), won(GameEndKind::NoLegalMove, White));
    assert!(!stuck.has_legal_move());
}

#[test]
fn a_hen_steps_like_a_gold_general() {
    let position = position("l2/3/1+C1/3 b - 1");
    let moves: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["b3a2", "b3b2", "b3c2", "b3a3", "b3c3", "b3b4"]);
}

#[test]
fn every_other_impossible_move_has_its_rule() {
    let position = position("gle/3/1C1/ELG b C 1");
    for (text, rule) in [
        ("a1a2", Rule::NotYourPiece),
        ("a3a2", Rule::EmptyOrigin),
        ("G*a3", Rule::NotInHand),
        ("C*b1", Rule::Occupied),
        ("b4b3", Rule::Occupied),
        ("a4a3", Rule::CannotMoveSo),
        ("b3b4", Rule::CannotMoveSo),
    ] {
        assert_eq!(position.judge(mv(text)), Err(rule), "{text}");
    }
}

#[test]
fn judge_allows_exactly_the_legal_moves() {
    for sfen in
        ["gle/1c1/1C1/ELG b - 1", "1l1/2e/LCG/3 w Ceg 7", "l1C/+c2/1L1/3 b GEge 1", "L2/3/3/l2 b 2G2E2C 1"]
    {
        let position = position(sfen);
        let legal = position.legal_moves();
        for raw in 0..=u16::MAX {
            let Some(mv) = Move::from_raw(raw) else { continue };
            assert_eq!(position.judge(mv).is_ok(), legal.contains(&mv), "{sfen} {mv}");
        }
        assert_eq!(position.count_legal_moves() as usize, legal.len());
    }
}

#[test]
fn the_third_occurrence_is_a_draw_whoever_attacks() {
    let mut position = position("l2/3/3/2L b - 1");
    let mut history = History::new(&position);
    let round = ["c4c3", "a1a2", "c3c4", "a2a1"];
    for (played, text) in round.into_iter().cycle().take(8).enumerate() {
        assert_eq!(history.repetition(), None, "after {played}");
        position.try_play(mv(text)).unwrap();
        history.push(&position);
    }
    assert_eq!(history.repetition().unwrap().occurrences, [0, 4, 8]);
    assert_eq!((history.count(), history.max_count()), (3, 3));
}

#[test]
fn the_side_to_move_and_the_hands_are_part_of_a_position() {
    let keys = ["l2/3/3/2L b - 1", "l2/3/3/2L w - 1", "l2/3/3/2L b C 1", "l2/3/3/2L b c 1"]
        .map(|sfen| position(sfen).key());
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key));
        assert_eq!(Position::from_key(*key).unwrap().key(), *key);
    }
    assert_eq!(position("l2/3/3/2L b - 1").key(), position("l2/3/3/2L b - 9").key());
    assert_eq!(Position::from_key(u64::MAX), None);
    assert_eq!(Position::from_key(0), None);
}

#[test]
fn no_sequence_of_two_bytes_makes_a_position_panic() {
    for raw in 0..=u16::MAX {
        if let Some(mv) = Move::from_raw(raw) {
            let mut position = Position::startpos();
            position.play(mv);
            position.play(mv);
            let _ = (position.sfen(), position.game_end(), position.legal_moves());
        }
    }
}
