//! Real records, compared with what another library made of them. The files are other people's and are not part of the
//! project: they lie in `shared/corpus` beside it.

use crate::support::shared;
use flate2::read::GzDecoder;
use kifukura::formats::{Document, Format, read};
use kifukura::record::Severity;
use kifukura::replay::replay;
use rayon::prelude::*;
use serde_json::Value;
use std::io::{BufRead, BufReader};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The moves are the oracle's.
    Right,
    /// The moves are what the oracle has under the rule that a promoted name on an unpromoted origin promotes.
    RightByTheOtherRule,
    /// The moves differ, and a warning or an error reports something.
    Flagged,
    /// The moves differ, and nothing is reported.
    Silent,
}

fn judge(document: &Document, row: &Value) -> Verdict {
    let words = |value: &Value| -> Vec<String> {
        let text = value["usi"].as_str().unwrap_or_default();
        let illegal = match &value["illegal"] {
            Value::String(place) => place.split(':').next().and_then(|ply| ply.parse::<usize>().ok()),
            _ => None,
        };
        text.split_whitespace().take(illegal.map_or(usize::MAX, |ply| ply - 1)).map(Into::into).collect()
    };
    let played = document.records.first().map(|record| (record, replay(record)));
    let moves: Vec<String> = match &played {
        Some((_, Ok(game))) => game.moves().iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let found = document.diagnostics.iter();
    let is_reported = match &played {
        None => true,
        Some((_, Err(_))) => true,
        Some((record, Ok(game))) => {
            let mut all = found.chain(&record.diagnostics).chain(&game.diagnostics);
            all.any(|found| found.severity >= Severity::Warning)
        }
    };
    if moves == words(row) {
        Verdict::Right
    } else if row["alt"].is_object() && moves == words(&row["alt"]) {
        Verdict::RightByTheOtherRule
    } else if is_reported {
        Verdict::Flagged
    } else {
        Verdict::Silent
    }
}

#[test]
fn real_records_are_read_as_the_oracle_reads_them() {
    let Some(corpus) = shared("corpus") else { return };
    let oracle = std::fs::File::open(corpus.join("ORACLE.jsonl.gz")).unwrap();
    let rows: Vec<Value> = BufReader::new(GzDecoder::new(oracle))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .filter(|row: &Value| row["status"] == "ok")
        .collect();
    let verdicts: Vec<(String, Option<Format>, Verdict)> = rows
        .par_iter()
        .map(|row| {
            let path = row["path"].as_str().unwrap();
            let document = read(&std::fs::read(corpus.join(path)).unwrap());
            (path.to_owned(), document.format, judge(&document, row))
        })
        .collect();
    let silent: Vec<_> = verdicts.iter().filter(|(_, _, verdict)| *verdict == Verdict::Silent).collect();
    assert!(silent.is_empty(), "{silent:?}");
    let formats = [Some(Format::Kif), Some(Format::Csa), Some(Format::Usi)];
    let own: Vec<_> = verdicts.iter().filter(|(_, format, _)| formats.contains(format)).collect();
    let right = own.iter().filter(|(_, _, verdict)| *verdict <= Verdict::RightByTheOtherRule).count();
    assert!(own.len() > 4400, "only {} files", own.len());
    assert!(right * 1000 >= own.len() * 998, "{right} of {} are right", own.len());
}
