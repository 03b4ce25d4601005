//! The same games and the same options give the same bytes; what is not in a dataset is counted.

use super::support::{build, bytes_of, count, csv_rows, folder_of_samples, manifest, position, try_build};
use crate::support::{samples, stderr, stdout};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const SPLIT: [&str; 2] = ["--split", "train=0.6,valid=0.2,test=0.2"];

#[test]
fn runs_threads_and_the_order_of_imports_do_not_matter() {
    let folder = folder_of_samples();
    let options =
        [&SPLIT[..], &["--formats", "parquet,csv,jsonl,usi,kif,csa,psv,hcpe,hcpe3,sfen", "--name", "x"]]
            .concat();
    build(&folder, "a", &options);
    build(&folder, "b", &[&options[..], &["--threads", "1"]].concat());
    // The same records in another order, some of them seen before in another folder.
    let other = ["collection", "endings", "dobutsu", "broken", "formats"];
    for name in other {
        let path = samples().join(name);
        let told = ["--collection", "samples", "--licence", "CC0-1.0"];
        folder.kura(&[&["import", "--db", "other.db"], &told[..], &[path.to_str().unwrap()]].concat());
    }
    build(&folder, "c", &[&options[..], &["--db", "other.db"]].concat());
    let first = bytes_of(&folder, "a");
    assert!(first.len() > 30, "{:?}", first.keys());
    for out in ["b", "c"] {
        let again = bytes_of(&folder, out);
        let differing: Vec<_> =
            first.iter().filter(|(path, bytes)| again.get(*path) != Some(bytes)).collect();
        let differing: Vec<_> = differing.into_iter().map(|(path, _)| path).collect();
        assert!(differing.is_empty() && first.len() == again.len(), "{out}: {differing:?}");
    }
}

#[test]
fn an_interrupted_build_goes_on_and_ends_the_same() {
    let folder = folder_of_samples();
    let options = [&SPLIT[..], &["--formats", "parquet,csv", "--name", "x"]].concat();
    build(&folder, "whole", &options);
    // A folder in the way of the last table stops the build behind the first ones.
    std::fs::create_dir_all(folder.path("half/positions/test.csv/in-the-way")).unwrap();
    let refused = try_build(&folder, "half", &options);
    assert!(stderr(&refused).contains("`half` is not empty"), "{}", stderr(&refused));
    let stopped = try_build(&folder, "half", &[&options[..], &["--force"]].concat());
    assert_eq!(stopped.status.code(), Some(2));
    assert!(stderr(&stopped).contains("positions/test.csv"), "{}", stderr(&stopped));
    assert!(!folder.path("half/manifest.json").exists());
    std::fs::remove_dir_all(folder.path("half/positions/test.csv")).unwrap();
    // Neither other options nor a changed file are gone on with.
    let other = try_build(&folder, "half", &["--resume", "--tables", "games"]);
    assert!(stderr(&other).contains("begun with other options or another database"), "{}", stderr(&other));
    std::fs::write(folder.path("half/games/train.csv"), "changed").unwrap();
    let resumed = try_build(&folder, "half", &[&options[..], &["--resume"]].concat());
    let said = stderr(&resumed);
    assert_eq!(resumed.status.code(), Some(0), "{said}");
    assert!(said.contains("games/train.parquet is there already"), "{said}");
    assert!(said.contains("writing games/train.csv\n"), "{said}");
    assert_eq!(bytes_of(&folder, "half"), bytes_of(&folder, "whole"));
    let again = try_build(&folder, "half", &[&options[..], &["--resume"]].concat());
    assert!(stderr(&again).contains("it is finished"), "{}", stderr(&again));
}

#[test]
fn a_dataset_is_replaced_and_nothing_else_is_taken_away() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--tables", "games", "--formats", "csv,parquet"]);
    folder.write("a/mine.txt", "mine");
    build(&folder, "a", &["--tables", "moves", "--formats", "csv", "--force"]);
    let files: Vec<String> = bytes_of(&folder, "a").into_keys().collect();
    assert_eq!(
        files,
        ["README.md", "croissant.json", "game_ids.csv", "manifest.json", "mine.txt", "moves.csv"]
    );
    let verified = folder.kura(&["dataset", "verify", "a"]);
    assert_eq!(verified.status.code(), Some(1));
    assert_eq!(stdout(&verified), "mine.txt: the manifest does not name it\n1 fault\n");
}

