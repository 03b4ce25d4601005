//! Bad input and bad surroundings: a message with place and next step, the right exit code, nothing lost.

use crate::support::{Folder, single_samples, stderr, stdout};

const GAME: &str =
    "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

#[test]
fn every_sort_of_bad_file_is_reported_and_the_good_ones_go_in() {
    let folder = Folder::new();
    folder.write("empty.kif", "");
    folder.write("blank.kif", " \n\n");
    folder.write("binary.kif", [0_u8, 1, 2, 3, 0, 0, 255, 254, 0, 7].repeat(20));
    folder.write("prose.txt", "this is not a record\n");
    folder.write("illegal.kif", GAME.replace("３四歩(33)", "３五歩(33)"));
    folder.write("good.kif", GAME);
    let output = folder.kura(&["import", ".", "--json"]);
    // Files that hold no record were passed over; no record was rejected.
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(summary["files_without_game"], 4);
    assert_eq!((&summary["games"], &summary["stored"]), (&2.into(), &2.into()));
    let problems = stdout(&folder.kura(&["problems", "--format", "jsonl"]));
    for code in ["B001", "B002", "F001", "R001"] {
        assert!(problems.contains(code), "{code} is missing in {problems}");
    }
    let check = folder.kura(&["check", "illegal.kif"]);
    assert_eq!(check.status.code(), Some(1));
    let text = stdout(&check);
    assert!(text.starts_with("illegal.kif:4:"), "{text}");
    assert!(text.contains("error[R001 illegal-move]"), "{text}");
    assert!(text.contains("３五歩(33)"), "{text}");
}

