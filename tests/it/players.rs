//! Players: every spelling finds every game, aliases and their undoing, suggestions.

use crate::support::{Folder, stderr, stdout};
use kifukura::database::Database;
use kifukura::import::{Options, import};
use kifukura::query::{
    self, Condition, ExploreOptions, Filter, PlayerCondition, Query, Questions, search_games,
};
use kifukura::record::normalize_name;
use kifukura::rules::{Color, Variant, VariantPosition};
use serde_json::Value;
use std::collections::HashMap;

/// Spellings; those of a row are one name.
const NAMES: [&[&str]; 8] = [
    &["髙見 泰地", "高見泰地", "高見　泰地"],
    &["渡邉明", "渡辺明", "渡邊 明"],
    &["斎藤", "齋藤"],
    &["斉藤", "齊藤"],
    &["Engine A", "ＥｎｇｉｎｅＡ", "engine a"],
    &["Engine B"],
    &["山﨑・隆之", "山崎隆之"],
    &["北浜"],
];

fn game(black: &str, white: &str, number: usize) -> String {
    let result = ["%TORYO", "%CHUDAN", "%SENNICHITE"][number % 3];
    format!(
        "V2.2\n$SITE:{number}\nN+{black}\nN-{white}\n$EVENT:{}\n$START_TIME:20{:02}/01/01\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n{result}\n",
        ["王座戦", "王座戰", "リーグ"][number % 3],
        number % 30
    )
}

/// The games as pairs of names, and a database of them.
fn collection(folder: &Folder) -> (Database, Vec<[String; 2]>) {
    let spellings: Vec<&str> = NAMES.iter().flat_map(|names| names.iter().copied()).collect();
    let mut random = fastrand::Rng::with_seed(5);
    let games: Vec<[String; 2]> =
        (0..240).map(|_| [(); 2].map(|()| spellings[random.usize(..spellings.len())].to_owned())).collect();
    std::fs::create_dir(folder.path("games")).unwrap();
    for (number, [black, white]) in games.iter().enumerate() {
        folder.write(&format!("games/{number}.csa"), game(black, white, number));
    }
    let database = Database::create(&folder.path("kura.db")).unwrap();
    let mut options = Options::default();
    options.duplicates = kifukura::import::Duplicates::Keep;
    let summary = import(&database, &[folder.path("games")], options, &mut |_| {}).unwrap();
    assert_eq!(summary.stored, 240);
    (database, games)
}

/// What a filter must find, counted without the database: `persons` maps folded names to the names of their persons.
fn brute(games: &[[String; 2]], condition: &PlayerCondition, persons: &HashMap<&str, Vec<&str>>) -> u64 {
    let is = |name: &str, part: &str| {
        let folded = normalize_name(name);
        let all = persons.get(folded.as_str()).map_or_else(|| vec![folded.as_str()], Clone::clone);
        all.iter().any(|name| name.contains(&normalize_name(part)))
    };
    let chosen = games.iter().filter(|[black, white]| {
        [(Color::Black, black, white), (Color::White, white, black)].iter().any(|(color, own, other)| {
            condition.side.is_none_or(|wanted| wanted == *color)
                && condition.names.iter().any(|name| is(own, &name.to_string()))
                && (condition.opponents.is_empty()
                    || condition.opponents.iter().any(|name| is(other, &name.to_string())))
        })
    });
    chosen.count() as u64
}

/// Every question in every way that the program has of asking it.
fn compare(database: &Database, games: &[[String; 2]], persons: &HashMap<&str, Vec<&str>>) {
    let start = VariantPosition::startpos(Variant::Shogi);
    let parts = [
        "髙見",
        "高見",
        "渡邊",
        "明",
        "斎",
        "齊",
        "ｅｎｇｉｎｅ",
        "Engine A",
        "山崎隆",
        "habu",
        "none",
        "藤",
        "・",
    ];
    let mut conditions = Vec::new();
    for player in parts {
        for opponents in [&[][..], &["Ｅngine"], &["渡辺"], &["渡辺", "engine b"]] {
            for side in [None, Some(Color::Black), Some(Color::White)] {
                let opponents = opponents.iter().map(|name| (*name).into()).collect();
                let names = vec![player.into()];
                conditions.push(PlayerCondition { names, side, opponents, ..Default::default() });
            }
        }
    }
    conditions.push(PlayerCondition { names: vec!["髙見".into(), "habu".into()], ..Default::default() });
    for condition in conditions {
        let want = brute(games, &condition, persons);
        let filter = Filter::default().and(Condition::Player(condition));
        assert_eq!(database.count_games(&filter).unwrap(), want, "{filter}");
        let explored = database.explore(&start, &filter, &ExploreOptions::default()).unwrap();
        assert_eq!(explored.games, want, "{filter}");
        let queries = [Query::sequence(&["7g7f".parse().unwrap()]).unwrap()];
        let found = search_games(database, &queries, &filter, false).unwrap();
        assert_eq!(found.places.len() as u64, want, "{filter}");
    }
}

