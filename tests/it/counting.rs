//! What is counted and what is not: small databases with known answers.

use crate::support::{Folder, stderr, stdout};
use serde_json::Value;
use std::path::Path;

/// A database made of a folder of `tests/data/cases/database`.
fn case(name: &str) -> Folder {
    let folder = Folder::new();
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/database").join(name);
    import(&folder, records.to_str().unwrap());
    folder
}

/// A database made of one text.
fn of_text(name: &str, text: &str) -> Folder {
    let folder = Folder::new();
    folder.write(name, text);
    import(&folder, name);
    folder
}

fn import(folder: &Folder, path: &str) {
    let output = folder.kura(&["import", path]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
}

/// The answer of a command as JSON.
fn json(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

/// What is remarked below an answer.
fn remarks(folder: &Folder, command: &[&str]) -> Vec<String> {
    stderr(&folder.kura(command)).lines().map(str::to_owned).collect()
}

/// The ids of the games that a filter chooses.
fn ids(folder: &Folder, filter: &[&str]) -> Vec<u64> {
    let listed = json(folder, &[&["games", "--limit", "0"], filter].concat());
    listed.as_array().unwrap().iter().map(|game| game["id"].as_u64().unwrap()).collect()
}

/// How many records of each kind there are, as `2 game, 1 forfeit`.
fn kinds(folder: &Folder) -> String {
    let sql = "SELECT kind, count(*) AS n FROM game GROUP BY kind ORDER BY kind";
    let rows = json(folder, &["sql", sql]);
    let texts =
        rows.as_array().unwrap().iter().map(|row| format!("{} {}", row["n"], row["kind"].as_str().unwrap()));
    texts.collect::<Vec<_>>().join(", ")
}

#[test]
fn games_without_a_move_are_left_out_and_named() {
    let folder = case("zero");
    let found = json(&folder, &["explore"]);
    assert_eq!((&found["games"], &found["results"]["black_wins"]), (&1.into(), &1.into()));
    assert_eq!(found["score"]["mean"], 1.0);
    assert_eq!(found["left_out"]["position"], 3);
    let left_out = "left out: 3 games without a move (--kind any counts them)".to_owned();
    for command in [&["explore"][..], &["stats"], &["stats", "endings"], &["stats", "players"]] {
        assert!(remarks(&folder, command).contains(&left_out), "{command:?} {:?}", remarks(&folder, command));
    }
    assert_eq!(json(&folder, &["stats"])["games"], 1);
    let every = json(&folder, &["stats", "--kind", "any"]);
    assert_eq!((&every["games"], &every["left_out"]), (&4.into(), &serde_json::json!({})));
    assert_eq!(every["kinds"], serde_json::json!({"game": 1, "position": 3}));
    // The player z1 and z2 have one game each.
    let players = json(&folder, &["stats", "players"]);
    assert_eq!(players.as_array().unwrap().iter().map(|row| &row["games"]).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(ids(&folder, &[]).len(), 4);
    assert_eq!(ids(&folder, &["--kind", "position"]).len(), 3);
    assert!(remarks(&folder, &["games"]).contains(&"1 game, 3 games without a move".to_owned()));
    assert_eq!(json(&folder, &["explore", "--kind", "any"])["games"], 4);
}

#[test]
fn a_forfeit_and_a_game_without_a_move_count_for_nothing() {
    let folder = case("nomoves");
    let found = json(&folder, &["explore"]);
    assert_eq!((&found["games"], &found["score"]["mean"]), (&1.into(), &1.0.into()));
    assert_eq!((&found["moves"][0]["usi"], &found["moves"][0]["share"]), (&"7g7f".into(), &1.0.into()));
    assert_eq!(found["left_out"], serde_json::json!({"position": 1, "forfeit": 1}));
}

#[test]
fn forfeits_have_a_bucket_of_their_own() {
    let folder = case("forfeit");
    let stats = json(&folder, &["stats"]);
    assert_eq!((&stats["games"], &stats["plies"]), (&1.into(), &1.into()));
    assert_eq!(stats["left_out"], serde_json::json!({"forfeit": 1}));
    let years = json(&folder, &["stats", "years"]);
    assert_eq!((&years[0]["games"], &years[0]["mean_plies"]), (&1.into(), &1.0.into()));
    let players = json(&folder, &["stats", "players"]);
    assert_eq!(players[0]["results"], serde_json::json!({"wins": 1, "losses": 0, "draws": 0, "unknown": 0}));
    for command in [&["stats"][..], &["stats", "years"], &["stats", "players"], &["players"]] {
        let remarks = remarks(&folder, command);
        let forfeit = "left out: 1 game decided by forfeit (--kind any counts them)".to_owned();
        assert!(remarks.contains(&forfeit), "{command:?} {remarks:?}");
    }
    // Whoever asks for forfeits has them, and is told what was counted.
    for filter in [&["--kind", "forfeit"], &["--ending", "forfeit"]] {
        let command = [&["stats", "endings"][..], filter].concat();
        assert_eq!(json(&folder, &command)[0]["games"], 1);
        assert!(remarks(&folder, &command).contains(&"based on 1 game decided by forfeit".to_owned()));
    }
}

#[test]
fn a_set_position_is_no_handicap_game() {
    let folder = case("handicap");
    assert_eq!(kinds(&folder), "1 game, 1 position, 1 set_position");
    let handicap = ids(&folder, &["--handicap", "any"]);
    assert_eq!(handicap.len(), 1);
    for filter in [&["--handicap", "二枚落ち"][..], &["--handicap", "two"], &["--start", "handicap"]] {
        assert_eq!(ids(&folder, filter), handicap, "{filter:?}");
    }
    let stats = json(&folder, &["stats", "--handicap", "any"]);
    assert_eq!(
        (&stats["games"], &stats["handicap_games"], &stats["custom_starts"]),
        (&1.into(), &1.into(), &0.into())
    );
    assert_eq!(json(&folder, &["stats", "--start", "set"])["games"], 1);
    assert_eq!(stdout(&folder.kura(&["export", "--handicap", "any"])).lines().count(), 1);
    let game: Value = serde_json::from_str(&stdout(&folder.kura(&["export", "--handicap", "any"]))).unwrap();
    assert_eq!((&game["kind"], &game["placing"]), (&"game".into(), &"two".into()));
    let found = json(&folder, &["explore", "7g7f 3c3d"]);
    assert_eq!((&found["games"], &found["from_set_positions"]), (&1.into(), &1.into()));
    assert_eq!((&found["by_transposition"], &found["moves"][0]["usi"]), (&0.into(), &"2g2f".into()));
    let remarks = remarks(&folder, &["explore", "7g7f 3c3d"]);
    assert!(remarks.contains(&"1 of them from a set position".to_owned()), "{remarks:?}");
    assert_eq!(json(&folder, &["explore", "7g7f 3c3d", "--start", "even"])["games"], 0);
    assert_eq!(json(&folder, &["explore", "7g7f 3c3d", "--start", "set"])["games"], 1);
}

#[test]
fn a_game_from_a_set_position_is_found_where_it_begins() {
    let folder = case("setpos");
    let start = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let found = json(&folder, &["explore", start]);
    assert_eq!((&found["games"], &found["moves"][0]["usi"]), (&1.into(), &"2g2f".into()));
    assert!(remarks(&folder, &["explore", start]).contains(&"1 of them from a set position".to_owned()));
}

#[test]
fn the_placing_names_the_handicap_whatever_the_record_calls_it() {
    let folder = case("handicap2");
    for even in ["平手", "even"] {
        assert_eq!(ids(&folder, &["--handicap", even]).len(), 2, "{even}");
    }
    for two in ["二枚落ち", "二枚", "2枚", "２枚落ち", "two", "飛角落ち", "any"] {
        assert_eq!(ids(&folder, &["--handicap", two]).len(), 2, "{two}");
        let found = json(&folder, &["explore", "--handicap", two]);
        assert_eq!((&found["games"], &found["moves"][0]["usi"]), (&2.into(), &"6a5b".into()), "{two}");
        assert_eq!(json(&folder, &["stats", "--handicap", two])["games"], 2, "{two}");
        assert_eq!(stdout(&folder.kura(&["export", "--handicap", two])).lines().count(), 2, "{two}");
    }
    assert_eq!(ids(&folder, &["--handicap", "even", "--handicap", "any"]), [1, 2, 3, 4]);
    assert_eq!(json(&folder, &["explore", "--handicap", "even"])["games"], 2);
    // Moves begin in the handicap's start position too.
    assert_eq!(json(&folder, &["explore", "6a5b", "--handicap", "二枚"])["games"], 2);
}

#[test]
fn handicaps_in_other_words_and_formats_are_one() {
    let records = "\
手合割：その他\n後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし\n後手番\n先手：甲\n後手：乙
手数----指手---------消費時間--
   1 ５二金(61)
   2 投了
";
    let folder = of_text("a.kif", records);
    folder.write(
        "b.usi",
        "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 6a5b 7g7f\n\
         position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f\n\
         position sfen lnsgkg1nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d\n\
         position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1 moves 7g7f\n\
         position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d\n",
    );
    import(&folder, "b.usi");
    let placings = json(&folder, &["games", "--columns", "placing,kind", "--limit", "0"]);
    let placings: Vec<_> = placings
        .as_array()
        .unwrap()
        .iter()
        .map(|game| format!("{} {}", game["placing"].as_str().unwrap(), game["kind"].as_str().unwrap()))
        .collect();
    let set = "set set_position";
    assert_eq!(placings, ["two game", "two game", "two game", "other game", set, set]);
    assert_eq!(ids(&folder, &["--handicap", "二枚"]), [1, 2, 3]);
    assert_eq!(ids(&folder, &["--handicap", "any"]), [1, 2, 3, 4]);
    assert_eq!(ids(&folder, &["--start", "set"]), [5, 6]);
    assert_eq!(ids(&folder, &["--handicap", "even"]), Vec::<u64>::new());
}

#[test]
fn a_handicap_without_a_name_of_its_own_is_found_by_the_record_s() {
    let diagram = "手合割：銀落ち\n後手の持駒：なし
+---------------------------+
|v香v桂v銀v金v玉v金 ・v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし\n後手番
   1 ３四歩(33)
   2 投了
";
    let folder = of_text("a.kif", diagram);
    assert_eq!(kinds(&folder), "1 game");
    for (handicap, found) in
        [("銀落ち", 1), ("other", 1), ("その他", 1), ("any", 1), ("二枚", 0), ("even", 0)]
    {
        assert_eq!(ids(&folder, &["--handicap", handicap]).len(), found, "{handicap}");
        assert_eq!(json(&folder, &["stats", "--handicap", handicap])["games"], found, "{handicap}");
    }
}

#[test]
fn problems_and_lines_of_books_are_kinds_of_their_own() {
    let problem = |head: &str, moves: &str| {
        format!(
            "{head}後手の持駒：飛二\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n{}+---------------------------+\n先手の持駒：金二\n{moves}",
            "| ・ ・ ・ ・ ・ ・ ・ 歩 ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|三\n".to_owned()
                + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6)
        )
    };
    let moves = "   1 １二金打\n   2 詰み\n";
    for (head, moves, kind) in [
        ("手合割：詰将棋\n", moves, "1 problem"),
        ("手合割：その他\n詰方：甲\n玉方：乙\n", moves, "1 problem"),
        ("手合割：その他\n作品名：冬\n作者：甲\n", "", "1 problem"),
        ("手合割：その他\n棋戦：詰将棋集\n", moves, "1 problem"),
        ("手合割：その他\n先手：攻方\n後手：玉方\n", moves, "1 problem"),
        ("手合割：その他\n先手：甲\n後手：乙\n", moves, "1 set_position"),
        ("手合割：その他\n", "", "1 position"),
    ] {
        let folder = of_text("a.kif", &problem(head, moves));
        assert_eq!(kinds(&folder), kind, "{head}{moves}");
    }
    let folder = of_text("a.kif", &problem("手合割：詰将棋\n", moves));
    let sfen = "8k/7P1/8G/9/9/9/9/9/9 b 2G2r 1";
    let found = json(&folder, &["explore", sfen]);
    assert_eq!((&found["games"], &found["left_out"]), (&0.into(), &serde_json::json!({"problem": 1})));
    assert_eq!(json(&folder, &["explore", sfen, "--kind", "problem"])["games"], 1);
    let book = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
                2g2f 3c3d 63 27 935\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1\n\
                8c8d none none none 400\n";
    let folder = of_text("a.db.sfen", book);
    assert_eq!(kinds(&folder), "2 book_line");
    assert_eq!(json(&folder, &["stats"])["games"], 0);
    assert_eq!(json(&folder, &["stats"])["left_out"], serde_json::json!({"book_line": 2}));
    let headless = book.split_once('\n').unwrap().1;
    assert_eq!(kinds(&of_text("b.sfen", headless)), "2 book_line");
}

#[test]
fn a_game_of_one_player_against_itself_counts_once() {
    let folder = case("self");
    let players = json(&folder, &["stats", "players"]);
    let [only] = &players.as_array().unwrap()[..] else { panic!("{players}") };
    assert_eq!((&only["games"], &only["self_play"], &only["as_black"]), (&2.into(), &2.into(), &0.into()));
    assert_eq!((&only["results"]["wins"], &only["score"]), (&0.into(), &Value::Null));
    assert_eq!(json(&folder, &["stats"])["games"], 2);
    assert_eq!(json(&folder, &["explore", "--player", "self"])["games"], 2);
    assert_eq!(ids(&folder, &["--player", "self", "--opponent", "self"]).len(), 2);
    assert_eq!(json(&folder, &["players"])[0]["games"], 2);
    // So does a game between two names of one person, and a game against somebody else stays a result.
    let csa = |black: &str, white: &str| format!("V2.2\nN+{black}\nN-{white}\nPI\n+\n+7776FU\n%TORYO\n");
    let folder = of_text("a.csa", &[csa("X-1", "X-2"), csa("X-1", "Y"), csa("Y", "X-2")].join("/\n"));
    let alone = json(&folder, &["stats", "players"]);
    assert_eq!(alone.as_array().unwrap().iter().map(|row| &row["games"]).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(folder.kura(&["players", "alias", "--force", "X-1", "X-2"]).status.code(), Some(0));
    let players = json(&folder, &["stats", "players"]);
    let row = players.as_array().unwrap().iter().find(|row| row["player"] == "X-1").unwrap();
    assert_eq!((&row["games"], &row["self_play"], &row["as_black"]), (&3.into(), &1.into(), &1.into()));
    assert_eq!((&row["results"]["wins"], &row["results"]["losses"]), (&1.into(), &1.into()));
}

#[test]
fn a_database_of_dobutsu_games_alone_shows_them() {
    let folder = of_text("a.csa", "PI\n+\n+7776FU\n");
    std::fs::remove_file(folder.path("kura.db")).unwrap();
    folder.write("d.usi", "startpos moves b3b2 b1b2\nstartpos moves b3b2 a1b2\n");
    import(&folder, "d.usi");
    assert_eq!(json(&folder, &["stats"])["games"], 2);
    let found = json(&folder, &["explore"]);
    assert_eq!((&found["games"], &found["moves"][0]["usi"]), (&2.into(), &"b3b2".into()));
    assert_eq!(json(&folder, &["stats", "--variant", "shogi"])["games"], 0);
    // Where there is a game of standard shogi, that is what is meant.
    folder.write("s.usi", "startpos moves 7g7f\n");
    import(&folder, "s.usi");
    assert_eq!(json(&folder, &["stats"])["games"], 1);
    assert!(
        remarks(&folder, &["stats"]).iter().any(|line| line.starts_with("left out, of dobutsu: 2 games ("))
    );
}

#[test]
fn a_year_lies_in_its_days() {
    let folder = case("dates");
    let of_the_year = ids(&folder, &["--since", "2024", "--until", "2024"]);
    assert_eq!(of_the_year.len(), 4);
    for days in [
        &["--since", "2024-01-01", "--until", "2024-12-31"][..],
        &["--since", "2024/1/1", "--until", "2024.12.31"],
        &["--since", "令和6年1月1日", "--until", "令和６年"],
        &["--since", "20240101", "--until", "2024年12月"],
        &["--since", "2024-01"],
    ] {
        assert_eq!(ids(&folder, days), of_the_year, "{days:?}");
    }
    let remarks = remarks(&folder, &["games", "--since", "2024"]);
    let undecided = "undecided by date: 1 game, 1 of them without any date (--undated include counts them)";
    assert_eq!(remarks, ["4 games", undecided]);
}

#[test]
fn a_date_that_leaves_it_open_is_undecided_and_named() {
    let folder = case("dates");
    let may = ["--since", "2024-05", "--until", "2024-05"];
    let with = |undated: &str| ids(&folder, &[&may[..], &["--undated", undated]].concat()).len();
    // 2024-05 and 2024-05-15 are of May, 2023-12-31 is not; twice 2024 and no date may be.
    assert_eq!(["exclude", "include", "only"].map(with), [2, 5, 3]);
    for command in [&["stats"][..], &["explore"]] {
        let answer = json(&folder, &[command, &may].concat());
        assert_eq!((&answer["games"], &answer["undecided"]), (&2.into(), &3.into()), "{command:?}");
        let answer = json(&folder, &[command, &may, &["--undated", "include"]].concat());
        assert_eq!((&answer["games"], &answer["undecided"]), (&5.into(), &0.into()), "{command:?}");
        let answer = json(&folder, &[command, &["--undated", "only"]].concat());
        assert_eq!(answer["games"], 1, "{command:?}");
        let answer = json(&folder, &[command, &["--undated", "exclude"]].concat());
        assert_eq!((&answer["games"], &answer["undecided"]), (&5.into(), &1.into()), "{command:?}");
    }
    let undecided = "undecided by date: 3 games, 1 of them without any date (--undated include counts them)";
    for command in [
        &["games"][..],
        &["games", "--player", "a"],
        &["games", "--sequence", "1g1f"],
        &["games", "--position", "startpos"],
        &["stats", "years"],
        &["stats", "endings"],
        &["stats", "lengths"],
        &["stats", "players"],
        &["explore"],
    ] {
        let remarks = remarks(&folder, &[command, &may].concat());
        let expected = match command {
            [_, "--sequence", _] => Some("undecided by date: 1 game (--undated include counts them)"),
            _ => Some(undecided),
        };
        let found = remarks.iter().find(|remark| remark.starts_with("undecided"));
        assert_eq!(found.map(String::as_str), expected, "{command:?} {remarks:?}");
    }
    // Whatever is certain stays out: a day after all of them leaves only the game without a date open.
    let later = json(&folder, &["stats", "--since", "2025"]);
    assert_eq!((&later["games"], &later["undecided"]), (&0.into(), &1.into()));
    assert_eq!(
        stdout(&folder.kura(&["export", "--since", "2024-05", "--until", "2024-05"])).lines().count(),
        2
    );
    assert_eq!(folder.kura(&["games", "--since", "2024-13"]).status.code(), Some(2));
    assert_eq!(folder.kura(&["games", "--since", "03/04/2018"]).status.code(), Some(2));
    assert!(ids(&folder, &["--since", "2024-06", "--until", "2024-05", "--undated", "include"]).is_empty());
}

#[test]
fn games_without_a_date_have_a_row_wherever_years_are_listed() {
    let folder = case("dates");
    let found = json(&folder, &["explore", "--by", "year"]);
    let years: Vec<(Value, Value)> = found["years"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["year"].clone(), row["games"].clone()))
        .collect();
    assert_eq!(years, [(2023.into(), 1.into()), (2024.into(), 4.into()), (Value::Null, 1.into())]);
    assert_eq!(found["games"], 6);
    let rows = json(&folder, &["stats", "years"]);
    assert_eq!(rows.as_array().unwrap().iter().map(|row| &row["games"]).collect::<Vec<_>>(), [1, 4, 1]);
    for command in [&["explore", "--by", "year"][..], &["stats", "years"]] {
        assert!(remarks(&folder, command).contains(&"– no date: 1".to_owned()), "{command:?}");
    }
    let table = stdout(&folder.kura(&["explore", "--by", "year"]));
    assert!(table.lines().any(|line| line.trim_start().starts_with("–      1")), "{table}");
}
