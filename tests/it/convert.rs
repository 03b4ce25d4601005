//! `kura convert`, `check` and `show` on what is awkward: standard input, odd names, saved mojibake, control characters.

use crate::support::{Folder, samples, stderr, stdout};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::intake::{Content, ReplayedFile};

/// The moves of the first game, as `convert` writes them.
fn usi(folder: &Folder, path: &str, input: &[u8]) -> String {
    stdout(&folder.kura_with(&["convert", "--to", "usi", path], input))
}

#[test]
fn every_format_is_read_from_standard_input() {
    let folder = Folder::new();
    let mut count = 0;
    for entry in std::fs::read_dir(samples().join("formats")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let from_file = usi(&folder, &path.to_string_lossy(), b"");
        assert_eq!(usi(&folder, "-", &bytes), from_file, "{}", path.display());
        assert!(from_file.starts_with("position "), "{}: {from_file}", path.display());
        count += 1;
    }
    assert!(count > 20, "{count} files");
}

#[test]
fn games_in_utf16_without_a_mark_have_their_own_bytes() {
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    let marked = encode(&game.repeat(2), Encoding::Utf16Le).0;
    let one = (marked.len() - 2) / 2;
    for (bytes, mark) in [(&marked[..], 2), (&marked[2..], 0)] {
        let prepared = ReplayedFile::new(Content::new(bytes.to_vec()));
        let ranges: Vec<_> = prepared.games.iter().map(|found| found.bytes.clone()).collect();
        assert_eq!(ranges, [0..one + mark, one + mark..bytes.len()]);
    }
}

#[test]
fn kif_in_utf8_says_so_and_several_games_stay_apart() {
    let folder = Folder::new();
    folder.write("two.usi", "startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n");
    let utf8 = stdout(&folder.kura(&["convert", "--to", "kifu", "two.usi"]));
    assert!(
        utf8.starts_with("#KIF version=2.0 encoding=UTF-8\n# ---- kifukura 棋譜ファイル ----\n"),
        "{utf8}"
    );
    folder.write("two.kif", &utf8);
    assert_eq!(
        usi(&folder, "two.kif", b""),
        "position startpos moves 7g7f\nposition startpos moves 2g2f 8c8d\n"
    );
    let cp932 = folder.kura(&["convert", "--to", "kif", "two.usi"]).stdout;
    assert!(cp932.starts_with(b"# ---- kifukura "));
    let ki2 = stdout(&folder.kura(&["convert", "--to", "ki2", "two.usi"]));
    // Kifu for JS refuses a KI2 file whose first line begins with `#`.
    assert!(ki2.starts_with("手合割：") && !ki2.contains('#'), "{ki2}");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf8_are_reported_apart() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    for (name, mv) in [(b"a\xe9.kif", "７六歩(77)"), (b"a\xe8.kif", "２六歩(27)")] {
        let path = folder.path("in").join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, format!("   1 {mv}\n")).unwrap();
    }
    assert_eq!(folder.kura(&["import", "in"]).status.code(), Some(0));
    let paths =
        stdout(&folder.kura(&["sql", "SELECT path FROM source_path ORDER BY path", "--format", "csv"]));
    assert_eq!(paths, "path\nin/a\\xE8.kif\nin/a\\xE9.kif\n");
    std::fs::create_dir(folder.path("out")).unwrap();
    let output = folder.kura(&["convert", "--to", "usi", "in", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path("out")).unwrap().count(), 2);
}

