//! Games without anything odd come back from every writer: whatever a writer says that it left out, this much a format
//! holds.

use crate::support::{files_below, long, samples, shared};
use kifukura::formats::{Written, csa, jkf, ki2, kif, read, usen, usi};
use kifukura::record::{Clock, Note, NoteKind, Record, Severity};
use kifukura::replay::{Game, replay};
use rayon::prelude::*;
use std::path::PathBuf;

/// What a format holds.
struct Format {
    name: &'static str,
    write: fn(&Record, &Game) -> Written,
    read: fn(&str) -> Vec<Record>,
    /// The number of the start position's next move.
    number: bool,
    branches: bool,
    /// Comments of the lines that it holds.
    comments: bool,
    bookmarks: bool,
    /// The seconds spent on each move.
    times: bool,
    players_and_event: bool,
}

const FORMATS: [Format; 6] = [
    Format {
        name: "kif",
        write: kif::write,
        read: kif::read,
        number: false,
        branches: true,
        comments: true,
        bookmarks: true,
        times: true,
        players_and_event: true,
    },
    Format {
        name: "ki2",
        write: ki2::write,
        read: ki2::read,
        number: false,
        branches: true,
        comments: true,
        bookmarks: true,
        times: false,
        players_and_event: true,
    },
    Format {
        name: "jkf",
        write: jkf::write,
        read: jkf::read,
        number: false,
        branches: true,
        comments: true,
        bookmarks: true,
        times: true,
        players_and_event: true,
    },
    Format {
        name: "csa",
        write: |record, game| csa::write(record, game, csa::Version::V30),
        read: csa::read,
        number: false,
        branches: false,
        comments: true,
        bookmarks: false,
        times: true,
        players_and_event: true,
    },
    Format {
        name: "usi",
        write: usi::write,
        read: usi::read,
        number: true,
        branches: false,
        comments: false,
        bookmarks: false,
        times: false,
        players_and_event: false,
    },
    Format {
        name: "usen",
        write: usen::write,
        read: usen::read,
        number: false,
        branches: true,
        comments: false,
        bookmarks: false,
        times: false,
        players_and_event: false,
    },
];

/// True when nothing of the record is doubtful: no finding above a remark, and every move of every line is legal.
fn is_regular(record: &Record, game: &Game) -> bool {
    let serious = |severity: Severity| severity >= Severity::Warning;
    game.start.shogi().is_some()
        && game.lines.iter().all(|line| line.stop.is_none() && !line.unreachable)
        && record.lines.iter().all(|line| line.unread == 0)
        && !record.diagnostics.iter().chain(&game.diagnostics).any(|found| serious(found.severity))
}

fn start(game: &Game, number: bool) -> String {
    let sfen = game.start.sfen();
    if number { sfen } else { sfen.rsplit_once(' ').unwrap().0.to_owned() }
}

fn branches(game: &Game) -> Vec<Vec<String>> {
    let text = |line: &kifukura::replay::Played| line.moves.iter().map(ToString::to_string).collect();
    let mut all: Vec<Vec<String>> = game.lines.iter().map(text).collect();
    all.sort();
    all
}

/// The lines of the comments and bookmarks that a format holds.
fn notes(record: &Record, format: &Format) -> Vec<String> {
    let holds = |note: &&Note| {
        (format.branches || note.line == 0) && (format.bookmarks || note.kind == NoteKind::Comment)
    };
    let lines = record.notes.iter().filter(holds).flat_map(|note| note.text.lines());
    let mut all: Vec<String> =
        lines.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    all.sort();
    all
}

/// Whole seconds, where every move has them.
fn seconds(record: &Record) -> Option<Vec<i32>> {
    let whole = |clock: Clock| clock.spent.filter(|spent| spent % 1000 == 0);
    record.main().plies.iter().map(|ply| whole(ply.clock)).collect()
}

/// What a format that holds it has lost.
fn lost(format: &Format, record: &Record, game: &Game) -> Option<String> {
    let again = (format.read)(&(format.write)(record, game).text);
    let [again] = again.as_slice() else { return Some(format!("{} records", again.len())) };
    let Ok(second) = replay(again) else { return Some("the start position".to_owned()) };
    let same = |what: &str, holds: bool, same: bool| (holds && !same).then(|| what.to_owned());
    let info = |record: &Record| (record.info.players.clone(), record.info.event.clone());
    let missing = || {
        let there: Vec<&str> = again.notes.iter().flat_map(|note| note.text.lines().map(str::trim)).collect();
        notes(record, format).into_iter().find(|note| !there.contains(&note.as_str()))
    };
    same("start", true, start(game, format.number) == start(&second, format.number))
        .or_else(|| same("moves", true, game.moves() == second.moves()))
        .or_else(|| same("branches", format.branches, branches(game) == branches(&second)))
        .or_else(|| same("players or event", format.players_and_event, info(record) == info(again)))
        .or_else(|| {
            let times = seconds(record);
            same("times", format.times && times.is_some(), times == seconds(again))
        })
        .or_else(|| format.comments.then(missing).flatten().map(|note| format!("note {note:?}")))
}

/// How many games there were, and what was lost of which.
fn round_trips(files: &[PathBuf]) -> (usize, Vec<String>) {
    let of_file = |path: &PathBuf| {
        let document = read(&std::fs::read(path).unwrap());
        let mut found = (0, Vec::new());
        for record in document.records.iter().take(20) {
            let Ok(game) = replay(record) else { continue };
            if !is_regular(record, &game) {
                continue;
            }
            found.0 += 1;
            for format in &FORMATS {
                if let Some(what) = lost(format, record, &game) {
                    found.1.push(format!("{} {}: {what}", format.name, path.display()));
                }
            }
        }
        found
    };
    let add =
        |one: (usize, Vec<String>), other: (usize, Vec<String>)| (one.0 + other.0, [one.1, other.1].concat());
    files.par_iter().map(of_file).reduce(|| (0, Vec::new()), add)
}

#[test]
fn regular_games_come_back_from_every_writer() {
    let mut files = files_below(&["formats", "endings"].map(|folder| samples().join(folder)));
    let mut least = 60;
    if long("regular games of the corpus through every writer")
        && let Some(corpus) = shared("corpus")
    {
        files.extend(files_below(&[corpus.join("quirk"), corpus.join("bulk")]));
        least = 3400;
    }
    let (games, lost) = round_trips(&files);
    assert!(lost.is_empty(), "{} of {games} games\n{}", lost.len(), lost.join("\n"));
    assert!(games >= least, "only {games} games");
}
