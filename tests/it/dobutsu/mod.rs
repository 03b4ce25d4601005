//! Dōbutsu shōgi against the oracles of `tests/oracles/dobutsu`.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests are tests")]

mod arbitrary;
mod naive;
mod perft;
mod positions;
mod records;
mod rules;
mod solution;

use kifukura::rules::dobutsu::{Position, Setup};

/// The rows of an oracle file, split at tabs, without the lines that begin with `#`.
fn oracle(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/oracles/dobutsu/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn position(sfen: &str) -> Position {
    Position::try_from(sfen.parse::<Setup>().unwrap()).unwrap()
}
