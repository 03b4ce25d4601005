//! Scores from the side of a player: of whoever asks, or of anybody, over both colours.

use crate::support::{Folder, stderr, stdout};
use serde_json::{Value, json};

/// The answer of a command as JSON.
fn answer(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

fn results(wins: u64, losses: u64, draws: u64, unknown: u64) -> Value {
    json!({"wins": wins, "losses": losses, "draws": draws, "unknown": unknown})
}

/// Games of somebody with two names, `Me` and `me_on_app`:
///
/// | year | Black | White | moves | result |
/// | --- | --- | --- | --- | --- |
/// | 2023 | Me | A (1500) | 7g7f 3c3d | won |
/// | 2024 | me_on_app | A (1600) | 2g2f 8c8d | lost |
/// | 2024 | B (1700) | Me | 7g7f 8c8d | won |
/// | 2024 | A (1400) | me_on_app | 7g7f 3c3d | drawn |
/// | 2024 | Me | me_on_app | 7g7f | against oneself |
/// | 2024 | A | B | 2g2f | not mine |
/// | | Me | A | 2g2f | unknown result |
fn collection() -> Folder {
    let folder = Folder::new();
    let mut text = String::new();
    for (number, (year, black, white, rated, rating, moves, end)) in [
        ("2023", "Me", "A", "white", 1500, "+7776FU\n-3334FU\n+2726FU\n", "-%TORYO"),
        ("2024", "me_on_app", "A", "white", 1600, "+2726FU\n-8384FU\n", "+%TORYO"),
        ("2024", "B", "Me", "black", 1700, "+7776FU\n-8384FU\n", "+%TORYO"),
        ("2024", "A", "me_on_app", "black", 1400, "+7776FU\n-3334FU\n", "%HIKIWAKE"),
        ("2024", "Me", "me_on_app", "", 0, "+7776FU\n", "%TORYO"),
        ("2024", "A", "B", "", 0, "+2726FU\n", "%TORYO"),
        ("", "Me", "A", "white", 1000, "+2726FU\n", "%CHUDAN"),
    ]
    .into_iter()
    .enumerate()
    {
        let date =
            if year.is_empty() { String::new() } else { format!("$START_TIME:{year}/05/0{}\n", number + 1) };
        let name = if rated == "black" { black } else { white };
        let rating = if rating == 0 { String::new() } else { format!("'{rated}_rate:{name}:{rating}\n") };
        let end = end.trim_start_matches(['+', '-']);
        text +=
            &format!("V2.2\nN+{black}\nN-{white}\n$SITE:{number}\n{date}{rating}PI\n+\n{moves}{end}\n/\n");
    }
    folder.write("games.csa", text);
    let output = folder.kura(&["import", "games.csa"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    folder
}

/// The same with the names known.
fn mine() -> Folder {
    let folder = collection();
    let output = folder.kura(&["players", "me", "me", "ＭＥ_on_app"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "2 names added\n");
    assert_eq!(stdout(&output), "me  4 games\nＭＥ_on_app  3 games\n");
    folder
}

#[test]
fn names_are_added_listed_and_forgotten() {
    let folder = collection();
    let nobody = "error: nobody is set as you\nhint: `kura players me NAME…` says which names are yours\n";
    for command in [
        &["games", "--me"][..],
        &["explore", "--me"],
        &["stats", "--me"],
        &["stats", "years", "--me"],
        &["export", "--me"],
        &["games", "--me", "--sequence", "7g7f"],
        &["games", "--player", "A", "--me"],
    ] {
        let output = folder.kura(command);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), nobody), "{command:?}");
    }
    let output = folder.kura(&["players", "me"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "nobody is set as you; `kura players me NAME…` says which names are yours\n");
    assert_eq!(folder.kura(&["players", "me", "Me", "me"]).status.code(), Some(0));
    assert_eq!(stdout(&folder.kura(&["players", "me"])), "me  4 games\n");
    assert_eq!(folder.kura(&["players", "me", "to come", "me_on_app"]).status.code(), Some(0));
    assert_eq!(
        stdout(&folder.kura(&["players", "me"])),
        "me  4 games\nme_on_app  3 games\nto come  0 games\n"
    );
    assert_eq!(folder.kura(&["players", "me", " "]).status.code(), Some(2));
    let cleared = folder.kura(&["players", "me", "--clear"]);
    assert_eq!((cleared.status.code(), stderr(&cleared).as_str()), (Some(0), "3 names forgotten\n"));
    assert_eq!(folder.kura(&["games", "--me"]).status.code(), Some(2));
}

#[test]
fn statistics_are_counted_for_the_player() {
    let folder = mine();
    let stats = answer(&folder, &["stats", "--me"]);
    assert_eq!((&stats["games"], &stats["player_results"]), (&6.into(), &results(2, 1, 1, 1)));
    assert_eq!(stats["player_score"]["mean"], 0.625);
    // 2 wins, a loss, a draw against 1500, 1600, 1700, 1400: 1550 + 400·log10(0.625 / 0.375).
    assert_eq!(stats["performance"].as_f64().unwrap().round(), 1639.0);
    let rows = |command: &[&str], key: &str| {
        let found = answer(&folder, command);
        let rows = found.as_array().unwrap().iter();
        rows.map(|row| (row[key].clone(), row["player_results"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(
        rows(&["stats", "years", "--me"], "year"),
        [
            (2023.into(), results(1, 0, 0, 0)),
            (2024.into(), results(1, 1, 1, 0)),
            (Value::Null, results(0, 0, 0, 1))
        ]
    );
    assert_eq!(
        rows(&["stats", "endings", "--me"], "ending"),
        [
            ("resignation".into(), results(2, 1, 0, 0)),
            ("draw_agreed".into(), results(0, 0, 1, 0)),
            ("interrupted".into(), results(0, 0, 0, 1)),
        ]
    );
    assert_eq!(rows(&["stats", "lengths", "--me"], "plies"), [("0–19".into(), results(2, 1, 1, 1))]);
    // Anybody else is seen so too; nobody without a player.
    assert_eq!(answer(&folder, &["stats", "--player", "=A"])["player_results"], results(2, 1, 1, 1));
    assert_eq!(answer(&folder, &["stats"])["player_results"], Value::Null);
    let table = folder.kura(&["stats", "--me", "--since", "2024"]);
    let (out, remarks) = (stdout(&table), stderr(&table));
    for line in ["won 1 25.0 %", "lost 1 25.0 %", "draw 1 25.0 %", "against themselves 1 25.0 %"] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.lines().any(|found| words(found) == line), "{out}");
    }
    assert!(remarks.contains("score: 50.0 % [12.5, 87.5] · performance 1567 over 3 rated"), "{remarks}");
    assert!(remarks.contains("results and scores are yours, over both colours"), "{remarks}");
    let table = folder.kura(&["stats", "years", "--player", "=A"]);
    assert!(stderr(&table).contains("results and scores are those of A, over both colours"));
    let head = stdout(&table).lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(head, "year games won lost drawn unknown result score mean plies");
}

#[test]
fn own_moves_and_those_against_me_are_told_apart() {
    let folder = mine();
    let found = answer(&folder, &["explore", "--me"]);
    assert_eq!((&found["games"], &found["player_results"]), (&6.into(), &results(2, 1, 1, 1)));
    let moves = |found: &Value, key: &str| {
        let rows = found[key].as_array().unwrap().iter();
        rows.map(|row| (row["usi"].clone(), row["games"].clone(), row["player_results"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        moves(&found, "own_moves"),
        [("2g2f".into(), 2.into(), results(0, 1, 0, 1)), ("7g7f".into(), 1.into(), results(1, 0, 0, 0))]
    );
    assert_eq!(moves(&found, "moves_against"), [("7g7f".into(), 2.into(), results(1, 0, 1, 0))]);
    // Over both sides, the game against myself among the games but not the results.
    assert_eq!(
        moves(&found, "moves"),
        [("7g7f".into(), 4.into(), results(2, 0, 1, 0)), ("2g2f".into(), 2.into(), results(0, 1, 0, 1))]
    );
    let after = answer(&folder, &["explore", "7g7f", "--me"]);
    assert_eq!(
        moves(&after, "own_moves"),
        [("3c3d".into(), 1.into(), results(0, 0, 1, 0)), ("8c8d".into(), 1.into(), results(1, 0, 0, 0))]
    );
    assert_eq!(moves(&after, "moves_against"), [("3c3d".into(), 1.into(), results(1, 0, 0, 0))]);
    assert_eq!(after["own_moves"][0]["share"], 0.5);
    let none = answer(&folder, &["explore"]);
    assert_eq!((&none["own_moves"], &none["player_score"]), (&json!([]), &Value::Null));
    let page = stdout(&folder.kura(&["explore", "--me", "--since", "2023"]));
    assert_eq!(
        page.lines().next().unwrap(),
        "start position · 5 games · you 62.5 % [21.9, 90.8] · performance 1639 over 4 rated"
    );
    assert!(
        page.contains("\nyour moves: 2 games · 50.0 % [9.5, 90.5] · performance 1550 over 2 rated\n"),
        "{page}"
    );
    assert!(
        page.contains("\nmoves against you: 2 games · 75.0 % [19.8, 97.3] · performance 1741 over 2 rated\n"),
        "{page}"
    );
    let of_a = stdout(&folder.kura(&["explore", "--player", "=A"]));
    assert!(of_a.contains("\nmoves of A: 2 games"), "{of_a}");
    let years = answer(&folder, &["explore", "--me", "--by", "year"]);
    assert_eq!(years["years"][1]["player_results"], results(1, 1, 1, 0));
    // A tree has the player's scores.
    let tree = stdout(&folder.kura(&["explore", "--me", "--depth", "1"]));
    assert_eq!(tree.lines().next().unwrap(), "7g7f ７六歩(77)  4  83.3 % [31.0, 98.2]");
}

#[test]
fn with_a_player_it_is_head_to_head() {
    let folder = mine();
    let ids = |filter: &[&str]| {
        let found = answer(&folder, &[&["games"], filter].concat());
        found.as_array().unwrap().iter().map(|game| game["id"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["--me"]), [1, 2, 3, 4, 5, 7]);
    assert_eq!(ids(&["--me", "--player", "=A"]), [1, 2, 4, 7]);
    assert_eq!(ids(&["--me", "--opponent", "=A"]), [1, 2, 4, 7]);
    assert_eq!(ids(&["--me", "--player", "=A", "--opponent", "=B"]), [1, 2, 3, 4, 7]);
    assert_eq!(ids(&["--me", "--side", "white"]), [3, 4, 5]);
    assert_eq!(ids(&["--me", "--opponent-rating", "1600"]), [2, 3]);
    assert_eq!(answer(&folder, &["stats", "--me", "--player", "=A"])["player_results"], results(1, 1, 1, 1));
    let output = folder.kura(&["games", "--side", "white"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--player <NAME>|--me"), "{}", stderr(&output));
}
