//! One person, one player: ranks, titles and ratings, nobody, names of servers, what a part of a name found, suggestions.

use crate::support::{Folder, stderr, stdout};
use serde_json::Value;
use std::path::Path;

fn import(folder: &Folder, path: &str) {
    let output = folder.kura(&["import", path]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
}

/// A database made of a folder of `tests/data/cases/database`.
fn case(name: &str) -> Folder {
    let folder = Folder::new();
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/database").join(name);
    import(&folder, records.to_str().unwrap());
    folder
}

fn csa(event: &str, black: &str, white: &str, number: usize) -> String {
    format!(
        "V2.2\nN+{black}\nN-{white}\n$EVENT:{event}\n$SITE:{number}\n$START_TIME:2024/01/{:02}\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n/\n",
        number % 28 + 1
    )
}

/// A database of games between these names, in games of an event.
fn games(games: &[(&str, &str, &str)]) -> Folder {
    let folder = Folder::new();
    let games = games.iter().enumerate();
    let text: String =
        games.map(|(number, (event, black, white))| csa(event, black, white, number)).collect();
    folder.write("games.csa", text);
    import(&folder, "games.csa");
    folder
}

const SERVER: &str = "wdoor+floodgate-300-10F+a+b+20240501103000";

/// The players and their games, as `name 3`.
fn players(folder: &Folder, command: &[&str]) -> Vec<String> {
    let output = folder.kura(&[command, &["--limit", "0", "--format", "json"]].concat());
    let rows: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| format!("{} {}", row["player"].as_str().unwrap(), row["games"])).collect()
}

fn count(folder: &Folder, filter: &[&str]) -> usize {
    let output = folder.kura(&[&["games", "--limit", "0", "--format", "jsonl"], filter].concat());
    stdout(&output).lines().count()
}

#[test]
fn a_rank_and_a_title_are_no_part_of_the_person() {
    let folder = case("names");
    assert_eq!(players(&folder, &["players"]), ["player a 3", "-甲 1", "=1+1 1", "x1 1", "x2 1", "x3 1"]);
    assert_eq!(count(&folder, &["--player", "player a"]), 3);
    assert_eq!(count(&folder, &["--player", "=player a"]), 3);
    assert_eq!(count(&folder, &["--player", "=player a 三段"]), 3);
    assert_eq!(count(&folder, &["--player", "==1+1"]), 1);
    for name in ["ranks", "title"] {
        let folder = case(name);
        for command in [&["players"][..], &["stats", "players"]] {
            let found = players(&folder, command);
            assert_eq!(found.len(), 2, "{name}: {found:?}");
            assert!(found.iter().all(|row| row.ends_with(" 2")), "{name}: {found:?}");
        }
    }
    let folder = games(&[("x", "op01(1500)", "op02"), ("x", "op01[4D]", "op02 初段"), ("x", "OP01", "op03")]);
    assert_eq!(players(&folder, &["stats", "players"]), ["OP01 3", "op02 2", "op03 1"]);
    assert_eq!(count(&folder, &["--player", "=op01"]), 3);
}

#[test]
fn nobody_is_not_a_player() {
    let folder = games(&[
        ("x", "?", "A"),
        ("x", "?", "名無し"),
        ("x", "Unknown", "A"),
        ("x", "-", "B"),
        ("x", "先手", "後手"),
    ]);
    for command in [&["players"][..], &["stats", "players"]] {
        assert_eq!(players(&folder, command), ["A 2", "B 1"], "{command:?}");
    }
    let stats: Value = serde_json::from_slice(&folder.kura(&["stats", "--format", "json"]).stdout).unwrap();
    assert_eq!((&stats["games"], &stats["players"]), (&5.into(), &2.into()));
    for name in ["?", "=?", "unknown", "=-", "先手"] {
        assert_eq!(count(&folder, &["--player", name]), 0, "{name}");
    }
    // Nobody against nobody is no game against oneself.
    assert_eq!(count(&folder, &["--kind", "any"]), 5);
    for command in [&["players", "alias", "A", "?"][..], &["players", "me", "Unknown"]] {
        let output = folder.kura(command);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("is nobody's name"), "{}", stderr(&output));
    }
    assert_eq!(count(&folder, &["--where", "g.black = (SELECT id FROM player WHERE name = '?')"]), 2);
}

