//! A reader that goes away (`kura … | head`) ends every command quietly.

use crate::support::{Folder, samples, stderr, stdout};
use std::process::Stdio;

/// Commands that print something, each command of the program among them.
const COMMANDS: &[&str] = &[
    "--help",
    "--version",
    "help",
    "import --help",
    "check --explain K012",
    "check SAMPLES",
    "check --format jsonl SAMPLES",
    "convert --to kif SAMPLES",
    "convert --to usi SAMPLES",
    "convert --to jsonl SAMPLES",
    "doctor",
    "dobutsu --help",
    "export",
    "export --format csv",
    "dataset build --force --tables games --formats csv --out ds",
    "dataset verify ds",
    "export --out /dev/stdout",
    "export --table moves --format csv",
    "export --table positions --format sfen",
    "export --format csv --out /dev/stdout",
    "import SAMPLES",
    "import --json SAMPLES",
    "perft 2",
    "perft --divide 2",
    "openings show mino",
    "report game 1 --html -",
    "show 1",
    "show 1 --openings",
    "show 1 --as kif",
    "show 1 --as jsonl",
    "show 1 --ply 1",
    "show 1 --source",
    "remove --dry-run --winner black",
    "undo --list",
];

/// Commands whose answers have several forms.
const QUESTIONS: &[&str] = &[
    "games --limit 0",
    "games --pattern 7f=P",
    "explore",
    "explore --by year",
    "explore --list 3",
    "stats",
    "stats overview",
    "stats endings",
    "stats players",
    "stats lengths",
    "stats years",
    "stats openings",
    "stats castles",
    "openings list",
    "players",
    "problems",
    "sql SELECT_*_FROM_game",
];

#[test]
fn a_reader_that_goes_away_ends_every_command_quietly() {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    // Two copies, so that there are duplicates to list.
    folder.write("copy.kif", "先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 投了\n");
    folder.write("copy.csa", "N+甲\nN-乙\nPI\n+\n+7776FU\n%TORYO\n");
    folder.kura(&["import", "--duplicates", "keep", "copy.kif", "copy.csa"]);
    let mut commands: Vec<String> = COMMANDS.iter().map(|&command| command.to_owned()).collect();
    for question in QUESTIONS.iter().chain(&["duplicates"]) {
        let forms = ["table", "md", "json", "jsonl", "csv"];
        commands.extend(forms.iter().map(|form| format!("{question} --format {form}")));
    }
    for command in &commands {
        let words: Vec<String> = command
            .split(' ')
            .map(|word| match word {
                "SAMPLES" => samples().to_string_lossy().into_owned(),
                word if command.starts_with("sql") => word.replace('_', " "),
                word => word.to_owned(),
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let whole = folder.kura(&words);
        assert!(!whole.stdout.is_empty(), "{command} prints nothing: {}", stderr(&whole));
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = folder.command(&words).stdout(Stdio::from(writer)).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let said = stderr(&output);
        assert!(!said.to_lowercase().contains("broken pipe"), "{command}: {said}");
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
    }
    // Every command of the program is among them.
    let help = stdout(&folder.kura(&["--help"]));
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        assert!(
            commands.iter().any(|command| command.split(' ').next() == Some(name)),
            "`kura {name}` is missing in this test"
        );
    }
}
