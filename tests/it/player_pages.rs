//! One player's games, who played whom, and ratings, in exact numbers.

use crate::support::{Folder, stderr, stdout};
use serde_json::{Value, json};

fn answer(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

/// Games of 甲野, who is also 甲野 五段 and 甲 野:
///
/// | day | Black | White | result | rating of 甲野 |
/// | --- | --- | --- | --- | --- |
/// | 2024-01-10 | 甲野 | 乙山 | won, 3 plies | 1500 |
/// | 2024-01-20 | 乙山 | 甲野 五段 | won, 2 plies | 1520 |
/// | 2024-02-01 | 甲野 | 丙川 | drawn | 1480 |
/// | 2024-02-02 | 甲 野 | 乙山 | lost, 2 plies | – |
/// | 2024-02-03 | 丙川 | 甲野 | lost, 3 plies | – |
/// | – | 甲野 | ? | won, 3 plies | – |
/// | 2024-03-01 | 甲野 | 甲野 五段 | against oneself | – |
/// | 2024-03-02 | 乙山 | 丙川 | Black won | – |
fn collection() -> Folder {
    let folder = Folder::new();
    let mut text = String::new();
    let (black_wins, white_wins) = ("+7776FU\n-3334FU\n+2726FU\n%TORYO\n", "+7776FU\n-3334FU\n%TORYO\n");
    for (number, (day, black, white, rating, moves)) in [
        ("2024/01/10", "甲野", "乙山", 1500, black_wins),
        ("2024/01/20", "乙山", "甲野 五段", 1520, white_wins),
        ("2024/02/01", "甲野", "丙川", 1480, "+7776FU\n%HIKIWAKE\n"),
        ("2024/02/02", "甲 野", "乙山", 0, white_wins),
        ("2024/02/03", "丙川", "甲野", 0, black_wins),
        ("", "甲野", "?", 0, black_wins),
        ("2024/03/01", "甲野", "甲野 五段", 0, black_wins),
        ("2024/03/02", "乙山", "丙川", 0, black_wins),
    ]
    .into_iter()
    .enumerate()
    {
        let date = if day.is_empty() { String::new() } else { format!("$START_TIME:{day}\n") };
        let side = if black.starts_with('甲') { "black" } else { "white" };
        let name = if side == "black" { black } else { white };
        let rating = if rating == 0 { String::new() } else { format!("'{side}_rate:{name}:{rating}\n") };
        text += &format!(
            "V2.2\nN+{black}\nN-{white}\n$EVENT:会\n$SITE:{number}\n{date}{rating}PI\n+\n{moves}/\n"
        );
    }
    folder.write("games.csa", text);
    let output = folder.kura(&["import", "games.csa"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    folder
}

fn results(wins: u64, losses: u64, draws: u64) -> Value {
    json!({"wins": wins, "losses": losses, "draws": draws, "unknown": 0})
}

#[test]
fn a_players_games_are_told_by_colour_opponent_month_and_run() {
    let folder = collection();
    let page = answer(&folder, &["players", "show", "甲野"]);
    assert_eq!(
        (&page["games"], &page["self_play"], &page["results"]),
        (&json!(6), &json!(1), &results(3, 2, 1))
    );
    assert_eq!((&page["black_results"], &page["white_results"]), (&results(2, 1, 1), &results(1, 1, 0)));
    // Won, won, drawn, lost, lost; the game without a date is in no run.
    let runs = ["longest_wins", "longest_unbeaten", "longest_losses", "current_run", "out_of_runs"];
    assert_eq!(runs.map(|name| page[name].as_i64().unwrap()), [2, 3, 2, -2, 1]);
    let ratings = ["rated_games", "first_rating", "last_rating", "lowest_rating", "highest_rating"];
    assert_eq!(ratings.map(|name| page[name].as_f64().unwrap()), [3.0, 1500.0, 1480.0, 1480.0, 1520.0]);
    assert_eq!((&page["first_date"], &page["last_date"]), (&json!("2024-01-10"), &json!("2024-03-01")));
    let rows = |list: &str, key: &str| -> Vec<(String, Value)> {
        let row = |row: &Value| (row[key].as_str().unwrap().to_owned(), row["results"].clone());
        page[list].as_array().unwrap().iter().map(row).collect()
    };
    assert_eq!(
        rows("opponents", "opponent"),
        [("乙山".to_owned(), results(2, 1, 0)), ("丙川".to_owned(), results(0, 1, 1))]
    );
    assert_eq!(page["opponents"][0]["last_date"], "2024-02-02");
    assert_eq!(
        rows("form", "month"),
        [("2024-01".to_owned(), results(2, 0, 0)), ("2024-02".to_owned(), results(0, 2, 1))]
    );
    assert_eq!(
        rows("endings", "ending"),
        [("resignation".to_owned(), results(3, 2, 0)), ("draw_agreed".to_owned(), results(0, 0, 1))]
    );
    let output = folder.kura(&["players", "show", "甲野"]);
    for note in ["in no run, without a date or a result: 1 game", "against somebody without a name: 1 game"] {
        assert!(stderr(&output).contains(note), "{}", stderr(&output));
    }
    assert!(stdout(&output).contains("2 losses in a row at the end"), "{}", stdout(&output));
}

#[test]
fn two_players_are_shown_head_to_head() {
    let folder = collection();
    let page = answer(&folder, &["players", "show", "甲野", "乙山"]);
    assert_eq!((&page["results"], &page["opponent"]), (&results(2, 1, 0), &json!("乙山")));
    let page = answer(&folder, &["players", "show", "乙山", "甲野"]);
    assert_eq!((&page["results"], &page["player"]), (&results(1, 2, 0), &json!("乙山")));
    let page = answer(&folder, &["players", "show", "甲野", "--side", "black", "--player", "甲野"]);
    assert_eq!((&page["black_results"], &page["white_results"]), (&results(2, 1, 1), &results(0, 0, 0)));
    let output = folder.kura(&["players", "show", "丁田"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no player is called so"), "{}", stderr(&output));
}

#[test]
fn a_cross_table_has_points_against_everybody() {
    let folder = collection();
    let table = answer(&folder, &["stats", "crosstable", "--event", "会"]);
    let rows: Vec<(Value, Value, Value)> = table
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["player"].clone(), row["games"].clone(), row["points"].clone()))
        .collect();
    assert_eq!(
        rows,
        [
            (json!("甲野"), json!(5), json!(2.5)),
            (json!("乙山"), json!(4), json!(2.0)),
            (json!("丙川"), json!(3), json!(1.5)),
        ]
    );
    let against: Vec<(Value, Value)> = table[0]["against"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["opponent"].clone(), row["results"].clone()))
        .collect();
    assert_eq!(against, [(json!("乙山"), results(2, 1, 0)), (json!("丙川"), results(0, 1, 1))]);
    let output = folder.kura(&["stats", "crosstable", "--event", "会"]);
    let lines: Vec<String> =
        stdout(&output).lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert!(lines[1].starts_with("1 甲野 5 2.5") && lines[1].ends_with("· 2/3 0.5/2"), "{lines:?}");
    assert!(stderr(&output).contains("or against oneself: 2 games"), "{}", stderr(&output));
}

#[test]
fn ratings_follow_from_results_period_by_period() {
    let folder = collection();
    let rows = answer(&folder, &["stats", "ratings"]);
    let of = |player: &str| {
        let row = rows.as_array().unwrap().iter().find(|row| row["player"] == player).unwrap();
        let number = |name: &str| row[name].as_f64().unwrap();
        (number("rating").round(), number("deviation").round(), row["games"].as_u64().unwrap())
    };
    // January: two wins of 甲野 against 乙山 from 1500 ± 350: g = 0.6691, E = 0.5, v = 4.4677, φ = 1.4587,
    // μ = ± φ² · g = ± 1.4237: 1747 and 1253.
    assert_eq!(of("甲野").2, 5);
    let january = answer(&folder, &["stats", "ratings", "--until", "2024-01"]);
    let rounded = |row: &Value, name: &str| row[name].as_f64().unwrap().round();
    assert_eq!([rounded(&january[0], "rating"), rounded(&january[0], "deviation")], [1747.0, 253.0]);
    assert_eq!([rounded(&january[1], "rating"), rounded(&january[1], "deviation")], [1253.0, 253.0]);
    assert_eq!([rounded(&january[0], "low"), rounded(&january[0], "high")], [1251.0, 2244.0]);
    let few = answer(&folder, &["stats", "ratings", "--min-games", "4"]);
    assert_eq!(few.as_array().unwrap().len(), 2);
    assert_eq!(few[0]["rating"], rows[0]["rating"]);
    let output = folder.kura(&["stats", "ratings", "--min-games", "4"]);
    for note in ["left out for too few games: 1 player; their games count", "Glicko-2 from 1500 ± 350"] {
        assert!(stderr(&output).contains(note), "{}", stderr(&output));
    }
}
