//! Names of openings and castles against games whose names are known.

use crate::support::{Folder, stdout};
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
