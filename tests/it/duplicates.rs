//! Copies of one game: merged, kept apart, reported; games that may be one, in groups, made one and apart again.

use crate::support::{Folder, stderr, stdout};
use crate::undo::{answers, import_files, well};
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
        assert_eq!(rows(&folder, &["duplicates", "--db", &database]), ["1,copy,1 2,2,2024-05-01,A,B"]);
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

/// A game of 24 plies as KIF, with a time beside each move if there is one, and comments below them.
fn kif(headers: &str, clock: Option<u32>, comments: &[(usize, &str)], end: &str) -> String {
    const MOVES: [&str; 24] = [
        "７六歩(77)",
        "３四歩(33)",
        "２六歩(27)",
        "８四歩(83)",
        "２五歩(26)",
        "８五歩(84)",
        "７八金(69)",
        "３二金(41)",
        "２四歩(25)",
        "２四歩(23)",
        "２四飛(28)",
        "８六歩(85)",
        "８六歩(87)",
        "８六飛(82)",
        "３四飛(24)",
        "３三角(22)",
        "５八玉(59)",
        "５二玉(51)",
        "３六歩(37)",
        "７二銀(71)",
        "６八銀(79)",
        "９四歩(93)",
        "９六歩(97)",
        "１四歩(13)",
    ];
    let mut text = format!("{headers}手合割：平手\n手数----指手---------消費時間--\n");
    for (ply, mv) in (1..).zip(MOVES) {
        let time = clock.map(|seconds| format!("   ( 0:{seconds:02}/00:00:00)")).unwrap_or_default();
        text += &format!("{ply:>4} {mv}{time}\n");
        for (_, comment) in comments.iter().filter(|(at, _)| *at == ply) {
            text += &format!("*{comment}\n");
        }
    }
    text + &format!("  25 {end}\n")
}

const NAMES: &str = "開始日時：2024/05/01\n先手：kou\n後手：otsu\n";

/// The groups as `likeness ids`.
fn groups(folder: &Folder) -> Vec<String> {
    rows(folder, &["duplicates", "--columns", "likeness,games"])
}

/// Imports records one by one, so that their ids are in this order.
fn import_texts(folder: &Folder, texts: &[String]) {
    for (number, text) in texts.iter().enumerate() {
        let name = format!("{number}.{}", if text.starts_with('V') { "csa" } else { "kif" });
        folder.write(&name, text);
        import_files(folder, &[&name]);
    }
}

#[test]
fn one_game_with_and_without_the_time_of_day_is_made_one() {
    let folder = Folder::new();
    let csa = "V2.2\nN+kou\nN-otsu\n$START_TIME:2024/05/01 10:00:00\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n+2625FU\n-8485FU\n+6978KI\n-4132KI\n+2524FU\n-2324FU\n+2824HI\n-8586FU\n+8786FU\n-8286HI\n+2434HI\n-2233KA\n+5958OU\n-5152OU\n+3736FU\n-7172GI\n+7968GI\n-9394FU\n+9796FU\n-1314FU\n%TORYO\n";
    import_texts(&folder, &[csa.to_owned(), kif(NAMES, None, &[], "投了")]);
    let before = answers(&folder);
    assert_eq!(groups(&folder), ["details,1 2"]);
    well(&folder, &["duplicates", "--merge"]);
    let number = |command: &[&str], field: &str| -> u64 {
        let json = stdout(&folder.kura(&[command, &["--format", "json"]].concat()));
        serde_json::from_str::<Value>(&json).unwrap()[field].as_u64().unwrap()
    };
    assert_eq!((number(&["explore"], "games"), number(&["stats"], "games")), (1, 1));
    assert_eq!(groups(&folder), [""; 0]);
    // Both files are its own.
    let ledger = "SELECT game.successor IS NULL, path FROM game JOIN entry ON game.id = entry.game
         JOIN source_path USING (source) ORDER BY path";
    assert_eq!(rows(&folder, &["sql", ledger]), ["1,0.csa", "0,1.kif"]);
    let hidden = stderr(&folder.kura(&["show", "2"]));
    assert!(hidden.contains("game 2 was hidden by operation 3; game 1 stands for it"), "{hidden}");
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}

#[test]
fn seventy_equal_games_under_other_names_are_all_named() {
    let folder = Folder::new();
    let names = |number: usize| format!("先手：p{number}\n後手：q{number}\n");
    let texts: Vec<String> = (0..70).map(|number| kif(&names(number), None, &[], "投了")).collect();
    folder.write("all.kif", texts.concat());
    import_files(&folder, &["all.kif"]);
    let ids: Vec<String> = (1..=70).map(|id| id.to_string()).collect();
    let found = groups(&folder);
    assert_eq!(found.len(), 1);
    let mut listed: Vec<u32> =
        found[0].trim_start_matches("same_moves,").split(' ').map(|id| id.parse().unwrap()).collect();
    listed.sort_unstable();
    assert_eq!(listed, (1..=70).collect::<Vec<u32>>());
    let table = stdout(&folder.kura(&["duplicates"]));
    let shown = |id: &String| table.lines().any(|line| line.split_whitespace().nth(1) == Some(id));
    assert!(ids.iter().all(shown), "{table}");
    // They are not merged without being asked for by name.
    let output = folder.kura(&["duplicates", "--merge"]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(1), "no such games found; nothing was done\n")
    );
}

