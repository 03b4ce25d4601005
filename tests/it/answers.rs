//! Every answer in every form: the same fields, written down in schema/answers.md; tables that fit the terminal.

use crate::documents::must_be;
use crate::support::{Folder, stdout};
use kifukura::dataset::{DiagnosticObject, EvaluationObject, GameObject, annotation_rows};
use kifukura::report::{Column, Kind, Row, Shown, all_rows, columns_of};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::Command;
use unicode_width::UnicodeWidthStr;

/// Every kind of row with its columns.
fn rows() -> Vec<(&'static str, Vec<Column>)> {
    let mut rows = all_rows();
    rows.extend(annotation_rows());
    rows.push((GameObject::NAME, columns_of::<GameObject>()));
    rows.push((EvaluationObject::NAME, columns_of::<EvaluationObject>()));
    rows.push((DiagnosticObject::NAME, columns_of::<DiagnosticObject>()));
    rows
}

const HEAD: &str = "# Answers
What every answer of `kura` holds, for programs that read it. `--format json` gives an object or a list of objects,
`jsonl` one object a line, `csv` the rows with a header line, which is also there when there are no rows; `table` and `md`
are for people and show some of the columns under headings in the language of `--lang`. The names below are the same in
JSON and CSV, and `--columns` takes them in every form. This page is made from the types, and a test compares the two.

Where there is nothing, JSON has `null` and CSV an empty cell. A **code** is one of the stored names, the same in every
language. A **date** is ISO 8601 as far as it is known: `2024`, `2024-05`, `2024-05-01`. Some values are objects, which CSV
spreads over several columns (`results.draws`), or lists, which CSV joins with blanks; lists of objects stand in CSV as
JSON text:

- **results**: `black_wins`, `white_wins`, `draws`, `unknown` (games without a known result); each game counts once
- **player results**: `wins`, `losses`, `draws`, `unknown`, from the player's view
- **score**: `mean`, a share of points from 0 to 1 in which a draw counts half and games with an unknown result do not
  count; `low` and `high`, its 95 % interval (Wilson)

A text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) has an
apostrophe in front of it in CSV, and nowhere else.

