//! Databases with known answers: each case that was once answered wrongly, by its name, with the command and the answer.
//! The other tests go through the kinds of which these are examples.

use crate::support::{Folder, files_below, stderr, stdout};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn records(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/database").join(name)
}

/// A database made of a case's folder.
fn case(name: &str) -> Folder {
    let folder = Folder::new();
    import(&folder, &records(name));
    folder
}

fn import(folder: &Folder, path: &Path) {
    let output = folder.kura(&["import", "-q", path.to_str().unwrap()]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
}

fn answer(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

fn rows(folder: &Folder, command: &[&str]) -> Vec<Value> {
    answer(folder, command).as_array().unwrap().clone()
}

/// Of one column, sorted.
fn column(folder: &Folder, command: &[&str], name: &str) -> Vec<String> {
    let text = |row: &Value| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned);
    let mut found: Vec<String> = rows(folder, command).iter().map(text).collect();
    found.sort();
    found
}

fn said(folder: &Folder, command: &[&str], words: &str) -> bool {
    let output = folder.kura(command);
    stderr(&output).contains(words) || stdout(&output).contains(words)
}

#[test]
fn db_1_games_without_a_move_do_not_count() {
    let folder = case("zero");
    let found = answer(&folder, &["explore"]);
    assert_eq!((&found["games"], &found["results"]["black_wins"]), (&json!(1), &json!(1)));
    assert!(said(&folder, &["explore"], "left out: 3 games without a move"));
}

#[test]
fn db_2_a_forfeit_is_in_a_bucket_of_its_own() {
    let folder = case("forfeit");
    for command in [&["stats"][..], &["stats", "players"], &["stats", "years"]] {
        assert!(said(&folder, command, "left out: 1 game decided by forfeit"), "{command:?}");
    }
    assert_eq!(answer(&folder, &["stats"])["results"]["white_wins"], 0);
}

#[test]
fn db_3_a_year_is_its_days() {
    let folder = case("dates");
    let days = column(&folder, &["games", "--since", "2024-01-01", "--until", "2024-12-31"], "black");
    assert_eq!(days, column(&folder, &["games", "--since", "2024", "--until", "2024"], "black"));
    assert_eq!(days, ["a0", "a1", "a2", "a3"]);
}

#[test]
fn db_6_set_positions_are_no_handicap_games() {
    let folder = case("handicap");
    assert_eq!(column(&folder, &["games", "--handicap", "any"], "handicap"), ["二枚落ち"]);
    let found = answer(&folder, &["stats", "--handicap", "any"]);
    assert_eq!(
        (&found["games"], &found["handicap_games"], &found["custom_starts"]),
        (&json!(1), &json!(1), &json!(0))
    );
}

#[test]
fn db_7_the_explorer_counts_games_from_any_start() {
    let folder = case("handicap");
    let found = answer(&folder, &["explore", "7g7f 3c3d"]);
    assert_eq!((&found["games"], &found["from_set_positions"]), (&json!(1), &json!(1)));
}

#[test]
fn db_9_one_game_in_two_formats_becomes_one() {
    let folder = case("copies");
    let games = |folder: &Folder| answer(folder, &["explore"])["games"].as_u64().unwrap();
    if games(&folder) > 1 {
        folder.kura(&["duplicates", "--merge"]);
    }
    assert_eq!((games(&folder), &answer(&folder, &["stats"])["games"]), (1, &json!(1)));
}

#[test]
fn db_10_seventy_copies_are_all_named() {
    let folder = Folder::new();
    let moves = std::fs::read_to_string(records("copies").join("a.csa")).unwrap();
    let moves = &moves[moves.find("PI").unwrap()..];
    let text: String = (0..70).map(|number| format!("V2.2\nN+p{number}\nN-q{number}\n{moves}/\n")).collect();
    folder.write("games.csa", text);
    import(&folder, &folder.path("games.csa"));
    let mut named: Vec<u64> = rows(&folder, &["duplicates", "--limit", "0"])
        .iter()
        .flat_map(|group| group["games"].as_array().unwrap().clone())
        .map(|id| id.as_u64().unwrap())
        .collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named.len(), 70);
}

