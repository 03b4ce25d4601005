//! Parts: nothing moves, nothing leaks.

use super::support::{build, csv_rows, folder_of_samples, manifest, position, try_build};
use crate::support::{Folder, samples, stderr, stdout};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const SPLIT: [&str; 2] = ["--split", "train=0.5,valid=0.25,test=0.25"];

/// A database of two thirds of the invented club's games, and one of all of them.
fn growing() -> Folder {
    let folder = Folder::new();
    let years = |from: u32, to: u32| -> Vec<String> {
        (from..=to)
            .map(|year| samples().join("collection").join(year.to_string()).to_string_lossy().into_owned())
            .collect()
    };
    let import = |database: &str, paths: Vec<String>| {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let output = folder.kura(&[&["import", "--db", database], &paths[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    import("old.db", years(2018, 2023));
    import("new.db", years(2018, 2025));
    folder
}

fn parts(folder: &Folder, out: &str) -> HashMap<String, String> {
    csv_rows(folder, &format!("{out}/game_ids.csv"))
        .into_iter()
        .map(|row| (row["game"].clone(), row["split"].clone()))
        .collect()
}

#[test]
fn more_games_move_none() {
    let folder = growing();
    for by in ["game", "player", "event", "position"] {
        let options =
            [&SPLIT[..], &["--by", by, "--tables", "games", "--formats", "csv", "--force"]].concat();
        build(&folder, "old", &[&options[..], &["--db", "old.db"]].concat());
        build(&folder, "new", &[&options[..], &["--db", "new.db"]].concat());
        build(&folder, "next", &[&options[..], &["--db", "new.db", "--previous", "old"]].concat());
        let old = parts(&folder, "old");
        for out in ["new", "next"] {
            let new = parts(&folder, out);
            let moved = old.iter().filter(|(game, part)| new.get(*game).is_some_and(|now| now != *part));
            assert_eq!(moved.count(), 0, "{by} {out}");
        }
        // With the earlier parts known no game of theirs is left out either.
        let next = parts(&folder, "next");
        assert!(old.keys().all(|game| next.contains_key(game)), "{by}");
        let difference = stdout(&folder.kura(&["dataset", "diff", "old", "next"]));
        let added = next.len() - old.len();
        let first = format!("games: {} games in both, {added} added\n", old.len());
        assert!(difference.starts_with(&first), "{by}: {difference}");
    }
    // Positions stay where they were too.
    let options =
        [&SPLIT[..], &["--by", "position", "--tables", "positions", "--formats", "csv", "--force"]].concat();
    build(&folder, "old", &[&options[..], &["--db", "old.db"]].concat());
    build(&folder, "next", &[&options[..], &["--db", "new.db", "--previous", "old"]].concat());
    let holders = |out: &str| -> HashMap<String, &str> {
        let parts = ["train", "valid", "test"];
        let rows = |part: &'static str| csv_rows(&folder, &format!("{out}/positions/{part}.csv")).into_iter();
        parts
            .into_iter()
            .flat_map(|part| rows(part).map(move |row| (position(&row["sfen"]).to_owned(), part)))
            .collect()
    };
    let (old, next) = (holders("old"), holders("next"));
    assert!(next.len() > old.len());
    assert_eq!(old.iter().filter(|(position, part)| next.get(*position) != Some(*part)).count(), 0);
    let other = try_build(&folder, "x", &["--split", "a=0.5,b=0.5", "--previous", "old", "--db", "new.db"]);
    assert!(stderr(&other).contains("which is none of this one's"), "{}", stderr(&other));
}

#[test]
fn players_and_events_stay_together() {
    let folder = growing();
    build(
        &folder,
        "a",
        &[&SPLIT[..], &["--by", "player", "--db", "new.db", "--formats", "csv", "--tables", "games"]]
            .concat(),
    );
    let mut part_of: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for part in ["train", "valid", "test"] {
        for row in csv_rows(&folder, &format!("a/games/{part}.csv")) {
            for name in ["black_name", "white_name"] {
                part_of.entry(row[name].clone()).or_default().insert(part);
            }
        }
    }
    assert!(part_of.len() > 5 && part_of.values().all(|parts| parts.len() == 1), "{part_of:?}");
    let reasons = manifest(&folder, "a")["excluded"].to_string();
    assert!(reasons.contains("its players belong to different parts"), "{reasons}");
    build(
        &folder,
        "b",
        &[&SPLIT[..], &["--by", "event", "--db", "new.db", "--formats", "csv", "--tables", "games"]].concat(),
    );
    let mut events: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for part in ["train", "valid", "test"] {
        for row in csv_rows(&folder, &format!("b/games/{part}.csv")) {
            events.entry(row["event"].clone()).or_default().insert(part);
        }
    }
    assert!(events.len() > 1 && events.values().all(|parts| parts.len() == 1), "{events:?}");
}

#[test]
fn no_position_stands_in_two_parts_when_that_is_asked_for() {
    let folder = folder_of_samples();
    for options in [&[][..], &["--mirror", "--one-side"]] {
        let usual = [
            "--variant",
            "shogi",
            "--by",
            "position",
            "--tables",
            "positions",
            "--formats",
            "csv",
            "--force",
        ];
        build(&folder, "a", &[&SPLIT[..], &usual[..], options].concat());
        let mut holders: HashMap<String, HashSet<&str>> = HashMap::new();
        let mut rows = 0_u64;
        for part in ["train", "valid", "test"] {
            for row in csv_rows(&folder, &format!("a/positions/{part}.csv")) {
                holders.entry(position(&row["sfen"]).to_owned()).or_default().insert(part);
                rows += 1;
            }
        }
        assert_eq!(holders.values().filter(|parts| parts.len() > 1).count(), 0);
        // What was left out is counted: with it there are as many rows as without the rule.
        let left_out: u64 = manifest(&folder, "a")["left_out"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["rows"].as_u64().unwrap())
            .sum();
        assert!(left_out > 0);
        build(
            &folder,
            "b",
            &[
                &SPLIT[..],
                &["--variant", "shogi", "--tables", "positions", "--formats", "csv", "--force"],
                options,
            ]
            .concat(),
        );
        let all: usize = ["train", "valid", "test"]
            .iter()
            .map(|part| csv_rows(&folder, &format!("b/positions/{part}.csv")).len())
            .sum();
        assert_eq!(rows + left_out, all as u64);
    }
}

#[test]
fn the_leakage_table_is_what_a_count_over_the_rows_gives() {
    let folder = folder_of_samples();
    build(&folder, "a", &[&SPLIT[..], &["--tables", "positions", "--formats", "csv"]].concat());
    let rows = |part: &str| csv_rows(&folder, &format!("a/positions/{part}.csv"));
    let train: HashSet<String> = rows("train").iter().map(|row| position(&row["sfen"]).to_owned()).collect();
    let bands =
        [("1-10", 0..10), ("11-20", 10..20), ("21-40", 20..40), ("41-80", 40..80), ("81-", 80..u32::MAX)];
    let manifest = manifest(&folder, "a");
    let table = manifest["leakage"].as_array().unwrap();
    assert_eq!(table.len(), 10);
    for part in ["valid", "test"] {
        let rows = rows(part);
        for (name, band) in &bands {
            let here: Vec<_> =
                rows.iter().filter(|row| band.contains(&row["ply"].parse().unwrap())).collect();
            let shared = here.iter().filter(|row| train.contains(position(&row["sfen"]))).count();
            let row = table.iter().find(|row| row["split"] == part && row["plies"] == *name).unwrap();
            assert_eq!(
                (&row["positions"], &row["shared"]),
                (&here.len().into(), &shared.into()),
                "{part} {name}"
            );
        }
    }
    let card = std::fs::read_to_string(folder.path("a/README.md")).unwrap();
    assert!(card.contains("### Leakage") && card.contains("| valid | 1-10 |"), "{card}");
}

#[test]
fn near_duplicates_are_in_one_part() {
    const GAME: &str = "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 4g4f 3a3b 4h4g 5a6b 6i5h 7a7b 5i6h 6b7a 6h7h 7a8b 9g9f 9c9d \
        4i4h 6a5b 1g1f 1c1d 3g3f 3b4c 2i3g 7c7d 2h2i 7b8c 5h4h 8b7b 6g6f 8c8d 7i6h";
    let folder = Folder::new();
    let moves: Vec<&str> = GAME.split_whitespace().collect();
    // Other comments and players; cut off; the last moves are others; the first moves in another order.
    let mut swapped = moves.clone();
    swapped.swap(0, 2);
    let mut lines = vec![moves.join(" "), moves[..31].join(" "), format!("{} 8d8e", moves[..32].join(" "))];
    lines.push(swapped.join(" "));
    for (number, line) in lines.iter().enumerate() {
        let name = format!("{number}.csa");
        let text = format!("position startpos moves {line}");
        folder.write(&format!("{number}.usi"), text);
        let converted = folder.kura(&["convert", "--to", "csa", &format!("{number}.usi")]);
        let named =
            stdout(&converted).replace("V2.2\n", &format!("V2.2\nN+player {number}\nN-other {number}\n"));
        folder.write(&name, named);
    }
    let imported = folder.kura(&["import", "0.csa", "1.csa", "2.csa", "3.csa"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    // Whatever the shares: those that begin alike are together; the one that only ends alike may be left out.
    for share in ["0.1", "0.3", "0.5", "0.7", "0.9"] {
        let rest = 1.0 - share.parse::<f64>().unwrap();
        let split = format!("a={share},b={rest}");
        build(&folder, "x", &["--split", &split, "--tables", "games", "--formats", "csv", "--force"]);
        let parts: BTreeSet<String> = parts(&folder, "x").into_values().collect();
        assert_eq!(parts.len(), 1, "{share}: {parts:?}");
    }
}
