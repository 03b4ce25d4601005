//! Copies of one game: merged, kept apart, reported.

use crate::support::{Folder, stderr, stdout};
use serde_json::Value;

const GAME: &str = "V2.2\nN+A\nN-B\n$START_TIME:2024/05/01\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

/// Two copies in different bytes, and a file that is a third one byte by byte.
fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("games")).unwrap();
    folder.write("games/a.csa", GAME);
    folder.write("games/b.csa", GAME.replace('\n', "\r\n"));
    folder.write("games/c.csa", GAME);
    folder.write("games/other.csa", GAME.replace("N+A", "N+C"));
    folder
}

fn import(folder: &Folder, arguments: &[&str]) -> Value {
    let output = folder.kura(&[&["import", "games", "--json"], arguments].concat());
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

fn numbers(summary: &Value) -> [u64; 4] {
    ["games", "stored", "copies", "duplicates"].map(|name| summary[name].as_u64().unwrap())
}

fn rows(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let output = folder.kura(&[arguments, &["--format", "csv"]].concat());
    stdout(&output).lines().skip(1).map(Into::into).collect()
}

#[test]
fn copies_are_merged_kept_or_reported() {
    let folder = folder();
    assert_eq!(numbers(&import(&folder, &["--db", "merge.db"])), [3, 2, 0, 1]);
    for argument in [&["--no-dedupe"][..], &["--duplicates", "keep"], &["--duplicates", "report"]] {
        let database = format!("{}.db", argument.last().unwrap().trim_start_matches('-'));
        let summary = import(&folder, &[argument, &["--db", &database]].concat());
        // The file that is a copy byte by byte is one source.
        assert_eq!(numbers(&summary), [3, 3, 1, 0], "{argument:?}");
        assert_eq!(summary["files_known"], 1);
        let report = argument.contains(&"report");
        assert_eq!(
            summary["repeats"],
            if report { serde_json::json!([{ "game": 2, "same_as": 1 }]) } else { serde_json::json!([]) }
        );
        let ledger = "SELECT bucket, count(*) FROM entry GROUP BY 1";
        assert_eq!(rows(&folder, &["sql", ledger, "--db", &database]), ["stored,3"]);
        assert_eq!(rows(&folder, &["duplicates", "--db", &database]), ["1,2,2,2,copy"]);
        let doctor = folder.kura(&["doctor", "--db", &database]);
        assert_eq!(doctor.status.code(), Some(0), "{}", stdout(&doctor));
        // Run again, in whatever way, it finds nothing to do.
        for again in [&["--no-dedupe"][..], &["--duplicates", "merge"]] {
            let summary = import(&folder, &[again, &["--db", &database]].concat());
            assert_eq!((numbers(&summary), &summary["files_known"]), ([0, 0, 0, 0], &4.into()));
        }
        // A further copy goes to the first of them when it is to be merged.
        let output = folder.kura_with(
            &["import", "-", "--json", "--db", &database],
            GAME.replace("PI\n", "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n").as_bytes(),
        );
        let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(numbers(&summary), [1, 0, 0, 1], "{argument:?}");
        let entries = "SELECT game FROM entry WHERE bucket = 'duplicate'";
        assert_eq!(rows(&folder, &["sql", entries, "--db", &database]), ["1"]);
        assert_eq!(folder.kura(&["doctor", "--db", &database]).status.code(), Some(0));
    }
    let text = stdout(&folder.kura(&["import", "games", "--duplicates", "report", "--db", "text.db"]));
    assert!(text.contains("1 of them repeats another game"), "{text}");
    assert!(text.contains("\ngame 2 repeats game 1\n"), "{text}");
}

#[test]
fn kept_copies_are_the_same_games_in_any_order() {
    let folder = folder();
    folder.kura(&["import", "games", "--no-dedupe", "--db", "a.db"]);
    for file in ["games/other.csa", "games/b.csa", "games/a.csa"] {
        folder.kura(&["import", file, "--no-dedupe", "--db", "b.db"]);
    }
    let export = |database: &str| stdout(&folder.kura(&["export", "--db", database]));
    assert_eq!(export("a.db").lines().count(), 3);
    assert_eq!(export("a.db"), export("b.db"));
}