#[test]
fn names_of_servers_are_compared_exactly() {
    let folder = games(&[
        (SERVER, "Engine_1", "engine_1"),
        (SERVER, "Engine 1", "ENGINE_1"),
        ("club", "engine_1", "Kono"),
        ("club", "kono 三段", "ＫＯＮＯ"),
        (SERVER, "x二段", "x"),
    ]);
    assert_eq!(
        players(&folder, &["stats", "players"]),
        ["Kono 2", "engine_1 2", "ENGINE_1 1", "Engine 1 1", "Engine_1 1", "x 1", "x二段 1"]
    );
    assert_eq!(count(&folder, &["--player", "engine"]), 3);
    assert_eq!(count(&folder, &["--player", "=Engine_1"]), 1);
    // They are made one and come apart as others are.
    let output = folder.kura(&["players", "merge", "Engine 1", "Engine_1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(players(&folder, &["players", "--like", "ngine"]), ["Engine 1 2", "engine_1 2", "ENGINE_1 1"]);
    assert_eq!(stdout(&folder.kura(&["doctor"])).matches("BAD").count(), 0);
    assert_eq!(folder.kura(&["players", "split", "Engine_1"]).status.code(), Some(0));
    assert_eq!(players(&folder, &["players"]).len(), 7);
    assert_eq!(folder.kura(&["undo"]).status.code(), Some(0));
    assert_eq!(players(&folder, &["players"]).len(), 6);
    assert_eq!(folder.kura(&["undo"]).status.code(), Some(0));
    assert_eq!(players(&folder, &["players"]).len(), 7);
    // What is said of a name before a server's game has it holds then too.
    let output = folder.kura(&["players", "alias", "Kono", "Bot_1", "bot_1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder.write("more.csa", csa(SERVER, "Bot_1", "BOT_1", 20));
    import(&folder, "more.csa");
    let found = players(&folder, &["players"]);
    assert!(found.contains(&"Kono 3".to_owned()) && found.contains(&"BOT_1 1".to_owned()), "{found:?}");
    assert_eq!(stdout(&folder.kura(&["doctor"])).matches("BAD").count(), 0);
}

#[test]
fn a_filter_says_whom_a_part_of_a_name_found() {
    let names: Vec<String> = (0..20).map(|number| format!("op{number:03}")).collect();
    let pairs: Vec<(&str, &str, &str)> =
        names.iter().map(|name| ("x", name.as_str(), "甲野太郎五段")).chain([("x", "op01", "B")]).collect();
    let folder = games(&pairs);
    let said = |command: &[&str]| {
        stderr(&folder.kura(command))
            .lines()
            .filter(|line| line.starts_with("--player") || line.starts_with("--opponent"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let op01 = "--player op01 found 11 players: op01, op010, op011, op012, op013, op014, op015, op016 and 3 more; \
                --player \"=op01\" asks for that name alone";
    for command in ["games", "explore", "stats"] {
        assert_eq!(said(&[command, "--player", "op01"]), [op01], "{command}");
        assert_eq!(said(&[command, "--player", "=op01"]), Vec::<String>::new(), "{command}");
        assert_eq!(said(&[command, "--player", "op01", "--format", "json"]), Vec::<String>::new());
    }
    assert_eq!(said(&["remove", "--player", "op01", "--dry-run"]), [op01]);
    assert_eq!(
        said(&["games", "--player", "op00", "--opponent", "甲野"]),
        [
            "--player op00 found 10 players: op000, op001, op002, op003, op004, op005, op006, op007 and 2 more; \
             --player \"=NAME\" asks for one of them",
            "--opponent 甲野 found 1 player: 甲野太郎五段"
        ]
    );
    assert_eq!(said(&["games", "--player", "甲野 太郎"]), Vec::<String>::new());
    assert_eq!(said(&["games", "--player", "zz"]), ["--player zz: no player is called so"]);
    assert_eq!(count(&folder, &["--player", "=op01"]), 1);
}

#[test]
fn the_order_of_words_and_accents_are_suggestions() {
    let folder = games(&[
        ("x", "KONO Taro", "A1"),
        ("x", "Taro Kono", "A2"),
        ("x", "Ōyama", "A3"),
        ("x", "oyama", "A4"),
        (SERVER, "Engine_X", "A5"),
        (SERVER, "engine_X", "A6"),
        ("x", "甲野・乙", "A7"),
        ("x", "甲野 乙三段", "A8"),
    ]);
    let output = folder.kura(&["players", "suggest", "--format", "json"]);
    let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut found: Vec<String> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let mut names = [row["player"].as_str().unwrap(), row["other"].as_str().unwrap()];
            names.sort_unstable();
            format!("{} {}: {}", names[0], names[1], row["likeness"].as_str().unwrap())
        })
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        ["Engine_X engine_X: similar_characters", "KONO Taro Taro Kono: word_order", "oyama Ōyama: accents"]
    );
}

#[test]
fn many_alike_names_are_few_suggestions() {
    let signs: Vec<char> = ('一'..='龠').step_by(9).take(1500).collect();
    let names: Vec<String> = signs.iter().map(|sign| format!("甲野{sign}")).collect();
    let pairs: Vec<(&str, &str, &str)> = names.iter().map(|name| ("x", name.as_str(), "B")).collect();
    let folder = games(&pairs);
    let output = folder.kura(&["players", "suggest", "--format", "jsonl"]);
    // Quadratic would be a million.
    assert!(stdout(&output).lines().count() < 3000, "{}", stdout(&output).lines().count());
}