#[test]
fn db_12_a_rank_is_no_part_of_the_person() {
    let folder = case("names");
    let players = rows(&folder, &["stats", "players"]);
    let games: Vec<&Value> = players
        .iter()
        .filter(|row| row["player"].as_str().unwrap().starts_with("player a"))
        .map(|row| &row["games"])
        .collect();
    assert_eq!(games, [3]);
}

#[test]
fn db_13_a_question_mark_is_nobody() {
    let folder = case("names");
    assert!(!column(&folder, &["players"], "player").contains(&"?".to_owned()));
}

#[test]
fn db_14_csv_can_be_had_as_it_is() {
    let folder = case("names");
    let names = |more: &[&str]| {
        let command = [&["export", "--format", "csv", "--columns", "white"][..], more].concat();
        stdout(&folder.kura(&command))
    };
    assert!(names(&[]).contains("'-甲\n") && names(&[]).contains("'=1+1\n"), "{}", names(&[]));
    assert!(names(&["--raw"]).contains("\n-甲\n") && names(&["--raw"]).contains("\n=1+1\n"));
    assert!(names(&["--bom"]).starts_with('\u{feff}'));
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md")).unwrap();
    assert!(page.contains("--raw") && page.contains("--bom"));
}

#[test]
fn db_17_even_games_are_even_in_every_format() {
    let folder = case("handicap2");
    for name in ["平手", "even"] {
        assert_eq!(rows(&folder, &["games", "--handicap", name]).len(), 2, "{name}");
    }
}

#[test]
fn db_18_a_part_of_a_handicap_s_name_is_enough_everywhere() {
    let folder = case("handicap2");
    for name in ["二枚", "二枚落ち", "any"] {
        assert_eq!(answer(&folder, &["explore", "--handicap", name])["games"], 2, "{name}");
        assert_eq!(rows(&folder, &["games", "--handicap", name]).len(), 2, "{name}");
    }
}

#[test]
fn db_19_games_without_a_date_have_a_row() {
    let folder = case("dates");
    let years = answer(&folder, &["explore", "--by", "year"])["years"].clone();
    let games = |row: &Value| row["games"].as_u64().unwrap();
    assert_eq!(years.as_array().unwrap().iter().map(games).sum::<u64>(), 6);
    assert_eq!(years.as_array().unwrap().last().unwrap()["year"], Value::Null);
}

#[test]
fn show_1_what_is_shown_ends_as_the_file_does() {
    let ends = |folder: &Folder, file: &str| {
        let output = folder.kura(&["convert", "--to", "jsonl", file]);
        let game: Value = serde_json::from_slice(&output.stdout).unwrap();
        (game["verified_ending"].clone(), game["winner"].clone(), game["moves"].clone())
    };
    for name in ["silent", "foul", "foul2"] {
        let folder = Folder::new();
        std::fs::copy(records("show").join(format!("{name}.kif")), folder.path("own.kif")).unwrap();
        import(&folder, &folder.path("own.kif"));
        let own = ends(&folder, "own.kif");
        for format in ["kif", "ki2", "csa", "jkf"] {
            let shown = folder.kura(&["show", "1", "--as", format]);
            folder.write(&format!("shown.{format}"), &shown.stdout);
            assert_eq!(ends(&folder, &format!("shown.{format}")), own, "{name} {format}");
        }
    }
}

#[test]
fn show_2_a_game_from_a_set_position_is_found_where_it_begins() {
    let folder = Folder::new();
    import(&folder, &records("show").join("setpos.usi"));
    let start = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let found = answer(&folder, &["explore", start]);
    assert_eq!(
        (&found["games"], &found["from_set_positions"], &found["moves"][0]["usi"]),
        (&json!(1), &json!(1), &json!("2g2f"))
    );
}

