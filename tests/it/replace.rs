//! Records that were put right in their file: what an import makes of them.

use crate::support::{Folder, stderr, stdout};
use crate::undo::{answers, import_files, well};
use serde_json::{Value, json};

const GAME: &str = "開始日時：2024/05/01\n手合割：平手\n先手：kou\n後手：otsu\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

fn games(folder: &Folder) -> usize {
    stdout(&folder.kura(&["export"])).lines().count()
}

#[test]
fn a_name_that_was_put_right_does_not_count_a_game_twice() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("games")).unwrap();
    folder.write("games/a.kif", GAME);
    folder.write("games/b.kif", GAME.replace("kou", "hei"));
    import_files(&folder, &["games"]);
    let before = answers(&folder);
    folder.write("games/a.kif", GAME.replace("kou", "kohei"));
    // Nothing is replaced without being asked for, and the import says so.
    let output = folder.kura(&["import", "games"]);
    assert_eq!(
        stderr(&output),
        "1 record corrects a game that is there from the same file, and both are counted\n\
         hint: `kura import games --replace always` replaces it, `--replace ask` asks first\n"
    );
    assert!(
        stdout(&output).contains("corrected records              1   1 counted beside what they correct"),
        "{}",
        stdout(&output)
    );
    assert_eq!(games(&folder), 3);
    let twice = answers(&folder);
    // The command that it names puts it right, although the file is known by now.
    let summary = import_files(&folder, &["games", "--replace", "always"]);
    assert_eq!(
        summary["corrections"],
        json!([{ "path": "games/a.kif", "game": 3, "corrects": 1, "is_replaced": true }])
    );
    assert_eq!((&summary["operation"], &summary["stored"]), (&3.into(), &0.into()));
    assert_eq!(games(&folder), 2);
    let right = answers(&folder);
    let shown = stderr(&folder.kura(&["show", "1"]));
    assert!(shown.contains("game 3 stands for it"), "{shown}");
    // Run again, it finds nothing more.
    let summary = import_files(&folder, &["games", "--replace", "always"]);
    assert_eq!((&summary["corrections"], &summary["operation"]), (&json!([]), &Value::Null));
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), twice);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
    // In one go it is one operation.
    let summary = import_files(&folder, &["games", "--replace", "always"]);
    assert_eq!((&summary["operation"], &summary["stored"]), (&4.into(), &1.into()));
    assert_eq!(answers(&folder)[0], right[0]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
    well(&folder, &["undo", "--redo"]);
    assert_eq!(answers(&folder)[0], right[0]);
}

#[test]
fn without_a_terminal_ask_is_never() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    import_files(&folder, &["a.kif"]);
    folder.write("a.kif", GAME.replace("otsu", "otsuya"));
    let output = folder.kura(&["import", "a.kif", "--replace", "ask"]);
    assert!(
        stderr(&output).contains("`kura import a.kif --replace always` replaces it"),
        "{}",
        stderr(&output)
    );
    assert_eq!(games(&folder), 2);
    // A known file is looked at again, too.
    let output = folder.kura(&["import", "a.kif", "--replace", "ask"]);
    assert!(stderr(&output).contains("1 record corrects"), "{}", stderr(&output));
    let output = folder.kura(&["import", "a.kif"]);
    assert!(!stderr(&output).contains("correct"), "{}", stderr(&output));
}

/// Which change of a file is a correction of its record.
#[test]
fn corrections_and_other_games_under_one_name() {
    for (what, new, is_correction) in [
        ("a name", GAME.replace("kou", "kohei"), true),
        ("a day", GAME.replace("05/01", "05/02"), true),
        ("sides changed", GAME.replace("kou", "x").replace("otsu", "kou").replace('x', "otsu"), true),
        ("a move", GAME.replace("３四歩(33)", "８四歩(83)"), true),
        ("an ending", GAME.replace("投了", "中断"), true),
        ("a comment", GAME.replace("   2 ", "*これから\n   2 "), true),
        (
            "a handicap",
            GAME.replace("平手", "香落ち")
                .replace("７六歩(77)", "３四歩(33)")
                .replace("2 ３四歩(33)", "2 ７六歩(77)"),
            true,
        ),
        ("a further move", GAME.replace("   3 投了", "   3 ２六歩(27)\n   4 投了"), true),
        ("another game", GAME.replace("kou", "hei").replace("３四歩(33)", "８四歩(83)"), false),
        ("another day and opponent", GAME.replace("otsu", "hei").replace("05/01", "05/08"), false),
        // What differs only in how it is written is the same game.
        ("line ends", GAME.replace('\n', "\r\n"), false),
    ] {
        let folder = Folder::new();
        folder.write("a.kif", GAME);
        import_files(&folder, &["a.kif"]);
        folder.write("a.kif", new);
        let summary = import_files(&folder, &["a.kif", "--replace", "always"]);
        assert_eq!(
            summary["corrections"].as_array().unwrap().len(),
            usize::from(is_correction),
            "{what}: {summary}"
        );
        assert_eq!(games(&folder), if is_correction || what == "line ends" { 1 } else { 2 }, "{what}");
    }
}

#[test]
fn the_same_file_is_the_same_however_it_is_named_and_others_are_others() {
    let folder = Folder::new();
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    let absolute = folder.path("one").canonicalize().unwrap().join("a.kif").to_string_lossy().into_owned();
    let corrected = |number: usize| GAME.replace("kou", &format!("kou{number}"));
    folder.write("one/a.kif", GAME);
    import_files(&folder, &["one/a.kif"]);
    for (number, path) in ["./one/a.kif", &absolute, "one", "."].into_iter().enumerate() {
        folder.write("one/a.kif", corrected(number));
        let summary = import_files(&folder, &[path, "--replace", "always"]);
        assert_eq!(summary["corrections"].as_array().unwrap().len(), 1, "{path}");
        assert_eq!(games(&folder), 1, "{path}");
    }
    // The same name in another folder, and standard input.
    folder.write("two/a.kif", corrected(7));
    assert_eq!(import_files(&folder, &["two", "--replace", "always"])["corrections"], json!([]));
    for number in [8, 9] {
        let output =
            folder.kura_with(&["import", "-", "--json", "--replace", "always"], corrected(number).as_bytes());
        let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(summary["corrections"], json!([]));
    }
    assert_eq!(games(&folder), 4);
}

#[test]
fn in_a_file_of_many_games_the_corrected_ones_are_replaced() {
    let folder = Folder::new();
    let text = |names: &[&str]| -> String { names.iter().map(|name| GAME.replace("kou", name)).collect() };
    folder.write("all.kif", text(&["a", "b", "c", "d"]));
    import_files(&folder, &["all.kif"]);
    let before = answers(&folder);
    // One is corrected, one is gone, one is new.
    folder.write("all.kif", text(&["a", "B2", "c", "d", "e"]));
    let summary = import_files(&folder, &["all.kif", "--replace", "always"]);
    assert_eq!((&summary["stored"], &summary["duplicates"]), (&2.into(), &3.into()));
    assert_eq!(
        summary["corrections"],
        json!([{ "path": "all.kif", "game": 5, "corrects": 2, "is_replaced": true }])
    );
    let names = stdout(&folder.kura(&["export", "--format", "csv", "--columns", "black"]));
    let mut names: Vec<&str> = names.lines().skip(1).collect();
    names.sort_unstable();
    assert_eq!(names, ["B2", "a", "c", "d", "e"]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}
