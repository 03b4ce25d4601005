//! kura's own JSON lines come back whole: from an export into a database, and from one file into another.

use crate::support::{Folder, files_below, long, samples, shared, single_samples, stderr, stdout};
use kifukura::dataset::GameObject;
use kifukura::formats::{self, Format, Target};
use kifukura::record::{Code, Line, Place, Record};
use kifukura::replay::replay;
use std::path::Path;

/// Imports, exports, imports the export elsewhere and exports that. The lines that differ, and how many there are.
fn round_trip(folder: &Folder, records: &Path) -> (usize, Vec<(String, String)>) {
    folder.kura(&["import", records.to_str().unwrap(), "--db", "first.db"]);
    folder.kura(&["export", "--db", "first.db", "--out", "first.jsonl"]);
    let imported = folder.kura(&["import", "first.jsonl", "--db", "second.db"]);
    assert!(imported.status.code() < Some(2), "{}", stderr(&imported));
    folder.kura(&["export", "--db", "second.db", "--out", "second.jsonl"]);
    let text = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    let (first, second) = (text("first.jsonl"), text("second.jsonl"));
    assert_eq!(first.lines().count(), second.lines().count());
    let pairs = first.lines().zip(second.lines()).filter(|(one, other)| one != other);
    (first.lines().count(), pairs.map(|(one, other)| (one.to_owned(), other.to_owned())).collect())
}

#[test]
fn an_export_of_the_samples_comes_back_byte_by_byte() {
    let (games, differences) = round_trip(&Folder::new(), &samples());
    assert!(games > 150, "{games} games");
    assert_eq!(differences, []);
}

/// Two games of the corpus were merged from copies with different words for their ending.
#[test]
fn an_export_of_the_corpus_comes_back() {
    if !long("the export of the corpus, imported and exported again") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let (games, differences) = round_trip(&Folder::new(), &corpus);
    println!("{games} games, {} differences", differences.len());
    assert!(differences.len() <= 2, "{differences:#?}");
}

/// A line without what only a file has: places, and the objects' times of CSA.
fn placeless(line: &Line) -> Line {
    let mut line = line.clone();
    line.plies.iter_mut().for_each(|ply| ply.place = Place::FILE);
    line.declarations.iter_mut().for_each(|found| found.place = Place::FILE);
    line
}

/// Everything but the legal moves' spelling, which is that of USI afterwards.
fn content(record: &Record) -> String {
    let game = replay(record);
    let moves =
        game.as_ref().map(|game| game.lines.iter().map(|line| line.moves.clone()).collect::<Vec<_>>());
    let legal = |index: usize| game.as_ref().map_or(0, |game| game.lines[index].moves.len());
    let lines: Vec<_> = record
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let line = placeless(line);
            let clocks: Vec<_> = line.plies.iter().map(|ply| ply.clock).collect();
            let beyond: Vec<_> = line.plies.iter().skip(legal(index)).map(|ply| ply.written).collect();
            (line.parent, line.after, clocks, beyond, line.unread)
        })
        .collect();
    let outcome = game.as_ref().map(|game| game.outcome.clone()).ok();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {lines:?} {moves:?} {outcome:?} {:?} {:?}",
        record.start.setup.to_string(),
        record.start.handicap,
        record.headers,
        record.info,
        record.notes,
        record.evaluations,
        record.producer,
        record.is_book_line,
        record.unusable,
    )
}

#[test]
fn what_is_written_as_json_is_read_as_the_same_record() {
    let mut count = 0;
    for path in files_below(&single_samples()) {
        let document = formats::read(&std::fs::read(&path).unwrap());
        for record in document.records {
            let line = GameObject::new(&record, &replay(&record)).json_line().unwrap();
            let again = formats::read(line.as_bytes());
            assert_eq!(again.format, Some(Format::Jsonl), "{}", path.display());
            assert_eq!(again.records.len(), 1);
            if record.unusable.is_some() {
                assert_eq!(again.records[0].unusable, record.unusable, "{}", path.display());
            } else {
                assert_eq!(content(&again.records[0]), content(&record), "{}", path.display());
            }
            // And written in every other format, it is the same text.
            if let (Ok(game), Ok(other)) = (replay(&record), replay(&again.records[0])) {
                for target in [Target::Kif, Target::Ki2, Target::Csa3, Target::Jkf, Target::Usi] {
                    let (one, two) =
                        (target.write(&record, &game, None), target.write(&again.records[0], &other, None));
                    assert_eq!(two.text, one.text, "{} {}", path.display(), target.name());
                }
            }
            count += 1;
        }
    }
    assert!(count > 150, "{count} records");
}

const GAME: &str = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:03/00:00:03)\n\
                    *30手まで\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 投了\n";

#[test]
fn what_an_export_says_of_the_end_is_found_out_again() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    folder.kura(&["import", "a.kif"]);
    let exported = stdout(&folder.kura(&["export"]));
    let forged = exported
        .replace("\"verified_ending\":\"none\"", "\"verified_ending\":\"checkmate\"")
        .replace("\"verified_winner\":null", "\"verified_winner\":\"black\"")
        .replace("\"agreement\":\"consistent\"", "\"agreement\":\"agrees\"")
        .replace("\"winner\":\"white\"", "\"winner\":\"black\"");
    assert_ne!(forged, exported);
    folder.write(
        "forged.jsonl",
        forged.replace("\"declared_winner\":\"black\"", "\"declared_winner\":\"white\""),
    );
    folder.kura(&["import", "forged.jsonl", "--db", "other.db"]);
    assert_eq!(stdout(&folder.kura(&["export", "--db", "other.db"])), exported);
    // The same game as the one that was exported.
    folder.write("again.jsonl", &exported);
    let imported = stdout(&folder.kura(&["import", "again.jsonl"]));
    let merged =
        imported.lines().find(|line| line.trim_start().starts_with("duplicates")).unwrap_or_default();
    assert!(merged.split_whitespace().nth(1) == Some("1"), "{imported}");
}

#[test]
fn columns_that_were_left_out_are_told() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    folder.kura(&["import", "a.kif"]);
    for (columns, codes) in [
        ("start_sfen,moves,notes", &[Code::IgnoredField][..]),
        ("moves,black", &[Code::IgnoredField]),
        ("start_sfen,moves,black,record", &[]),
    ] {
        let text = stdout(&folder.kura(&["export", "--columns", columns]));
        let document = formats::read(text.as_bytes());
        let found: Vec<_> = document.records[0].diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(found, codes, "{columns}");
    }
    let text = stdout(&folder.kura(&["export", "--columns", "black,white"]));
    let found: Vec<_> = formats::read(text.as_bytes()).diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(found, [Code::UnknownFormat]);
}
