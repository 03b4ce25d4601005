//! The card: what people and dataset sites read first. It follows from the manifest alone.

use super::manifest::{FilePart, Manifest};
use crate::report::{clean, counted, percent};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of the card of a manifest that has its tables' files.
pub(super) fn text(manifest: &Manifest) -> String {
    let mut text = String::new();
    push_metadata(&mut text, manifest);
    push_overview(&mut text, manifest);
    push_tables(&mut text, manifest);
    push_exclusions(&mut text, manifest);
    push_endings(&mut text, manifest);
    push_splits(&mut text, manifest);
    push_left_out(&mut text, manifest);
    push_provenance(&mut text, manifest);
    text
}

/// Text that stands in Markdown and in YAML as it is.
fn quoted(text: &str) -> String {
    Value::from(&*clean(text)).to_string()
}

/// A table cell: nothing in it is Markdown.
fn cell(text: &str) -> String {
    let text = clean(text);
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '&' => {
                safe.push('\\');
                safe.push(char);
            }
            char if char.is_control() => safe.push(' '),
            char => safe.push(char),
        }
    }
    safe
}

/// The files of each table in the formats that dataset sites open, by part.
fn viewable(manifest: &Manifest) -> BTreeMap<&str, Vec<&FilePart>> {
    let mut tables: BTreeMap<&str, Vec<&FilePart>> = BTreeMap::new();
    for format in ["parquet", "jsonl", "csv"] {
        for table in ["games", "moves", "positions"] {
            let files: Vec<&FilePart> = manifest.files_of(table, format).collect();
            if !files.is_empty() {
                tables.entry(table).or_insert(files);
            }
        }
    }
    tables
}

/// The part of a file as sites call it.
fn part(file: &FilePart) -> &str {
    file.split.as_deref().unwrap_or("all")
}

fn push_metadata(text: &mut String, manifest: &Manifest) {
    text.push_str("---\n");
    let _ = writeln!(text, "pretty_name: {}", quoted(&manifest.title));
    if let Some(licence) = &manifest.licence {
        let _ = writeln!(text, "license: {}", quoted(licence));
    }
    text.push_str("language:\n- ja\ntags:\n- shogi\n- games\n- kifukura\n");
    text.push_str(match manifest.games {
        0..1_000 => "size_categories:\n- n<1K\n",
        1_000..10_000 => "size_categories:\n- 1K<n<10K\n",
        10_000..100_000 => "size_categories:\n- 10K<n<100K\n",
        100_000..1_000_000 => "size_categories:\n- 100K<n<1M\n",
        _ => "size_categories:\n- 1M<n<10M\n",
    });
    let tables = viewable(manifest);
    if !tables.is_empty() {
        text.push_str("configs:\n");
    }
    for (table, files) in tables {
        let _ = writeln!(text, "- config_name: {table}\n  data_files:");
        let parts: BTreeSet<&str> = files.iter().map(|file| part(file)).collect();
        for name in parts {
            let _ = writeln!(text, "  - split: {name}\n    path:");
            for file in files.iter().filter(|file| part(file) == name) {
                let _ = writeln!(text, "    - {}", quoted(&file.path));
            }
        }
    }
    text.push_str("---\n\n");
}

fn push_overview(text: &mut String, manifest: &Manifest) {
    let _ = writeln!(text, "# {}\n", cell(&manifest.title));
    let _ = writeln!(
        text,
        "{} from a database of {}, made by {}. Every move was judged by the rules; how a game ended stands here twice: as its record declares it, and as the moves verify it.\n",
        counted(manifest.games, "game"),
        counted(manifest.database.records, "record"),
        cell(&manifest.program),
    );
    text.push_str("`manifest.json` says what was asked for and has the SHA-256 of every file; `kura dataset verify` recomputes all of it. What the columns mean: `schema/dataset.md` of kifukura.\n\n");
    text.push_str("## What was asked for\n\n| Option | Value |\n| --- | --- |\n");
    for (name, value) in &manifest.selection {
        let value = match value {
            Value::Null => "–".to_owned(),
            Value::String(text) if text.is_empty() => "–".to_owned(),
            Value::String(text) => cell(text),
            value => cell(&value.to_string()),
        };
        let _ = writeln!(text, "| {} | {value} |", cell(name));
    }
    text.push('\n');
}