#[test]
fn the_limits_are_told() {
    let folder = folder();
    import_files(&folder, &["games"]);
    let told = stderr(&folder.kura(&["duplicates"]));
    assert_eq!(
        told,
        "0 groups, 0 games in them (`kura show ID` shows a game)\n\
         compared for copies only: 2 games of fewer than 20 plies\n"
    );
    let texts: Vec<String> = (0..3).map(|number| kif(NAMES, Some(number), &[], "投了")).collect();
    folder.write("more.kif", texts.concat());
    folder.write("other.kif", kif(&NAMES.replace("kou", "hei"), Some(4), &[], "投了"));
    import_files(&folder, &["more.kif", "other.kif"]);
    let listed = folder.kura(&["duplicates", "--limit", "1"]);
    assert_eq!(stdout(&listed).lines().count(), 4);
    assert!(
        stderr(&listed).starts_with("2 groups, 1 not shown (--limit 0 shows all), 3 games in them"),
        "{}",
        stderr(&listed)
    );
}

/// What may differ in records of one game, and what makes two of it.
#[test]
fn details_differ_and_facts_contradict() {
    let plain = || kif(NAMES, None, &[], "投了");
    for (what, other, likeness) in [
        ("clocks", kif(NAMES, Some(3), &[], "投了"), "details"),
        ("a comment", kif(NAMES, None, &[(3, "ここから")], "投了"), "details"),
        ("the word of the ending", kif(NAMES, None, &[], "詰み"), "details"),
        ("no ending", kif(NAMES, None, &[], "").replace("  25 \n", ""), "details"),
        ("an interruption", kif(NAMES, None, &[], "中断"), "details"),
        ("the time of day", kif(&NAMES.replace("05/01", "05/01 10:30"), None, &[], "投了"), "details"),
        ("the month only", kif(&NAMES.replace("/05/01", "/05"), None, &[], "投了"), "details"),
        ("no day", kif("先手：kou\n後手：otsu\n", None, &[], "投了"), "details"),
        ("an event", kif(&format!("棋戦：リーグ\n{NAMES}"), None, &[], "投了"), "details"),
        ("width and blanks", kif(&NAMES.replace("kou", "Ｋ ou"), None, &[], "投了"), "details"),
        ("a header", kif(&format!("備考：雨\n{NAMES}"), Some(1), &[], "投了"), "details"),
        ("another player", kif(&NAMES.replace("kou", "hei"), None, &[], "投了"), "same_moves"),
        ("another day", kif(&NAMES.replace("05/01", "05/02"), None, &[], "投了"), "same_moves"),
        (
            "another winner",
            kif(NAMES, None, &[], "反則勝ち").replace("  25 反則勝ち", "まで24手で先手の勝ち"),
            "same_moves",
        ),
        ("a draw", kif(NAMES, None, &[], "千日手"), "same_moves"),
        // 24 plies may be chance when one of them names nobody.
        ("no names", kif("", None, &[], "投了"), "same_moves"),
    ] {
        let folder = Folder::new();
        import_texts(&folder, &[plain(), other]);
        let found = groups(&folder);
        assert!(found.len() == 1 && found[0].starts_with(likeness), "{what}: {found:?}");
        let export =
            || stdout(&folder.kura(&["export", "--columns", "id,source,declared_word,fingerprint,notes"]));
        let before = export();
        let merged = folder.kura(&["duplicates", "--merge"]);
        assert_eq!(merged.status.code(), Some(i32::from(likeness != "details")), "{what}");
        assert_eq!(folder.kura(&["doctor"]).status.code(), Some(0), "{what}");
        let games = stdout(&folder.kura(&["export"])).lines().count();
        assert_eq!(games, if likeness == "details" { 1 } else { 2 }, "{what}");
        if likeness == "details" {
            well(&folder, &["undo"]);
            assert_eq!(export(), before, "{what}");
        }
    }
    // Nobody is named in either: equal alike.
    let folder = Folder::new();
    import_texts(&folder, &[kif("", None, &[], "投了"), kif("", Some(2), &[], "中断")]);
    assert_eq!(groups(&folder).len(), 1);
    assert!(groups(&folder)[0].starts_with("details"));
}

