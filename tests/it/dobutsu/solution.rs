//! The full solution against the oracle: one or two minutes with optimisation, several without.

use super::{oracle, position};
use kifukura::rules::dobutsu::{Move, Position};
use kifukura::tablebase::{Census, MoveValue, PositionCount, Solution, SolutionTable, TableError, Value};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Cursor};
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn the_solution_equals_the_oracle() {
    if !crate::support::long("the full solution of dōbutsu shōgi") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dobutsu.table");
    let solution = Solution::compute(&|_| ()).unwrap();
    let census = Census::take(&solution, &|_| ());
    let mut file = BufWriter::new(fs::File::create(&path).unwrap());
    let length = solution.write(&mut file, &|_| ()).unwrap();
    drop(file);
    assert_eq!(fs::metadata(&path).unwrap().len(), length);
    assert!(length <= 60_000_000, "{length} bytes");
    assert_eq!(solution.results(), (188_377_024, 57_707_893, 3_357_850), "what another program found");
    drop(solution);

    check_census(&census);
    check_table(&path);
    let again = Solution::read(&SolutionTable::open(&path).unwrap(), &|_| ()).unwrap();
    let verification = again.verify(&|_| ());
    assert_eq!((verification.positions, verification.mismatches), (249_442_767, 0));
}

#[test]
fn a_table_that_is_there_equals_the_oracle() {
    match std::env::var_os("KURA_DOBUTSU") {
        Some(path) => check_table(Path::new(&path)),
        None => eprintln!("SKIPPED: asking a table of dōbutsu shōgi: set KURA_DOBUTSU to its path to run it"),
    }
}

fn check_table(path: &Path) {
    let table = SolutionTable::open(path).unwrap();
    check_positions(&table);
    check_first_moves(&table);
    check_main_line(&table);
    check_published_moves(&table);
    check_damage(&fs::read(path).unwrap());
    check_time(path);
}

fn check_census(census: &Census) {
    let expected: Vec<_> = oracle("reachable_by_ply.tsv")
        .into_iter()
        .map(|row| {
            let number = |column: usize| row[column].parse::<u64>().unwrap();
            PositionCount { live: number(2), catchable: number(3), tried: number(4) }
        })
        .collect();
    assert_eq!(census.by_ply, expected);
    assert_eq!(
        census.reached(),
        PositionCount { live: 99_485_568, catchable: 140_298_614, tried: 7_018_985 }
    );
    assert_eq!(census.results(), (196_773_087, 47_347_380, 2_682_700));

    let found: BTreeMap<_, _> =
        census.values.iter().map(|&(value, count)| (oracle_text(value), count)).collect();
    let rows = oracle("depth_histogram.tsv").into_iter().filter(|row| row[0] == "plies" && row[3] != "0");
    let expected: BTreeMap<_, _> =
        rows.map(|row| (format!("{}{}", row[1], row[2]), row[3].parse::<u64>().unwrap())).collect();
    let draws = BTreeMap::from([("D".to_owned(), 2_682_700)]);
    let found_without_draws: BTreeMap<_, _> =
        found.iter().filter(|(text, _)| *text != "D").map(|(text, &count)| (text.clone(), count)).collect();
    let expected: BTreeMap<_, _> = expected.into_iter().filter(|(text, _)| !text.starts_with('D')).collect();
    assert_eq!(found_without_draws, expected);
    assert_eq!(found.get("D"), draws.get("D"));
}

/// A value as the oracle writes it.
fn oracle_text(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("W{plies}"),
        Value::Loss(plies) => format!("L{plies}"),
        Value::Draw => "D".to_owned(),
    }
}

fn check_positions(table: &SolutionTable) {
    for row in oracle("positions.tsv").into_iter().skip(1) {
        let position = position(&row[2]);
        let expected = if row[4] == "D" { "D".to_owned() } else { format!("{}{}", row[4], row[5]) };
        assert_eq!(oracle_text(table.value(&position).unwrap()), expected, "{}", row[2]);
        if row[3] == "over" {
            assert_eq!(table.moves(&position).unwrap(), []);
            continue;
        }
        let moves = table.moves(&position).unwrap();
        let found: BTreeMap<_, _> =
            moves.iter().map(|choice| (choice.mv.to_string(), oracle_text(choice.value))).collect();
        // The oracle does not consider what follows when a lion is not taken (`?`), so there it does not see that
        // reaching the far rank wins as well.
        let mut unknown = Vec::new();
        for entry in row[11].split(',') {
            let (mv, value) = entry.split_once('=').unwrap();
            if value == "?" {
                unknown.push(mv);
            } else {
                assert_eq!(found[mv], value, "{}: {mv}", row[2]);
            }
        }
        assert!(unknown.is_empty() || row[3] == "catch", "{}", row[2]);
        let mut best = best_moves(&moves);
        best.retain(|mv| !unknown.contains(&mv.as_str()));
        assert_eq!(best.join(","), row[10], "{}", row[2]);
    }
}

/// The moves that are as good as the first, in alphabetical order.
fn best_moves(moves: &[MoveValue]) -> Vec<String> {
    let best = moves.iter().filter(|choice| choice.value == moves[0].value);
    let mut best: Vec<_> = best.map(|choice| choice.mv.to_string()).collect();
    best.sort_unstable();
    best
}

