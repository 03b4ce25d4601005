//! Times, lengths, moves, novelties and evaluations in exact numbers.

use crate::support::{Folder, stderr};
use serde_json::{Value, json};

fn answer(folder: &Folder, command: &[&str]) -> Vec<Value> {
    let output = folder.kura(&[&["stats"], command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

/// Four games:
///
/// | id | day | moves | times | evaluations |
/// | --- | --- | --- | --- | --- |
/// | 1 | 2020-01-01 | 7g7f 3c3d 8h2b+ 3a2b B*4e | 10 s + 5 s: 3, 1, 8, –, 2 | 0, 100, −100, 100, mate |
/// | 2 | 2020-01-02 | 7g7f 3c3d 2g2f | 100 s, none left out: 95, 1, 4 | – |
/// | 3 | 2020-01-02 | 7g7f 3c3d 2g2f 8c8d | – | – |
/// | 4 | – | the same position four times | – | – |
fn collection() -> Folder {
    let folder = Folder::new();
    let repeated = "+2848HI\n-8242HI\n+4828HI\n-4282HI\n".repeat(3);
    folder.write(
        "games.csa",
        format!(
            "V3.0\nN+A\nN-B\n$START_TIME:2020/01/01\n$TIME:10+5+0\nPI\n+\n+7776FU\n'** 0\nT3\n-3334FU\n'** 100\nT1\n\
             +8822UM\n'** -100\nT8\n-3122GI\n'** 100\n+0045KA\n'** 30000\nT2\n%TORYO\n/\n\
             V3.0\nN+A\nN-B\n$START_TIME:2020/01/02\n$TIME:100+0+0\nPI\n+\n+7776FU\nT95\n-3334FU\nT1\n+2726FU\nT4\n%TORYO\n/\n\
             V3.0\nN+C\nN-B\n$START_TIME:2020/01/02\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%TORYO\n/\n\
             V3.0\nN+C\nN-B\nPI\n+\n{repeated}%SENNICHITE\n"
        ),
    );
    let output = folder.kura(&["import", "games.csa"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    folder
}

/// These columns of a row.
fn cells(row: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| row[*name].clone()).collect()
}

fn rounded(value: &Value, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (value.as_f64().unwrap() * factor).round() / factor
}

#[test]
fn lengths_and_moves_are_counted() {
    let folder = collection();
    let names = ["group", "games", "least", "lower_quartile", "median", "upper_quartile", "most", "mean"];
    let rows: Vec<Value> =
        answer(&folder, &["lengths", "--by", "year"]).iter().map(|row| cells(row, &names)).collect();
    assert_eq!(rows, [json!(["2020", 3, 3, 3, 4, 5, 5, 4.0]), json!([null, 1, 12, 12, 12, 12, 12, 12.0])]);
    let row = &answer(&folder, &["moves"])[0];
    let names = [
        "games",
        "plies",
        "promotions",
        "black_promotions",
        "drops",
        "white_drops",
        "captures",
        "black_captures",
        "white_captures",
        "first_capture",
        "repeated",
        "repeated_twice",
        "first_repetition",
    ];
    assert_eq!(cells(row, &names), json!([4, 24, 0.25, 0.25, 0.25, 0.0, 0.5, 0.25, 0.25, 3, 1, 1, 4]));
    assert_eq!(rounded(&row["repeated_share"]["mean"], 3), 0.25);
}

#[test]
fn times_are_counted_by_ply_and_phase() {
    let folder = collection();
    let names = [
        "from_plies",
        "to_plies",
        "moves",
        "mean_seconds",
        "median_seconds",
        "most_seconds",
        "untimed_moves",
    ];
    let rows = answer(&folder, &["times"]);
    // 3, 1, 8, 2 and 95, 1, 4 seconds.
    assert_eq!(rows.len(), 1);
    assert_eq!(cells(&rows[0], &["from_plies", "to_plies", "moves", "untimed_moves"]), json!([1, 10, 7, 1]));
    assert_eq!(rounded(&rows[0]["mean_seconds"], 3), 16.286);
    assert_eq!([rounded(&rows[0]["black_seconds"], 3), rounded(&rows[0]["white_seconds"], 3)], [22.4, 1.0]);
    assert_eq!(cells(&rows[0], &names[4..6]), json!([3, 95]));
    let rows = answer(&folder, &["times", "--by", "phase"]);
    assert_eq!(cells(&rows[0], &["from_plies", "to_plies", "moves"]), json!([1, 40, 7]));
    let row = &answer(&folder, &["times", "--by", "all"])[0];
    // Black of the first game is left with 7, then with less than nothing: byoyomi from the second move on. White has a move
    // without a time. Black of the second has 5 of 100 left before the second move, and no byoyomi.
    let names = [
        "games",
        "timed_games",
        "controlled_sides",
        "in_trouble",
        "with_byoyomi",
        "in_byoyomi",
        "byoyomi_moves",
    ];
    assert_eq!(cells(row, &names), json!([4, 2, 3, 2, 1, 1, 2]));
    assert_eq!([rounded(&row["black_game_seconds"], 1), rounded(&row["white_game_seconds"], 1)], [56.0, 1.0]);
    assert_eq!(rounded(&row["trouble_share"]["mean"], 3), 0.667);
}

#[test]
fn a_position_is_new_when_no_earlier_day_has_it() {
    let folder = collection();
    let names = ["group", "games", "with_novelty", "least", "median", "most", "without_novelty", "undated"];
    let rows: Vec<Value> =
        answer(&folder, &["novelties", "--by", "year"]).iter().map(|row| cells(row, &names)).collect();
    // The first game is new from its first move on; the others, of one day, with 2g2f.
    assert_eq!(rows, [json!(["2020", 3, 3, 1, 3, 3, 0, 0]), json!([null, 1, 0, null, null, null, 0, 1])]);
    // What a filter leaves out is seen before all the same.
    let rows = answer(&folder, &["novelties", "--player", "C"]);
    assert_eq!(cells(&rows[0], &names), json!([null, 2, 1, 3, 3, 3, 0, 1]));
    folder.kura(&["remove", "--player", "A", "--since", "2020-01-01", "--until", "2020-01-01", "--yes"]);
    let rows = answer(&folder, &["novelties", "--player", "C"]);
    assert_eq!(cells(&rows[0], &names), json!([null, 2, 1, 1, 1, 1, 0, 1]));
}

#[test]
fn evaluations_tell_what_moves_lost_and_where_games_turned() {
    let folder = collection();
    let row = &answer(&folder, &["evaluations"])[0];
    // Chances of Black by 1/(1 + e^(−x/600)): 0.5, 0.5416, 0.4584, 0.5416, 1. White's second ply loses 4.157 points, Black's
    // third 8.314, White's fourth 8.314, Black's fifth nothing. White, who lost, never had more than 54 %.
    let names = [
        "games",
        "evaluated_games",
        "judged_moves",
        "lost_5",
        "black_lost_5",
        "white_lost_5",
        "lost_10",
        "decided_games",
        "turnarounds",
    ];
    assert_eq!(cells(row, &names), json!([4, 1, 4, 2, 1, 1, 0, 1, 0]));
    assert_eq!(
        [
            rounded(&row["accuracy"], 4),
            rounded(&row["black_accuracy"], 4),
            rounded(&row["white_accuracy"], 4)
        ],
        [0.948, 0.9584, 0.9376]
    );
    let steep = &answer(&folder, &["evaluations", "--scale", "100"])[0];
    assert_eq!(cells(steep, &["lost_20", "lost_50"]), json!([3, 0]));
    let rows = answer(&folder, &["evaluations", "--by", "ply"]);
    assert_eq!(
        cells(&rows[0], &["from_plies", "to_plies", "evaluations", "judged_moves"]),
        json!([1, 10, 5, 4])
    );
    let output = folder.kura(&["stats", "evaluations"]);
    let notes = stderr(&output);
    for note in [
        "left out, without a move that has an evaluation before and after it: 3 games",
        "chance to win: 1 / (1 + e^(−centipawns / 600)); a turnaround: the loser had 80 % at least",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    assert_eq!(folder.kura(&["stats", "evaluations", "--scale", "0"]).status.code(), Some(2));
}
