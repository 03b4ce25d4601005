//! What `kura export` makes of stored columns is what replaying the stored record gives.

use crate::support::{Folder, long, shared, stderr, stdout};
use kifukura::database::Database;
use kifukura::dataset::{DatasetFormat, GameObject, export};
use kifukura::query::{Filter, Listing, game_summary};
use kifukura::replay::replay;
use kifukura::report::View;
use rusqlite::Connection;
use serde_json::Value;
use std::path::Path;

/// The columns that an export can fill from a record alone.
fn columns() -> Vec<String> {
    let all = View::empty::<GameObject>().columns.into_iter().map(|column| column.name.into_owned());
    all.filter(|name| !["source", "game_index", "format", "encoding", "diagnostics"].contains(&name.as_str()))
        .collect()
}

/// A stored game as its record gives it when it is played again, with the ending as it was judged when the game came
/// in, with the moves that could not be played still there.
fn replayed(database: &Database, id: i64) -> Value {
    let record = database.record(id).unwrap().unwrap();
    let row = game_summary(database, id).unwrap();
    let mut object = GameObject::new(&record, &replay(&record));
    object.declared_winner = row.declared_winner;
    object.verified_ending = row.verified_ending;
    object.verified_winner = row.verified_winner;
    object.agreement = row.agreement;
    object.winner = row.winner;
    object.broken_rule = row.broken_rule;
    object.diagnostics.clear();
    serde_json::from_str(&object.json_line().unwrap()).unwrap()
}

/// Compares every game of a database, field by field.
fn compare(database: &Path, least: usize) {
    let database = Database::open(database).unwrap();
    let names = columns();
    let mut bytes = Vec::new();
    export(
        &database,
        &Filter::default(),
        &Listing::default(),
        DatasetFormat::JsonLines,
        Some(&names),
        &mut bytes,
    )
    .unwrap();
    let lines: Vec<&str> = std::str::from_utf8(&bytes).unwrap().lines().collect();
    assert!(lines.len() >= least, "{} games", lines.len());
    for line in lines {
        let exported: Value = serde_json::from_str(line).unwrap();
        let id = exported["id"].as_i64().unwrap();
        let replayed = replayed(&database, id);
        for name in names.iter().filter(|name| !["id", "game"].contains(&name.as_str())) {
            assert_eq!(exported[name], replayed[name], "game {id}: {name}");
        }
    }
}

#[test]
fn exported_samples_are_what_their_records_give() {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    compare(&folder.path("kura.db"), 100);
}

#[test]
fn exported_games_of_the_corpus_are_what_their_records_give() {
    if !long("the export of the corpus, game by game") {
        return;
    }
    let Some(bulk) = shared("corpus/bulk") else { return };
    let folder = Folder::new();
    folder.kura(&["import", bulk.to_str().unwrap()]);
    compare(&folder.path("kura.db"), 10_000);
}

const GAME: &str = "手合割：平手\n先手：甲 二段\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:03/00:00:03)\n\
                    *30手まで\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 投了\n";

#[test]
fn a_source_is_relative_to_the_folder_that_was_imported() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("games/2024")).unwrap();
    folder.write("games/2024/a.kif", GAME);
    folder.write("games/b.kif", GAME.replace("甲", "丙"));
    folder.write("c.kif", GAME.replace("甲", "丁"));
    let games = folder.path("games").to_string_lossy().into_owned();
    folder.kura(&["import", &games]);
    folder.kura(&["import", folder.path("c.kif").to_str().unwrap()]);
    let exported = stdout(&folder.kura(&["export", "--columns", "source,id,black_name,black_rank"]));
    assert_eq!(
        exported,
        "{\"source\":\"c.kif\",\"id\":3,\"black_name\":\"丁\",\"black_rank\":\"二段\"}\n\
         {\"source\":\"b.kif\",\"id\":2,\"black_name\":\"丙\",\"black_rank\":\"二段\"}\n\
         {\"source\":\"2024/a.kif\",\"id\":1,\"black_name\":\"甲\",\"black_rank\":\"二段\"}\n"
    );
    let csv = stdout(&folder.kura(&["export", "--format", "csv", "--columns", "source,clocks_ms,notes"]));
    assert_eq!(csv, "source,clocks_ms,notes\nc.kif,3000 1000,1\nb.kif,3000 1000,1\n2024/a.kif,3000 1000,1\n");
}

#[test]
fn an_exported_row_has_the_fingerprint_and_nothing_of_this_machine() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    folder.kura(&["import", folder.path("a.kif").to_str().unwrap()]);
    let row: Value = serde_json::from_str(&stdout(&folder.kura(&["export"]))).unwrap();
    let fingerprint = row["fingerprint"].as_str().unwrap();
    assert!(fingerprint.len() == 16 && fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit()));
    for name in ["id", "source", "game_index", "format", "encoding"] {
        assert!(row.get(name).is_none(), "{name}");
    }
}

#[test]
fn an_export_names_what_is_wrong_and_what_to_do() {
    let folder = Folder::new();
    folder.write("a.kif", GAME);
    folder.kura(&["import", "a.kif"]);
    let run = |arguments: &[&str]| {
        let output = folder.kura(&[&["export"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        stderr(&output)
    };
    let unknown = run(&["--columns", "nope"]);
    assert!(
        unknown.starts_with("error: this answer has no column `nope`\nhint: it has id, game, source,"),
        "{unknown}"
    );
    let sql = run(&["--where", "g.nope > 3"]);
    assert_eq!(
        sql,
        "error: the SQL is not understood: no such column: g.nope\n\
         hint: schema/README.md describes the tables and columns\n"
    );
    let connection = Connection::open(folder.path("kura.db")).unwrap();
    for (damage, reason) in [
        ("UPDATE game SET agreement = 'x'", "game 1: `x` is not a known name"),
        ("UPDATE game SET agreement = 'agrees', moves = x'ffff'", "game 1: its moves are damaged"),
    ] {
        connection.execute_batch(damage).unwrap();
        assert_eq!(run(&[]), format!("error: {reason}\n"));
    }
}
