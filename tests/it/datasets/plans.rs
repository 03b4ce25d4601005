//! Plans in files, names that are hidden, texts that are left out, and what is refused.

use super::support::{build, bytes_of, csv_rows, folder_of_samples, manifest, try_build};
use crate::support::{Folder, stderr, stdout};
use std::collections::BTreeSet;

#[test]
fn a_plan_is_the_same_as_its_options() {
    let folder = folder_of_samples();
    folder.write(
        "clean.toml",
        "# What engines learn from\nclean = true\nplies = \"40..\"\nending = [\"resignation\", \"checkmate\"]\n\
         tables = [\"games\", \"moves\"]\nformats = \"csv\"\nsplit = \"train=0.5,test=0.5\"\nby = \"player\"\n\
         no-illegal = false\nmax-rating-gap = 500.5\n",
    );
    build(&folder, "a", &["clean.toml"]);
    let options = "--clean --plies 40.. --ending resignation,checkmate --tables games,moves --formats csv \
                   --split train=0.5,test=0.5 --by player --max-rating-gap 500.5 --name clean";
    build(&folder, "b", &options.split_whitespace().collect::<Vec<_>>());
    assert_eq!(bytes_of(&folder, "a"), bytes_of(&folder, "b"));
    // The command line counts more.
    build(&folder, "c", &["clean.toml", "--tables", "games", "--plies=60.."]);
    assert_eq!(csv_rows(&folder, "c/game_ids.csv").len() as u64, manifest(&folder, "c")["games"]);
    assert!(!folder.path("c/moves").exists());
    assert!(manifest(&folder, "c")["selection"]["filter"].as_str().unwrap().contains("plies=60.."));
}

#[test]
fn a_wrong_plan_says_where() {
    let folder = folder_of_samples();
    for (plan, line, words) in [
        (
            "clean = true\npiles = 3\n",
            "line 2: unknown option `piles`\n  piles = 3\n  ^\n",
            "hint: did you mean `plies`?",
        ),
        ("plies = \"9..3\"\n", "line 1: ", "the range is empty: 9 is more than 3"),
        ("# x\n\nending = [\"resignation\", \"lost\"]\n", "line 3: ", "'lost'"),
        ("clean = \"yes\"\n", "line 1: `clean` is true or false\n  clean = \"yes\"\n          ^", ""),
        ("every = { n = 3 }\n", "line 1: `every` is a text, a number or a list of them", ""),
        ("no_duplicates = true\n", "line 1: unknown option `no_duplicates`", "did you mean `no-duplicates`?"),
        ("clean = \n", "line 1: ", "^"),
        ("clean = true\nclean = true\n", "line 2: ", "duplicate key"),
        ("force = true\n", "line 1: unknown option `force`", ""),
    ] {
        folder.write("p.toml", plan);
        let output = try_build(&folder, "x", &["p.toml"]);
        assert_eq!(output.status.code(), Some(2), "{plan}");
        let said = stderr(&output);
        assert!(said.starts_with("error: p.toml, "), "{plan}: {said}");
        assert!(said.contains(line) && said.contains(words), "{plan}: {said}");
        assert!(!folder.path("x").exists());
    }
    let missing = try_build(&folder, "x", &["nothing.toml"]);
    assert!(stderr(&missing).starts_with("error: `nothing.toml`: "), "{}", stderr(&missing));
}