#[test]
fn a_merge_keeps_what_any_of_the_records_has_in_any_order() {
    let branch = "\n変化：3手\n   3 ６六歩(67)\n*枝の話\n   4 ８四歩(83)\n";
    let texts = [
        kif(&format!("棋戦：リーグ\n{NAMES}"), None, &[(3, "一つ目"), (5, "同じ")], "投了"),
        kif(&NAMES.replace("05/01", "05/01 10:30"), Some(7), &[(3, "二つ目"), (5, "同じ")], "投了") + branch,
        kif(&format!("備考：雨\n持ち時間：5分\n{NAMES}"), None, &[(24, "終わり")], "詰み"),
    ];
    let mut exports = Vec::new();
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let folder = Folder::new();
        import_texts(&folder, &order.map(|number| texts[number].clone()));
        let before = answers(&folder);
        assert_eq!(groups(&folder).len(), 1);
        let made: Value =
            serde_json::from_str(&well(&folder, &["duplicates", "--merge", "--format", "json"])).unwrap();
        assert_eq!((&made[0]["game"], &made[0]["games"]), (&4.into(), &serde_json::json!([1, 2, 3])));
        let written = stdout(&folder.kura(&["show", "4", "--to", "kifu"]));
        for part in [
            "リーグ",
            "2024/05/01 10:30",
            "一つ目",
            "二つ目",
            "終わり",
            "枝の話",
            "変化：3手",
            "( 0:07/",
            "備考：雨",
            "5分",
        ] {
            assert!(written.contains(part), "{part} is missing:\n{written}");
        }
        assert_eq!(written.matches("同じ").count(), 1, "{written}");
        let sources = stdout(&folder.kura(&["show", "4"]));
        for number in 0..3 {
            assert!(sources.contains(&format!("from {number}.kif")), "{sources}");
        }
        exports.push(stdout(&folder.kura(&["export"])));
        // A further copy of a merged record, and one of what was made of all, belong to it.
        folder.write("copy.kif", texts[0].replace('\n', "\r\n"));
        folder.write("whole.kif", &written);
        let summary = import_files(&folder, &["copy.kif", "whole.kif"]);
        assert_eq!(numbers(&summary), [2, 0, 0, 2]);
        assert_eq!(stdout(&folder.kura(&["export"])).lines().count(), 1);
        well(&folder, &["undo"]);
        well(&folder, &["undo"]);
        assert_eq!(answers(&folder), before);
        well(&folder, &["undo", "--redo"]);
        assert_eq!(&stdout(&folder.kura(&["export"])), exports.last().unwrap());
    }
    assert_eq!(exports[0], exports[1]);
    assert_eq!(exports[0], exports[2]);
}

#[test]
fn beginnings_and_one_other_move_are_merged_when_asked_for() {
    let whole = kif(NAMES, Some(2), &[(3, "全部")], "投了");
    let short: String =
        kif(NAMES, None, &[(21, "途中")], "").lines().take(5 + 21 + 1).collect::<Vec<_>>().join("\n") + "\n";
    let other = kif(NAMES, None, &[(2, "前"), (24, "後")], "投了").replace("９六歩(97)", "１六歩(17)");
    let folder = Folder::new();
    import_texts(&folder, &[short, whole, other]);
    let before = answers(&folder);
    assert_eq!(groups(&folder), ["prefix,2 1", "one_move,3 2"]);
    assert_eq!(folder.kura(&["duplicates", "--merge"]).status.code(), Some(1));
    well(&folder, &["duplicates", "--merge", "--likeness", "prefix"]);
    well(&folder, &["duplicates", "--merge", "--likeness", "one_move"]);
    assert_eq!(groups(&folder), [""; 0]);
    let game: Value = serde_json::from_str(&stdout(&folder.kura(&["export"]))).unwrap();
    assert_eq!((&game["plies"], &game["branches"], &game["notes"]), (&24.into(), &1.into(), &4.into()));
    let written = stdout(&folder.kura(&["show", "5", "--to", "kifu"]));
    let branch = written.split("変化：23手").nth(1).unwrap();
    assert!(branch.contains("１六歩(17)") && branch.contains("*後") && !branch.contains("*前"), "{written}");
    assert!(written.contains("*途中") && written.contains("*全部") && written.contains("*前"), "{written}");
    well(&folder, &["undo"]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}

#[test]
fn games_are_dropped_in_favour_of_the_richest() {
    let folder = Folder::new();
    import_texts(
        &folder,
        &[
            kif(NAMES, None, &[], "投了"),
            kif(NAMES, Some(2), &[(3, "話")], "投了"),
            kif(&NAMES.replace("kou", "hei"), None, &[], "投了"),
        ],
    );
    let before = answers(&folder);
    assert_eq!(groups(&folder), ["details,2 1", "same_moves,2 3"]);
    let made: Value =
        serde_json::from_str(&well(&folder, &["duplicates", "--drop", "--format", "json"])).unwrap();
    assert_eq!(made, serde_json::json!([{ "game": 2, "is_new": false, "games": [1] }]));
    assert_eq!(groups(&folder), ["same_moves,2 3"]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
    // A game chooses its groups, whatever their reason.
    well(&folder, &["duplicates", "--drop", "--game", "3"]);
    assert_eq!(groups(&folder), ["details,2 1"]);
    // A copy of what was dropped does not come back.
    folder.write("copy.kif", kif(&NAMES.replace("kou", "hei"), None, &[], "投了").replace('\n', "\r\n"));
    assert_eq!(numbers(&import_files(&folder, &["copy.kif"])), [1, 0, 0, 1]);
    well(&folder, &["undo"]);
    well(&folder, &["undo"]);
    assert_eq!(answers(&folder), before);
}
