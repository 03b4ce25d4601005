//! How commands behave towards those who use them: what stands where, how much is said, exit codes.

use crate::support::{Folder, samples, shared, skipped, stderr, stdout};

const CSA: &str = "V2.2\nN+甲\nN-乙\nPI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n";

fn imported() -> Folder {
    let folder = Folder::new();
    folder.write("a.csa", CSA);
    folder.kura(&["import", "a.csa"]);
    folder
}

#[test]
fn a_game_ends_with_its_board_unless_that_is_to_be_on_top() {
    let folder = imported();
    let last = "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\n";
    let shown = stdout(&folder.kura(&["show", "1"]));
    assert!(
        shown.ends_with(&format!("+---------------------------+\n▲ hand: –\n▲ Black to move\n{last}")),
        "{shown}"
    );
    let place = |text: &str, what: &str| text.find(what).unwrap();
    assert!(place(&shown, "▲７六歩(77)") < place(&shown, "９ ８ ７"), "{shown}");
    assert!(shown.contains("(Black to move)\n\n△ hand: –\n"), "{shown}");
    let top = stdout(&folder.kura(&["show", "1", "--board", "top"]));
    assert!(place(&top, last) < place(&top, "▲７六歩(77)"), "{top}");
    assert!(top.ends_with("(Black to move)\n"), "{top}");
    let mut lines = [&shown, &top].map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.iter_mut().for_each(|lines| lines.sort());
    assert_eq!(lines[0], lines[1]);
    assert_eq!(folder.kura(&["show", "1", "--board", "left"]).status.code(), Some(2));
}

#[test]
fn quiet_commands_say_nothing_but_errors() {
    let folder = imported();
    for arguments in
        [&["games"][..], &["export"], &["convert", "--to", "usi", "a.csa"], &["players"], &["problems"]]
    {
        let usual = folder.kura(arguments);
        assert_ne!(stderr(&usual), "", "{arguments:?}");
        for quiet in ["--quiet", "-q"] {
            let output = folder.kura(&[arguments, &[quiet]].concat());
            assert_eq!((stdout(&output), stderr(&output)), (stdout(&usual), String::new()), "{arguments:?}");
            assert_eq!(output.status.code(), usual.status.code());
        }
    }
    let output = folder.kura(&["--quiet", "show", "9"]);
    assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    assert_eq!(folder.kura(&["games", "--quiet", "--verbose"]).status.code(), Some(2));
}

#[test]
fn verbose_commands_list_every_warning() {
    let folder = Folder::new();
    folder.write("many.csa", format!("{CSA}/\n").repeat(25));
    let usual = stderr(&folder.kura(&["convert", "--to", "usi", "many.csa"]));
    assert!(usual.contains("warning[times-dropped]: and 24 times more (--verbose lists all)\n"), "{usual}");
    let all = stderr(&folder.kura(&["convert", "--to", "usi", "-v", "many.csa"]));
    assert_eq!(all.matches("warning[times-dropped]: many.csa: ").count(), 25, "{all}");
    assert!(all.ends_with(" s\n"), "{all}");
}

