//! What is proved about a dataset, and what tells two apart.

use super::support::{build, bytes_of, folder_of_samples, manifest};
use crate::support::{Folder, stdout};

#[test]
fn one_changed_byte_is_found_in_every_file() {
    let folder = folder_of_samples();
    let formats = "parquet,csv,jsonl,usi,hcpe3,csa,jkf,kif,sfen,psv,hcpe";
    build(&folder, "a", &["--formats", formats, "--split", "a=0.7,b=0.3"]);
    let verified = folder.kura(&["dataset", "verify", "a"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
    let mut random = fastrand::Rng::with_seed(11);
    for (path, bytes) in bytes_of(&folder, "a") {
        let at = random.usize(..bytes.len());
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.u8(..8);
        folder.write(&format!("a/{path}"), &changed);
        let output = folder.kura(&["dataset", "verify", "a"]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(stdout(&output).starts_with(&format!("{path}: ")), "{path}: {}", stdout(&output));
        folder.write(&format!("a/{path}"), &bytes);
    }
    assert_eq!(folder.kura(&["dataset", "verify", "a"]).status.code(), Some(0));
}

#[test]
fn a_manifest_that_fits_its_own_hash_is_held_against_the_files() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--tables", "games", "--formats", "csv,parquet"]);
    build(&folder, "b", &["--tables", "games", "--formats", "csv,parquet", "--name", "a", "--plies", "10.."]);
    // The manifest of another dataset.
    std::fs::copy(folder.path("b/manifest.json"), folder.path("a/manifest.json")).unwrap();
    let said = stdout(&folder.kura(&["dataset", "verify", "a"]));
    for path in ["games.csv: ", "games.parquet: ", "game_ids.csv: ", "README.md: ", "croissant.json: "] {
        assert!(said.contains(path), "{path}: {said}");
    }
    std::fs::remove_file(folder.path("b/games.csv")).unwrap();
    let said = stdout(&folder.kura(&["dataset", "verify", "b"]));
    assert!(said.starts_with("games.csv: it cannot be read: "), "{said}");
    let nothing = folder.kura(&["dataset", "verify", "nowhere"]);
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn two_datasets_are_told_apart() {
    let folder = folder_of_samples();
    build(&folder, "a", &["--tables", "games", "--formats", "csv", "--name", "x"]);
    build(&folder, "b", &["--tables", "games", "--formats", "csv", "--name", "x"]);
    let same = folder.kura(&["dataset", "diff", "a", "b"]);
    assert_eq!(same.status.code(), Some(0));
    assert!(stdout(&same).ends_with("no difference\n"), "{}", stdout(&same));
    build(&folder, "c", &["--tables", "games", "--formats", "csv", "--name", "x", "--plies", "20.."]);
    let output = folder.kura(&["dataset", "diff", "a", "c"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    let [a, c] = ["a", "c"].map(|out| manifest(&folder, out)["games"].as_u64().unwrap());
    assert!(said.starts_with(&format!("games: {c} games in both, {} removed\n", a - c)), "{said}");
    assert!(said.contains(&format!("\ngames: {a} → {c}\n")), "{said}");
    assert!(said.contains("\n+ excluded.plies=20...games: "), "{said}");
    assert!(said.contains("\ngames.csv: "), "{said}");
}

#[test]
fn where_the_games_come_from_is_said() {
    let folder = folder_of_samples();
    folder.write("own.kif", "先手：私\n後手：君\n   1 ２六歩(27)\n   2 投了\n");
    folder.kura(&["import", "own.kif"]);
    build(
        &folder,
        "a",
        &["--tables", "games", "--formats", "csv", "--licence", "CC-BY-4.0", "--title", "A | \"B\""],
    );
    let manifest = manifest(&folder, "a");
    let origins = manifest["provenance"].as_array().unwrap();
    assert_eq!(origins.len(), 2);
    assert_eq!((&origins[0]["collection"], &origins[0]["games"]), (&serde_json::Value::Null, &1.into()));
    assert_eq!((&origins[1]["collection"], &origins[1]["licence"]), (&"samples".into(), &"CC0-1.0".into()));
    let card = std::fs::read_to_string(folder.path("a/README.md")).unwrap();
    assert!(card.starts_with("---\npretty_name: \"A | \\\"B\\\"\"\nlicense: \"CC-BY-4.0\"\n"), "{card}");
    assert!(card.contains("\n# A \\| \"B\"\n") && card.contains("| samples | CC0-1.0 |"), "{card}");
    let croissant: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.path("a/croissant.json")).unwrap()).unwrap();
    assert_eq!(croissant["@type"], "sc:Dataset");
    assert_eq!(croissant["distribution"][0]["sha256"], manifest["files"][0]["sha256"]);
    // A copy of the database still knows.
    folder.kura(&["export", "--to", "db", "--out", "copy.db"]);
    build(&folder, "b", &["--db", "copy.db", "--tables", "games", "--formats", "csv"]);
    assert_eq!(super::support::manifest(&folder, "b")["provenance"], manifest["provenance"]);
}

#[test]
fn an_empty_dataset_is_one() {
    let folder = Folder::new();
    folder.write("a.kif", "   1 ７六歩(77)\n");
    folder.kura(&["import", "a.kif"]);
    let output = super::support::try_build(
        &folder,
        "a",
        &["--plies", "9..", "--formats", "parquet,csv,jsonl,usi,psv,kif", "--split", "a=0.5,b=0.5"],
    );
    assert_eq!(output.status.code(), Some(1));
    let verified = folder.kura(&["dataset", "verify", "a"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}
