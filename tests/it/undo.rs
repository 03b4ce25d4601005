//! Removing games, and undoing what was done: every answer and every export is what it was before.

use crate::support::{Folder, single_samples, stderr, stdout};
use kifukura::database::{Database, UndoError};
use kifukura::import::{Options, import};
use kifukura::intake::Limits;
use kifukura::query::{self, Filter, Questions};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

/// Everything that is asked about games, ids and files included. What undoing must give back to the byte.
pub fn answers(folder: &Folder) -> Vec<String> {
    let header = stdout(&folder.kura(&["export", "--format", "csv", "--plies", "0..0"]));
    let columns = format!("id,source,{}", header.lines().next().unwrap());
    let questions: [&[&str]; 17] = [
        &["export"],
        &["export", "--columns", &columns],
        &["export", "--format", "csv"],
        &["games", "--limit", "0", "--format", "jsonl"],
        &["games", "--position", "7g7f", "--limit", "0", "--format", "jsonl"],
        &["games", "--pattern", "7f=P", "--limit", "0", "--format", "jsonl"],
        &["stats", "--format", "json"],
        &["stats", "players", "--limit", "0", "--format", "json"],
        &["stats", "endings", "--format", "json"],
        &["stats", "years", "--format", "json"],
        &["stats", "lengths", "--format", "json"],
        &["explore", "--format", "json"],
        &["explore", "--by", "year", "--list", "5", "--format", "json"],
        &["explore", "--depth", "3", "--format", "json"],
        &["players", "--limit", "0", "--format", "json"],
        &["duplicates", "--format", "json"],
        &["problems", "--severity", "info", "--format", "json"],
    ];
    questions.iter().map(|question| stdout(&folder.kura(question))).collect()
}

/// Runs a command that must succeed, and the doctor after it.
pub fn well(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.kura(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    let doctor = folder.kura(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "after {arguments:?}: {}", stdout(&doctor));
    stdout(&output)
}

/// Imports files, whatever is remarked on them.
pub fn import_files(folder: &Folder, arguments: &[&str]) -> Value {
    let output = folder.kura(&[&["import", "--json"], arguments].concat());
    let summary = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(folder.kura(&["doctor"]).status.code(), Some(0));
    summary
}

/// The operations, each as its kind, games added, hidden, altered, and whether it was undone.
fn operations(folder: &Folder) -> Vec<String> {
    let list = stdout(&folder.kura(&["undo", "--list", "--format", "jsonl"]));
    let text = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let undone = if row["undone"].is_null() { "" } else { " undone" };
        format!(
            "{} {} +{} -{} ~{}{undone}",
            row["operation"],
            row["kind"].as_str().unwrap(),
            row["added"],
            row["hidden"],
            row["altered"]
        )
    };
    list.lines().map(text).collect()
}

const GAME: &str = "V2.2\nN+A\nN-B\n$START_TIME:2024/05/01\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