#[test]
fn nomoves_a_game_without_a_move_is_not_counted() {
    let found = answer(&case("nomoves"), &["explore"]);
    let first = &found["moves"][0];
    assert_eq!((&found["games"], &found["results"]["black_wins"]), (&json!(1), &json!(1)));
    assert_eq!((&first["usi"], &first["share"]), (&json!("7g7f"), &json!(1.0)));
}

#[test]
fn endings_none_is_neither_declared_nor_verified() {
    let folder = case("endings");
    let output = folder.kura(&["export", "--ending", "none", "--columns", "source,moves"]);
    let lines = stdout(&output);
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(lines.contains("stops.kif") && lines.contains("2g2f"), "{lines}");
}

#[test]
fn ranks_and_titles_leave_two_persons() {
    for name in ["ranks", "title"] {
        let folder = case(name);
        for command in [&["players"][..], &["stats", "players"]] {
            assert_eq!(rows(&folder, command).len(), 2, "{name} {command:?}");
        }
    }
}

#[test]
fn samename_files_of_one_name_keep_their_folders() {
    let folder = Folder::new();
    let from = records("samename");
    for command in [&["check", "--fix"][..], &["convert", "--to", "csa"]] {
        let out = folder.path(command[0]);
        folder.kura(&[command, &["--out", &format!("{}/", out.display()), from.to_str().unwrap()]].concat());
        let mut parents: Vec<String> = files_below(&[out])
            .iter()
            .map(|path| path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        parents.sort();
        assert_eq!(parents, ["1994", "1995"], "{command:?}");
    }
}

#[test]
fn reimport_a_corrected_file_is_offered_and_can_be_undone() {
    let folder = Folder::new();
    let kif = |name: &str| {
        format!("手合割：平手\n先手：{name}\n後手：乙山\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n")
    };
    folder.write("game.kif", kif("甲也"));
    import(&folder, &folder.path("game.kif"));
    folder.write("game.kif", kif("甲野"));
    let output = folder.kura(&["import", "game.kif"]);
    assert!(
        stderr(&output).contains("--replace") || stdout(&output).contains("--replace"),
        "{}",
        stderr(&output)
    );
    folder.kura(&["import", "-q", "--replace", "always", "game.kif"]);
    assert_eq!(column(&folder, &["games"], "black"), ["甲野"]);
    folder.kura(&["undo"]);
    assert!(column(&folder, &["games"], "black").contains(&"甲也".to_owned()));
}

#[test]
fn csv_has_the_position_as_it_is() {
    let folder = Folder::new();
    folder.write("start.usi", "position sfen +B8/9/9/9/9/9/9/9/K1k6 b - 1\n");
    import(&folder, &folder.path("start.usi"));
    let text = stdout(&folder.kura(&["export", "--format", "csv", "--columns", "start_sfen"]));
    assert_eq!(text.lines().nth(1), Some("+B8/9/9/9/9/9/9/9/K1k6 b - 1"));
}

#[test]
fn merge_opponents_two_who_played_each_other_stay_two() {
    let folder = Folder::new();
    folder.write("game.csa", "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n%TORYO\n");
    import(&folder, &folder.path("game.csa"));
    let output = folder.kura(&["players", "merge", "A", "B"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(rows(&folder, &["players"]).len(), 2);
    assert_eq!(folder.kura(&["players", "merge", "--force", "A", "B"]).status.code(), Some(0));
}

#[test]
fn dobutsu_only_games_are_shown() {
    let folder = Folder::new();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-records/dobutsu");
    import(&folder, &samples);
    for command in [&["stats"][..], &["explore"]] {
        assert!(answer(&folder, command)["games"].as_u64().unwrap() > 10, "{command:?}");
    }
}
