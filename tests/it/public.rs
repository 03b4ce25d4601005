//! What other programs can use: `docs/api.md` names it all, and nothing of SQLite's library is in it.

use crate::documents::must_be;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is public: for each path of modules its names, and the files in which those are.
#[derive(Default)]
struct Public {
    names: BTreeMap<String, BTreeSet<String>>,
    files: BTreeSet<PathBuf>,
}

/// The file of a module in a folder.
fn file_of(folder: &Path, module: &str) -> PathBuf {
    let file = folder.join(format!("{module}.rs"));
    if file.exists() { file } else { folder.join(module).join("mod.rs") }
}

/// The items of a file that begin at the beginning of a line, each as one line without comments and bodies.
fn items(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut items = Vec::new();
    for (at, line) in code.iter().enumerate() {
        if line.trim_start().starts_with("pub ") {
            let mut item = String::new();
            for line in &code[at..] {
                let line = line.trim();
                item += &format!("{line} ");
                let is_list = item.contains("use ") && !item.contains(';');
                if !is_list && line.ends_with(['{', ';', ',', '}']) {
                    break;
                }
            }
            let indent = line.len() - line.trim_start().len();
            items.push(format!("{}{}", " ".repeat(indent), item.trim_end()));
        }
    }
    items
}

fn word(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

impl Public {
    /// Adds the module in `file`, whose own modules are in `folder`.
    fn add(&mut self, path: &str, file: &Path, folder: &Path) {
        self.files.insert(file.to_owned());
        // Indented are fields and methods, and enums that a macro completes.
        for item in
            items(file).iter().filter(|item| !item.starts_with(' ') || item.starts_with("    pub enum "))
        {
            let rest = item.trim_start()["pub ".len()..]
                .trim_start_matches("const fn ")
                .trim_start_matches("const ");
            if let Some(module) = rest.strip_prefix("mod ") {
                let module = word(module);
                self.add(&format!("{path}::{module}"), &file_of(folder, &module), &folder.join(&module));
            } else if let Some(list) = rest.strip_prefix("use ") {
                let (from, names) = list.trim_end_matches(';').rsplit_once("::").unwrap_or(("", list));
                let from = from.split("::{").next().unwrap_or(from);
                if !from.starts_with("crate") && !from.starts_with("super") {
                    self.files.insert(file_of(folder, from));
                }
                let names = names
                    .trim_matches(['{', '}', ' '])
                    .split(',')
                    .map(|name| word(name.rsplit(" as ").next().unwrap_or(name).trim()));
                self.names.entry(path.to_owned()).or_default().extend(names.filter(|name| !name.is_empty()));
            } else {
                let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "static "];
                let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind)).unwrap_or(rest);
                self.names.entry(path.to_owned()).or_default().insert(word(name));
            }
        }
    }

    fn read() -> Self {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut public = Self::default();
        public.add("kifukura", &src.join("lib.rs"), &src);
        public
    }
}

#[test]
fn every_public_name_is_on_the_page() {
    let mut text = "# The public names\n\nThe library's modules and what each exports; `cargo doc --open` says what \
                    it means. Whatever is not here is internal and may change at any time. A name is added or taken \
                    away here first.\n\n| module | names |\n| --- | --- |\n"
        .to_owned();
    for (path, names) in Public::read().names {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(text, "| `{path}` | {} |", names.join(", "));
    }
    must_be("docs/api.md", &text);
}

#[test]
fn no_public_signature_has_a_type_of_another_library_for_databases() {
    let files = Public::read().files;
    assert!(files.iter().any(|file| file.ends_with("database/mod.rs")));
    for file in files {
        for item in items(&file) {
            // `SqliteError` shows SQLite's words, and its field is private.
            for word in ["rusqlite", "Connection", "Transaction", "Statement<", "ToSql", "FromSql"] {
                assert!(!item.contains(word), "{} has `{}`", file.display(), item.trim());
            }
        }
    }
}
