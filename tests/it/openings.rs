//! Names of openings and castles against games whose names are known.

use crate::support::{Folder, shared, stdout};
use kifukura::classify::{Classifier, Definitions, FoundName};
use kifukura::rules::shogi::{Move, UsiMoves};
use serde_json::Value;
use std::collections::BTreeMap;

/// The games with known names: each with its names by side, and the ply at which they held first.
fn truth() -> Vec<Value> {
    let text = include_str!("../data/openings/truth.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn moves(game: &Value) -> Vec<Move> {
    UsiMoves::new(game["moves"].as_str().unwrap().as_bytes()).map(Result::unwrap).collect()
}

fn wanted(names: &Value) -> BTreeMap<String, u64> {
    let name = |name: &Value| (name["id"].as_str().unwrap().to_owned(), name["ply"].as_u64().unwrap());
    names.as_array().unwrap().iter().map(name).collect()
}

fn found(definitions: &Definitions, names: &[FoundName]) -> BTreeMap<String, u64> {
    names.iter().map(|name| (definitions.all()[name.place].id.clone(), name.ply.into())).collect()
}

#[test]
fn known_games_have_their_names() {
    let definitions = Definitions::standard().unwrap();
    let classifier = Classifier::new(&definitions);
    let games = truth();
    assert_eq!(games.len(), 340);
    for game in &games {
        let names = classifier.classify(moves(game));
        assert_eq!(found(&definitions, &names.black), wanted(&game["black"]), "Black of {}", game["id"]);
        assert_eq!(found(&definitions, &names.white), wanted(&game["white"]), "White of {}", game["id"]);
    }
}

#[test]
fn a_stored_game_shows_its_names() {
    let folder = Folder::new();
    let game = &truth()[2];
    folder.write("game.usi", format!("startpos moves {}\n", game["moves"].as_str().unwrap()));
    folder.kura(&["import", "game.usi"]);
    let shown = folder.kura(&["show", "1", "--openings", "--format", "json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(wanted(&shown["openings"]["black"]), wanted(&game["black"]));
    assert_eq!(wanted(&shown["openings"]["white"]), wanted(&game["white"]));
    let text = stdout(&folder.kura(&["show", "1", "--openings"]));
    assert!(text.starts_with("Black\n    5  "), "{text}");
    assert!(
        text.contains(
            "\n    5  Fourth File Rook 四間飛車 [fourth_file_rook]  rook=ranging 6h=R own_move<=25\n"
        ),
        "{text}"
    );
    assert!(text.contains("\nWhite\n    2  Static Rook 居飛車 [static_rook]  rook=static\n"), "{text}");
}

/// Names refer to each other, and still the order of the table does not matter.
#[test]
fn the_order_of_the_definitions_does_not_matter() {
    let tables = [include_str!("../../data/openings.tsv"), include_str!("../../data/castles.tsv")];
    let (header, _) = tables[0].split_once('\n').unwrap();
    let mut rows: Vec<&str> = tables.iter().flat_map(|table| table.lines().skip(1)).collect();
    let games = truth();
    let mut random = fastrand::Rng::with_seed(15);
    for _ in 0..5 {
        random.shuffle(&mut rows);
        let definitions = Definitions::parse(&[&format!("{header}\n{}\n", rows.join("\n"))]).unwrap();
        let classifier = Classifier::new(&definitions);
        for game in games.iter().filter(|_| random.u8(..4) == 0) {
            let names = classifier.classify(moves(game));
            assert_eq!(found(&definitions, &names.black), wanted(&game["black"]), "Black of {}", game["id"]);
            assert_eq!(found(&definitions, &names.white), wanted(&game["white"]), "White of {}", game["id"]);
        }
    }
}

/// What headers of real records call the openings, against the names that their moves give. The list says of each row what
/// is to come out (`name_agrees`), and why where the header is not what was played.
#[test]
fn headers_of_real_records_name_what_was_played() {
    let (Some(list), Some(corpus)) = (shared("openings/labels.tsv"), shared("corpus")) else { return };
    let definitions = Definitions::standard().unwrap();
    let classifier = Classifier::new(&definitions);
    let list = std::fs::read_to_string(list).unwrap();
    // For types, families and names: rows that agree, and all.
    let (mut types, mut families, mut names) = ([0_u32; 2], [0_u32; 2], [0_u32; 2]);
    let mut of_sides = [0_u32; 2];
    let mut other = Vec::new();
    let count = |counts: &mut [u32; 2], agrees: bool| {
        counts[0] += u32::from(agrees);
        counts[1] += 1;
    };
    for row in list.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (file, side, status, family, asked) = (cells[0], cells[3], cells[4], cells[5], cells[6]);
        let (family_agrees, name_agrees) = (cells[8], cells[9]);
        if status != "mapped" || family_agrees == "short" {
            continue;
        }
        let document = kifukura::formats::read(&std::fs::read(corpus.join(file)).unwrap());
        let game = kifukura::replay::replay(&document.records[0]).unwrap();
        let found = classifier.classify(game.moves().iter().copied());
        let sides = match side {
            "black" => vec![&found.black],
            "white" => vec![&found.white],
            _ => vec![&found.black, &found.white],
        };
        let has = |id: &str| {
            let (sides, id) = match id.split_once(':') {
                Some(("black", id)) => (vec![&found.black], id),
                Some(("white", id)) => (vec![&found.white], id),
                _ => (sides.clone(), id),
            };
            let place = definitions.place(id);
            sides.iter().any(|names| names.iter().any(|name| Some(name.place) == place))
        };
        if !asked.is_empty() && !name_agrees.is_empty() {
            let agrees = asked.split(',').any(has);
            // What another program says of one side is no header of the game.
            count(if family.is_empty() { &mut of_sides } else { &mut names }, agrees);
            if agrees != (name_agrees == "yes") {
                other.push(row);
            }
        }
        if !family.is_empty() && !family_agrees.is_empty() {
            let agrees = family.split(" | ").any(has);
            count(&mut families, agrees);
            let wanted = |id: &str| {
                let place = definitions.place(id).unwrap();
                let rooted = |root: &str| definitions.is_a(place, definitions.place(root).unwrap());
                match id {
                    "double_ranging_rook" => vec!["double_ranging_rook"],
                    _ if rooted("ranging_rook") => vec!["static_vs_ranging", "double_ranging_rook"],
                    "right_fourth_file_rook" | "sleeve_rook" => {
                        vec!["double_static_rook", "static_vs_ranging"]
                    }
                    _ => vec!["double_static_rook"],
                }
            };
            let fits = family.split(" | ").flat_map(wanted).any(has);
            count(&mut types, fits);
        }
    }
    let percent = |[agree, all]: [u32; 2]| f64::from(agree) * 100.0 / f64::from(all);
    let [types, families, names] = [types, families, names].map(|counts| (counts, percent(counts)));
    println!("types {types:?}, families {families:?}, names {names:?}, of sides {of_sides:?}");
    assert!(other.is_empty(), "{}", other.join("\n"));
    assert!(types.1 >= 99.0 && families.1 >= 96.5 && names.1 >= 96.0);
}
