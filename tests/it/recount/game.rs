//! A game as it is exported.

use super::board::Board;
use kifukura::record::person_key;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Endings without a winner that are draws.
const DRAWS: [&str; 5] = ["sennichite", "jishogi", "max_moves", "draw_agreed", "threefold"];

/// A line of the export.
pub struct Game {
    pub id: u64,
    pub kind: String,
    pub placing: String,
    variant: String,
    pub start: String,
    pub moves: Vec<String>,
    /// The keys of the positions at every ply.
    positions: Vec<u64>,
    pub declared: String,
    pub verified: String,
    pub agreement: String,
    pub winner: Option<String>,
    /// Of Black and White.
    pub names: [Option<String>; 2],
    /// Whose names they are.
    pub persons: [Option<String>; 2],
    pub ratings: [Option<f64>; 2],
    pub event: Option<String>,
    /// The date as far as it is known: year, month and day.
    pub date: Vec<u32>,
    pub time_control: Option<String>,
    /// A move of the main line could not be played.
    pub cut_short: bool,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<String>,
    /// The milliseconds of each move.
    pub times: Vec<Option<i64>>,
    /// Black's chances by the evaluations of the main line, by their plies.
    chances: BTreeMap<usize, f64>,
    /// What is known of its ending, as the database has it.
    pub facts: Value,
}

/// How a game went.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Result {
    /// Won by 0, Black, or 1, White.
    Won(usize),
    Drawn,
    Unknown,
}

impl Game {
    /// The game of a line. `exact` are the names that are compared exactly.
    pub fn of(line: &Value, exact: &BTreeSet<String>) -> Self {
        let text = |key: &str| line[key].as_str().map(str::to_owned);
        let sure = |key: &str| text(key).unwrap_or_default();
        let day = text("started").unwrap_or_default();
        let date = day.split('T').next().unwrap_or_default().split('-');
        let main = line["record"]["beyond"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|line| line.get("line").is_none_or(|line| line.as_u64() == Some(0)));
        let follows = |line: &Value| line["moves"].as_array().is_some_and(|moves| !moves.is_empty());
        let moves: Vec<String> =
            line["moves"].as_array().unwrap().iter().map(|usi| usi.as_str().unwrap().to_owned()).collect();
        let positions = match line["variant"].as_str() {
            Some("shogi") => positions(line["start_sfen"].as_str().unwrap(), &moves),
            _ => Vec::new(),
        };
        Self {
            positions,
            id: line["id"].as_u64().unwrap(),
            kind: sure("kind"),
            placing: sure("placing"),
            variant: sure("variant"),
            start: sure("start_sfen"),
            moves,
            declared: sure("declared_ending"),
            verified: sure("verified_ending"),
            agreement: sure("agreement"),
            winner: text("winner"),
            names: [text("black"), text("white")],
            persons: ["black", "white"].map(|side| person(line[side].as_str()?, exact)),
            ratings: [line["black_rating"].as_f64(), line["white_rating"].as_f64()],
            event: text("event"),
            date: date.filter_map(|part| part.parse().ok()).collect(),
            time_control: text("time_control"),
            cut_short: main.is_some_and(follows),
            broken_rule: text("broken_rule"),
            times: line["clocks_ms"].as_array().into_iter().flatten().map(Value::as_i64).collect(),
            chances: chances(&line["evaluations"]),
            facts: Value::Null,
        }
    }

    /// The plies after which it stands in a position.
    pub fn visits(&self, key: u64) -> Vec<usize> {
        let plies = self.positions.iter().enumerate();
        plies.filter(|(_, position)| **position == key).map(|(ply, _)| ply).collect()
    }

    /// The keys of its positions, that of the start first.
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Who makes the move with this index: 0 for Black.
    pub fn mover(&self, index: usize) -> usize {
        let white_first = self.start.split(' ').nth(1) == Some("w");
        (index + usize::from(white_first)) % 2
    }

    /// Black's chances, by the plies after which they stood.
    pub const fn chances(&self) -> &BTreeMap<usize, f64> {
        &self.chances
    }

    pub fn is_shogi(&self) -> bool {
        self.variant == "shogi"
    }

    pub fn year(&self) -> Option<u32> {
        self.date.first().copied()
    }

    pub fn result(&self) -> Result {
        let ending = if self.verified == "none" { &self.declared } else { &self.verified };
        match self.winner.as_deref() {
            Some("black") => Result::Won(0),
            Some(_) => Result::Won(1),
            None if DRAWS.contains(&ending.as_str()) => Result::Drawn,
            None => Result::Unknown,
        }
    }

    /// The first and the last day that the date may mean, as numbers that can be compared.
    pub fn days(&self) -> (u32, u32) {
        days(&self.date)
    }
}

/// Of several evaluations of one position the last counts.
fn chances(evaluations: &Value) -> BTreeMap<usize, f64> {
    let of = |found: &Value| {
        let ply = usize::try_from(found["ply"].as_u64()?).ok()?;
        let chance = match (found["mate_for"].as_str(), found["centipawns"].as_f64()) {
            (Some("black"), _) => 1.0,
            (Some(_), _) => 0.0,
            (None, centipawns) => 1.0 / (1.0 + (-centipawns? / 600.0).exp()),
        };
        (found["line"] == 0).then_some((ply, chance))
    };
    evaluations.as_array().into_iter().flatten().filter_map(of).collect()
}

fn positions(start: &str, moves: &[String]) -> Vec<u64> {
    let mut board = Board::of(start);
    let mut keys = vec![board.key()];
    for usi in moves {
        board.play(usi);
        keys.push(board.key());
    }
    keys
}

/// The names that stand in a game of a server, by the id of its event: there they are compared exactly.
pub fn exact_names<'l>(lines: impl Iterator<Item = &'l Value>) -> BTreeSet<String> {
    let of_server = |line: &&Value| {
        let parts: Vec<&str> = line["event"].as_str().unwrap_or_default().trim().split('+').collect();
        parts.len() >= 5
            && parts[parts.len() - 1].len() == 14
            && parts[1].rsplit('-').take(2).all(|time| {
                let digits = time.trim_end_matches('F');
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
    };
    let names = lines.filter(of_server).flat_map(|line| [line["black"].as_str(), line["white"].as_str()]);
    names.flatten().map(str::to_owned).collect()
}

/// Whose name a name is; nobody's where it is none.
fn person(name: &str, exact: &BTreeSet<String>) -> Option<String> {
    let key = person_key(name);
    match exact.contains(name) {
        _ if key.is_empty() => None,
        true => Some(format!("={}", name.trim())),
        false => Some(key),
    }
}

/// The first and the last day of a year, a month, a day, or of nothing.
pub fn days(date: &[u32]) -> (u32, u32) {
    let number = |year: u32, month: u32, day: u32| year * 10_000 + month * 100 + day;
    match *date {
        [year, month, day, ..] => (number(year, month, day), number(year, month, day)),
        [year, month] => (number(year, month, 1), number(year, month, 31)),
        [year] => (number(year, 1, 1), number(year, 12, 31)),
        [] => (0, u32::MAX),
    }
}
