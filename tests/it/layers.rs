//! The rows of the house: a module uses only rows below its own. This is the drawing in the README.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Top to bottom.
const ROWS: [&[&str]; 7] = [
    &["cli"],
    &["report", "dataset"],
    &["import", "query", "analyse"],
    &["formats", "store", "index"],
    &["notation", "replay"],
    &["record", "terms"],
    &["rules"],
];

fn row_of(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
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
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The first word of each part of `a, b::{c, d}, e}`.
fn first_words(text: &str) -> Vec<String> {
    let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
    for letter in text.chars() {
        match letter {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            _ => part.push(letter),
        }
    }
    parts.push(part);
    parts.iter().map(|part| word(part.trim())).collect()
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

#[test]
fn only_the_named_rooms_do_the_named_things() {
    let only: [(&[&str], &[&str]); 4] = [
        (&["rusqlite"], &["store", "index", "query", "import", "dataset", "cli"]),
        (&["prepare(", "prepare_cached(", "execute(", "execute_batch("], &["store", "index", "query"]),
        // `import` reads records; `analyse` reads and writes the table of a solved game, `cli` what it exports.
        (&["std::fs::File", "fs::read(", "fs::File"], &["import", "analyse", "cli"]),
        (&["encoding_rs"], &["formats"]),
    ];
    let mut wrong = Vec::new();
    for (module, files) in modules() {
        for (path, code) in files {
            for (words, allowed) in only {
                for word in words.iter().filter(|word| code.contains(**word)) {
                    if !allowed.contains(&module.as_str()) {
                        wrong.push(format!("{} has {word}", path.display()));
                    }
                }
            }
            let prints = ["println!", "print!(", "stdout()", "stderr()"];
            if module != "cli" && prints.iter().any(|word| code.contains(word)) {
                wrong.push(format!("{} prints", path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_source_file_is_longer_than_800_lines() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    for path in files {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 800, "{} has {lines} lines", path.display());
    }
}
