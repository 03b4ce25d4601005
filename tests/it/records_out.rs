//! Records that leave a database or go from files to files: `export --to`, folders and names, what is there already.

use crate::support::{Folder, stderr, stdout};
use kifukura::formats::encoding::{Encoding, decode, encode};
use kifukura::formats::{Target, read};
use std::path::Path;

/// A game of KIF.
fn kif(black: &str, day: &str, first: &str) -> String {
    format!(
        "開始日時：{day}\n棋戦：第１期/王座戦\n先手：{black}\n後手：乙\n   1 {first}\n   2 ３四歩(33)\n   3 投了\n"
    )
}

/// Two folders with a file of the same name each.
fn two_folders() -> Folder {
    let folder = Folder::new();
    for (year, mv) in [("1994", "７六歩(77)"), ("1995", "２六歩(27)")] {
        std::fs::create_dir_all(folder.path(&format!("games/{year}"))).unwrap();
        folder.write(&format!("games/{year}/01.kif"), kif("甲", &format!("{year}/05/03"), mv));
    }
    folder
}

fn imported() -> Folder {
    let folder = two_folders();
    folder.kura(&["import", "games"]);
    folder
}

/// The files below a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let mut files: Vec<String> = crate::support::files_below(&[folder.to_owned()])
        .iter()
        .map(|path| path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    files.sort();
    files
}