fn check_first_moves(table: &SolutionTable) {
    for row in oracle("initial_moves.tsv") {
        let mut position = Position::startpos();
        if row[0] != "(start)" {
            row[0].split(' ').for_each(|mv| position.try_play(mv.parse().unwrap()).unwrap());
        }
        let mv: Move = row[1].parse().unwrap();
        let moves = table.moves(&position).unwrap();
        let choice = moves.iter().find(|choice| choice.mv == mv).unwrap();
        assert_eq!(oracle_text(choice.value), row[3], "{} {mv}", row[0]);
    }
}

fn check_main_line(table: &SolutionTable) {
    for row in oracle("mainline.tsv").into_iter().skip(1).filter(|row| !row[3].is_empty()) {
        let position = position(&row[1]);
        let moves = table.moves(&position).unwrap();
        assert_eq!(oracle_text(moves[0].value), row[2], "{}", row[1]);
        assert_eq!(moves.len().to_string(), row[5], "{}", row[1]);
        assert_eq!(best_moves(&moves).join(","), row[8], "{}", row[1]);
    }
    let line = table.line(&Position::startpos(), usize::MAX).unwrap();
    assert_eq!(line.len(), 78);
    for (left, choice) in (1..=78).rev().zip(&line) {
        assert_eq!(choice.value.plies(), Some(left));
    }
}

/// The values that the first solution printed: of the position after each move for its side to move, with a counter
/// that is one less than the plies if the game ends with a catch, and equal to them if it ends with a try.
fn check_published_moves(table: &SolutionTable) {
    for row in oracle("tanaka_sample1_values.tsv") {
        let position = position(&row[0]);
        let moves = table.moves(&position).unwrap();
        let words: Vec<_> = row[1].split(' ').collect();
        assert_eq!(words.len(), 2 * moves.len());
        for pair in words.chunks(2) {
            let (sign, counter) = pair[1].trim_end_matches(')').split_once('(').unwrap();
            let counter: u8 = counter.parse().unwrap();
            let mv = usi(&pair[0][1..], &position);
            let value = moves.iter().find(|choice| choice.mv == mv).unwrap().value;
            // The move's value is for the side that makes it, so a win for the other side is a loss.
            let fits = match (sign, value) {
                ("1", Value::Loss(plies)) => counter + 2 == plies || counter + 1 == plies,
                ("-1", Value::Win(plies)) => counter + 2 == plies || counter + 1 == plies,
                ("0", Value::Draw) => true,
                _ => false,
            };
            assert!(fits, "{} {}: {value}", row[0], pair.join(" "));
        }
    }
}

/// `C4C3KI`, `00A4HI` as a move.
fn usi(text: &str, position: &Position) -> Move {
    let (from, to, kind) = (text[..2].to_lowercase(), text[2..4].to_lowercase(), &text[4..]);
    if from == "00" {
        let letter = match kind {
            "HI" => 'C',
            "ZO" => 'E',
            _ => 'G',
        };
        return format!("{letter}*{to}").parse().unwrap();
    }
    let mv: Move = format!("{from}{to}").parse().unwrap();
    if position.judge(mv).is_ok() { mv } else { format!("{from}{to}+").parse().unwrap() }
}

/// A damaged file never gives a value: either it is refused when it is opened, or when the block is read.
fn check_damage(file: &[u8]) {
    for length in [0, 7, 30, 1000, file.len() / 2, file.len() - 1] {
        assert!(SolutionTable::new(Cursor::new(&file[..length])).is_err(), "{length} bytes");
    }
    for place in (100..file.len()).step_by(file.len() / 5) {
        let mut damaged = file.to_vec();
        damaged[place] ^= 0x10;
        let Ok(table) = SolutionTable::new(Cursor::new(damaged)) else { continue };
        assert!(matches!(Solution::read(&table, &|_| ()), Err(TableError::Block(_))), "byte {place}");
    }
}

/// Opening, one value, and all moves with their values, each time from a table that has nothing in memory; of each
/// the quickest of five, as other programs run on the same machine.
fn check_time(path: &Path) {
    let positions: Vec<_> = oracle("positions.tsv").iter().skip(1).map(|row| position(&row[2])).collect();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for position in &positions {
        let mut best = [Duration::MAX; 3];
        for _ in 0..5 {
            let start = Instant::now();
            let table = SolutionTable::open(path).unwrap();
            let open = start.elapsed();
            let start = Instant::now();
            table.value(position).unwrap();
            let value = start.elapsed();
            let table = SolutionTable::open(path).unwrap();
            let start = Instant::now();
            table.moves(position).unwrap();
            for (best, time) in best.iter_mut().zip([open, value, start.elapsed()]) {
                *best = time.min(*best);
            }
        }
        times.iter_mut().zip(best).for_each(|(times, best)| times.push(best));
    }
    for (what, times) in ["open", "value", "all moves"].into_iter().zip(&mut times) {
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap();
        let (most, longest) = (times[times.len() * 99 / 100], times[times.len() - 1]);
        eprintln!("{what}: mean {mean:?}, 99 of 100 within {most:?}, longest {longest:?}");
    }
}
