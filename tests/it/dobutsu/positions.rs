//! The 1,615 positions of the oracle, as far as the rules alone can say something about them.

use super::{oracle, position};
use kifukura::rules::Color;
use kifukura::rules::dobutsu::{GameEndKind, Position};

/// The value of a position as the oracle writes it (`W3`), if the game can be forced to end within so many plies.
fn search(position: &Position, plies: u32) -> Option<(bool, u32)> {
    if let Some(end) = position.game_end() {
        return Some((end.winner == Some(position.turn()), 0));
    }
    let mut slowest_loss = Some(0);
    let mut quickest_win = None;
    for &mv in &position.legal_moves() {
        let mut next = *position;
        next.play(mv);
        let value = if plies > 0 { search(&next, plies - 1) } else { None };
        match value {
            Some((false, length)) => quickest_win = quickest_win.min(Some(length)).or(Some(length)),
            Some((true, length)) => slowest_loss = slowest_loss.map(|slowest: u32| slowest.max(length)),
            None => slowest_loss = None,
        }
        if quickest_win == Some(0) {
            break;
        }
    }
    quickest_win.map(|length| (true, length + 1)).or(slowest_loss.map(|length| (false, length + 1)))
}

#[test]
fn the_moves_are_those_of_the_oracle() {
    for row in oracle("positions.tsv").into_iter().skip(1) {
        let position = position(&row[2]);
        assert_eq!(position.sfen(), format!("{} 1", row[2]));
        let mut moves: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        if row[3] == "over" {
            let end = position.game_end().unwrap();
            assert_eq!((end.kind, end.winner), (GameEndKind::LionTry, Some(!position.turn())), "{}", row[2]);
        } else {
            assert_eq!(position.game_end(), None, "{}", row[2]);
            let mut expected: Vec<_> =
                row[11].split(',').map(|entry| entry.split('=').next().unwrap()).collect();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{}", row[2]);
            assert_eq!(moves.len().to_string(), row[8], "{}", row[2]);
        }
    }
}

#[test]
fn short_wins_and_losses_are_found_by_the_rules_alone() {
    let mut checked = 0;
    for row in oracle("positions.tsv").into_iter().skip(1) {
        let plies: u32 = row[5].parse().unwrap_or(u32::MAX);
        if plies <= 4 {
            let position = position(&row[2]);
            let found = search(&position, plies);
            assert_eq!(found, Some((row[4] == "W", plies)), "{}", row[2]);
            checked += 1;
        }
    }
    assert_eq!(checked, 317);
}

#[test]
fn a_position_turned_round_has_the_same_moves_turned_round() {
    for row in oracle("positions.tsv").into_iter().skip(1).step_by(7) {
        let position = position(&row[2]);
        let mut setup = position.setup();
        let mut board = setup.board;
        for (square, piece) in board.iter_mut().zip(setup.board.iter().rev()) {
            *square = piece.map(|mut piece| {
                piece.color = !piece.color;
                piece
            });
        }
        setup.board = board;
        setup.turn = !setup.turn;
        std::mem::swap(&mut setup.hands.black, &mut setup.hands.white);
        let turned = Position::try_from(setup).unwrap();
        assert_eq!(turned.legal_moves().len(), position.legal_moves().len());
        let winner = |position: &Position| position.game_end().and_then(|end| end.winner);
        assert_eq!(winner(&turned), winner(&position).map(|color: Color| !color));
    }
}
