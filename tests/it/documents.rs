//! The documentation says what is there: all codes, all tables and columns, all commands.
//! `KURA_UPDATE=1 cargo test documents` writes the generated pages anew.

use crate::support::{Folder, stdout};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::record::{Code, Example, ExampleBytes};
use std::fmt::Write;
use std::path::Path;

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap_or_default()
}

/// The text with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// Compares a generated page with the file, or writes it.
pub fn must_be(name: &str, text: &str) {
    if std::env::var_os("KURA_UPDATE").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), text).unwrap();
    }
    assert!(page(name) == text, "{name} is out of date; run `KURA_UPDATE=1 cargo test documents`");
}

/// What stands below the commands.
const ABOUT_CSV: &str = "
## Texts in CSV
Names, comments and other texts come from somebody's file, and a spreadsheet runs a cell that begins with `=`, `+`, `-` or
`@` as a formula, one with Japanese settings also where these are full-width (`＝`). So in CSV, of every command, a text gets one apostrophe in front when its first character, after any
apostrophes of its own, is one of these, a tab or a carriage return: `-甲` becomes `'-甲`, `'=1` becomes `''=1`. Nothing else is
changed: not numbers, days, codes and positions (`+B8/9/…`), and no other text with an apostrophe (`'乙`).

To have the texts back, take one apostrophe away wherever a text matches `^'+[=+@＝＋－＠\\t\\r-]`; or ask for them as they are with
`--raw`, and keep the file away from spreadsheets. JSON has no guard. `--bom` puts the mark of the byte order in front, without
which Excel on a Japanese Windows reads CSV as CP932.
";

#[test]
fn every_diagnostic_is_on_its_page() {
    let mut text = "# Diagnostics\n\nEvery finding about a record has a stable code. Its first character says what it \
                    is about: `B` bytes and encodings, `F` any format, `K` KIF and KI2, `C` CSA, `U` USI, `J` JSON, \
                    `W` Shogi Wars, `P` PGN, `R` replay, `E` endings, `D` packed positions. `kura check --explain CODE` says the same.\n\n\
                    | code | name | severity | meaning |\n| --- | --- | --- | --- |\n"
        .to_owned();
    let mut codes = Code::ALL.to_vec();
    codes.sort_by_key(|code| code.id());
    for code in codes.iter().copied() {
        let meaning = code.explanation().replace('|', "\\|");
        let _ = writeln!(text, "| {} | {} | {} | {meaning} |", code.id(), code.name(), code.severity());
    }
    for code in codes {
        let (input, found) = kifukura::report::example(code);
        let _ = write!(text, "\n## {code}\n{}.\n\nHint: {}.\n", sentence(code.explanation()), code.hint());
        match code.example().bytes {
            ExampleBytes::Impossible { reason, .. } => {
                let _ = write!(text, "\nNo file shows this finding: {reason}.\n");
            }
            _ => {
                let _ = write!(text, "```text\n{}\n```\n", input.trim_end());
            }
        }
        let _ = write!(text, "```console\n$ kura check --severity info\n{found}```\n");
    }
    must_be("docs/diagnostics.md", &text);
}

/// The program reads the example of each code, and reports that code, at a line that the file has.
#[test]
fn every_code_is_reported_by_reading_its_example() {
    let folder = Folder::new();
    let mut impossible = Vec::new();
    for code in Code::ALL {
        let Example { path, bytes } = code.example();
        let bytes = match bytes {
            ExampleBytes::Utf8(text) => text.as_bytes().to_vec(),
            ExampleBytes::Cp932(text, then) => [encode(text, Encoding::Cp932).0.as_slice(), then].concat(),
            ExampleBytes::Repeated { first, line, times } => {
                [first, &line.repeat(times)].concat().into_bytes()
            }
            ExampleBytes::Bytes(bytes) => bytes.to_vec(),
            _ => {
                impossible.push(code.id());
                continue;
            }
        };
        folder.write(path, bytes);
        let checked = folder.kura(&["check", "--severity", "info", "--format", "jsonl", path]);
        let found = stdout(&checked);
        let reported = found.lines().filter(|line| line.contains(&format!("\"{}\"", code.id()))).count();
        assert!(reported > 0, "{code} is not reported in {path}:\n{found}");
        let page = kifukura::report::example(*code).1;
        let shown = stdout(&folder.kura(&["check", "--severity", "info", path]));
        assert!(!page.is_empty() && shown.contains(&page), "{code}: the page has\n{page}not\n{shown}");
    }
    // A file that is not there, or cannot be read: its code is reported without any bytes.
    assert_eq!(impossible, ["B007"]);
    let checked = folder.kura(&["check", "--severity", "info", "missing.kif"]);
    assert!(stdout(&checked).contains("error[B007 unreadable]"), "{}", stdout(&checked));
}

#[test]
fn every_command_is_on_its_page() {
    let folder = Folder::new();
    let help = |arguments: &[&str]| stdout(&folder.kura(&[arguments, &["--help"]].concat()));
    let commands = |text: &str| -> Vec<String> {
        let list = text.split("Commands:\n").nth(1).unwrap_or_default();
        let list = list.split("\n\n").next().unwrap_or_default();
        let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(Into::into)
            .collect()
    };
    let root = help(&[]);
    let mut text = format!("# Commands\n\nWhat `kura --help` says of itself.\n\n```text\n{root}```\n");
    for command in commands(&root) {
        let own = help(&[&command]);
        let _ = write!(text, "\n## kura {command}\n```text\n{own}```\n");
        for inner in commands(&own) {
            let _ = write!(text, "\n### kura {command} {inner}\n```text\n{}```\n", help(&[&command, &inner]));
        }
    }
    text += ABOUT_CSV;
    must_be("docs/commands.md", &text);
}

#[test]
fn every_table_and_column_is_on_the_schema_page() {
    let folder = Folder::new();
    let database = kifukura::database::Database::create(&folder.path("a.db")).unwrap();
    let page = page("schema/README.md");
    let answer = kifukura::query::run_sql(
        &database,
        "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
         WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%'",
    )
    .unwrap();
    assert!(answer.rows.len() > 60);
    for row in answer.rows {
        let (table, column) = (row[0].as_str().unwrap(), row[1].as_str().unwrap());
        assert!(page.contains(&format!("**`{table}`**")), "the table {table} is missing");
        let obvious = matches!(column, "id" | "name" | "game");
        assert!(obvious || page.contains(&format!("`{column}`")), "{table}.{column} is missing");
    }
}