#[test]
fn every_spelling_finds_every_game_whatever_is_merged() {
    let folder = Folder::new();
    let (database, games) = collection(&folder);
    let mut persons = HashMap::new();
    compare(&database, &games, &persons);
    database.join_players("渡辺明", &["Habu Y".to_owned(), "北浜".to_owned()]).unwrap();
    let watanabe = vec!["渡辺明", "habuy", "北浜"];
    persons.extend([("渡辺明", watanabe.clone()), ("北浜", watanabe)]);
    compare(&database, &games, &persons);
    database.join_players("ENGINE B", &["engine a".to_owned()]).unwrap();
    let engine = vec!["enginea", "engineb"];
    persons.extend([("enginea", engine.clone()), ("engineb", engine)]);
    compare(&database, &games, &persons);
    let players = database.players(&Filter::default(), None).unwrap().answer;
    assert_eq!(players.len(), 6);
    let watanabe = players.iter().find(|player| player.player == "渡辺明").unwrap();
    // A game between two names of one person counts once.
    let is_watanabe = |name: &String| matches!(normalize_name(name).as_str(), "渡辺明" | "北浜");
    let own = games.iter().filter(|names| names.iter().any(is_watanabe)).count() as u64;
    let self_play = games.iter().filter(|names| names.iter().all(is_watanabe)).count() as u64;
    assert_eq!((watanabe.games, watanabe.self_play), (own, self_play));
    assert_eq!(watanabe.aliases, ["Habu Y"]);
    assert_eq!(watanabe.spellings.len(), 4);
    assert_eq!(database.overview(&Filter::default()).unwrap().answer.players, 6);
    assert_eq!(database.overview(&Filter::default()).unwrap().answer.events, 2);
    assert_eq!(database.split_player("渡邉明").unwrap().unwrap().1, 2);
    assert_eq!(database.split_player("engine b").unwrap().unwrap().1, 1);
    compare(&database, &games, &HashMap::new());
    let filter = "event=王座戰".parse().unwrap();
    assert_eq!(database.count_games(&filter).unwrap(), 160);
    let start = VariantPosition::startpos(Variant::Shogi);
    assert_eq!(database.explore(&start, &filter, &ExploreOptions::default()).unwrap().games, 160);
    assert_eq!(query::examine(&database).unwrap().stale_names, 0);
}

