//! Every command on the sample records: what people see, and what programs get.

use crate::support::{Folder, samples, stderr, stdout};
use serde_json::Value;

/// A folder with the samples in `kura.db`.
fn imported() -> Folder {
    let folder = Folder::new();
    let output = folder.import_samples("kura.db");
    // Some samples are broken on purpose.
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    for part in ["games read", "stored", "duplicates", "rejected", "endings declared", "encodings"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    folder
}

fn rows(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let output = folder.kura(&[arguments, &["--format", "jsonl"]].concat());
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn sum(rows: &[Value], column: &str) -> u64 {
    rows.iter().map(|row| row[column].as_u64().unwrap()).sum()
}

#[test]
fn every_table_counts_the_same_games() {
    let folder = imported();
    let number = |sql: &str| rows(&folder, &["sql", sql])[0]["n"].as_u64().unwrap();
    let records = number("SELECT count(*) AS n FROM game WHERE variant = 'shogi'");
    let games = number("SELECT count(*) AS n FROM game WHERE variant = 'shogi' AND kind = 'game'");
    assert!(games > 60 && records > games);
    assert_eq!(rows(&folder, &["games", "--limit", "0", "--variant", "shogi"]).len() as u64, records);
    assert_eq!(rows(&folder, &["stats"])[0]["games"], games);
    assert_eq!(sum(&rows(&folder, &["stats", "endings"]), "games"), games);
    assert_eq!(sum(&rows(&folder, &["stats", "endings", "--by", "verified"]), "games"), games);
    for table in ["lengths", "years"] {
        let rows = rows(&folder, &["stats", table]);
        let results =
            |result: &str| rows.iter().map(|row| row["results"][result].as_u64().unwrap()).sum::<u64>();
        let all: u64 = ["black_wins", "white_wins", "draws", "unknown"].map(results).into_iter().sum();
        assert_eq!(all, games, "{table}");
    }
    let players = rows(&folder, &["stats", "players"]);
    assert_eq!(
        sum(&players, "games"),
        players
            .iter()
            .flat_map(|row| row["results"].as_object().unwrap().values())
            .map(|n| n.as_u64().unwrap())
            .sum::<u64>()
    );
    assert_eq!(stdout(&folder.kura(&["export", "--variant", "shogi"])).lines().count() as u64, records);
    assert_eq!(
        stdout(&folder.kura(&["export", "--variant", "shogi", "--format", "csv"])).lines().count() as u64,
        records + 1
    );
}

#[test]
fn every_form_of_an_answer_works_for_every_command() {
    let folder = imported();
    let commands: [&[&str]; 10] = [
        &["games"],
        &["explore"],
        &["stats"],
        &["stats", "overview"],
        &["stats", "endings"],
        &["stats", "players"],
        &["stats", "lengths"],
        &["stats", "years"],
        &["problems"],
        &["sql", "SELECT id, moves, date FROM game LIMIT 3"],
    ];
    for command in commands {
        for form in ["table", "md", "json", "jsonl", "csv"] {
            let output = folder.kura(&[command, &["--format", form]].concat());
            assert_eq!(output.status.code(), Some(0), "{command:?} {form}: {}", stderr(&output));
            assert!(!output.stdout.is_empty(), "{command:?} {form}");
            if form == "json" {
                serde_json::from_str::<Value>(&stdout(&output)).unwrap();
            }
        }
    }
}

#[test]
fn filters_choose() {
    let folder = imported();
    let count = |filter: &[&str]| rows(&folder, &[&["games", "--limit", "0"], filter].concat()).len();
    let all = count(&[]);
    assert_eq!(
        count(&["--winner", "black"]) + count(&["--winner", "white"]) + count(&["--winner", "none"]),
        all
    );
    assert_eq!(count(&["--plies", "..5"]) + count(&["--plies", "6.."]), all);
    let agreements = ["agrees", "consistent", "contradicts", "cannot_be_verified", "nothing_declared"];
    assert_eq!(agreements.iter().map(|value| count(&["--agreement", value])).sum::<usize>(), all);
    assert_eq!(count(&["--player", "nobody has this name"]), 0);
    assert_eq!(count(&["--player", "100%_"]), 0);
    let with = count(&["--player", "invented player A"]);
    assert!(with > 10);
    assert_eq!(count(&["--player", "invented player A", "--color", "black"]), with);
    assert_eq!(count(&["--player", "invented player A", "--opponent", "invented player B"]), with);
    assert!(count(&["--since", "2024", "--until", "2024"]) > 0);
    assert_eq!(count(&["--since", "2999"]), 0);
    assert_eq!(count(&["--where", "plies = 0 OR plies > 0"]), all);
    assert_eq!(folder.kura(&["games", "--since", "yesterday"]).status.code(), Some(2));
    assert_eq!(folder.kura(&["games", "--where", "no such thing"]).status.code(), Some(2));
    assert_eq!(folder.kura(&["games", "--opponent", "x"]).status.code(), Some(2));
}

#[test]
fn standard_input_is_a_file() {
    let folder = Folder::new();
    let record = std::fs::read(samples().join("formats/v2.2.csa")).unwrap();
    for arguments in [&["convert", "--to", "jsonl", "-"][..], &["check", "-"], &["import", "-", "--json"]] {
        let output = folder.kura_with(arguments, &record);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        if arguments[0] != "check" {
            let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
            assert!(found["format"] == "csa" || found["games"] == 1, "{found}");
        }
    }
}

#[test]
fn a_game_is_shown_and_written_in_every_format() {
    let folder = imported();
    let id = rows(
        &folder,
        &["sql", "SELECT min(id) AS id FROM game WHERE plies = 6 AND start IS NULL AND variant = 'shogi'"],
    )[0]["id"]
        .to_string();
    let board = stdout(&folder.kura(&["show", &id, "--ply", "1"]));
    assert!(board.contains("| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六"), "{board}");
    assert_eq!(folder.kura(&["show", &id, "--ply", "7"]).status.code(), Some(2));
    assert_eq!(folder.kura(&["show", "999999"]).status.code(), Some(2));
    for (more, says) in [
        (&["--ply", "7", "--as", "sfen"][..], "has 6 plies, so there is no position after ply 7"),
        (&["--ply", "3", "--as", "kif"], "--ply goes with `--to bod` and `--to sfen`"),
    ] {
        let output = folder.kura(&[&["show", &id][..], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    let empty = stderr(&folder.kura(&["games", "--plies", "5..1"]));
    assert!(empty.contains("the range is empty"), "{empty}");
    let catch = samples().join("dobutsu/catch.csa");
    for format in ["ki2", "usen"] {
        let output = folder.kura(&["convert", "--to", format, &catch.to_string_lossy()]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{}", stderr(&output));
    }
    let moves = |text: &str| {
        let file = folder.write("again.txt", text);
        let rows = rows_of(&folder, &file.to_string_lossy());
        rows[0]["moves"].clone()
    };
    let want = moves(&stdout(&folder.kura(&["show", &id, "--as", "usi"])));
    assert_eq!(want.as_array().unwrap().len(), 6);
    for format in ["kifu", "csa", "csa3"] {
        assert_eq!(moves(&stdout(&folder.kura(&["show", &id, "--as", format]))), want, "{format}");
    }
}

fn rows_of(folder: &Folder, file: &str) -> Vec<Value> {
    let output = folder.kura(&["convert", "--to", "jsonl", file]);
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn converting_writes_over_nothing() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("out")).unwrap();
    let sample = samples().join("formats/even-cp932.kif");
    let arguments = ["convert", "--to", "csa", "--out", "out", &sample.to_string_lossy()];
    assert_eq!(folder.kura(&arguments).status.code(), Some(0));
    assert!(std::fs::read_to_string(folder.path("out/even-cp932.csa")).unwrap().starts_with("V2.2"));
    let again = folder.kura(&arguments);
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("refusing to overwrite `out/even-cp932.csa`"), "{}", stderr(&again));
}

#[test]
fn perft_counts() {
    let folder = Folder::new();
    assert_eq!(stdout(&folder.kura(&["perft", "3"])), "25470\n");
    let divided = stdout(&folder.kura(&["perft", "2", "--divide"]));
    assert_eq!(divided.lines().count(), 32);
    assert!(divided.ends_with("\n900\n"), "{divided}");
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert_eq!(stdout(&folder.kura(&["perft", most, "2"])), "105677\n");
    assert_eq!(folder.kura(&["perft", "deep"]).status.code(), Some(2));
}

#[test]
fn what_a_format_twists_is_said() {
    let folder = Folder::new();
    let sample = |name: &str| samples().join(name).to_string_lossy().into_owned();
    let convert = |to: &str, name: &str| folder.kura(&["convert", "--to", to, &sample(name)]);
    for fouls in ["two-moves-in-a-row", "two-pawns", "dead-end", "pawn-drop-mate", "left-in-check"] {
        for format in ["kif", "ki2", "csa", "csa3", "jkf"] {
            let output = convert(format, &format!("endings/illegal-{fouls}.csa"));
            assert!(!stderr(&output).contains("read back"), "{fouls}: {}", stderr(&output));
        }
    }
}

#[test]
fn games_without_moves_stay_apart_in_one_kif() {
    let folder = Folder::new();
    let lines = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n\
                 startpos moves 7g7f\n4k4/9/9/9/9/9/9/9/4K4 b G 1\n";
    let file = folder.write("lines.sfen", lines);
    let kif = stdout(&folder.kura(&["convert", "--to", "kifu", &file.to_string_lossy()]));
    let again = folder.write("again.kif", &kif);
    let starts = |file: &std::path::Path| -> Vec<Value> {
        rows_of(&folder, &file.to_string_lossy()).iter().map(|row| row["start_sfen"].clone()).collect()
    };
    assert_eq!(starts(&again), starts(&file), "{kif}");
}

#[test]
fn an_export_destroys_nothing() {
    let folder = imported();
    folder.write("notes.txt", "mine");
    let output = folder.kura(&["export", "--out", "notes.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.path("notes.txt")).unwrap(), "mine");
    assert_eq!(folder.kura(&["export", "--out", "kura.db", "--force"]).status.code(), Some(2));
    assert_eq!(folder.kura(&["stats"]).status.code(), Some(0));
    assert_eq!(folder.kura(&["export", "--out", "notes.txt", "--force"]).status.code(), Some(0));
    assert!(std::fs::read_to_string(folder.path("notes.txt")).unwrap().lines().count() > 50);
}

#[test]
fn the_bytes_of_a_game_come_back() {
    let folder = imported();
    let id = rows(
        &folder,
        &[
            "sql",
            "SELECT e.game AS id FROM entry e JOIN source_path p ON p.source = e.source
         WHERE p.path LIKE '%/even-cp932.kif'",
        ],
    )[0]["id"]
        .to_string();
    let bytes = folder.kura(&["show", &id, "--source"]).stdout;
    assert!(!bytes.is_empty());
    let kept =
        ["even-cp932.kif", "even-euc-jp.kif", "even-utf8.kif", "even-utf16.kif", "even-iso-2022-jp.kif"];
    let same = |name: &&str| std::fs::read(samples().join("formats").join(name)).unwrap() == bytes;
    assert!(kept.iter().any(same));
}

#[test]
fn columns_of_equal_names_are_all_there() {
    let folder = imported();
    let answer = |form: &str| {
        stdout(&folder.kura(&["sql", "SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a", "--format", form]))
    };
    assert_eq!(answer("jsonl"), "{\"a\":1,\"a_2\":2,\"b\":3,\"a_3\":4}\n");
    assert_eq!(answer("csv"), "a,a_2,b,a_3\n1,2,3,4\n");
}