#[test]
fn what_no_build_made_is_never_written_over() {
    let folder = folder_of_samples();
    let options = ["--tables", "games", "--formats", "jsonl", "--force"];
    let refused = |out: &str, options: &[&str]| {
        let output = try_build(&folder, out, options);
        assert_eq!(output.status.code(), Some(2), "{out}");
        assert!(
            stderr(&output).contains("no build of a dataset made it\nhint: move it away"),
            "{}",
            stderr(&output)
        );
    };
    for name in ["README.md", "games.jsonl", "manifest.json", "games.jsonl.part", "build-state.json"] {
        let out = format!("of-{name}");
        std::fs::create_dir(folder.path(&out)).unwrap();
        folder.write(&format!("{out}/{name}"), "mine");
        refused(&out, &options);
        assert_eq!(std::fs::read_to_string(folder.path(&format!("{out}/{name}"))).unwrap(), "mine");
    }
    // Not even what a build made, once somebody changed it.
    build(&folder, "a", &options);
    folder.write("a/games.jsonl", "changed");
    refused("a", &options);
    assert_eq!(std::fs::read_to_string(folder.path("a/games.jsonl")).unwrap(), "changed");
    #[cfg(unix)]
    {
        std::fs::create_dir_all(folder.path("elsewhere")).unwrap();
        std::fs::create_dir_all(folder.path("linked")).unwrap();
        std::os::unix::fs::symlink("../elsewhere", folder.path("linked/games")).unwrap();
        refused("linked", &[&options[..], &SPLIT[..]].concat());
        assert_eq!(std::fs::read_dir(folder.path("elsewhere")).unwrap().count(), 0);
    }
}

/// The exclusions of a manifest by their reasons.
fn excluded(manifest: &serde_json::Value) -> BTreeMap<String, u64> {
    let rows = manifest["excluded"].as_array().unwrap();
    let pair = |row: &serde_json::Value| {
        (row["reason"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap())
    };
    rows.iter().map(pair).collect()
}

#[test]
fn every_record_is_in_the_dataset_or_counted_once() {
    let folder = folder_of_samples();
    let all = count(&folder, "TRUE");
    for options in [
        &["--clean"][..],
        &["--clean", "--require-clock", "--max-rating-gap", "100"],
        &["--clean", "--plies", "60..", "--ending", "resignation,checkmate"],
        &["--no-duplicates", "--exclude-source", "formats/", "--split", "a=0.5,b=0.5"],
        &["--split", "a=0.5,b=0.5", "--by", "player"],
        &["--split", "a=0.5,b=0.5", "--by", "event"],
        &["--variant", "shogi", "--query", "mate", "--handicap", "even"],
    ] {
        build(&folder, "a", &[options, &["--tables", "games", "--force"]].concat());
        let manifest = manifest(&folder, "a");
        let sum: u64 = excluded(&manifest).values().sum();
        assert_eq!(manifest["database"]["records"], all, "{options:?}");
        assert_eq!(sum + manifest["games"].as_u64().unwrap(), all, "{options:?}");
        assert!(sum > 0, "{options:?}");
        let sums = |name: &str| -> u64 {
            let counts = manifest["endings"][name].as_object().unwrap();
            counts.values().map(|games| games.as_u64().unwrap()).sum()
        };
        for name in ["declared", "verified", "agreement", "results"] {
            assert_eq!(sums(name), manifest["games"].as_u64().unwrap(), "{options:?} {name}");
        }
    }
}

#[test]
fn each_rule_leaves_out_what_it_says() {
    let folder = folder_of_samples();
    let cases = [
        ("--no-illegal", "no-illegal=yes", "g.broken_rule IS NOT NULL"),
        ("--require-clock", "require-clock=yes", "length(ifnull(g.clocks, x'')) = 0"),
        ("--max-rating-gap=50", "max-rating-gap=50", "ifnull(abs(g.black_rating - g.white_rating) > 50, 1)"),
        ("--plies=30..", "plies=30..", "g.plies < 30"),
        ("--start=even", "start=even", "g.placing <> 'even'"),
        ("--kind=game", "kind=game", "g.kind <> 'game'"),
        ("--min-rating=1500", "min-rating=1500", "ifnull(min(g.black_rating, g.white_rating) < 1500, 1)"),
        (
            "--agreement=agrees,consistent",
            "agreement=agrees,consistent",
            "g.agreement NOT IN ('agrees', 'consistent')",
        ),
    ];
    for (option, reason, condition) in cases {
        let output = try_build(&folder, "a", &[option, "--tables", "games", "--formats", "csv", "--force"]);
        assert!(output.status.code().is_some_and(|code| code < 2), "{option}: {}", stderr(&output));
        let wanted = count(&folder, condition);
        assert!(wanted > 0, "{option}");
        assert_eq!(excluded(&manifest(&folder, "a")), [(reason.to_owned(), wanted)].into(), "{option}");
    }
    folder.write("copy.kif", "先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 投了\n");
    folder.write("copy.csa", "N+甲\nN-乙\nPI\n+\n+7776FU\n%TORYO\n");
    folder.kura(&["import", "--duplicates", "keep", "copy.kif", "copy.csa"]);
    build(&folder, "a", &["--no-duplicates", "--tables", "games", "--force"]);
    let reasons = excluded(&manifest(&folder, "a"));
    assert!(reasons["duplicate of a game with a richer record"] > 0, "{reasons:?}");
}

#[test]
fn clean_games_are_what_the_preset_says() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--clean", "--tables", "games", "--formats", "csv"]);
    let rows = csv_rows(&folder, "a/games.csv");
    assert!(rows.len() > 100);
    let mut seen = BTreeSet::new();
    for row in &rows {
        assert_eq!((row["kind"].as_str(), row["placing"].as_str()), ("game", "even"));
        assert!(row["plies"].parse::<u32>().unwrap() >= 30);
        assert_eq!(row["broken_rule"], "");
        assert_ne!(row["agreement"], "contradicts");
        assert!(seen.insert(row["moves"].clone()), "the moves of {} twice", row["game"]);
    }
    // What is asked for beside the preset counts instead of that part of it.
    build(&folder, "b", &["--clean", "--plies", "..29", "--tables", "games", "--formats", "csv"]);
    let short = csv_rows(&folder, "b/games.csv");
    assert!(!short.is_empty() && short.iter().all(|row| row["plies"].parse::<u32>().unwrap() < 30));
}

