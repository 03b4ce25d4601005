//! Openings in filters and statistics, against a recount from the games whose names are known.

use crate::support::{Folder, stdout};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A game of the truth set with a result: resigned by the side to move when its number is even, else without one.
struct Game {
    names: [BTreeSet<String>; 2],
    /// The side that won: 0 for Black.
    winner: Option<usize>,
}

/// The games, and a file of them.
fn games() -> (Vec<Game>, String) {
    let mut file = String::new();
    let mut games = Vec::new();
    for (number, line) in include_str!("../data/openings/truth.jsonl").lines().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap();
        let moves = value["moves"].as_str().unwrap();
        let names = ["black", "white"].map(|side| {
            let names = value[side].as_array().unwrap().iter();
            names.map(|name| name["id"].as_str().unwrap().to_owned()).collect()
        });
        let to_move = moves.split(' ').count() % 2;
        let resigned = number % 2 == 0;
        file += &format!("startpos moves {moves}{}\n", if resigned { " resign" } else { "" });
        games.push(Game { names, winner: resigned.then_some(1 - to_move) });
    }
    (games, file)
}

fn imported() -> (Folder, Vec<Game>) {
    let folder = Folder::new();
    let (games, file) = games();
    folder.write("games.usi", file);
    let output = folder.kura(&["import", "--duplicates", "keep", "games.usi"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    (folder, games)
}

fn json(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let output = folder.kura(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The kinds of the names, by their ids.
fn kinds() -> BTreeMap<String, String> {
    let tables = [include_str!("../../data/openings.tsv"), include_str!("../../data/castles.tsv")];
    let rows = tables.iter().flat_map(|table| table.lines().skip(1));
    rows.map(|row| row.split('\t').collect::<Vec<_>>())
        .map(|cells| (cells[0].to_owned(), cells[1].to_owned()))
        .collect()
}

#[test]
fn openings_are_counted_as_a_recount_does() {
    let (folder, games) = imported();
    let kinds = kinds();
    for (command, is_castle) in [("openings", false), ("castles", true)] {
        // id → games, won, lost, unknown of the sides that have it.
        let mut wanted: BTreeMap<&str, [u64; 4]> = BTreeMap::new();
        for game in &games {
            let all: BTreeSet<&String> = game.names.iter().flatten().collect();
            for id in all.into_iter().filter(|id| (kinds[*id] == "castle") == is_castle) {
                let counts = wanted.entry(id).or_default();
                counts[0] += 1;
                for side in 0..2 {
                    if game.names[side].contains(id) && (side == 0 || kinds[id] != "type") {
                        counts[match game.winner {
                            Some(winner) if winner == side => 1,
                            Some(_) => 2,
                            None => 3,
                        }] += 1;
                    }
                }
            }
        }
        let rows = json(&folder, &["stats", command, "--limit", "0"]);
        assert_eq!(rows.len(), wanted.len());
        for row in &rows {
            let results = &row["side_results"];
            let found = [&row["games"], &results["wins"], &results["losses"], &results["unknown"]];
            let found = found.map(|value| value.as_u64().unwrap());
            assert_eq!(found, wanted[row["id"].as_str().unwrap()], "{row}");
        }
        let counts: Vec<u64> = rows.iter().map(|row| row["games"].as_u64().unwrap()).collect();
        assert!(counts.is_sorted_by(|a, b| a >= b));
        let few = json(&folder, &["stats", command, "--limit", "0", "--min-games", "10"]);
        assert_eq!(few.len(), counts.iter().filter(|count| **count >= 10).count());
    }
}

/// What a filter asks of one side and of the other.
type Asked<'a> = (&'a [&'a str], &'a [&'a str], Option<usize>);

fn fits(game: &Game, (own, other, side): &Asked<'_>) -> bool {
    (0..2).filter(|color| side.is_none_or(|side| side == *color)).any(|color| {
        own.iter().all(|id| game.names[color].contains(*id))
            && other.iter().all(|id| game.names[1 - color].contains(*id))
    })
}

fn ids(folder: &Folder, arguments: &[&str]) -> Vec<usize> {
    let rows = json(folder, &[&["games", "--limit", "0", "--columns", "id"], arguments].concat());
    rows.iter().map(|row| usize::try_from(row["id"].as_u64().unwrap()).unwrap() - 1).collect()
}

#[test]
fn filters_and_queries_find_what_a_recount_finds() {
    let (folder, games) = imported();
    let wanted = |asked: Asked<'_>| -> Vec<usize> {
        (0..games.len()).filter(|number| fits(&games[*number], &asked)).collect()
    };
    let cases: [(&[&str], &str, Asked<'_>); 8] = [
        (&["--opening", "ranging_rook"], "opening=ranging_rook", (&["ranging_rook"], &[], None)),
        (
            &["--opening", "四間飛車", "--side", "white"],
            "opening=四間飛車(white)",
            (&["fourth_file_rook"], &[], Some(1)),
        ),
        (
            &["--castle", "Half Mino (Incomplete Mino)", "--side", "black"],
            "castle=\"Half Mino (Incomplete Mino)\"(black)",
            (&["kata_mino"], &[], Some(0)),
        ),
        (
            &["--opening", "static_rook", "--opponent-opening", "central_rook"],
            "opening=static_rook opponent-opening=central_rook",
            (&["static_rook"], &["central_rook"], None),
        ),
        (
            &["--opening", "static_rook", "--castle", "funa_gakoi"],
            "opening=static_rook castle=funa_gakoi",
            (&["static_rook", "funa_gakoi"], &[], None),
        ),
        (
            &["--opponent-castle", "kata_mino", "--opening", "static_rook", "--side", "white"],
            "opening=static_rook(white) opponent-castle=kata_mino",
            (&["static_rook"], &["kata_mino"], Some(1)),
        ),
        (&["--type", "相振り飛車"], "type=相振り飛車", (&["double_ranging_rook"], &[], None)),
        (&["--opening", "bogin"], "either(opening=棒銀)", (&["bogin"], &[], None)),
    ];
    for (options, query, asked) in cases {
        let found = wanted(asked);
        assert!(!found.is_empty(), "{query}");
        assert_eq!(ids(&folder, options), found, "{options:?}");
        assert_eq!(ids(&folder, &["--query", query]), found, "{query}");
    }
    // Beside a shape, and either of two.
    let both = ids(&folder, &["--query", "opening=yagura or type=相振り飛車"]);
    let yagura = wanted((&["yagura"], &[], None));
    let ranging = wanted((&["double_ranging_rook"], &[], None));
    assert_eq!(
        both,
        (0..games.len()).filter(|id| yagura.contains(id) || ranging.contains(id)).collect::<Vec<_>>()
    );
    // Names of which a part fits are all meant, and that is reported.
    let output = folder.kura(&["games", "--opening", "Demon"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("--opening Demon means ") && text.contains("New Demon Slayer"), "{text}");
    // A name that there is not is no empty answer.
    for wrong in [["--opening", "kata_mino"], ["--castle", "fourth_file_rook"], ["--type", "kata_mino"]] {
        let output = folder.kura(&[["games"].as_slice(), &wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("is called"), "{wrong:?}");
    }
}

#[test]
fn what_a_side_scores_with_an_opening_is_that_sides_score() {
    let (folder, games) = imported();
    // The side that faces a central rook with White.
    let mut counts = [0_u64; 3];
    for game in games.iter().filter(|game| game.names[0].contains("central_rook")) {
        counts[match game.winner {
            Some(1) => 0,
            Some(_) => 1,
            None => 2,
        }] += 1;
    }
    let arguments = ["stats", "--opponent-opening", "central_rook", "--side", "white", "--format", "json"];
    let output = folder.kura(&arguments);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = &value["player_results"];
    assert_eq!(["wins", "losses", "unknown"].map(|name| results[name].as_u64().unwrap()), counts, "{value}");
    let people = folder.kura(&arguments[..5]);
    let remarks = String::from_utf8_lossy(&people.stderr).into_owned();
    assert!(remarks.contains("those of the side against central_rook"), "{remarks}");
}

fn is_sound(folder: &Folder) -> bool {
    folder.kura(&["doctor"]).status.code() == Some(0)
}

#[test]
fn names_follow_what_is_done_with_the_games() {
    let folder = Folder::new();
    let (_, file) = games();
    let lines: Vec<&str> = file.lines().collect();
    let count = |opening: &str| ids(&folder, &["--opening", opening]).len();
    // Many games, then few into the same block.
    folder.write("many.usi", lines[..300].join("\n"));
    folder.write("few.usi", lines[300..].join("\n"));
    folder.kura(&["import", "--duplicates", "keep", "many.usi"]);
    let many = count("static_rook");
    folder.kura(&["import", "--duplicates", "keep", "few.usi"]);
    let all = count("static_rook");
    assert!(all > many && is_sound(&folder));
    folder.kura(&["undo"]);
    assert_eq!(count("static_rook"), many);
    assert!(is_sound(&folder));
    folder.kura(&["import", "--duplicates", "keep", "few.usi"]);
    assert_eq!(count("static_rook"), all);
    folder.kura(&["remove", "--opening", "static_rook", "--yes"]);
    assert_eq!(count("static_rook"), 0);
    assert!(is_sound(&folder));
    folder.kura(&["doctor", "--rebuild-index"]);
    folder.kura(&["undo"]);
    assert_eq!(count("static_rook"), all);
    assert!(is_sound(&folder));
}

#[test]
fn definitions_of_ones_own_are_added_and_taken_away() {
    let (folder, games) = imported();
    let file = std::fs::read_to_string(folder.path("games.usi")).unwrap();
    let header = include_str!("../../data/openings.tsv").lines().next().unwrap();
    folder.write(
        "own.tsv",
        format!(
            "{header}\nmy_first\topening\tblack\t\tany\t\t\town_move1=7g7f own_move<=1\t私の初手\tわたし\tMy First\t\tMine.\n"
        ),
    );
    let wanted = file.lines().filter(|line| line.starts_with("startpos moves 7g7f")).count();
    assert!(wanted > 0 && wanted < games.len());
    let output = folder.kura(&["doctor", "--definitions", "own.tsv"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(ids(&folder, &["--opening", "My First"]).len(), wanted);
    assert!(stdout(&folder.kura(&["openings", "show", "私の初手"])).contains("own_move1=7g7f own_move<=1"));
    // A later import finds it as well, and so does finding all again.
    folder.write("more.usi", "startpos moves 7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 4i5h 8b4b 5i6h 5a6b resign\n");
    folder.kura(&["import", "more.usi"]);
    assert_eq!(ids(&folder, &["--opening", "my_first"]).len(), wanted + 1);
    folder.kura(&["doctor", "--reclassify"]);
    assert_eq!(ids(&folder, &["--opening", "my_first"]).len(), wanted + 1);
    // What is wrong with a table is reported with its line, and nothing changes.
    folder.write("wrong.tsv", format!("{header}\nx\topening\tone\t\topening\t\t\t7f=X\tx\tx\tx\t\tx\n"));
    let output = folder.kura(&["doctor", "--definitions", "wrong.tsv"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("`wrong.tsv`, line 2: `7f=X` is not a word of shapes"), "{text}");
    assert_eq!(ids(&folder, &["--opening", "my_first"]).len(), wanted + 1);
    folder.write("none.tsv", "");
    let output = folder.kura(&["doctor", "--definitions", "none.tsv"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.kura(&["games", "--opening", "my_first"]).status.code(), Some(2));
    assert!(is_sound(&folder));
}

#[test]
fn pairs_and_bands_are_counted() {
    let folder = Folder::new();
    let opening = "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 4i5h 8b4b 5i6h 5a6b";
    let games = [(2024, 1790, 1800, "%TORYO"), (2024, 2010, 1995, "%TORYO"), (2023, 1700, 1700, "%CHUDAN")];
    for (number, (year, black, white, end)) in games.iter().enumerate() {
        let game = format!(
            "V2.2\nN+A\nN-B\n$EVENT:E{number}\n$START_TIME:{year}/01/01\n'black_rate:A:{black}.0\n'white_rate:B:{white}.0\nPI\n+\n{}\n{end}\n",
            "+7776FU\n-3334FU\n+2726FU\n-4344FU\n+2625FU\n-2233KA\n+4958KI\n-8242HI\n+5968OU\n-5162OU"
        );
        folder.write(&format!("{number}.csa"), game);
    }
    assert_eq!(opening.split(' ').count(), 10);
    folder.kura(&["import", "0.csa", "1.csa", "2.csa"]);
    let rows = |by: &str| -> Vec<(String, u64, u64)> {
        let rows = json(&folder, &["stats", "openings", "--by", by, "--opening", "fourth_file_rook"]);
        rows.iter()
            .filter(|row| row["id"] == "fourth_file_rook")
            .map(|row| {
                let number = |value: &Value| value.as_u64().unwrap();
                (
                    row["group"].as_str().unwrap().to_owned(),
                    number(&row["games"]),
                    number(&row["side_results"]["wins"]),
                )
            })
            .collect()
    };
    let row = |group: &str, games, wins| (group.to_owned(), games, wins);
    // After ten plies Black is to move, so White, who has the name, wins by a resignation.
    assert_eq!(rows("year"), [row("2023", 1, 0), row("2024", 2, 2)]);
    assert_eq!(rows("rating"), [row("1600–1799", 1, 0), row("1800–1999", 2, 2)]);
    assert_eq!(rows("event"), [row("E0", 1, 1), row("E1", 1, 1), row("E2", 1, 0)]);
    let against = rows("opponent");
    assert!(against.contains(&row("Static Rook", 3, 2)), "{against:?}");
}