#[test]
fn what_is_not_a_database_is_left_as_it_is() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    let foreign = "these are somebody's own notes, longer than a page header of SQLite\n".repeat(20);
    folder.write("notes.db", &foreign);
    for command in
        [&["import", "a.kif"][..], &["games"], &["stats"], &["explore"], &["export"], &["sql", "select 1"]]
    {
        let output = folder.kura(&[command, &["--db", "notes.db"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(stderr(&output).contains("is not a kifukura database"), "{}", stderr(&output));
        assert!(stderr(&output).contains("hint: "), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_to_string(folder.path("notes.db")).unwrap(), foreign);
    let other = rusqlite::Connection::open(folder.path("other.db")).unwrap();
    other.execute_batch("CREATE TABLE mine (a); INSERT INTO mine VALUES (1);").unwrap();
    drop(other);
    let output = folder.kura(&["import", "a.kif", "--db", "other.db"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is not a kifukura database"), "{}", stderr(&output));
}

#[test]
fn a_database_that_is_no_file_is_refused() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    for name in [":memory:", ":a.db", "file:a.db", "file:a.db?mode=memory"] {
        for command in [&["import", "a.kif"][..], &["games"], &["doctor"], &["export"]] {
            let output = folder.kura(&[command, &["--db", name]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?} {name}");
            assert_eq!(
                stderr(&output),
                format!(
                    "error: `{name}` does not name a database file\n\
                     hint: a database is always a file; put `./` before a name that begins with `:` or `file:`\n"
                )
            );
        }
    }
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 1);
    for name in ["./:memory:", "./file:a.db"] {
        assert_eq!(folder.kura(&["import", "a.kif", "--db", name]).status.code(), Some(0));
        assert!(folder.path(name).is_file());
        let games =
            folder.kura(&["sql", "SELECT count(*) AS games FROM game", "--format", "csv", "--db", name]);
        assert_eq!(stdout(&games), "games\n1\n");
    }
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    assert_eq!(folder.kura(&["import", "a.kif"]).status.code(), Some(0));
    let connection = rusqlite::Connection::open(folder.path("kura.db")).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    for command in [&["import", "a.kif"][..], &["games"]] {
        let output = folder.kura(command);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("schema version 99"), "{}", stderr(&output));
    }
}

#[test]
fn a_missing_database_and_a_missing_path_are_reported() {
    let folder = Folder::new();
    let output = folder.kura(&["games"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no database at `kura.db`"), "{}", stderr(&output));
    assert!(!folder.path("kura.db").exists());
    let output = folder.kura(&["import", "nowhere", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "error: there is no `nowhere`; no database was made\n");
    assert!(!folder.path("kura.db").exists());
    folder.write("a.kif", GAME);
    let output = folder.kura(&["import", "nowhere", "a.kif", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(summary["files_unreadable"], 1);
}

#[test]
fn a_target_that_cannot_be_written_is_reported() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    let output = folder.kura(&["import", "a.kif", "--db", "no/such/folder/a.db"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
}

#[test]
fn nothing_of_a_record_reaches_the_terminal_as_a_command() {
    let folder = Folder::new();
    folder.write("a.kif", format!("先手：\u{1b}[2J甲\n棋戦：=1+1\n{GAME}"));
    assert_eq!(folder.kura(&["import", "a.kif"]).status.code(), Some(0));
    for command in [&["games"][..], &["show", "1"], &["stats", "players"], &["games", "--format", "md"]] {
        let output = folder.kura(command);
        assert_eq!(output.status.code(), Some(0), "{command:?}");
        assert!(!output.stdout.contains(&0x1b), "{command:?}: {}", stdout(&output));
    }
    assert!(stdout(&folder.kura(&["export", "--format", "csv"])).contains("'=1+1"));
}

#[test]
fn sql_reads_and_never_writes() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    folder.kura(&["import", "a.kif"]);
    let output = folder.kura(&["sql", "SELECT plies FROM game", "--format", "jsonl"]);
    assert_eq!(stdout(&output), "{\"plies\":2}\n");
    for statement in
        ["DELETE FROM game", "PRAGMA user_version = 3", "ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'"]
    {
        let output = folder.kura(&["sql", statement]);
        let unchanged = stdout(&folder.kura(&["sql", "SELECT count(*) AS n FROM game", "--format", "jsonl"]));
        assert_eq!(unchanged, "{\"n\":1}\n", "{statement}");
        assert!(!folder.path("x.db").exists(), "{statement}: {}", stderr(&output));
    }
}

#[test]
fn the_samples_export_to_the_same_bytes_in_any_order() {
    let folder = Folder::new();
    folder.import_samples("a.db");
    let mut files: Vec<_> =
        kifukura::intake::find(&single_samples()).into_iter().map(|source| source.path).collect();
    files.reverse();
    for some in files.chunks(7) {
        let mut arguments = vec!["import", "--db", "b.db"];
        arguments.extend(some.iter().map(|path| path.to_str().unwrap()));
        folder.kura(&arguments);
    }
    for format in ["jsonl", "csv"] {
        let [a, b] =
            ["a.db", "b.db"].map(|db| stdout(&folder.kura(&["export", "--format", format, "--db", db])));
        assert!(a.lines().count() > 50);
        for (a, b) in a.lines().zip(b.lines()) {
            assert_eq!(a, b, "{format}");
        }
        assert_eq!(a.len(), b.len());
    }
}

#[test]
fn the_summary_of_an_import_is_the_same_in_every_format() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.write("in/empty.kif", "");
    folder.write("in/a.zip", b"PK\x03\x04 and nothing else");
    folder.write("in/illegal.kif", GAME.replace("３四歩(33)", "３五歩(33)"));
    folder.write("in/good.kif", GAME);
    let run = |arguments: &[&str], database: &str| {
        let output = folder.kura(&[&["import", "in"], arguments, &["--db", database]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    };
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let mut object = parse(&run(&["--format", "json"], "1.db"));
    assert_eq!(
        object["unreadable"],
        serde_json::json!([{ "path": "in/a.zip", "reason": object["unreadable"][0]["reason"] }])
    );
    assert_eq!((&object["import"], &object["files"], &object["games"]), (&1.into(), &4.into(), &2.into()));
    assert_eq!((&object["encodings"]["utf-8"], &object["formats"]["kif"]), (&2.into(), &2.into()));
    assert_eq!(object["diagnostics"]["R001"], 1);
    assert_eq!((&object["endings_declared"], &object["games_cut_short"]), (&2.into(), &1.into()));
    assert!(object["agreement"]["contradicts"].is_u64() && object["broken_rules"].is_object(), "{object}");
    object["seconds"] = 0.into();
    for (arguments, database) in [(&["--json"][..], "2.db"), (&["--format", "jsonl"], "3.db")] {
        let mut other = parse(&run(arguments, database));
        other["seconds"] = 0.into();
        assert_eq!(other, object, "{arguments:?}");
    }
    let csv = run(&["--format", "csv"], "4.db");
    let header = object.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(",");
    assert_eq!(csv.lines().next(), Some(header.as_str()));
    let row = csv.lines().nth(1).unwrap();
    assert!(row.starts_with("1,1,4,0,") && row.contains("in/a.zip"), "{row}");
    let md = run(&["--format", "md"], "5.db");
    assert!(md.contains("games read") && md.contains("encodings"), "{md}");
    // What finds nothing new has no line in the ledger.
    assert_eq!(parse(&stdout(&folder.kura(&["import", "in/good.kif", "--json"])))["import"], 1);
    assert_eq!(
        parse(&stdout(&folder.kura(&["import", "in/good.kif", "--json"])))["import"],
        serde_json::Value::Null
    );
}