#[test]
fn rows_are_those_of_the_database() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--formats", "csv,jsonl"]);
    let sql = |question: &str| {
        let output = folder.kura(&["sql", "--format", "csv", question]);
        stdout(&output).lines().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let plies = sql("SELECT sum(plies) FROM game WHERE hidden_by IS NULL");
    let (games, moves) = (csv_rows(&folder, "a/games.csv"), csv_rows(&folder, "a/moves.csv"));
    let positions = csv_rows(&folder, "a/positions.csv");
    assert_eq!(games.len() as u64, count(&folder, "TRUE"));
    assert_eq!([moves.len() as u64, positions.len() as u64], [plies, plies]);
    let mut by_game: HashMap<&str, Vec<&str>> = HashMap::new();
    for row in &moves {
        by_game.entry(row["game"].as_str()).or_default().push(row["move"].as_str());
    }
    let games: HashMap<&str, &BTreeMap<String, String>> =
        games.iter().map(|row| (row["game"].as_str(), row)).collect();
    for (game, moves) in by_game {
        assert_eq!(games[game]["moves"], moves.join(" "));
    }
    for (row, mv) in positions.iter().zip(&moves) {
        assert_eq!((&row["game"], &row["move"], &row["side"]), (&mv["game"], &mv["move"], &mv["side"]));
        assert_eq!(row["ply"].parse::<u32>().unwrap() + 1, mv["ply"].parse::<u32>().unwrap());
        let game = games[row["game"].as_str()];
        let points = match game["winner"].as_str() {
            "" => continue,
            winner if winner == row["side"] => "1.0",
            _ => "0.0",
        };
        assert_eq!(row["result"], points);
        assert_eq!(row["winner"], game["winner"]);
    }
    // JSON has the same.
    let lines = std::fs::read_to_string(folder.path("a/positions.jsonl")).unwrap();
    assert_eq!(lines.lines().count() as u64, plies);
    for (line, row) in lines.lines().zip(&positions) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["sfen"].as_str().unwrap(), row["sfen"]);
        assert_eq!(object["plies_left"].to_string(), row["plies_left"]);
    }
}