#[test]
fn an_import_that_passes_over_pictures_and_letters_is_well() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.write("in/a.csa", CSA);
    folder.write("in/board.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x02");
    folder.write("in/letter.txt", "Dear all, see you on Sunday.\n");
    let output = folder.kura(&["import", "in", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let counts = ["stored", "rejected", "files_without_game"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!((output.status.code(), counts), (Some(0), [1, 0, 2]));
    std::fs::copy(samples().join("broken/impossible-position.usi"), folder.path("in/b.usi")).unwrap();
    let output = folder.kura(&["import", "in", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((output.status.code(), &summary["rejected"]), (Some(1), &1.into()));
}

#[test]
fn lists_of_problems_are_cut_where_that_is_asked_for() {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    let rows = |more: &[&str]| {
        let output = folder.kura(&[&["problems", "--format", "jsonl"], more].concat());
        stdout(&output).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = rows(&[]);
    assert!(all.len() > 20);
    assert_eq!(rows(&["--limit", "3"]), all[..3]);
    assert_eq!(rows(&["--limit", "0"]), all);
    let said = stderr(&folder.kura(&["problems", "--limit", "3"]));
    assert_eq!(said, format!("{} findings, {} not shown (--limit 0 shows all)\n", all.len(), all.len() - 3));
}

/// What is said once is enough.
#[test]
fn errors_are_said_once() {
    let folder = imported();
    for arguments in [
        &["games", "--db", "nix.db"][..],
        &["games", "--columns", "foo"],
        &["show", "9"],
        &["import", "nowhere", "--db", "b.db"],
        &["export", "--out", "nowhere/x.csv"],
        &["explore", "9z9z"],
    ] {
        let output = folder.kura(arguments);
        let said = stderr(&output);
        assert_eq!(
            (output.status.code(), said.matches("error: ").count()),
            (Some(2), 1),
            "{arguments:?}: {said}"
        );
        let mut lines: Vec<&str> = said.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), said.lines().count(), "{said}");
    }
}

/// A terminal, which `script` makes.
#[cfg(target_os = "linux")]
mod on_a_terminal {
    use super::*;
    use std::process::{Command, Stdio};

    /// What a terminal of 24 lines shows of a command, as far as `script` is there.
    fn terminal(folder: &Folder, command: &str, variables: &[(&str, &str)]) -> Option<String> {
        let kura = env!("CARGO_BIN_EXE_kura");
        let output = Command::new("script")
            .args(["-qec", &format!("stty rows 24 cols 120; {kura} {command}"), "/dev/null"])
            .current_dir(folder.path(""))
            .env_remove("KURA_DB")
            .env_remove("NO_COLOR")
            .env_remove("LESS")
            .env("TERM", "xterm")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .ok()?;
        Some(String::from_utf8(output.stdout).unwrap().replace('\r', ""))
    }

    #[test]
    fn long_output_goes_through_the_pager_and_colours_can_be_off() {
        let folder = imported();
        let long =
            ["+7776FU", "-3334FU"].into_iter().chain(["+2838HI", "-8272HI", "+3828HI", "-7282HI"].repeat(4));
        folder.write("b.csa", format!("V2.2\nPI\n+\n{}\n", long.collect::<Vec<_>>().join("\n")));
        folder.kura(&["import", "b.csa"]);
        let pager = [("KURA_PAGER", "sed s/^/|/")];
        let Some(paged) = terminal(&folder, "show 2", &pager) else {
            return skipped("what commands do on a terminal: the program `script` is not there");
        };
        assert!(paged.lines().all(|line| line.starts_with('|')), "{paged}");
        assert!(paged.contains("\u{1b}["), "{paged}");
        for (variable, value, has_colors) in
            [("NO_COLOR", "1", false), ("NO_COLOR", "", true), ("TERM", "dumb", false)]
        {
            let shown = terminal(&folder, "show 2", &[pager[0], (variable, value)]).unwrap();
            assert_eq!(shown.contains("\u{1b}["), has_colors, "{variable}={value}: {shown}");
        }
        let short = terminal(&folder, "games", &pager).unwrap();
        assert!(!short.contains('|'), "{short}");
        let without = terminal(&folder, "show 2", &[("KURA_PAGER", "")]).unwrap();
        assert!(!without.contains("|1"), "{without}");
        // A terminal shows UTF-8, whatever a file of the format would be.
        let kif = terminal(&folder, "show 1 --to kif", &[]).unwrap();
        assert!(kif.contains("先手：甲\n"), "{kif}");
    }
}

#[test]
fn the_cases_of_the_database_are_there() {
    // One line of each of these cases is a test of this file or of `records_out`.
    let Some(cases) = shared("cases/database") else { return };
    for name in ["samename", "copies"] {
        assert!(cases.join(name).is_dir(), "{name}");
    }
    let folder = Folder::new();
    let from = cases.join("samename").to_string_lossy().into_owned();
    folder.kura(&["convert", "--to", "csa", "--out", "out", &from]);
    for year in ["1994", "1995"] {
        assert!(folder.path(&format!("out/{year}/01.csa")).is_file());
    }
    let copies = cases.join("copies").to_string_lossy().into_owned();
    folder.kura(&["import", &copies]);
    assert_eq!(folder.kura(&["duplicates", "--merge"]).status.code(), Some(0));
    assert_eq!(stdout(&folder.kura(&["games", "--format", "jsonl"])).lines().count(), 1);
}
