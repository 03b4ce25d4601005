//! Finding games: filters by endings, ratings, files, comments and headers, order and parts of lists, model games, and the
//! ways of naming a position.

use crate::support::{Folder, stderr, stdout};
use serde_json::Value;
use std::path::Path;

fn import(folder: &Folder, paths: &[&str]) {
    let output = folder.kura(&[&["import"], paths].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
}

/// The answer of a command as JSON.
fn json(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

/// The ids of the games that a command lists, in its order.
fn ids(folder: &Folder, filter: &[&str]) -> Vec<u64> {
    let listed = json(folder, &[&["games"], filter].concat());
    listed.as_array().unwrap().iter().map(|game| game["id"].as_u64().unwrap()).collect()
}

/// The hint and the message of a command that fails.
fn failure(folder: &Folder, command: &[&str]) -> String {
    let output = folder.kura(command);
    assert!(matches!(output.status.code(), Some(1..=2)), "{command:?}");
    stderr(&output)
}

/// Five games: the players, ratings, dates, lengths, comments and headers by which they are found.
fn collection() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("club")).unwrap();
    let game = |head: &str, moves: &str, end: &str| format!("V2.2\n{head}PI\n+\n{moves}{end}\n");
    let four = "+7776FU\n-3334FU\n+2726FU\n-8384FU\n";
    let two = "+7776FU\n-8384FU\n";
    folder.write(
        "club/1.csa",
        game(
            "N+op01\nN-beta\n$EVENT:league\n$START_TIME:2023/05/01\n'black_rate:op01:1800\n'white_rate:beta:1600\n",
            four,
            "%TORYO",
        ),
    );
    folder.write(
        "club/2.csa",
        game(
            "N+op010\nN-op01\n$START_TIME:2024/05/01\n$TIME_LIMIT:00:10+30\n'black_rate:op010:2100\n'white_rate:op01:1900\n",
            two,
            "%TORYO",
        ),
    );
    folder.write(
        "3.kif",
        "開始日時：2022/01/01\n場所：東京\n先手：op011\n後手：gamma\n   1 ７六歩(77)\n*a fine 100% move\n   2 ３四歩(33)\n   3 投了\n",
    );
    folder.write("4.kif", "先手：op01(1500)\n後手：op012(1400)\n場所：大阪\n   1 ７六歩(77)\n   2 中断\n");
    folder.write("5.kif", "開始日時：2024/02/01\n先手：beta(2500)\n後手：gamma\n   1 ２六歩(27)\n");
    for file in ["club/1.csa", "club/2.csa", "3.kif", "4.kif", "5.kif"] {
        import(&folder, &[file]);
    }
    folder
}