/// How often a position came up, how these games ended, and what was played.
type Visits = (u32, [u32; 4], BTreeMap<String, u32>);

#[test]
fn each_position_once_has_the_sums_of_its_rows() {
    let folder = folder_of_samples();
    build(&folder, "all", &["--variant", "shogi", "--tables", "positions", "--formats", "csv"]);
    build(&folder, "one", &["--variant", "shogi", "--tables", "positions", "--formats", "csv", "--unique"]);
    build(
        &folder,
        "two",
        &["--variant", "shogi", "--tables", "positions", "--formats", "csv", "--unique", "--shuffle", "5"],
    );
    let mut wanted: BTreeMap<String, Visits> = BTreeMap::new();
    for row in csv_rows(&folder, "all/positions.csv") {
        let entry = wanted.entry(position(&row["sfen"]).to_owned()).or_default();
        entry.0 += 1;
        let result = ["1.0", "0.5", "0.0", ""].iter().position(|text| *text == row["result"]).unwrap();
        entry.1[result] += 1;
        *entry.2.entry(row["move"].clone()).or_default() += 1;
    }
    let rows = csv_rows(&folder, "one/positions.csv");
    assert_eq!(rows.len(), wanted.len());
    for row in &rows {
        let (visits, results, moves) = &wanted[position(&row["sfen"])];
        let number = |name: &str| row[name].parse::<u32>().unwrap();
        assert_eq!(number("visits"), *visits);
        assert_eq!(["wins", "draws", "losses", "unknown"].map(number), *results);
        assert_eq!(number("moves") as usize, moves.len());
        let most = moves.values().max().unwrap();
        assert_eq!(moves.iter().find(|(_, count)| *count == most).unwrap().0, &row["move"]);
        let known: u32 = results[..3].iter().sum();
        if known > 0 {
            let mean = (f64::from(results[0]) + f64::from(results[1]) / 2.0) / f64::from(known);
            assert!((row["result"].parse::<f64>().unwrap() - mean).abs() < 1e-12);
        }
    }
    let mut shuffled = csv_rows(&folder, "two/positions.csv");
    assert_ne!(shuffled, rows);
    shuffled.sort();
    let mut sorted = rows;
    sorted.sort();
    assert_eq!(shuffled, sorted);
}

#[test]
fn sampled_positions_are_those_that_were_asked_for() {
    let folder = folder_of_samples();
    let positions = |out: &str, options: &[&str]| {
        let usual = ["--variant", "shogi", "--tables", "positions", "--formats", "csv"];
        build(&folder, out, &[&usual[..], options].concat());
        csv_rows(&folder, &format!("{out}/positions.csv"))
    };
    let all = positions("all", &[]);
    let ply = |row: &BTreeMap<String, String>| row["ply"].parse::<u32>().unwrap();
    let some = positions("some", &["--every", "5", "--from-ply", "3", "--to-ply", "40"]);
    let is_due = |row: &&BTreeMap<String, String>| (3..=40).contains(&ply(row)) && (ply(row) - 3) % 5 == 0;
    assert_eq!(some, all.iter().filter(is_due).cloned().collect::<Vec<_>>());
    let calm = positions("calm", &["--not-in-check"]);
    assert_eq!(calm, all.iter().filter(|row| row["is_check"] == "false").cloned().collect::<Vec<_>>());
    let quiet = positions("quiet", &["--quiet-positions"]);
    assert!(quiet.len() < calm.len() && !quiet.is_empty());
    assert!(quiet.iter().all(|row| row["is_capture"] == "false" && !row["move"].ends_with('+')));
    // Turned and mirrored twice they are what they were.
    let turned = positions("turned", &["--one-side", "--mirror"]);
    assert_eq!(turned.len(), 2 * all.len());
    for (pair, row) in turned.chunks(2).zip(&all) {
        assert!(pair.iter().all(|row| row["side"] == "black"));
        assert_eq!(pair[0]["is_mirrored"], "false");
        assert_eq!(pair[1]["is_mirrored"], "true");
        assert!(pair.iter().all(|turned| turned["result"] == row["result"]));
        let original: Vec<&str> = row["sfen"].split(' ').collect();
        let board = if original[1] == "w" { turned_board(original[0]) } else { original[0].to_owned() };
        let [plain, mirror] = [0, 1].map(|at| pair[at]["sfen"].split(' ').next().unwrap().to_owned());
        assert_eq!(plain, board);
        assert_eq!(mirror, mirrored_board(&board));
    }
}