/// UTF-8 that was read as CP932, and CP932 that was read as Latin-1, both saved as UTF-8.
#[test]
fn saved_mojibake_is_reported_and_repaired_on_request_only() {
    let folder = Folder::new();
    let as_cp932 = |text: &str| encoding_rs::SHIFT_JIS.decode(text.as_bytes()).0.into_owned();
    let as_latin1 =
        |text: &str| encode(text, Encoding::Cp932).0.iter().map(|byte| char::from(*byte)).collect::<String>();
    let text = "手合割：平手\n先手：ひらがな\n後手：カタカナ\n   1 ７六歩(77)\n*ここで長考しました。\n";
    let header = |name: &str| format!("V2.2\nN+{name}\nPI\n+\n+7776FU\n");
    let comment = |text: &str| format!("手合割：平手\n   1 ７六歩(77)\n*{text}\n   2 ３四歩(33)\n");
    let cases = [
        ("latin.kif", as_latin1(text), text.to_owned()),
        ("name.csa", header(&as_cp932("山田")), header("山田")),
        ("name-latin.csa", header(&as_latin1("ひらがな")), header("ひらがな")),
        ("comment.kif", comment(&as_cp932("ここまで")), comment("ここまで")),
        ("comment.csa", as_cp932("PI\n+\n+7776FU\n'ここでは\n"), "PI\n+\n+7776FU\n'ここでは\n".to_owned()),
    ];
    // Some characters are lost by that, and with them their lines.
    folder.write("all.kif", as_cp932(text));
    assert!(stdout(&folder.kura(&["check", "all.kif"])).contains("[B006 mojibake]"));
    for (name, wrong, right) in cases {
        folder.write(name, &wrong);
        let output = folder.kura(&["check", name]);
        assert!(stdout(&output).contains("[B006 mojibake]"), "{name}: {}", stdout(&output));
        // Not without being asked.
        folder.kura(&["check", "--fix", name]);
        let (stem, ending) = name.split_once('.').unwrap();
        let fixed = folder.path(&format!("{stem}.fixed.{ending}"));
        assert!(!fixed.exists(), "{name}");
        folder.kura(&["check", "--fix", "--mojibake", name]);
        assert_eq!(std::fs::read_to_string(&fixed).unwrap(), right, "{name}");
        assert_eq!(std::fs::read_to_string(folder.path(name)).unwrap(), wrong, "{name}");
    }
}

#[test]
fn control_characters_are_reported_and_never_sent_to_the_terminal() {
    let folder = Folder::new();
    folder.write("bell.kif", "先手：\u{1b}[31m甲\u{7}\n   1 ７六歩(77)\n*\u{1b}]0;title\u{7}\n");
    let output = folder.kura(&["check", "--severity", "info", "bell.kif"]);
    assert!(stdout(&output).contains("bell.kif:1:4: info[B008 control-characters]"), "{}", stdout(&output));
    folder.kura(&["import", "bell.kif"]);
    for arguments in [&["check", "--severity", "info", "bell.kif"][..], &["show", "1"], &["games"]] {
        let output = folder.kura(arguments);
        let all = stdout(&output) + &stderr(&output);
        assert!(!all.contains(['\u{1b}', '\u{7}']), "{arguments:?}: {all:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_with_escapes_is_shown_and_a_copy_of_standard_input_has_a_name() {
    let folder = Folder::new();
    let game = "   1 ７六銀(77)\n";
    folder.write("e\u{1b}[31m.kif", game);
    for _ in 0..2 {
        let output = folder.kura(&["check", "--fix", "e\u{1b}[31m.kif"]);
        let all = stdout(&output) + &stderr(&output);
        assert!(!all.contains('\u{1b}') && all.contains("e␛[31m.fixed.kif"), "{all:?}");
    }
    std::fs::create_dir(folder.path("out")).unwrap();
    folder.kura_with(&["check", "--fix", "--out", "out", "-"], game.as_bytes());
    assert_eq!(std::fs::read_to_string(folder.path("out/stdin")).unwrap(), "   1 ７六歩(77)\n");
}

#[test]
fn branches_are_shown_with_their_moves() {
    let folder = Folder::new();
    folder.write(
        "game.kif",
        "   1 ７六歩(77) ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n*別の手\n   3 ２六歩(27)\n   4 ５五歩(53)\n",
    );
    folder.kura(&["import", "game.kif"]);
    let shown = stdout(&folder.kura(&["show", "1"]));
    let end = shown.find("       投了").map(|at| &shown[at..]).unwrap_or_default();
    let want = [
        "       投了 (Black to move)",
        "",
        "branch 1 leaves after ply 1:",
        "    2  △８四歩(83)         8c8d",
        "       別の手",
        "    3  ▲２六歩(27)         2g2f",
        "",
    ];
    // The board ends the page.
    assert!(end.starts_with(&want.join("\n")), "{end}");
}