fn push_tables(text: &mut String, manifest: &Manifest) {
    text.push_str("## Files\n\n| Table | Format | Part | Files | Rows | Bytes |\n| --- | --- | --- | ---: | ---: | ---: |\n");
    let mut sums: BTreeMap<(&str, &str, &str), (u64, u64, u64)> = BTreeMap::new();
    for file in &manifest.files {
        let Some(table) = file.table.as_deref() else { continue };
        let sum = sums.entry((table, &file.format, part(file))).or_default();
        *sum = (sum.0 + 1, sum.1 + file.rows, sum.2 + file.bytes);
    }
    for ((table, format, part), (files, rows, bytes)) in sums {
        let _ = writeln!(text, "| {table} | {format} | {part} | {files} | {rows} | {bytes} |");
    }
    text.push('\n');
}

fn push_exclusions(text: &mut String, manifest: &Manifest) {
    text.push_str("## Which records are not in it\n\nEach record of the database is counted once, under the first reason that holds.\n\n| Reason | Records |\n| --- | ---: |\n");
    for excluded in &manifest.excluded {
        let _ = writeln!(text, "| {} | {} |", cell(&excluded.reason), excluded.games);
    }
    let _ = writeln!(text, "| in the dataset | {} |", manifest.games);
    let _ = writeln!(text, "| all records | {} |\n", manifest.database.records);
}

fn push_endings(text: &mut String, manifest: &Manifest) {
    let contradicted = manifest.endings.agreement.get("contradicts").copied().unwrap_or_default();
    let _ = writeln!(
        text,
        "## How the games ended\n\nThe moves contradict what the record declares in {} ({}).\n",
        counted(contradicted, "game"),
        percent(contradicted, manifest.games),
    );
    let endings = &manifest.endings;
    for (heading, counts) in [
        ("Declared ending", &endings.declared),
        ("Verified ending", &endings.verified),
        ("Agreement", &endings.agreement),
        ("Result", &endings.results),
    ] {
        let _ = writeln!(text, "| {heading} | Games | Share |\n| --- | ---: | ---: |");
        for (name, games) in counts {
            let _ = writeln!(text, "| {} | {games} | {} |", cell(name), percent(*games, manifest.games));
        }
        text.push('\n');
    }
}

fn push_splits(text: &mut String, manifest: &Manifest) {
    if manifest.splits.is_empty() {
        return;
    }
    text.push_str("## Parts\n\n| Part | Share asked for | Games | Share |\n| --- | ---: | ---: | ---: |\n");
    for split in &manifest.splits {
        let share = percent(split.games, manifest.games);
        let _ = writeln!(text, "| {} | {} | {} | {share} |", split.name, split.share, split.games);
    }
    let first = manifest.splits.first().map_or("", |split| split.name.as_str());
    let _ = writeln!(
        text,
        "\n### Leakage\n\nHow many positions of each part also stand in `{first}`, by the number of the move that is made in them{}:\n",
        if by_position(manifest) {
            ", before they were left out (no position stands in two parts now)"
        } else {
            ""
        },
    );
    text.push_str("| Part | Moves | Positions | Shared | Share |\n| --- | --- | ---: | ---: | ---: |\n");
    for row in &manifest.leakage {
        let share = percent(row.shared, row.positions);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {share} |",
            row.split, row.plies, row.positions, row.shared
        );
    }
    text.push('\n');
}

fn by_position(manifest: &Manifest) -> bool {
    let by = manifest.selection.get("split").and_then(|split| split.get("by"));
    by.and_then(Value::as_str) == Some("position")
}

fn push_left_out(text: &mut String, manifest: &Manifest) {
    if manifest.left_out.is_empty() {
        return;
    }
    text.push_str("## Rows that are not in a file\n\n| Table | Format | Part | Reason | Rows |\n| --- | --- | --- | --- | ---: |\n");
    for left in &manifest.left_out {
        let [format, split] = [&left.format, &left.split].map(|name| name.as_deref().unwrap_or("all"));
        let _ = writeln!(
            text,
            "| {} | {format} | {split} | {} | {} |",
            left.table,
            cell(&left.reason),
            left.rows
        );
    }
    text.push('\n');
}

fn push_provenance(text: &mut String, manifest: &Manifest) {
    text.push_str("## Where the games come from\n\n| Collection | Licence | Games |\n| --- | --- | ---: |\n");
    for origin in &manifest.provenance {
        let [collection, licence] = [&origin.collection, &origin.licence]
            .map(|name| name.as_deref().map_or("not named".to_owned(), cell));
        let _ = writeln!(text, "| {collection} | {licence} | {} |", origin.games);
    }
}