#[test]
fn converted_files_of_one_name_keep_their_folders() {
    let folder = two_folders();
    let output = folder.kura(&["convert", "--to", "csa", "--out", "out/new", "games"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert_eq!(files(&folder.path("out/new")), ["1994/01.csa", "1995/01.csa"]);
    let given = ["convert", "--to", "csa", "--out", "given", "games/1994/01.kif", "games/1995"];
    assert_eq!(folder.kura(&given).status.code(), Some(0));
    assert_eq!(files(&folder.path("given")), ["1994/01.csa", "1995/01.csa"]);
}

#[test]
fn corrected_files_of_one_name_keep_their_folders() {
    let folder = two_folders();
    for year in ["1994", "1995"] {
        let name = format!("games/{year}/01.kif");
        let text = std::fs::read_to_string(folder.path(&name)).unwrap();
        folder.write(&name, encode(&text, Encoding::Cp932).0);
    }
    let output = folder.kura(&["check", "--fix", "--out", "good", "games"]);
    assert!(stderr(&output).ends_with("2 corrected copies were written\n"), "{}", stderr(&output));
    assert_eq!(files(&folder.path("good")), ["1994/01.kif", "1995/01.kif"]);
    let again = folder.kura(&["check", "--fix", "--out", "good", "games"]);
    assert_eq!(stderr(&again).matches("error: refusing to overwrite `good/199").count(), 2);
    assert_eq!(again.status.code(), Some(1));
    let forced = folder.kura(&["check", "--fix", "--force", "--out", "good", "games"]);
    assert!(stderr(&forced).ends_with("2 corrected copies were written\n"), "{}", stderr(&forced));
    // The original is never touched.
    let before = std::fs::read(folder.path("games/1994/01.kif")).unwrap();
    let itself = folder.kura(&["check", "--fix", "--force", "--out", "games", "games"]);
    assert_eq!(stderr(&itself).matches("the corrected copy would be the file itself").count(), 2);
    assert_eq!(std::fs::read(folder.path("games/1994/01.kif")).unwrap(), before);
    let skipped = folder.kura(&["check", "--fix", "--skip-existing", "--out", "good", "games"]);
    assert!(!stderr(&skipped).contains("error: "), "{}", stderr(&skipped));
}

#[test]
fn files_that_are_there_stay_are_skipped_or_are_overwritten() {
    let folder = two_folders();
    let convert =
        |more: &[&str]| folder.kura(&[&["convert", "--to", "usi", "--out", "out", "games"], more].concat());
    let text = || std::fs::read_to_string(folder.path("out/1994/01.usi")).unwrap();
    std::fs::create_dir_all(folder.path("out/1994")).unwrap();
    folder.write("out/1994/01.usi", "mine");
    let output = convert(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).matches("error: ").count(), 1);
    assert!(stderr(&output).contains("\nerror: refusing to overwrite `out/1994/01.usi`\n"));
    // It went on after that.
    assert_eq!(files(&folder.path("out")), ["1994/01.usi", "1995/01.usi"]);
    let output = convert(&["--skip-existing"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).ends_with("\n2 games left out: there is a file already (--skip-existing)\n"));
    assert!(!stderr(&output).contains("error: "));
    assert_eq!(text(), "mine");
    assert_eq!(convert(&["--force"]).status.code(), Some(0));
    assert_eq!(text(), "position startpos moves 7g7f 3c3d\n");
}

#[test]
fn what_cannot_be_written_ends_nothing() {
    let folder = two_folders();
    std::fs::create_dir_all(folder.path("out")).unwrap();
    // A file stands where a folder is needed.
    folder.write("out/1994", "mine");
    let output = folder.kura(&["convert", "--to", "usi", "--out", "out", "games"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("\nerror: cannot write `out/1994`: "), "{}", stderr(&output));
    assert_eq!(files(&folder.path("out")), ["1994", "1995/01.usi"]);
}

#[test]
fn names_that_are_too_long_are_shortened() {
    let folder = Folder::new();
    let stem = "棋".repeat(83);
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.write(&format!("in/{stem}.kif"), "   1 ７六歩(77)\n\n手合割：平手\n   1 ２六歩(27)\n");
    let output = folder.kura(&["convert", "--to", "kifu", "--out", "out", "in"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let stem = "棋".repeat(79);
    assert_eq!(files(&folder.path("out")), [format!("{stem}-1.kifu"), format!("{stem}-2.kifu")]);
}

#[test]
fn several_games_go_into_one_file_only_where_the_format_has_a_place_for_them() {
    let folder = imported();
    for (to, name) in
        [("csa", "a.csa"), ("csa3", "b.csa"), ("usi", "a.usi"), ("usen", "a.usen"), ("sfen", "a.sfen")]
    {
        assert_eq!(folder.kura(&["export", "--to", to, "--out", name]).status.code(), Some(0), "{to}");
        let bytes = std::fs::read(folder.path(name)).unwrap();
        assert_eq!(read(&bytes).records.len(), 2, "{to}");
    }
    for to in ["kif", "kifu", "ki2", "jkf", "bod"] {
        for from in [&["export"][..], &["convert", "games"]] {
            let output = folder.kura(&[from, &["--to", to, "--out", "all.txt"]].concat());
            assert_eq!(output.status.code(), Some(2), "{to}");
            assert!(
                stderr(&output).ends_with(&format!(
                    "error: a file of the format `{to}` holds one game, and there are several\n\
                     hint: name a folder instead, `--out all/`: each game gets a file in it\n"
                )),
                "{}",
                stderr(&output)
            );
            assert!(!folder.path("all.txt").exists());
        }
    }
    let one = ["export", "--to", "kif", "--out", "one.kif", "--since", "1995"];
    assert_eq!(folder.kura(&one).status.code(), Some(0));
    let decoded = decode(&std::fs::read(folder.path("one.kif")).unwrap());
    assert_eq!(decoded.encoding, Encoding::Cp932);
    assert!(decoded.text.contains("２六歩(27)") && !decoded.text.contains('#'), "{}", decoded.text);
}

/// Every format that says it holds several games is read so, dōbutsu shōgi too.
#[test]
fn formats_that_hold_several_games_are_read_so() {
    let folder = Folder::new();
    folder.write("shogi.usi", "startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n");
    folder.write("dobutsu.txt", "b3b2 a1b2\nb3b2 c1b2\n");
    let mut found = Vec::new();
    for target in Target::ALL.into_iter().filter(|target| target.holds_several()) {
        for from in ["shogi.usi", "dobutsu.txt"] {
            let output =
                folder.kura(&["convert", "--to", target.name(), "--force", "--out", "out.txt", from]);
            if output.status.code() == Some(0) {
                let bytes = std::fs::read(folder.path("out.txt")).unwrap();
                found.push((target.name(), from, read(&bytes).records.len()));
            }
        }
    }
    assert_eq!(
        found,
        [
            ("csa", "shogi.usi", 2),
            ("csa", "dobutsu.txt", 2),
            ("csa3", "shogi.usi", 2),
            ("csa3", "dobutsu.txt", 2),
            ("usi", "shogi.usi", 2),
            ("usi", "dobutsu.txt", 2),
            ("usen", "shogi.usi", 2),
            ("sfen", "shogi.usi", 2),
            ("sfen", "dobutsu.txt", 2),
            ("dobutsu", "dobutsu.txt", 2),
            ("fairy", "dobutsu.txt", 2),
            ("algebraic", "dobutsu.txt", 2),
        ]
    );
}

#[test]
fn an_export_keeps_the_tree_of_the_sources() {
    let folder = imported();
    folder.write("two.csa", "PI\n+\n+7776FU\n-3334FU\n/\nPI\n+\n+2726FU\n-8384FU\n");
    folder.kura(&["import", "two.csa"]);
    let output = folder.kura(&["export", "--to", "kifu", "--out", "out"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), "4 games\n"));
    assert_eq!(files(&folder.path("out")), ["1994/01.kifu", "1995/01.kifu", "two-1.kifu", "two-2.kifu"]);
    let text = std::fs::read_to_string(folder.path("out/1994/01.kifu")).unwrap();
    assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n"), "{text}");
    assert!(text.contains("先手：甲\n") && text.contains("   1 ７六歩(77)"), "{text}");
}

#[test]
fn an_export_makes_folders_and_names_as_the_layout_says() {
    let folder = imported();
    folder.write("x.kif", kif("../../甲", "1994/05/03", "５六歩(57)"));
    folder.write("y.kif", kif("..＼甲", "1994/05/03", "９六歩(97)"));
    folder.kura(&["import", "x.kif", "y.kif"]);
    let layout = "{year}/{event}/{black}-{white}.kif";
    let output = folder.kura(&["export", "--to", "kif", "--out", "out", "--layout", layout]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(
        files(&folder.path("out")),
        [
            "1994/第１期_王座戦/_.._甲-乙.kif",
            "1994/第１期_王座戦/甲-乙.kif",
            "1994/第１期_王座戦/＼甲-乙.kif",
            "1995/第１期_王座戦/甲-乙.kif"
        ]
    );
    let again = folder.kura(&["export", "--to", "kif", "--out", "flat", "--layout", "{white}"]);
    assert_eq!(files(&folder.path("flat")), ["乙-2.kif", "乙-3.kif", "乙-4.kif", "乙.kif"]);
    assert_eq!(stderr(&again).matches("another file has the usual name").count(), 3, "{}", stderr(&again));
    for (arguments, error) in [
        (["--out", "out", "--layout", "../{black}"], "a layout begins and stays inside the folder"),
        (["--out", "out", "--layout", "{rank}"], "there is no `{rank}`; the names are source, id,"),
        (["--out", "a.csa", "--layout", "{black}"], "error: --layout names files below a folder\n"),
    ] {
        let output = folder.kura(&[&["export", "--to", "csa"][..], &arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(error), "{}", stderr(&output));
    }
}

#[test]
fn kif_is_cp932_and_tells_what_it_lacks() {
    let folder = Folder::new();
    folder.write("a.kif", kif("甲🐘", "2024/05/03", "７六歩(77)"));
    folder.kura(&["import", "a.kif"]);
    let warning = "warning[characters-replaced]: {}: cp932 has no character for `🐘`; `?` stands for it\n";
    for (arguments, shown) in [
        (&["convert", "a.kif", "--to", "kif"][..], "a.kif"),
        (&["export", "--to", "kif"], "game 1"),
        (&["show", "1", "--to", "kif"], ""),
    ] {
        let output = folder.kura(arguments);
        let warning =
            warning.replace("{}: ", &if shown.is_empty() { String::new() } else { format!("{shown}: ") });
        assert!(stderr(&output).starts_with(&warning), "{}", stderr(&output));
        assert!(decode(&output.stdout).text.contains("先手：甲?\n"));
        let utf8 = folder.kura(&[arguments, &["--encoding", "utf-8"]].concat());
        assert!(!stderr(&utf8).contains("warning"), "{}", stderr(&utf8));
        assert!(stdout(&utf8).contains("先手：甲🐘\n"), "{}", stdout(&utf8));
    }
    let kifu = stdout(&folder.kura(&["show", "1", "--to", "kifu"]));
    assert!(kifu.starts_with("#KIF version=2.0 encoding=UTF-8\n") && kifu.contains("甲🐘"), "{kifu}");
}

#[test]
fn an_export_of_a_filter_is_that_of_the_dataset() {
    let folder = imported();
    let moves = |more: &[&str]| {
        let output = folder.kura(&[&["export", "--to", "usi"], more].concat());
        (output.status.code(), stdout(&output))
    };
    assert_eq!(moves(&["--until", "1994"]), (Some(0), "position startpos moves 7g7f 3c3d\n".to_owned()));
    assert_eq!(moves(&["--player", "丙"]), (Some(1), String::new()));
    let all = "position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f 3c3d\n";
    assert_eq!(moves(&[]), (Some(0), all.to_owned()));
}

#[test]
fn losses_of_one_kind_are_listed_twenty_times() {
    let folder = Folder::new();
    let game = "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\n/\n";
    std::fs::create_dir(folder.path("many")).unwrap();
    for number in 0..24 {
        folder.write(&format!("many/{number}.csa"), game);
    }
    // The same sentence about the same file is said once.
    folder.write("many/1.csa", game.repeat(3));
    let messages = stderr(&folder.kura(&["convert", "--to", "usi", "many"]));
    assert_eq!(messages.matches("warning[times-dropped]: many/").count(), 20, "{messages}");
    assert_eq!(messages.matches("many/1.csa: ").count(), 1, "{messages}");
    assert!(
        messages.ends_with("warning[times-dropped]: and 6 times more (--verbose lists all)\n"),
        "{messages}"
    );
}

#[test]
fn csv_is_guarded_unless_it_is_to_be_raw() {
    let folder = Folder::new();
    folder.write("a.csa", "V2.2\nN+-甲\nN-=1+1\nPI\n+\n+7776FU\n");
    folder.write("b.usi", "position sfen +B8/9/9/9/9/9/9/9/K1k6 b - 1 moves 9a8b\n");
    folder.kura(&["import", "a.csa", "b.usi"]);
    let csv =
        |more: &[&str]| {
            stdout(&folder.kura(
                &[&["export", "--format", "csv", "--columns", "black,white,start_sfen"], more].concat(),
            ))
        };
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let set = ",,+B8/9/9/9/9/9/9/9/K1k6 b - 1\n";
    assert_eq!(csv(&[]), format!("black,white,start_sfen\n'-甲,'=1+1,{even}\n{set}"));
    assert_eq!(csv(&["--raw"]), format!("black,white,start_sfen\n-甲,=1+1,{even}\n{set}"));
    assert_eq!(csv(&["--raw", "--bom"]), format!("\u{feff}black,white,start_sfen\n-甲,=1+1,{even}\n{set}"));
    let games = stdout(&folder.kura(&["games", "--format", "csv", "--columns", "black", "--raw"]));
    assert_eq!(games, "black\n-甲\n\"\"\n");
}

#[test]
fn an_export_is_sorted_and_cut_as_it_is_asked_for() {
    let folder = Folder::new();
    let game = |name: &str, day: &str, rating: &str, moves: &str| {
        let day = if day.is_empty() { String::new() } else { format!("$START_TIME:{day}\n") };
        let rated = if rating.is_empty() { String::new() } else { format!("'black_rate:{name}:{rating}\n") };
        format!("V2.2\nN+{name}\nN-x\n{day}PI\n+\n{rated}{moves}%TORYO\n/\n")
    };
    let text = [
        game("a", "2020/05/01", "1500", "+7776FU\n-3334FU\n"),
        game("b", "2019/05/01", "1700", "+2726FU\n-3334FU\n+7776FU\n"),
        game("c", "", "", "+2726FU\n-8384FU\n+7776FU\n-3334FU\n"),
        game("d", "2021/05/01", "1600", "+5756FU\n"),
    ];
    folder.write("games.csa", text.concat());
    folder.kura(&["import", "-q", "games.csa"]);
    let names = |arguments: &[&str]| {
        let output = folder.kura(&[&["export", "--columns", "black"], arguments].concat());
        let found: Vec<String> = stdout(&output)
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["black"].as_str().unwrap().to_owned()
            })
            .collect();
        found.concat()
    };
    for (arguments, want) in [
        (&[][..], "badc"),
        (&["--limit", "2"], "ba"),
        (&["--offset", "3"], "c"),
        (&["--offset", "9"], ""),
        (&["--sort", "date"], "badc"),
        (&["--sort", "date:desc"], "dabc"),
        (&["--sort", "date:desc", "--limit", "1", "--offset", "1"], "a"),
        (&["--sort", "length"], "dabc"),
        (&["--sort", "length:desc"], "cbad"),
        (&["--sort", "rating:desc"], "bdac"),
        (&["--sort", "rating:desc", "--plies", "2.."], "bac"),
    ] {
        assert_eq!(names(arguments), want, "{arguments:?}");
    }
    let output = folder.kura(&["export", "--to", "csa", "--sort", "length:desc", "--limit", "1"]);
    assert!(stdout(&output).contains("N+c") && !stdout(&output).contains("N+b"), "{}", stdout(&output));
    folder.kura(&["export", "--to", "db", "--out", "other.db", "--sort", "rating:desc", "--limit", "2"]);
    let listed = folder.kura(&["games", "--db", "other.db", "--format", "csv", "--columns", "black"]);
    assert_eq!(stdout(&listed).lines().collect::<Vec<_>>(), ["black", "b", "d"]);
    let output = folder.kura(&["export", "--sort", "id"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("date, length or rating"), "{}", stderr(&output));
}
