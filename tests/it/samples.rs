//! The sample records come out as their tables say.

use std::path::Path;

use kifukura::formats::{self, Document};
use kifukura::record::{Code, Diagnostic, Severity};
use kifukura::replay::{Game, replay};
use kifukura::rules::Color;

use crate::support::samples;

/// The rows of a table without its head, cut at tabs.
fn rows(table: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(samples().join(table)).expect("the table");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn read(file: &Path) -> Document {
    formats::read(&std::fs::read(file).expect("a sample"))
}

fn winner(color: Option<Color>) -> &'static str {
    color.map_or("-", Color::name)
}

fn found_row(file: &str, index: usize, game: &Game) -> Vec<String> {
    let outcome = &game.outcome;
    [
        file.to_owned(),
        index.to_string(),
        game.moves().len().to_string(),
        outcome.declared.name().to_owned(),
        winner(outcome.declared_winner).to_owned(),
        outcome.verified.name().to_owned(),
        winner(outcome.verified_winner).to_owned(),
        outcome.agreement.name().to_owned(),
    ]
    .into()
}

/// The rows of both tables of endings, with the paths of their files.
fn endings() -> Vec<Vec<String>> {
    let mut animals = rows("dobutsu/expected.tsv");
    for row in &mut animals {
        row[0] = format!("dobutsu/{}", row[0]);
    }
    [rows("expected.tsv"), animals].concat()
}

#[test]
fn every_kind_of_ending_has_a_sample() {
    let declared: Vec<String> = endings().into_iter().map(|row| row[3].clone()).collect();
    for ending in kifukura::record::Ending::ALL {
        assert!(declared.iter().any(|name| name == ending.name()), "{}", ending.name());
    }
}

#[test]
fn every_sample_ends_as_its_table_says() {
    let expected = endings();
    let mut files: Vec<&str> = expected.iter().map(|row| row[0].as_str()).collect();
    files.dedup();
    let mut found = Vec::new();
    for file in files {
        for (index, record) in read(&samples().join(file)).records.iter().enumerate() {
            let game = replay(record).unwrap_or_else(|error| panic!("{file}: {error:?}"));
            found.push(found_row(file, index, &game));
        }
    }
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn every_broken_sample_gives_its_diagnostic() {
    for row in rows("broken/expected.tsv") {
        let document = read(&samples().join("broken").join(&row[0]));
        let mut codes = document.diagnostics.iter().filter_map(serious).collect::<Vec<_>>();
        let mut plies = "-".to_owned();
        for record in &document.records {
            codes.extend(record.diagnostics.iter().filter_map(serious));
            match replay(record) {
                Ok(game) => {
                    codes.extend(game.diagnostics.iter().filter_map(serious));
                    plies = game.moves().len().to_string();
                }
                Err(unplayable) => {
                    codes.push(unplayable.code.id());
                    plies = "0".to_owned();
                }
            }
        }
        codes.sort_unstable();
        codes.dedup();
        let found = [row[0].clone(), document.records.len().to_string(), plies, codes.join(" ")];
        assert_eq!(found.as_slice(), row.as_slice());
    }
}

/// The code of a warning or an error.
fn serious(found: &Diagnostic) -> Option<&'static str> {
    (found.severity >= Severity::Warning).then(|| Code::id(found.code))
}

#[test]
fn the_tables_name_every_sample() {
    let listed = endings().into_iter().map(|row| row[0].clone());
    let broken = rows("broken/expected.tsv").into_iter().map(|row| format!("broken/{}", row[0]));
    let mut listed: Vec<String> = listed.chain(broken).collect();
    listed.sort();
    listed.dedup();
    let mut there = Vec::new();
    for folder in ["formats", "endings", "dobutsu", "broken"] {
        for entry in std::fs::read_dir(samples().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if name != "expected.tsv" && name != "README.md" {
                there.push(format!("{folder}/{name}"));
            }
        }
    }
    there.sort();
    assert_eq!(listed, there);
}
