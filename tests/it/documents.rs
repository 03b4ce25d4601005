//! The documentation says what is there: all codes, all tables and columns, all commands.
//! `KURA_UPDATE=1 cargo test documents` writes the generated pages anew.

use crate::support::{Folder, stdout};
use kifukura::record::Code;
use std::fmt::Write;
use std::path::Path;

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap_or_default()
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Compares a generated page with the file, or writes it.
pub fn must_be(name: &str, text: &str) {
    if std::env::var_os("KURA_UPDATE").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), text).unwrap();
    }
    assert!(page(name) == text, "{name} is out of date; run `KURA_UPDATE=1 cargo test documents`");
}

#[test]
fn every_diagnostic_is_on_its_page() {
    let mut text = "# Diagnostics\n\nEvery finding about a record has a stable code. The letter says which part of the \
                    house speaks: `B` bytes and encodings, `F` any format, `K` KIF, `C` CSA, `U` USI, `J` JKF, `W` Shogi Wars, `R` replay, `E` \
                    endings. `kura check --explain CODE` says the same.\n\n| code | name | severity | meaning |\n| \
                    --- | --- | --- | --- |\n"
        .to_owned();
    let mut codes = Code::ALL.to_vec();
    codes.sort_by_key(|code| code.id());
    for code in codes.iter().copied() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            code.id(),
            code.name(),
            code.severity(),
            code.explanation().replace('|', "\\|")
        );
    }
    for code in codes {
        let (input, found) = kifukura::report::example(code);
        let _ = write!(text, "\n## {code}\n{}; {}.\n", sentence(code.explanation()), code.hint());
        if !input.is_empty() {
            let _ = write!(text, "```text\n{}\n```\n", input.trim_end());
        }
        assert!(found.contains(code.id()), "{code} has no example, or its example does not show it");
        let _ = write!(text, "```console\n$ kura check --severity info\n{found}```\n");
    }
    must_be("docs/diagnostics.md", &text);
}

#[test]
fn every_code_is_reported_somewhere() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut code = String::new();
    let mut folders = vec![src];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                code += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    for known in Code::ALL {
        assert!(code.contains(&format!("Code::{known:?}")), "{known:?} is never reported");
    }
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
    must_be("docs/commands.md", &text);
}

#[test]
fn every_table_and_column_is_on_the_schema_page() {
    let folder = Folder::new();
    let connection = kifukura::store::create(&folder.path("a.db")).unwrap();
    let page = page("schema/README.md");
    let answer = kifukura::query::run_sql(
        &connection,
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
