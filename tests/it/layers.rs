//! The drawing in the README and in `docs/architecture.md`: a module uses only rows below its own, and some things are
//! done in some modules only. Files that are not there yet stand in lists of exceptions, from which a file must be
//! removed as soon as it does not need its exception.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Top to bottom.
const ROWS: [&[&str]; 11] = [
    &["cli"],
    &["dataset"],
    &["report"],
    &["import", "check", "query", "analyse"],
    &["intake", "database", "tablebase"],
    &["formats", "store", "index"],
    &["classify"],
    &["pattern"],
    &["notation", "replay"],
    &["record", "terms"],
    &["rules"],
];

/// Modules of the drawing that are still parts of others.
const NOT_YET: &[&str] = &[];

fn row_of(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text of every source file without its comments, by top-level module.
fn modules() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut modules: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    for path in files {
        let inside = path.strip_prefix(&src).unwrap();
        let module = inside.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let code =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        modules.entry(module).or_default().push((inside.to_owned(), code));
    }
    modules
}

/// The top-level modules that a piece of code names, in `crate::x`, `kifukura::x` and `use crate::{x, y::z}`.
fn used(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for root in ["crate::", "kifukura::"] {
        for (at, _) in code.match_indices(root) {
            let rest = &code[at + root.len()..];
            let first_words = match rest.strip_prefix('{') {
                Some(inside) => first_words(inside),
                None => vec![word(rest)],
            };
            found.extend(first_words);
        }
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// The first word of each item of `a, b::{c, d}, e}`.
fn first_words(text: &str) -> Vec<String> {
    let (mut depth, mut items, mut item) = (0, Vec::new(), String::new());
    for character in text.chars() {
        match character {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => item.push(character),
        }
    }
    items.push(item);
    items.iter().map(|item| word(item.trim())).collect()
}

#[test]
fn every_module_uses_only_rows_below_its_own() {
    let mut wrong = Vec::new();
    for (module, files) in modules() {
        if module == "lib" || module == "main" {
            continue;
        }
        let row = row_of(&module).unwrap_or_else(|| panic!("the module `{module}` stands in no row"));
        for (path, code) in files {
            for other in used(&code).into_iter().filter(|other| *other != module) {
                let Some(other_row) = row_of(&other) else { continue };
                if other_row <= row {
                    wrong.push(format!("{} uses {other}", path.display()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Fails for a file that needs an exception and has none, and for an exception that no file needs.
fn only_excepted(found: &BTreeMap<String, String>, exceptions: &[&str]) {
    let unexpected: Vec<_> = found.iter().filter(|(file, _)| !exceptions.contains(&file.as_str())).collect();
    assert!(unexpected.is_empty(), "not allowed: {unexpected:#?}");
    let unneeded: Vec<_> = exceptions.iter().filter(|file| !found.contains_key(**file)).collect();
    assert!(unneeded.is_empty(), "take these out of the list of exceptions: {unneeded:?}");
}

/// The files outside some modules that have one of the words, with the first word of each.
fn with_words(words: &[&str], allowed: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (module, files) in modules().into_iter().filter(|(module, _)| !allowed(module)) {
        for (path, code) in files {
            if let Some(word) = words.iter().find(|word| code.contains(**word)) {
                found.insert(path.to_string_lossy().replace('\\', "/"), format!("{module} has `{word}`"));
            }
        }
    }
    found
}

/// What asks SQLite something. A connection needs no name of the crate for that.
const SQL: &[&str] = &[
    "rusqlite",
    ".execute(",
    ".execute_batch(",
    ".pragma",
    ".prepare(",
    ".prepare_cached(",
    ".query(",
    ".query_and_then(",
    ".query_map(",
    ".query_one(",
    ".query_row(",
    ".query_row_and_then(",
];

/// Files with SQL or connections outside of `store`, `index`, `database` and `query`.
const WITH_SQL: &[&str] = &[];

#[test]
fn only_the_modules_around_the_database_speak_sql() {
    let rooms = ["store", "index", "database", "query"];
    only_excepted(&with_words(SQL, |module| rooms.contains(&module)), WITH_SQL);
}

#[test]
fn only_the_named_modules_do_the_named_things() {
    // Records are read by the one, the table of a solved game by the other, a dataset is a folder of files, and `cli`
    // writes what it exports.
    let opens = ["intake", "analyse", "tablebase", "dataset", "cli"];
    only_excepted(
        &with_words(&["std::fs::File", "fs::read(", "fs::File"], |module| opens.contains(&module)),
        &[],
    );
    only_excepted(&with_words(&["encoding_rs"], |module| module == "formats"), &[]);
    let prints = ["println!", "print!(", "stdout()", "stderr()"];
    only_excepted(&with_words(&prints, |module| module == "cli"), &[]);
}

#[test]
fn the_command_line_makes_no_tables() {
    let words = ["Table::new", "Table::with_names", "\"–\"", ":.1}", ":.2}", "} %"];
    only_excepted(&with_words(&words, |module| module != "cli"), &[]);
}

/// Files longer than 500 lines.
const LONG_FILES: &[&str] = &[];

/// Files with a function longer than 80 lines.
const LONG_FUNCTIONS: &[&str] = &[];

/// The text of every source file, comments included.
fn texts() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let name = |path: &Path| path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// The names of the functions of a formatted text and how many lines each has: it ends with a brace under its first
/// character.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_modifier = |word: &&str| {
        word.starts_with("pub")
            || matches!(*word, "const" | "async" | "in" | "super)" | "crate)" | "extern" | "\"C\"")
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let mut words = code.split_whitespace().skip_while(is_modifier);
        if words.next() != Some("fn") || line.ends_with(['}', ';']) {
            continue;
        }
        let indent = &line[..line.len() - code.len()];
        let end = format!("{indent}}}");
        let body = &lines[at..];
        // What a trait only declares has no body.
        let closing = format!("{indent})");
        if body
            .iter()
            .find(|line| line.starts_with(&closing) || **line == end)
            .is_some_and(|line| line.ends_with(';'))
        {
            continue;
        }
        let length = body.iter().position(|line| **line == end).unwrap_or(body.len() - 1) + 1;
        found.push((word(words.next().unwrap_or_default()), length));
    }
    found
}

#[test]
fn functions_are_counted_right() {
    let text = "pub(crate) const fn one(\n    a: u8,\n) -> u8 {\n    a\n}\n\nfn two() {}\n\ntrait Y {\n    fn none(\n        &self,\n    ) -> u8;\n}\n\nimpl X {\n    fn three() {\n        {\n        }\n    }\n}\n";
    assert_eq!(functions(text), [("one".to_owned(), 5), ("three".to_owned(), 4)]);
    assert!(texts().iter().map(|(_, text)| functions(text).len()).sum::<usize>() > 1000);
}

#[test]
fn no_source_file_is_longer_than_500_lines_and_no_function_than_80() {
    let (mut files, mut long_functions) = (BTreeMap::new(), BTreeMap::new());
    for (name, text) in texts() {
        let lines = text.lines().count();
        if lines > 500 {
            files.insert(name.clone(), format!("{lines} lines"));
        }
        if let Some((function, lines)) = functions(&text).into_iter().find(|(_, lines)| *lines > 80) {
            long_functions.insert(name, format!("`{function}` has {lines} lines"));
        }
    }
    only_excepted(&files, LONG_FILES);
    only_excepted(&long_functions, LONG_FUNCTIONS);
}

/// The drawing of a page: the block of code with the line that says where the public API begins.
fn drawing(page: &str) -> &str {
    let block = page.split("```").find(|block| block.contains("── public API\n"));
    block.expect("a drawing").trim_start_matches("text").trim()
}

#[test]
fn the_drawings_are_the_rows_that_are_enforced() {
    let (readme, architecture) = (page("README.md"), page("docs/architecture.md"));
    assert_eq!(drawing(&readme), drawing(&architecture));
    let rows: Vec<Vec<&str>> = drawing(&readme)
        .lines()
        .filter(|line| !line.starts_with('─'))
        .map(|line| line.split("  ").next().unwrap_or_default().split(" · ").collect())
        .collect();
    assert_eq!(rows, ROWS);
    let mut drawn: BTreeSet<String> =
        ROWS.iter().flat_map(|row| row.iter().map(|&name| name.to_owned())).collect();
    for name in NOT_YET {
        assert!(drawn.remove(*name), "`{name}` is not in the drawing");
    }
    let there: BTreeSet<String> =
        modules().into_keys().filter(|module| module != "lib" && module != "main").collect();
    assert_eq!(there, drawn);
}