#[test]
fn an_undone_import_leaves_everything_as_it_was() {
    let folder = Folder::new();
    for (name, bytes) in [
        ("a/1.csa", GAME.to_owned()),
        ("a/2.csa", GAME.replace("N+A", "N+C")),
        // The same game with a header more: the first import has one game of it, which the second makes richer.
        ("b/1.csa", GAME.replace("$START", "$OPENING:居飛車\n$TIME_LIMIT:01:00+00\n$START")),
        ("b/3.csa", GAME.replace("N+A", "N+D")),
        ("b/4.csa", "V2.2\nPI\n+\n+7775FU\n".to_owned()),
        // A known file under another path, which sorts before the first.
        ("B/2.csa", GAME.replace("N+A", "N+C")),
    ] {
        let path = folder.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        folder.write(name, bytes);
    }
    import_files(&folder, &["a"]);
    let before = answers(&folder);
    let second = import_files(&folder, &["B", "b"]);
    assert_eq!((&second["operation"], &second["duplicates"]), (&2.into(), &1.into()));
    let after = answers(&folder);
    assert_ne!(before, after);
    assert!(after[1].contains("\"source\":\"2.csa\"") || after[1].contains("B/2.csa"), "{}", after[1]);
    let text = well(&folder, &["undo"]);
    assert_eq!(text, "import: 2 games added, 1 game altered, 0 games replaced\n");
    assert_eq!(answers(&folder), before);
    assert_eq!(operations(&folder), ["1 import +2 -0 ~0", "2 import +2 -0 ~1 undone"]);
    // Done again, it is what it was, and so is the same import.
    well(&folder, &["undo", "--redo"]);
    assert_eq!(answers(&folder), after);
    well(&folder, &["undo", "2"]);
    assert_eq!(answers(&folder), before);
    let again = import_files(&folder, &["B", "b"]);
    let numbers = |summary: &Value| {
        ["files", "files_known", "games", "stored", "duplicates", "rejected"]
            .map(|name| summary[name].clone())
    };
    assert_eq!(numbers(&again), numbers(&second));
    let export = |answers: &[String]| answers[0].clone();
    assert_eq!(export(&answers(&folder)), export(&after));
    let refused = folder.kura(&["undo", "--redo", "2"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("operation 3 (import) rests on it"), "{}", stderr(&refused));
    well(&folder, &["undo", "3"]);
    assert_eq!(answers(&folder), before);
    well(&folder, &["undo"]);
    assert_eq!(folder.kura(&["export"]).stdout, b"");
    assert_eq!(folder.kura(&["undo"]).status.code(), Some(2));
}

#[test]
fn removed_games_come_back_to_the_byte() {
    let folder = Folder::new();
    let samples = single_samples().map(|samples| samples.to_string_lossy().into_owned());
    let samples = samples.each_ref().map(String::as_str);
    import_files(&folder, &samples);
    let before = answers(&folder);
    let games = |answer: &str| answer.lines().count();
    let all = games(&before[0]);
    for (filter, gone) in [
        (&["--winner", "black"][..], None),
        (&["1", "2", "3"], Some(3)),
        (&["1", "2", "3", "--plies", "0.."], Some(3)),
        (&["1", "2", "3", "--plies", "9999"], Some(0)),
        (&["--where", "g.id % 2 = 0"], None),
        (&["--variant", "dobutsu", "--ending", "lion_try"], None),
        (&["--plies", "0.."], Some(all)),
    ] {
        let listed = || {
            games(&stdout(&folder.kura(&[&["games", "--limit", "0", "--format", "jsonl"], filter].concat())))
        };
        let gone = gone.unwrap_or_else(listed);
        if gone == 0 {
            assert_eq!(folder.kura(&[&["remove", "--yes"], filter].concat()).status.code(), Some(1));
            continue;
        }
        let left = all - gone;
        let text = well(&folder, &[&["remove", "--yes"], filter].concat());
        assert_eq!(text, format!("removal: {gone} games removed\n"));
        assert_eq!(games(&answers(&folder)[0]), left, "{filter:?}");
        let count = stdout(&folder.kura(&["games", "--limit", "0", "--format", "jsonl"]));
        assert_eq!(games(&count), left, "{filter:?}");
        // The files are known, so importing them again brings nothing back.
        let again = import_files(&folder, &samples);
        assert_eq!((&again["games"], &again["operation"]), (&0.into(), &Value::Null));
        assert_eq!(games(&answers(&folder)[0]), left, "{filter:?}");
        well(&folder, &["undo"]);
        assert_eq!(answers(&folder), before, "{filter:?}");
    }
    // What is derived, made anew, has no hidden games either.
    well(&folder, &["remove", "--yes", "--winner", "black"]);
    let removed = answers(&folder);
    well(&folder, &["doctor", "--rebuild-index"]);
    assert_eq!(answers(&folder), removed);
    well(&folder, &["doctor", "--compact"]);
    assert_eq!(answers(&folder), removed);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}

#[test]
fn nothing_is_removed_that_was_not_meant() {
    let folder = Folder::new();
    folder.write("a.csa", GAME);
    folder.write("b.csa", GAME.replace("N+A", "N+C"));
    import_files(&folder, &["a.csa", "b.csa"]);
    let before = answers(&folder);
    for (arguments, code, words) in [
        (&["remove"][..], 2, "needs ids or a filter"),
        (&["remove", "--yes"], 2, "needs ids or a filter"),
        (&["remove", "--dry-run"], 2, "needs ids or a filter"),
        (&["remove", "1"], 2, "there is no terminal to ask, so nothing was done\nhint: `--yes`"),
        (&["remove", "--player", "A"], 2, "remove 1 game: there is no terminal"),
        (&["remove", "--player", "nobody", "--yes"], 1, "no games found"),
        (&["remove", "7", "--yes"], 1, "no games found"),
        (&["remove", "--dry-run", "--player", "A"], 0, "nothing was removed (--dry-run)"),
        (&["remove", "--where", "nonsense", "--yes"], 2, "the SQL is not understood"),
    ] {
        let output = folder.kura(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert_eq!(answers(&folder), before, "{arguments:?}");
    }
    let listed = stdout(&folder.kura(&["remove", "--dry-run", "--player", "A", "--format", "csv"]));
    assert_eq!(listed.lines().count(), 2);
    assert_eq!(operations(&folder).len(), 1);
}

#[test]
fn an_operation_on_which_others_rest_stays_and_they_are_named() {
    let folder = Folder::new();
    for (name, black) in [("a.csa", "A"), ("b.csa", "C"), ("c.csa", "D")] {
        folder.write(name, GAME.replace("N+A", &format!("N+{black}")));
    }
    // A copy of the game of a.csa in other bytes.
    folder.write("copy.csa", GAME.replace('\n', "\r\n"));
    import_files(&folder, &["a.csa", "b.csa"]);
    well(&folder, &["remove", "--yes", "1"]);
    import_files(&folder, &["c.csa"]);
    well(&folder, &["remove", "--yes", "--player", "C"]);
    let refused = folder.kura(&["undo", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        stderr(&refused),
        "error: operation 1 stays as it is: operations 2 (remove) and 4 (remove) rest on it\n\
         hint: undo the later ones first, the last one with `kura undo 4`\n"
    );
    // The import between them touched other games.
    well(&folder, &["undo", "3"]);
    well(&folder, &["undo", "2"]);
    well(&folder, &["undo", "4"]);
    import_files(&folder, &["copy.csa"]);
    let refused = stderr(&folder.kura(&["undo", "1"]));
    assert!(refused.contains("operation 5 (import) rests on it"), "{refused}");
    well(&folder, &["undo"]);
    well(&folder, &["undo", "1"]);
    for (arguments, words) in [
        (&["undo", "1"][..], "operation 1 is undone already"),
        (&["undo", "9"], "there is no operation 9"),
        (&["undo"], "there is no operation to undo"),
        (&["undo", "--redo", "8"], "there is no operation 8"),
    ] {
        let output = folder.kura(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    // A removal cannot be done again before its games are there again.
    let refused = stderr(&folder.kura(&["undo", "--redo", "2"]));
    assert!(refused.contains("operation 2 cannot be done again: other operations"), "{refused}");
    well(&folder, &["undo", "--redo", "1"]);
    well(&folder, &["undo", "--redo", "2"]);
    assert_eq!(stdout(&folder.kura(&["export"])).lines().count(), 1);
}

#[test]
fn a_record_of_a_removed_game_is_a_new_game() {
    let folder = Folder::new();
    folder.write("a.csa", GAME);
    folder.write("copy.csa", GAME.replace('\n', "\r\n"));
    import_files(&folder, &["a.csa"]);
    let before = answers(&folder);
    well(&folder, &["remove", "--yes", "1"]);
    let summary = import_files(&folder, &["copy.csa"]);
    assert_eq!((&summary["stored"], &summary["duplicates"]), (&1.into(), &0.into()));
    let shown = folder.kura(&["show", "1"]);
    assert_eq!(
        stderr(&shown),
        "error: game 1 was hidden by operation 2\nhint: `kura undo --list` says what the operation was, \
         `kura undo OPERATION` takes it back\n"
    );
    well(&folder, &["undo"]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}

#[test]
fn names_that_were_joined_come_apart_again() {
    let folder = Folder::new();
    for (name, black) in [("a.csa", "A"), ("b.csa", "C"), ("c.csa", "D")] {
        folder.write(name, GAME.replace("N+A", &format!("N+{black}")));
    }
    import_files(&folder, &["a.csa", "b.csa", "c.csa"]);
    let persons =
        || stdout(&folder.kura(&["players", "--format", "csv", "--columns", "player,games,aliases"]));
    let apart = (persons(), answers(&folder));
    well(&folder, &["players", "merge", "A", "C"]);
    let one = (persons(), answers(&folder));
    assert!(one.0.contains("A,2,"), "{}", one.0);
    // A name to come.
    well(&folder, &["players", "alias", "D", "Delta"]);
    let both = (persons(), answers(&folder));
    assert!(both.0.contains("D,1,Delta"), "{}", both.0);
    well(&folder, &["players", "merge", "A", "D"]);
    assert!(persons().contains("A,3,Delta"), "{}", persons());
    assert_eq!(operations(&folder)[1..], ["2 join +0 -0 ~0", "3 join +0 -0 ~0", "4 join +0 -0 ~0"]);
    // What the last one joined rests on both.
    for operation in ["2", "3"] {
        let refused = stderr(&folder.kura(&["undo", operation]));
        assert!(refused.contains("operation 4 (join) rests on it"), "{refused}");
    }
    well(&folder, &["undo"]);
    assert_eq!((persons(), answers(&folder)), both);
    // The others have nothing to do with one another.
    well(&folder, &["undo", "2"]);
    well(&folder, &["undo", "3"]);
    assert_eq!((persons(), answers(&folder)), apart);
    well(&folder, &["undo", "--redo", "2"]);
    assert_eq!((persons(), answers(&folder)), one);
    well(&folder, &["players", "split", "C"]);
    assert_eq!((persons(), answers(&folder)), apart);
    well(&folder, &["undo"]);
    assert_eq!((persons(), answers(&folder)), one);
    well(&folder, &["doctor", "--rebuild-index"]);
    well(&folder, &["undo"]);
    assert_eq!((persons(), answers(&folder)), apart);
}

static STOP: AtomicBool = AtomicBool::new(false);

#[test]
fn the_rest_of_a_long_file_can_be_undone_and_read_again() {
    let folder = Folder::new();
    let games: Vec<String> = (0..40).map(|number| GAME.replace("N+A", &format!("N+{number}"))).collect();
    let path = folder.write("long.csa", games.join("/\n"));
    let database = Database::create(&folder.path("kura.db")).unwrap();
    let options = || {
        let mut options = Options::default();
        options.limits = Limits { file: 1000, chunk: 300, game: 1 << 20 };
        options
    };
    let count = || database.count_games(&Filter::default()).unwrap();
    let export = || answers(&folder);
    let mut stopping = options();
    stopping.stop = Some(&STOP);
    let mut seen = 0;
    let begun = import(&database, std::slice::from_ref(&path), stopping, &mut |_| {
        seen += 1;
        STOP.store(seen >= 4, Ordering::SeqCst);
    });
    assert!(begun.unwrap().interrupted);
    let (half, before) = (count(), export());
    assert!(half > 0 && half < 40, "{half}");
    let rest = import(&database, std::slice::from_ref(&path), options(), &mut |_| {}).unwrap();
    assert_eq!((count(), rest.operation), (40, Some(2)));
    let whole = export();
    // The second import rests on the first.
    let refused = database.undo(Some(1)).unwrap_err();
    assert!(matches!(&refused, UndoError::NeededBy { by, .. } if by.len() == 1), "{refused}");
    database.undo(None).unwrap();
    assert_eq!(export(), before);
    assert!(query::examine(&database).unwrap().is_sound());
    let rest = import(&database, std::slice::from_ref(&path), options(), &mut |_| {}).unwrap();
    assert_eq!((count(), rest.operation), (40, Some(3)));
    assert_eq!(export()[0], whole[0]);
    database.undo(None).unwrap();
    database.undo(None).unwrap();
    assert_eq!(count(), 0);
    let again = import(&database, std::slice::from_ref(&path), options(), &mut |_| {}).unwrap();
    assert_eq!((again.stored, count()), (40, 40));
    assert_eq!(export()[0], whole[0]);
    let health = query::examine(&database).unwrap();
    assert!(health.is_sound(), "{health:?}");
    assert_eq!(database.source_bytes(1).unwrap().unwrap(), std::fs::read(&path).unwrap());
}

#[test]
fn doctor_sees_games_that_are_hidden_by_nobody() {
    let folder = Folder::new();
    folder.write("a.csa", GAME);
    folder.write("b.csa", GAME.replace("N+A", "N+C"));
    import_files(&folder, &["a.csa", "b.csa"]);
    well(&folder, &["remove", "--yes", "1"]);
    for (alter, words) in [
        ("UPDATE game SET hidden_by = 2 WHERE id = 2", "2 hidden, 1 wrongly so"),
        ("UPDATE game SET hidden_by = NULL", "0 hidden, 1 wrongly so"),
        ("UPDATE game SET hidden_by = 1 WHERE id = 1", "1 hidden, 2 wrongly so"),
        ("UPDATE game SET successor = 2 WHERE id = 1", "1 hidden, 1 wrongly so"),
    ] {
        std::fs::copy(folder.path("kura.db"), folder.path("altered.db")).unwrap();
        rusqlite::Connection::open(folder.path("altered.db")).unwrap().execute(alter, ()).unwrap();
        let doctor = folder.kura(&["doctor", "--db", "altered.db"]);
        assert_eq!(doctor.status.code(), Some(1), "{alter}");
        assert!(stdout(&doctor).contains(words), "{alter}: {}", stdout(&doctor));
    }
}
