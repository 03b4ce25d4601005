//! Files that were once read wrongly, with the right answers (`tests/data/cases/readers`).

use crate::support::{Folder, stderr, stdout};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

type Object = Map<String, Value>;

/// What the program makes of a file.
struct Answers {
    folder: Folder,
    file: PathBuf,
    games: Vec<Object>,
    /// What it printed on standard error.
    said: String,
}

impl Answers {
    fn new(file: PathBuf) -> Self {
        let mut answers = Self { folder: Folder::new(), file, games: Vec::new(), said: String::new() };
        (answers.games, answers.said) = {
            let (text, said) = answers.convert("jsonl");
            (objects(&text), said)
        };
        answers
    }

    /// The file in a format, and what was printed beside it.
    fn convert(&self, target: &str) -> (String, String) {
        let output = self.folder.kura(&["convert", "--to", target, self.file.to_str().unwrap()]);
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{}: {}",
            self.file.display(),
            stderr(&output)
        );
        (stdout(&output), stderr(&output))
    }

    /// A field of the first game.
    fn first(&self, field: &str) -> &Value {
        self.games.first().and_then(|game| game.get(field)).unwrap_or(&Value::Null)
    }

    fn winners(&self) -> Vec<&Value> {
        self.games.iter().map(|game| &game["winner"]).collect()
    }

    fn findings(&self) -> impl Iterator<Item = &Value> {
        self.games.iter().flat_map(|game| game["diagnostics"].as_array().unwrap())
    }

    /// True when a warning or an error is told.
    fn is_told(&self) -> bool {
        match self.games.is_empty() {
            true => self.said.contains("warning") || self.said.contains("error"),
            false => {
                self.findings().any(|found| found["severity"] == "warning" || found["severity"] == "error")
            }
        }
    }
}

fn objects(text: &str) -> Vec<Object> {
    text.lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Board, side and hands of an SFEN, the hands in one order.
fn position(sfen: &str) -> (&str, &str, Vec<&str>) {
    let mut words = sfen.split(' ');
    let (board, turn, hands) = (words.next(), words.next(), words.next().unwrap_or("-"));
    let mut hands: Vec<_> = hands.split_inclusive(char::is_alphabetic).filter(|hand| *hand != "-").collect();
    hands.sort_unstable();
    (board.unwrap_or_default(), turn.unwrap_or_default(), hands)
}

/// A move of JKF in USI.
fn usi(mv: &Value) -> String {
    let square = |place: &Value| {
        let rank = usize::try_from(place["y"].as_u64().unwrap()).unwrap();
        format!("{}{}", place["x"], &"abcdefghi"[rank - 1..rank])
    };
    let to = square(&mv["to"]);
    match mv.get("from") {
        Some(from) => {
            format!("{}{to}{}", square(from), if mv["promote"] == true { "+" } else { "" })
        }
        None => {
            let kinds =
                [("FU", 'P'), ("KY", 'L'), ("KE", 'N'), ("GI", 'S'), ("KI", 'G'), ("KA", 'B'), ("HI", 'R')];
            let (_, kind) = kinds.iter().find(|(name, _)| mv["piece"] == *name).unwrap();
            format!("{kind}*{to}")
        }
    }
}

/// Every line of a game in JKF, from the start to its end.
fn lines(nodes: &[Value], way: &[String], found: &mut Vec<String>) {
    let mut way = way.to_vec();
    for node in nodes {
        for fork in node["forks"].as_array().into_iter().flatten() {
            lines(fork.as_array().unwrap(), &way, found);
        }
        way.extend(node.get("move").map(usi));
    }
    found.push(way.join(" "));
}

/// How the games differ from what is expected.
fn differences(answers: &Answers, row: &Object) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, is_right: bool, got: &dyn std::fmt::Debug| {
        if !is_right {
            found.push(format!("{what}: {got:?}, expected {:?}", row.get(what)));
        }
    };
    let refused = row.get("refused").is_some();
    if refused {
        let is_played =
            |game: &Object| game["moves"] != Value::Array(Vec::new()) || !game["winner"].is_null();
        compare("refused", !answers.games.iter().any(is_played) && answers.is_told(), &answers.games);
    } else {
        if let Some(moves) = row.get("usi") {
            compare("usi", answers.first("moves") == moves, answers.first("moves"));
        }
        if let Some(start) = row.get("start_sfen") {
            let read = answers.first("start_sfen");
            let text = |value: &'_ Value| value.as_str().unwrap_or_default().to_owned();
            compare("start_sfen", position(&text(read)) == position(&text(start)), read);
        }
    }
    if let Some(want) = row.get("declared") {
        let read = answers.first("declared_ending");
        let either = want.as_array().is_some_and(|endings| endings.contains(read));
        compare("declared", want == read || either, read);
    }
    const NOT_FIELDS: [&str; 12] = [
        "id",
        "file",
        "note",
        "usi",
        "start_sfen",
        "declared",
        "games",
        "winners",
        "refused",
        "code",
        "tree",
        "written",
    ];
    for (field, want) in
        row.iter().filter(|(field, _)| !NOT_FIELDS.contains(&field.as_str()) && *field != "told")
    {
        compare(field, answers.first(field) == want, answers.first(field));
    }
    if let Some(count) = row.get("games") {
        compare("games", count == answers.games.len(), &answers.games.len());
    }
    if let Some(winners) = row.get("winners") {
        compare(
            "winners",
            winners.as_array().unwrap().iter().collect::<Vec<_>>() == answers.winners(),
            &answers.winners(),
        );
    }
    if let Some(code) = row.get("code") {
        compare("code", answers.findings().any(|found| found["code"] == *code), &"no such finding");
    }
    if let Some(tree) = row.get("tree") {
        let mut read = Vec::new();
        let written = objects(&answers.convert("jkf").0);
        if let Some(game) = written.first() {
            lines(game["moves"].as_array().unwrap(), &[], &mut read);
        }
        let mut want: Vec<_> = tree.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        read.sort_unstable();
        want.sort_unstable();
        compare("tree", read == want, &read);
    }
    if let Some(want) = row.get("written") {
        let (text, _) = answers.convert(want["to"].as_str().unwrap());
        let any = want["any"].as_array().unwrap();
        compare("written", any.iter().any(|words| text.contains(words.as_str().unwrap())), &text);
    }
    if row.get("told").is_some() && answers.is_told() { Vec::new() } else { found }
}

#[test]
fn files_that_were_read_wrongly_are_read_rightly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/readers");
    let rows = objects(&std::fs::read_to_string(folder.join("expected.jsonl")).unwrap());
    assert_eq!(rows.len(), 85);
    let mut wrong = Vec::new();
    for row in &rows {
        let answers = Answers::new(folder.join(row["file"].as_str().unwrap()));
        let found = differences(&answers, row);
        wrong.extend(found.iter().map(|difference| format!("{}: {difference}", row["id"])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