/// The cells of a board of SFEN, rank by rank.
fn cells(board: &str) -> Vec<Vec<String>> {
    let rank = |rank: &str| {
        let mut cells = Vec::new();
        let mut promoted = "";
        for char in rank.chars() {
            match char.to_digit(10) {
                Some(empty) => cells.extend(vec![String::new(); empty as usize]),
                None if char == '+' => promoted = "+",
                None => cells.push(format!("{}{char}", std::mem::take(&mut promoted))),
            }
        }
        cells
    };
    board.split('/').map(rank).collect()
}

fn board_text(cells: &[Vec<String>]) -> String {
    let rank = |rank: &Vec<String>| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in rank {
            if cell.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text += cell;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    cells.iter().map(rank).collect::<Vec<_>>().join("/")
}

fn mirrored_board(board: &str) -> String {
    board_text(&cells(board).into_iter().map(|rank| rank.into_iter().rev().collect()).collect::<Vec<_>>())
}

fn turned_board(board: &str) -> String {
    let other = |cell: String| {
        let is_black = cell.chars().any(|char| char.is_ascii_uppercase());
        if is_black { cell.to_lowercase() } else { cell.to_uppercase() }
    };
    let ranks = cells(board).into_iter().rev();
    board_text(&ranks.map(|rank| rank.into_iter().rev().map(other).collect()).collect::<Vec<_>>())
}

#[test]
fn a_single_table_is_the_file_of_the_dataset() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--formats", "parquet,csv,jsonl,usi,hcpe3,sfen,psv,hcpe"]);
    for (table, format) in [
        ("games", "parquet"),
        ("games", "usi"),
        ("games", "hcpe3"),
        ("moves", "parquet"),
        ("moves", "csv"),
        ("moves", "jsonl"),
        ("positions", "parquet"),
        ("positions", "csv"),
        ("positions", "sfen"),
        ("positions", "psv"),
        ("positions", "hcpe"),
    ] {
        let output = folder.kura(&["export", "--table", table, "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{table} {format}: {}", stderr(&output));
        let whole = std::fs::read(folder.path(&format!("a/{table}.{format}"))).unwrap();
        assert!(output.stdout == whole && !whole.is_empty(), "{table} {format}");
    }
    let wrong = folder.kura(&["export", "--table", "moves", "--format", "psv"]);
    assert_eq!(stderr(&wrong), "error: psv is not a format of the chosen tables\n");
    let out = folder.path("x.parquet");
    let out = out.to_str().unwrap();
    let limited = folder.kura(&[
        "export",
        "--format",
        "parquet",
        "--limit",
        "3",
        "--sort",
        "length:desc",
        "--out",
        out,
    ]);
    assert!(stderr(&limited).starts_with("3 rows of 3 games\n"), "{}", stderr(&limited));
}

#[test]
fn partitions_are_folders_that_other_programs_know() {
    let folder = folder_of_samples();
    let samples = samples().join("collection");
    folder.kura(&["import", "--db", "c.db", samples.to_str().unwrap()]);
    build(&folder, "a", &["--db", "c.db", "--partition", "year", "--tables", "games", "--formats", "csv"]);
    let mut rows = 0;
    for year in 2018..=2025 {
        let of_year = csv_rows(&folder, &format!("a/games/year={year}/games.csv"));
        assert!(of_year.iter().all(|row| row["started"].starts_with(&year.to_string())), "{year}");
        rows += of_year.len();
    }
    let counted = folder.kura(&["sql", "--db", "c.db", "--format", "csv", "SELECT count(*) AS n FROM game"]);
    assert_eq!(stdout(&counted).lines().nth(1), Some(rows.to_string().as_str()));
    build(&folder, "b", &["--db", "c.db", "--partition", "source", "--tables", "games", "--formats", "csv"]);
    assert_eq!(
        csv_rows(&folder, "b/games/source=2020/games.csv").len(),
        csv_rows(&folder, "a/games/year=2020/games.csv").len()
    );
}