| command | rows |
| --- | --- |
| `games`, `games --position`, `--pattern`, `--sequence` | [game](#game), [found game](#found-game) |
| `explore` | [explored position](#explored-position); in CSV its [moves](#move), with `--by year` its [years](#year-of-a-position) |
| `explore --depth` | [move of a tree](#move-of-a-tree) |
| `stats` | [overview](#overview) |
| `stats endings`, `lengths`, `years`, `players` | [ending](#ending), [length](#length), [year](#year), [player](#player) |
| `stats dobutsu`, `dobutsu annotate` | [accuracy](#accuracy), [annotated game](#annotated-game) |
| `players`, `players suggest` | [player](#player), [suggestion](#suggestion) |
| `duplicates` | [duplicate group](#duplicate-group); with `--merge` and `--drop` [combined game](#combined-game) |
| `problems`, `doctor` | [problem](#problem), [check](#check) |
| `remove`, `undo`, `undo --list` | [operation](#operation); `remove --dry-run` has the [games](#game) |
| `import` | [import](#import) |
| `convert --to jsonl`, `show --format json`, `export` | [game object](#game-object) |
| `sql` | the columns of the question |
";

#[test]
fn the_page_of_answers_is_what_the_types_say() {
    let mut text = HEAD.to_owned();
    for (name, columns) in rows() {
        let _ = write!(text, "\n## {name}\n| name | type | meaning |\n| --- | --- | --- |\n");
        for column in columns {
            let note = if column.shown == Shown::OnRequest { " (only with `--columns`)" } else { "" };
            let kind = column.kind.json_type();
            let _ = writeln!(text, "| `{}` | {kind} | {}{note} |", column.name, column.meaning);
        }
    }
    must_be("schema/answers.md", &text);
    for (name, columns) in rows() {
        let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_ref()).collect();
        assert_eq!(names.len(), columns.len(), "two columns of `{name}` have one name");
        for column in &columns {
            assert!(!column.meaning.is_empty() && !column.meaning.ends_with('.'), "{name}.{}", column.name);
            if let Kind::Rows(of) = column.kind {
                assert!(
                    rows().iter().any(|(known, _)| *known == of),
                    "{name}.{} has rows `{of}`",
                    column.name
                );
            }
        }
    }
}

/// The commands that answer, and the kind of row of each: of JSON, and of CSV where that is another one.
const COMMANDS: [(&[&str], &str, Option<&str>); 19] = [
    (&["games", "--limit", "12"], "game", None),
    (&["games", "--position", "7g7f 3c3d", "--limit", "12"], "found game", None),
    (&["games", "--pattern", "7f=P", "--limit", "5"], "found game", None),
    (&["explore"], "explored position", Some("move")),
    (&["explore", "--by", "year"], "explored position", Some("year of a position")),
    (&["explore", "7g7f", "--list", "3"], "explored position", Some("move")),
    (&["stats"], "overview", None),
    (&["stats", "endings"], "ending", None),
    (&["stats", "endings", "--by", "verified"], "ending", None),
    (&["stats", "lengths"], "length", None),
    (&["stats", "years"], "year", None),
    (&["stats", "players", "--limit", "8"], "player", None),
    (&["players", "--limit", "8"], "player", None),
    (&["players", "suggest"], "suggestion", None),
    (&["duplicates"], "duplicate group", None),
    (&["remove", "--dry-run", "--winner", "black"], "game", None),
    (&["undo", "--list", "--sort", "operation"], "operation", None),
    (&["problems", "--severity", "error"], "problem", None),
    (&["doctor"], "check", None),
];

/// Runs `kura` beside the samples, so that paths are the same on every machine.
fn kura(folder: &Folder, width: &str, arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kura"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("KURA_DB", folder.path("kura.db"))
        .env("COLUMNS", width)
        .env_remove("KURA_LANG")
        .output()
        .unwrap();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{arguments:?}: {:?}",
        crate::support::stderr(&output)
    );
    (stdout(&output), crate::support::stderr(&output))
}

fn collection() -> Folder {
    let folder = Folder::new();
    let folders = ["broken", "dobutsu", "endings", "formats"].map(|name| format!("sample-records/{name}"));
    let arguments: Vec<&str> = std::iter::once("import").chain(folders.iter().map(String::as_str)).collect();
    kura(&folder, "80", &arguments);
    folder
}

/// The names of a kind of row, in order, without those that appear on request only.
fn names(kind: &str) -> Vec<String> {
    let (_, columns) = rows().into_iter().find(|(name, _)| *name == kind).unwrap();
    let shown = columns.iter().filter(|column| column.shown != Shown::OnRequest);
    shown.map(|column| column.name.clone().into_owned()).collect()
}

fn keys(value: &Value) -> Vec<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

/// The header line that CSV has for a kind of row.
fn csv_header(kind: &str) -> String {
    let (_, columns) = rows().into_iter().find(|(name, _)| *name == kind).unwrap();
    let mut names = Vec::new();
    for column in columns.iter().filter(|column| column.shown != Shown::OnRequest) {
        let parts: &[&str] = match column.kind {
            Kind::Results(_) => &["black_wins", "white_wins", "draws", "unknown"],
            Kind::PlayerResults => &["wins", "losses", "draws", "unknown"],
            Kind::Score => &["mean", "low", "high"],
            _ => &[],
        };
        match parts {
            [] => names.push(column.name.clone().into_owned()),
            parts => names.extend(parts.iter().map(|part| format!("{}.{part}", column.name))),
        }
    }
    names.join(",")
}

#[test]
fn every_form_of_an_answer_has_the_same_fields() {
    let folder = collection();
    for (command, kind, csv_kind) in COMMANDS {
        let run = |format: &str| kura(&folder, "100", &[command, &["--format", format]].concat()).0;
        let json: Value = serde_json::from_str(&run("json")).unwrap();
        let lines: Vec<Value> =
            run("jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        match &json {
            Value::Array(list) => assert_eq!(list, &lines, "{command:?}"),
            object => assert_eq!(std::slice::from_ref(object), lines, "{command:?}"),
        }
        for line in &lines {
            assert_eq!(keys(line), names(kind), "{command:?}");
        }
        let csv = run("csv");
        assert_eq!(csv.lines().next(), Some(csv_header(csv_kind.unwrap_or(kind)).as_str()), "{command:?}");
        let rows = csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).count();
        if csv_kind.is_none() {
            assert_eq!(rows, lines.len(), "{command:?}");
        }
        let md = run("md");
        assert!(md.contains("| --") || md.contains("| :--") || lines.is_empty() || kind == "check", "{md}");
    }
}

#[test]
fn nested_rows_have_the_fields_of_their_kind() {
    let folder = collection();
    let run = |command: &[&str]| -> Value { serde_json::from_str(&kura(&folder, "80", command).0).unwrap() };
    let explored = run(&["explore", "--by", "year", "--list", "2", "--format", "json"]);
    for (field, kind) in [("moves", "move"), ("years", "year of a position"), ("examples", "game")] {
        assert_eq!(keys(&explored[field][0]), names(kind), "{field}");
    }
    assert!(explored["games"].as_u64().unwrap() > 10);
    let tree = run(&["explore", "--depth", "2", "--format", "json"]);
    assert_eq!(keys(&tree[0]["replies"][0]), names("move of a tree"));
    let game = run(&["show", "1", "--format", "json"]);
    assert_eq!(keys(&game), names("game object"));
}

#[test]
fn an_answer_without_rows_still_has_its_header() {
    let folder = collection();
    for command in [&["games", "--player", "nobody"][..], &["stats", "years", "--player", "nobody"]] {
        let run = |format: &str| kura(&folder, "80", &[command, &["--format", format]].concat()).0;
        assert_eq!(run("json"), "[]\n", "{command:?}");
        assert_eq!(run("jsonl"), "", "{command:?}");
        assert_eq!(run("csv").lines().count(), 1, "{command:?}");
        assert!(run("table").lines().count() == 1, "{command:?}");
    }
}

#[test]
fn columns_and_order_can_be_chosen() {
    let folder = collection();
    let run = |arguments: &[&str]| kura(&folder, "80", arguments).0;
    let chosen = run(&[
        "stats",
        "players",
        "--limit",
        "0",
        "--columns",
        "games,player",
        "--sort",
        "games",
        "--format",
        "csv",
    ]);
    let mut lines = chosen.lines();
    assert_eq!(lines.next(), Some("games,player"));
    let games: Vec<u64> = lines.map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(games.is_sorted() && games.len() > 3);
    let (_, remark) = {
        let output = folder.kura(&["games", "--columns", "nonsense"]);
        (output.status.code(), crate::support::stderr(&output))
    };
    assert!(remark.contains("no column `nonsense`") && remark.contains("hint: it has id, "), "{remark}");
    let default = run(&["export", "--format", "csv"]);
    let header = default.lines().next().unwrap();
    assert!(!header.split(',').any(|name| matches!(name, "id" | "source" | "game_index")), "{header}");
    assert!(header.split(',').any(|name| name == "fingerprint"));
    let asked = run(&["export", "--format", "csv", "--columns", "id,source,fingerprint"]);
    for line in asked.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        assert!(
            cells[0].parse::<u32>().is_ok() && !cells[1].starts_with('/') && cells[2].len() == 16,
            "{line}"
        );
    }
}

/// All tables at the two usual widths, as they are looked at.
#[test]
fn tables_fit_the_terminal() {
    let folder = collection();
    for width in ["80", "100"] {
        let mut text = String::new();
        for (command, ..) in COMMANDS {
            let (table, remarks) = kura(&folder, width, command);
            for line in table.lines().filter(|_| command[0] != "doctor") {
                // What stands above a table is a sentence and may be longer.
                let is_row = line.starts_with(' ');
                assert!(
                    !is_row || line.width() <= width.parse().unwrap(),
                    "{command:?} at {width}:\n{table}"
                );
            }
            // The time of an operation is another one each time.
            if command[0] == "undo" {
                continue;
            }
            let _ = write!(text, "$ kura {}\n{table}{remarks}\n", command.join(" "));
        }
        must_be(&format!("tests/data/answers-{width}.txt"), &text);
    }
}

#[test]
fn languages_change_tables_and_nothing_else() {
    let folder = collection();
    let table = |language: &str| kura(&folder, "100", &["stats", "endings", "--lang", language]).0;
    assert!(
        table("en").contains("resignation")
            && table("ja").contains("投了")
            && table("it").contains("abbandono")
    );
    assert!(table("ja").contains("対局数") || table("ja").contains("局"));
    let json = |language: &str| {
        kura(&folder, "100", &["stats", "endings", "--format", "json", "--lang", language]).0
    };
    assert_eq!(json("en"), json("it"));
    assert_eq!(json("en"), json("ja"));
    let help = |language: &str| kura(&folder, "100", &["games", "--lang", language, "--help"]).0;
    assert_eq!(help("en"), help("it"));
}