#[test]
fn aliases_before_and_after_an_import_are_the_same() {
    let answers = |first: bool| {
        let folder = Folder::new();
        folder.write("a.csa", game("羽生", "森内", 0));
        folder.write("b.csa", game("Habu", "森内", 1));
        let alias = || assert_eq!(folder.kura(&["players", "alias", "羽生", "Habu"]).status.code(), Some(0));
        folder.kura(&["import", "a.csa"]);
        if first {
            alias();
        }
        folder.kura(&["import", "b.csa"]);
        if !first {
            alias();
        }
        let players = stdout(&folder.kura(&["players", "--format", "jsonl"]));
        let export = stdout(&folder.kura(&["export"]));
        let doctor = folder.kura(&["doctor"]);
        assert_eq!(doctor.status.code(), Some(0), "{}", stdout(&doctor));
        (players, export)
    };
    assert_eq!(answers(true), answers(false));
    assert!(answers(true).0.contains(r#""player":"羽生","games":2"#), "{}", answers(true).0);
}

#[test]
fn an_alias_makes_no_duplicate_and_parts_none() {
    let folder = Folder::new();
    folder.write("a.csa", game("羽生", "森内", 0));
    folder.write("b.csa", game("Habu", "森内", 0));
    folder.kura(&["import", "a.csa"]);
    folder.kura(&["players", "alias", "羽生", "Habu"]);
    let summary: Value = serde_json::from_str(&stdout(&folder.kura(&["import", "b.csa", "--json"]))).unwrap();
    assert_eq!((&summary["stored"], &summary["duplicates"]), (&1.into(), &0.into()));
}

#[test]
fn the_command_lists_merges_splits_and_suggests() {
    let folder = Folder::new();
    for (number, (black, white)) in [
        ("斎藤慎", "甲乙丙"),
        ("斉藤慎", "甲乙丁"),
        ("engine1", "engine2"),
        ("羽生", "丙丁戊"),
        ("羽生善", "己庚"),
    ]
    .iter()
    .enumerate()
    {
        folder.write(&format!("{number}.csa"), game(black, white, number * 30));
    }
    folder.kura(&["import", "."]);
    let rows = |arguments: &[&str]| -> Vec<Value> {
        let output = folder.kura(&[arguments, &["--format", "jsonl"]].concat());
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let pairs: Vec<String> = rows(&["players", "suggest"])
        .iter()
        .map(|row| {
            format!(
                "{} {} {}",
                row["likeness"].as_str().unwrap(),
                row["player"].as_str().unwrap(),
                row["other"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        pairs,
        ["similar_characters 斉藤慎 斎藤慎", "one_character 甲乙丁 甲乙丙", "beginning 羽生 羽生善"]
    );
    assert_eq!(rows(&["players", "--limit", "0"]).len(), 10);
    assert_eq!(rows(&["players", "--like", "齋藤"]).len(), 1);
    let output = folder.kura(&["players", "merge", "斎藤慎", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no player is called `nobody`"), "{}", stderr(&output));
    assert_eq!(
        stderr(&folder.kura(&["players", "merge", "斎藤慎", "斉藤慎"])),
        "1 player joined to `斎藤慎` (operation 2; `kura undo 2` takes it back)\n"
    );
    let row = &rows(&["players", "list", "--like", "齋藤"])[0];
    assert_eq!((&row["games"], &row["spellings"]), (&2.into(), &serde_json::json!(["斉藤慎", "斎藤慎"])));
    assert_eq!(rows(&["stats", "players", "--limit", "0"]).len(), 9);
    assert_eq!(rows(&["games", "--player", "斉藤"]).len(), 2);
    assert_eq!(
        stderr(&folder.kura(&["players", "split", "斉藤慎"])),
        "1 name split off (operation 3; `kura undo 3` takes it back)\n"
    );
    assert_eq!(folder.kura(&["players", "split", "斉藤慎"]).status.code(), Some(1));
    assert_eq!(rows(&["games", "--player", "斉藤"]).len(), 1);
    // Two who played each other are two.
    folder.write("x.csa", game("甲乙丙", "甲乙丁", 1));
    folder.kura(&["import", "x.csa"]);
    assert_eq!(rows(&["players", "suggest"]).len(), 2);
    let merge = |extra: &[&str]| folder.kura(&[&["players", "merge", "甲乙丙", "甲乙丁"], extra].concat());
    let refused = merge(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        stderr(&refused),
        "error: `甲乙丙` and `甲乙丁` played each other in 1 game, so they are two persons\n\
         hint: `kura games --player 甲乙丙 --opponent 甲乙丁` shows it; `--force` makes them one nevertheless\n"
    );
    assert_eq!(rows(&["players", "--like", "甲乙丁"])[0]["games"], 2);
    let refused = folder.kura(&["players", "alias", "甲乙丙", "甲乙丁"]);
    assert_eq!(refused.status.code(), Some(2));
    // All names of a person count.
    folder.kura(&["players", "alias", "甲乙丁", "Delta"]);
    assert_eq!(folder.kura(&["players", "merge", "Delta", "甲乙丙"]).status.code(), Some(2));
    assert!(stderr(&merge(&["--force"])).contains("1 player joined to `甲乙丙`"));
    folder.kura(&["undo"]);
    assert_eq!(rows(&["players", "--like", "甲乙丁"])[0]["games"], 2);
}

#[test]
fn a_merge_of_two_with_different_titles_at_one_time_is_warned_of() {
    let folder = Folder::new();
    let record =
        |black: &str, day: &str| format!("V2.2\nN+{black}\nN-x\n$START_TIME:{day}\nPI\n+\n+7776FU\n%TORYO\n");
    for (number, (black, day)) in [
        ("甲野太郎竜王", "2020/01/01"),
        ("甲野太郎九段", "2021/01/01"),
        ("乙野次郎名人", "2020/03/01"),
        ("丙野三郎五段", "2020/03/01"),
        ("丁野四郎八段", "2020/04/01"),
    ]
    .into_iter()
    .enumerate()
    {
        folder.write(&format!("{number}.csa"), record(black, day));
        folder.kura(&["import", &format!("{number}.csa")]);
    }
    for (keep, other, warning) in [
        (
            "甲野太郎竜王",
            "乙野次郎名人",
            "warning: in 2020 `甲野太郎竜王` is 竜王 and `乙野次郎名人` is 名人, which one person is not at once\n",
        ),
        (
            "丙野三郎五段",
            "丁野四郎八段",
            "warning: in 2020 `丙野三郎五段` is 五段 and `丁野四郎八段` is 八段, which one person is not at once\n",
        ),
        ("甲野太郎竜王", "丁野四郎八段", ""),
    ] {
        let said = stderr(&folder.kura(&["players", "merge", keep, other]));
        let (before, _) = said.split_once("1 player joined").unwrap();
        assert_eq!(before, warning);
        folder.kura(&["undo"]);
    }
}
