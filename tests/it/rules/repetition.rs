//! Fourfold repetition and perpetual check in complete games.

use kifukura::rules::Color;
use kifukura::rules::shogi::{History, Move, Position};

use super::oracle::{Table, position};

/// The same question answered from the definition, by comparing complete positions.
fn by_definition(positions: &[Position]) -> Option<(usize, Vec<usize>, String)> {
    let same = |a: &Position, b: &Position| {
        let (mut a, mut b) = (a.setup(), b.setup());
        (a.ply, b.ply) = (1, 1);
        a == b
    };
    let fourth = (0..positions.len()).find_map(|last| {
        let plies: Vec<usize> = (0..=last).filter(|&ply| same(&positions[ply], &positions[last])).collect();
        (plies.len() == 4).then_some((last, plies))
    })?;
    let checks = |color: Color| {
        let after = &positions[fourth.1[0] + 1..=fourth.1[3]];
        let mut after = after.iter().filter(|position| position.turn() != color);
        after.all(Position::in_check)
    };
    let verdict = match (checks(Color::Black), checks(Color::White)) {
        (true, false) => "black_loses",
        (false, true) => "white_loses",
        _ => "draw",
    };
    Some((fourth.0, fourth.1, verdict.into()))
}

#[test]
fn games_end_at_the_fourth_occurrence() {
    let mut history = History::new(&Position::startpos());
    for row in Table::kept("repetition_games.tsv").rows() {
        let mut current = match row.get("start") {
            "startpos" => Position::startpos(),
            sfen => position(sfen),
        };
        history.restart(&current);
        let mut positions = vec![current.clone()];
        let mut found = None;
        for text in row.get("moves").split_whitespace() {
            let mv: Move = text.parse().unwrap();
            current.try_play(mv).unwrap_or_else(|rule| panic!("{current} {mv}: {rule}"));
            history.push(&current);
            positions.push(current.clone());
            let repetition = history.repetition();
            assert_eq!(repetition.is_some(), history.count() >= 4);
            if let (None, Some(repetition)) = (found, repetition) {
                found = Some((history.len() - 1, repetition));
            }
        }
        let context = format!("game {}", row.get("id"));
        assert_eq!(positions.len() - 1, row.number("n_plies") as usize, "{context}");
        let defined = by_definition(&positions);
        let Some((ply, repetition)) = found else {
            assert_eq!((row.get("verdict"), defined), ("none", None), "{context}");
            assert!(history.max_count() < 4, "{context}");
            continue;
        };
        assert_eq!(ply, row.number("ply4") as usize, "{context}");
        let plies = repetition.occurrences.map(|ply| ply.to_string()).join(",");
        assert_eq!(plies, row.get("occurrence_plies"), "{context}");
        let verdict = repetition.loser.map_or("draw".into(), |loser| format!("{loser}_loses"));
        assert_eq!(verdict, row.get("verdict"), "{context}");
        let defined = defined.unwrap();
        assert_eq!((defined.0, defined.2.as_str()), (ply, row.get("verdict")), "{context}");
        let throughout = |column: &str| {
            let (checks, moves) = row.get(column).split_once('/').unwrap();
            checks == moves
        };
        assert_eq!(
            (repetition.black_checked_throughout, repetition.white_checked_throughout),
            (throughout("black_checks/moves_in_span"), throughout("white_checks/moves_in_span")),
            "{context}"
        );
    }
}