#[test]
fn no_ending_is_none_declared_and_none_verified() {
    let folder = Folder::new();
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/database/endings");
    import(&folder, &[records.to_str().unwrap()]);
    let plies = |filter: &[&str]| {
        let found = json(&folder, &[&["games"], filter].concat());
        found.as_array().unwrap().iter().map(|game| game["declared_ending"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(plies(&["--ending", "none"]), ["none"]);
    assert_eq!(plies(&["--ending", "none,resignation"]).len(), 2);
    assert_eq!(plies(&["--declared", "none"]), ["none"]);
    assert_eq!(plies(&["--declared", "resignation"]), ["resignation"]);
    assert_eq!(plies(&["--verified", "none"]).len(), 2);
    assert_eq!(plies(&["--verified", "resignation"]).len(), 0);
}

#[test]
fn games_are_found_by_what_stands_in_them_and_where_they_come_from() {
    let folder = collection();
    for (filter, found) in [
        (&["--source", "club"][..], &[1, 2][..]),
        (&["--source", "club/2"], &[2]),
        (&["--source", "3.kif", "--source", "4.kif"], &[3, 4]),
        (&["--comment", "FINE"], &[3]),
        (&["--comment", "100% m"], &[3]),
        (&["--comment", "100%move"], &[]),
        (&["--header", "東京"], &[3]),
        (&["--header", "場所:"], &[3, 4]),
        (&["--header", "場所：大"], &[4]),
        (&["--header", "league"], &[1]),
        (&["--time-control", "10+30"], &[2]),
        (&["--min-rating", "1500"], &[1, 2]),
        (&["--player", "=op01", "--player-rating", "1800.."], &[1, 2]),
        (&["--player", "=op01", "--player-rating", "1500..1800"], &[1, 4]),
        (&["--player", "=op01", "--opponent-rating", "2000"], &[2]),
        (&["--player", "=op01", "--opponent-rating", "..1600"], &[1, 4]),
        (&["--player", "=op01", "--side", "black", "--player-rating", "1500"], &[1, 4]),
        (&["--player", "beta", "--player-rating", "2000"], &[5]),
        (&["--plies", "..2"], &[2, 3, 4, 5]),
    ] {
        assert_eq!(ids(&folder, filter), found, "{filter:?}");
        let limit = [filter, &["--limit", "1"]].concat();
        assert_eq!(ids(&folder, &limit).len(), found.len().min(1), "{filter:?}");
    }
    assert!(failure(&folder, &["games", "--player-rating", "1500"]).contains("--player"));
    assert!(
        failure(&folder, &["games", "--player", "a", "--player-rating", "9..3"])
            .contains("the range of ratings is empty: 9 is more than 3")
    );
}

#[test]
fn a_member_of_an_archive_and_a_merged_record_are_found_by_their_paths() {
    let folder = Folder::new();
    let game = "V2.2\nN+a\nN-b\n$START_TIME:2024/05/01\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    let mut archive = zip::ZipWriter::new(std::fs::File::create(folder.path("games.zip")).unwrap());
    archive.start_file("inner/one.csa", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut archive, game.as_bytes()).unwrap();
    archive.finish().unwrap();
    import(&folder, &["games.zip"]);
    // The same game from another file is merged into the first.
    folder.write("copy.csa", game.replace("V2.2", "V2.2\n$SITE:x"));
    folder.write("other.csa", game.replace("2024", "2023"));
    import(&folder, &["copy.csa", "other.csa"]);
    assert_eq!(ids(&folder, &["--source", "games.zip/inner/one"]), [1]);
    let copied = ids(&folder, &["--source", "copy"]);
    assert_eq!(copied.len(), 1);
    assert_eq!(ids(&folder, &["--source", "other"]).len(), 1);
    assert_eq!(folder.kura(&["undo", "2"]).status.code(), Some(0));
    assert_eq!(ids(&folder, &["--source", "copy"]), Vec::<u64>::new());
}

#[test]
fn the_whole_name_is_asked_for_with_an_equals_sign() {
    let folder = collection();
    assert_eq!(ids(&folder, &["--player", "op01"]), [1, 2, 3, 4]);
    assert_eq!(ids(&folder, &["--player", "=op01"]), [1, 2, 4]);
    assert_eq!(ids(&folder, &["--player", "=OP 01"]), [1, 2, 4]);
    assert_eq!(ids(&folder, &["--player", "=op01", "--opponent", "=op010"]), [2]);
    assert_eq!(ids(&folder, &["--player", "=op0"]), Vec::<u64>::new());
}

#[test]
fn lists_are_sorted_and_cut() {
    let folder = collection();
    for (options, order) in [
        (&[][..], [1, 2, 3, 4, 5]),
        (&["--sort", "id:desc"], [5, 4, 3, 2, 1]),
        (&["--sort", "date"], [3, 1, 5, 2, 4]),
        (&["--sort", "date:desc"], [2, 5, 1, 3, 4]),
        (&["--sort", "length"], [4, 5, 2, 3, 1]),
        (&["--sort", "plies:desc"], [1, 2, 3, 4, 5]),
        // Means of 1700, 2000, none, 1450, 2500.
        (&["--sort", "rating"], [4, 1, 2, 5, 3]),
        (&["--sort", "rating:desc"], [5, 2, 1, 4, 3]),
        (&["--sort", "white"], [1, 3, 5, 2, 4]),
    ] {
        assert_eq!(ids(&folder, options), order, "{options:?}");
        for (offset, limit) in [("0", "2"), ("1", "2"), ("3", "5"), ("9", "2"), ("2", "0")] {
            let part = [options, &["--offset", offset, "--limit", limit]].concat();
            let limit = if limit == "0" { 9 } else { limit.parse().unwrap() };
            let want: Vec<u64> = order.into_iter().skip(offset.parse().unwrap()).take(limit).collect();
            assert_eq!(ids(&folder, &part), want, "{part:?}");
            // A filter with a player is asked otherwise, and so are positions.
            let found = [part.as_slice(), &["--position", "startpos"]].concat();
            assert_eq!(ids(&folder, &found), want, "{found:?}");
        }
    }
    assert_eq!(ids(&folder, &["--player", "op01", "--sort", "date:desc", "--limit", "2"]), [2, 1]);
    assert_eq!(ids(&folder, &["--player", "op01", "--offset", "1", "--limit", "2"]), [2, 3]);
}

#[test]
fn each_move_of_the_explorer_has_a_model_game() {
    let folder = collection();
    let models = |command: &[&str]| {
        let found = json(&folder, &[&["explore"], command].concat());
        let moves = found["moves"].as_array().unwrap();
        moves.iter().map(|mv| (mv["usi"].clone(), mv["model_game"].clone())).collect::<Vec<_>>()
    };
    // Of 1700, 2000, none and 1450 the second.
    assert_eq!(models(&[]), [("7g7f".into(), 2.into()), ("2g2f".into(), 5.into())]);
    // One has a rating.
    assert_eq!(models(&["7g7f", "--until", "2023"]), [("3c3d".into(), 1.into())]);
    // Without ratings the last one.
    assert_eq!(models(&["--player", "gamma"]), [("2g2f".into(), 5.into()), ("7g7f".into(), 3.into())]);
}

#[test]
fn a_position_is_named_in_any_notation_by_a_file_or_by_a_game() {
    let folder = collection();
    let sfen = |command: &[&str]| {
        json(&folder, &[&["explore"], command].concat())["sfen"].as_str().unwrap().to_owned()
    };
    let wanted = sfen(&["7g7f 3c3d"]);
    folder.write("line.kif", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n");
    for command in [
        &["▲７六歩△３四歩"][..],
        &["７六歩(77) ３四歩(33)"],
        &["+7776FU -3334FU"],
        &["P-7f P-3d"],
        &["1.P-7f 2.P-3d"],
        &["P-7f", "--moves", "P-3d"],
        &["line.kif", "--ply", "2"],
        &["line.kif", "--ply", "1", "--moves", "３四歩"],
        &["--game", "3"],
        &["--game", "1", "--ply", "2"],
    ] {
        assert_eq!(sfen(command), wanted, "{command:?}");
        let explored = json(&folder, &[&["explore"], command].concat());
        assert_eq!(
            (&explored["games"], &explored["by_transposition"]),
            (&2.into(), &0.into()),
            "{command:?}"
        );
    }
    assert_eq!(sfen(&["line.kif"]), sfen(&["7g7f 3c3d 2g2f"]));
    assert_eq!(ids(&folder, &["--position", "P-7f P-3d"]), [1, 3]);
    for (command, message) in [
        (&["--game", "9"][..], "there is no game 9"),
        (&["--game", "1", "--ply", "5"], "the game has 4 plies, so there is no position after ply 5"),
        (&["--ply", "5"], "--ply needs a game"),
        (&["club"], "`club` is not a move"),
    ] {
        let found = failure(&folder, &[&["explore"], command].concat());
        assert!(found.contains(message), "{command:?}: {found}");
    }
    folder.write("two.csa", "PI\n+\n+2726FU\n%TORYO\n/\nPI\n+\n+7776FU\n%TORYO\n");
    let output = folder.kura(&["explore", "two.csa"]);
    assert!(stderr(&output).contains("the first of 2 games in `two.csa`"), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("after 2g2f · 1 game"), "{}", stdout(&output));
}