#[test]
fn hidden_names_are_nowhere() {
    let folder = folder_of_samples();
    folder.write("key", "0123456789abcdef\n");
    let options = ["--anonymise", "--key-file", "key", "--formats", "csv,jsonl,usi", "--tables", "games"];
    build(&folder, "a", &options);
    let names = stdout(&folder.kura(&[
        "sql",
        "--format",
        "csv",
        "SELECT name FROM player WHERE person <> '' AND length(name) > 2",
    ]));
    let all: Vec<u8> = bytes_of(&folder, "a").into_values().flatten().collect();
    let all = String::from_utf8_lossy(&all);
    let names: Vec<&str> = names.lines().skip(1).collect();
    assert!(names.len() > 20);
    // Where they stand inside of other words as well: the word for an ending, an event.
    for inside in ["高見沢", "稲村"] {
        assert!(!all.contains(inside), "{inside}");
    }
    build(&folder, "f", &[&options[..], &["--player", "稲村"]].concat());
    let described: Vec<u8> = bytes_of(&folder, "f").into_values().flatten().collect();
    let described = String::from_utf8_lossy(&described);
    assert!(!described.contains("稲村") && described.contains("player=(hidden)"));
    let found: Vec<_> = names.iter().filter(|name| all.contains(&format!("\"{name}\""))).collect();
    assert!(found.is_empty(), "{found:?}");
    assert!(!all.contains("0123456789abcdef"));
    // One person is one name, and another key gives others.
    let persons = |out: &str| -> BTreeSet<String> {
        csv_rows(&folder, &format!("{out}/games.csv"))
            .into_iter()
            .map(|row| row["black_name"].clone())
            .collect()
    };
    folder.write("other", "0123456789abcdeF");
    build(&folder, "b", &["--anonymise", "--key-file", "other", "--formats", "csv", "--tables", "games"]);
    build(&folder, "c", &options);
    let (first, other) = (persons("a"), persons("b"));
    assert_eq!(first, persons("c"));
    assert_eq!(first.len(), other.len());
    assert!(first.intersection(&other).all(|name| name.is_empty()));
    assert!(first.iter().all(|name| name.is_empty() || name.starts_with("player-")));
    for (options, words) in [
        (&["--anonymise"][..], "no key is given"),
        (&["--anonymise", "--key-file", "key", "--with-text"], "names cannot be hidden"),
        (&["--anonymise", "--key-file", "key", "--formats", "kif"], "names cannot be hidden"),
    ] {
        let output = try_build(&folder, "x", options);
        assert!(stderr(&output).contains(words), "{options:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("hint: "));
    }
}

#[test]
fn headers_and_comments_are_written_when_asked_for() {
    let folder = Folder::new();
    folder.write("a.kif", "先手：甲\n後手：乙\n備考：秘密の備考\n場所：東京\n   1 ７六歩(77)\n*秘密の解説\n   2 ３四歩(33)\n   3 投了\n");
    folder.kura(&["import", "a.kif"]);
    let holds = |out: &str, options: &[&str]| {
        build(&folder, out, &[&["--formats", "jsonl,kifu,csa,jkf"], options].concat());
        // Archives are read by `convert`.
        let zip = folder.path(&format!("{out}/games.kifu.zip"));
        let kifu = folder.kura(&["convert", "--to", "kifu", zip.to_str().unwrap()]).stdout;
        let files: Vec<u8> = bytes_of(&folder, out).into_values().flatten().chain(kifu).collect();
        let text = String::from_utf8_lossy(&files).into_owned();
        ["秘密の備考", "秘密の解説", "東京"].map(|word| text.matches(word).count())
    };
    let [remark, comment, place] = holds("a", &[]);
    assert_eq!([remark, comment], [0, 0]);
    assert!(place > 0);
    let [remark, comment, _] = holds("b", &["--with-text"]);
    assert!(remark > 0 && comment >= 4, "{remark} {comment}");
}

#[test]
fn spreadsheets_run_nothing() {
    let folder = Folder::new();
    folder.write("a.kif", "先手：=1+1\n後手：'-x\n棋戦：@SUM(A1)\n   1 ７六歩(77)\n   2 投了\n");
    folder.kura(&["import", "a.kif"]);
    let row = |out: &str, options: &[&str]| {
        build(&folder, out, &[&["--formats", "csv", "--tables", "games"], options].concat());
        let row = csv_rows(&folder, &format!("{out}/games.csv")).remove(0);
        ["black", "white", "event"].map(|name| row[name].clone())
    };
    assert_eq!(row("a", &[]), ["'=1+1", "''-x", "'@SUM(A1)"]);
    assert_eq!(row("b", &["--raw"]), ["=1+1", "'-x", "@SUM(A1)"]);
    assert_eq!(manifest(&folder, "b")["selection"]["csv"]["raw"], true);
    build(&folder, "c", &["--formats", "csv", "--tables", "games", "--bom"]);
    assert!(std::fs::read(folder.path("c/games.csv")).unwrap().starts_with(b"\xef\xbb\xbfgame,"));
}

#[test]
fn columns_are_chosen_in_their_order() {
    let folder = folder_of_samples();
    build(
        &folder,
        "a",
        &["--columns", "result,sfen,plies,game", "--tables", "games,positions", "--formats", "csv"],
    );
    let head =
        |path: &str| std::fs::read_to_string(folder.path(path)).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(head("a/positions.csv"), "result,sfen,game");
    assert_eq!(head("a/games.csv"), "plies,game");
    for format in ["csv", "parquet", "jsonl"] {
        let twice = ["--columns", "game,plies,game", "--tables", "games", "--formats", format, "--force"];
        build(&folder, "twice", &twice);
    }
    let twice = folder.kura(&["export", "--table", "moves", "--format", "csv", "--columns", "ply,ply"]);
    assert!(stdout(&twice).starts_with("ply\n1\n"), "{}", stdout(&twice));
    let unknown = try_build(&folder, "x", &["--columns", "sfen,nope", "--tables", "positions"]);
    assert!(
        stderr(&unknown)
            .starts_with("error: this answer has no column `nope`\nhint: it has game, ply, sfen,"),
        "{}",
        stderr(&unknown)
    );
    let none =
        try_build(&folder, "x", &["--columns", "sfen", "--tables", "games,positions", "--formats", "csv"]);
    assert!(
        stderr(&none).starts_with("error: the table games has none of these columns (csv)\nhint: "),
        "{}",
        stderr(&none)
    );
}

#[test]
fn packed_positions_have_no_place_for_some_games() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--tables", "positions", "--formats", "psv,hcpe,csv"]);
    let manifest = manifest(&folder, "a");
    let reasons = |format: &str| -> Vec<(String, u64)> {
        let rows = manifest["left_out"].as_array().unwrap().iter();
        rows.filter(|row| row["format"] == format)
            .map(|row| (row["reason"].as_str().unwrap().to_owned(), row["rows"].as_u64().unwrap()))
            .collect()
    };
    let rows = |format: &str| -> u64 {
        let mut files = manifest["files"].as_array().unwrap().iter();
        files.find(|file| file["format"] == format && file["table"] == "positions").unwrap()["rows"]
            .as_u64()
            .unwrap()
    };
    let names: BTreeSet<String> = reasons("psv").into_iter().map(|(name, _)| name).collect();
    assert!(
        ["dobutsu", "missing_pieces", "unknown_result"].iter().all(|name| names.contains(*name)),
        "{names:?}"
    );
    for format in ["psv", "hcpe"] {
        let left_out: u64 = reasons(format).iter().map(|(_, rows)| rows).sum();
        assert_eq!(rows(format) + left_out, rows("csv"), "{format}");
    }
    let unique = try_build(&folder, "x", &["--unique", "--tables", "positions", "--formats", "psv"]);
    assert!(
        stderr(&unique).starts_with("error: psv has no place for a position's mean result\nhint: "),
        "{}",
        stderr(&unique)
    );
    // Positions without an evaluation are left out, or count as even.
    build(&folder, "b", &["--tables", "positions", "--formats", "psv", "--no-score", "leave-out"]);
    let evaluated = csv_rows(&folder, "a/positions.csv")
        .iter()
        .filter(|row| !row["evaluation"].is_empty() && !row["is_check"].is_empty())
        .count();
    let bytes = std::fs::read(folder.path("b/positions.psv")).unwrap();
    assert!(bytes.len() / 40 <= evaluated && !bytes.is_empty(), "{} of {evaluated}", bytes.len() / 40);
}

#[test]
fn wrong_options_are_named() {
    let folder = folder_of_samples();
    for (options, words) in [
        (&["--formats", "psv", "--tables", "games"][..], "psv is not a format of the chosen tables"),
        (
            &["--formats", "moves:parquet", "--tables", "games"],
            "`moves` is not one of the tables that are built",
        ),
        (&["--formats", "xlsx"], "`xlsx` is not one of parquet, csv, jsonl, usi"),
        (&["--split", "a=0.5"], "the shares add up to 0.5, not to 1"),
        (&["--db", "nowhere.db", "--where", "1"], "there is no database"),
    ] {
        let output = try_build(&folder, "x", options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(words), "{options:?}: {}", stderr(&output));
    }
    let nowhere = folder.kura(&["dataset", "build"]);
    assert!(stderr(&nowhere).contains("hint: name it: `--out FOLDER`"), "{}", stderr(&nowhere));
    let database = try_build(&folder, "kura.db", &[]);
    assert!(stderr(&database).contains("belongs to a database"), "{}", stderr(&database));
}
