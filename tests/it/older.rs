//! Databases of versions that were released.

use crate::support::{Folder, stderr, stdout};

/// What the moves verify, what the comparison with the record says, and how many games that are. Version 0.1.0 said
/// `agrees` of the games that are consistent, and `cannot_be_proved`.
const OF_0_1_0: &str = "\
verified_ending,agreement,games
checkmate,agrees,3
checkmate,nothing_declared,1
declaration,agrees,2
declaration,contradicts,1
illegal_move,agrees,10
illegal_move,nothing_declared,4
jishogi,agrees,1
jishogi,contradicts,1
lion_captured,agrees,5
lion_captured,nothing_declared,6
lion_try,agrees,5
lion_try,contradicts,1
lion_try,nothing_declared,2
max_moves,agrees,2
none,cannot_be_verified,13
none,consistent,62
none,contradicts,5
none,nothing_declared,15
perpetual_check,agrees,2
perpetual_check,contradicts,1
sennichite,agrees,2
threefold,agrees,3
threefold,nothing_declared,2
time_forfeit,agrees,1
try_rule,agrees,1
";

/// What its records are: 0.1.0 did not say.
const KINDS_OF_0_1_0: &str = "\
variant,kind,placing,games
dobutsu,game,even,42
dobutsu,position,set,1
dobutsu,set_position,set,4
shogi,book_line,even,1
shogi,forfeit,even,2
shogi,game,even,83
shogi,game,two,3
shogi,position,even,1
shogi,position,set,3
shogi,set_position,set,11
";

#[test]
fn an_older_database_opens() {
    let folder = Folder::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/database-0.1.0.db.zst");
    let bytes = zstd::stream::decode_all(std::fs::File::open(data).unwrap()).unwrap();
    folder.write("kura.db", bytes);
    let sql = "SELECT verified_ending, agreement, count(*) AS games FROM game GROUP BY 1, 2 ORDER BY 1, 2";
    let answer = folder.kura(&["sql", "--format", "csv", sql]);
    assert_eq!(stdout(&answer), OF_0_1_0, "{}", stderr(&answer));
    let sql = "SELECT variant, kind, placing, count(*) AS games FROM game GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
    assert_eq!(stdout(&folder.kura(&["sql", "--format", "csv", sql])), KINDS_OF_0_1_0);
    let doctor = folder.kura(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}{}", stdout(&doctor), stderr(&doctor));
    assert_eq!(stdout(&folder.kura(&["export"])).lines().count(), 151);
    // What follows the legal moves was kept as text only; it is read again from the file.
    let sql = "SELECT id, verified_winner FROM game WHERE rest IS NOT NULL ORDER BY id";
    let rows: serde_json::Value =
        serde_json::from_str(&stdout(&folder.kura(&["sql", "--format", "json", sql]))).unwrap();
    for row in rows.as_array().unwrap() {
        let id = row["id"].to_string();
        let written = folder.kura(&["show", &id, "--to", "csa"]);
        folder.write("a.csa", &written.stdout);
        let again = stdout(&folder.kura(&["convert", "--to", "jsonl", "a.csa"]));
        let again: serde_json::Value = serde_json::from_str(&again).unwrap();
        assert_eq!(again["verified_winner"], row["verified_winner"], "{id}: {}", stdout(&written));
    }
    assert_eq!(rows.as_array().unwrap().len(), 23);
}

#[test]
fn kinds_are_named_as_an_import_names_them() {
    let folder = Folder::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/database-0.1.0.db.zst");
    let bytes = zstd::stream::decode_all(std::fs::File::open(data).unwrap()).unwrap();
    let path = folder.write("old.db", bytes);
    // As 0.1.0 stored it, whatever has become of the samples since then.
    let columns =
        "SELECT start, handicap, plies, declared_ending, kind, placing FROM game ORDER BY 1, 2, 3, 4, 5, 6";
    drop(kifukura::database::Database::open(&path).unwrap());
    let old = stdout(&folder.kura(&["sql", "--db", "old.db", "--format", "csv", columns]));
    assert!(old.lines().count() > 100);
    for row in csv::Reader::from_reader(old.as_bytes()).records().map(Result::unwrap) {
        let (start, plies, declared, kind, placing) = (&row[0], &row[2], &row[3], &row[4], &row[5]);
        assert_eq!(placing == "even", start.is_empty(), "{row:?}");
        let expected = match (declared, plies, placing) {
            ("forfeit", ..) => "forfeit",
            (_, "0", _) => "position",
            (.., "set") => "set_position",
            _ => "game",
        };
        assert!(kind == expected || matches!(kind, "problem" | "book_line"), "{row:?}");
    }
}
