//! Records of dōbutsu shōgi from text to the database and back.

use super::naive::{self, NaiveGame};
use crate::support::{Folder, long, samples, single_samples, stderr, stdout};
use kifukura::database::Database;
use kifukura::formats::dobutsu::Notation;
use kifukura::formats::{self, csa, dobutsu, kif, usi};
use kifukura::import::{Options, import};
use kifukura::query::{self, Condition, ExploreOptions, Filter, Questions};
use kifukura::record::{Ending, Record};
use kifukura::replay::{Game, replay};
use kifukura::rules::{Color, PlayablePosition, Variant, VariantPosition};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every notation in which a game can be written.
const NOTATIONS: [&str; 8] = ["kif", "csa", "csa3", "lishogi", "ours", "fairy", "algebraic", "prose"];

fn write(notation: &str, record: &Record, game: &Game) -> String {
    match notation {
        "kif" => kif::write(record, game).text,
        "csa" => csa::write(record, game, csa::Version::V22).text,
        "csa3" => csa::write(record, game, csa::Version::V30).text,
        "lishogi" => usi::write(record, game).text,
        "ours" => dobutsu::write(record, game, Notation::Ours).text,
        "fairy" => dobutsu::write(record, game, Notation::Fairy).text,
        "algebraic" => dobutsu::write(record, game, Notation::Algebraic).text,
        _ => dobutsu::write(record, game, Notation::Prose).text,
    }
}

/// What must survive: start, moves, what is declared and verified, who won.
fn essence(game: &Game) -> String {
    let start = game.start.sfen();
    let outcome = &game.outcome;
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?}",
        start.rsplit_once(' ').map_or("", |(start, _)| start),
        game.moves(),
        outcome.declared,
        outcome.declared_winner,
        outcome.verified,
        outcome.verified_winner,
        game.winner(),
    )
}

fn one(text: &str) -> (Record, Game) {
    let document = formats::read(text.as_bytes());
    assert_eq!(document.records.len(), 1, "{text}");
    let record = document.records.into_iter().next().unwrap();
    assert_eq!(record.variant(), Variant::Dobutsu, "{text}");
    let game = replay(&record).unwrap();
    (record, game)
}

#[test]
fn every_sample_comes_back_in_every_notation() {
    let mut count = 0;
    for entry in std::fs::read_dir(samples().join("dobutsu")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "README.md" || name == "expected.tsv" {
            continue;
        }
        for record in formats::read(&std::fs::read(&path).unwrap()).records {
            assert_eq!(record.variant(), Variant::Dobutsu, "{name}");
            let game = replay(&record).unwrap();
            for notation in NOTATIONS {
                // A list has no closing line beside the row, and no moves after the game.
                let lists = !notation.starts_with("csa") && notation != "kif";
                let simple = record.main().declarations.len() <= 1
                    && record
                        .main()
                        .declarations
                        .iter()
                        .all(|said| said.by == kifukura::record::DeclaredBy::Row)
                    && record.main().plies.len() <= game.moves().len() + 1;
                if lists && !simple || notation.starts_with("csa") && name == "no-such-winner.kif" {
                    continue;
                }
                let text = write(notation, &record, &game);
                let (_, again) = one(&text);
                let (mut want, mut got) = (essence(&game), essence(&again));
                if name == "cp932.kif" && notation != "kif" {
                    // CSA cannot say that a side has won without saying why.
                    want = format!("{:?}", game.moves());
                    got = format!("{:?}", again.moves());
                }
                assert_eq!(got, want, "{name} as {notation}:\n{text}");
                count += 1;
            }
        }
    }
    assert!(count > 250, "{count}");
}

fn csa_file(games: &[NaiveGame]) -> String {
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let _ = writeln!(text, "N+first {index}\nN-second {index}\n{}", game.moves.join("\n"));
        if game.ending == "none" {
            text += if index % 2 == 0 { "%TORYO\n" } else { "%CHUDAN\n" };
        } else if index % 3 == 0 {
            text += match game.ending {
                "lion_captured" => "%CATCH\n",
                "lion_try" => "%TRY\n",
                _ => "%SENNICHITE\n",
            };
        }
        text += "/\n";
    }
    text
}

/// Games by Black's name: moves, endings, winner, facts.
fn content(database: &Database) -> BTreeMap<String, String> {
    let sql = "SELECT b.name, hex(g.moves), g.variant, g.start, g.declared_ending, g.declared_winner, g.verified_ending,
                   g.verified_winner, g.winner, g.facts, g.fingerprint
               FROM game g JOIN player b ON b.id = g.black";
    let rows = query::run_sql(database, sql).unwrap().rows;
    rows.into_iter().map(|row| (row[0].as_str().unwrap().to_owned(), format!("{:?}", &row[1..]))).collect()
}

#[test]
fn generated_games_end_as_the_plain_rules_say_and_survive_export() {
    let many = long("10,000 generated games of dōbutsu shōgi instead of 600");
    let games: Vec<NaiveGame> = (0..if many { 10_000 } else { 600 }).map(naive::game).collect();
    let folder = Folder::new();
    let path = folder.write("games.csa", csa_file(&games));
    let database = Database::create(&folder.path("a.db")).unwrap();
    let summary = import(&database, &[path], Options::default(), &mut |_| {}).unwrap();
    assert_eq!((summary.games, summary.stored), (games.len() as u64, games.len() as u64));

    let sql = "SELECT b.name, g.verified_ending, g.verified_winner, json_extract(g.facts, '$.repetition_plies'), g.plies,
                   g.agreement, g.id FROM game g JOIN player b ON b.id = g.black WHERE g.variant = 'dobutsu'";
    let rows = query::run_sql(&database, sql).unwrap().rows;
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        let index: usize = row[0].as_str().unwrap().trim_start_matches("first ").parse().unwrap();
        let game = &games[index];
        let winner = game.winner.map(|side| Color::ALL[side].name());
        let plies = game.threefold.map(|plies| format!("[{},{},{}]", plies[0], plies[1], plies[2]));
        assert_eq!(row[1].as_str(), Some(game.ending), "game {index}");
        assert_eq!(row[2].as_str(), winner, "game {index}");
        assert_eq!(row[3].as_str().map(str::to_owned), plies, "game {index}");
        assert_eq!(row[4].as_u64(), Some(game.moves.len() as u64), "game {index}");
        assert_ne!(row[5].as_str(), Some("contradicts"), "game {index}");
        *endings.entry(game.ending).or_default() += 1;
    }
    eprintln!("{} games: {endings:?}", rows.len());
    for ending in ["lion_captured", "lion_try", "threefold", "none"] {
        assert!(endings[ending] > games.len() / 50, "{endings:?}");
    }
    let most = |index: usize| games[index].most;
    let ids: Vec<(i64, usize)> = rows
        .iter()
        .map(|row| (row[6].as_i64().unwrap(), row[0].as_str().unwrap()[6..].parse().unwrap()))
        .collect();
    let (mut kif_text, mut csa_text) = (String::new(), String::new());
    for (id, index) in ids {
        let record = database.record(id).unwrap().unwrap();
        let game = replay(&record).unwrap();
        assert_eq!(game.outcome.facts.occurrences, most(index), "game {index}");
        kif_text += &write("kif", &record, &game);
        csa_text += &write("csa", &record, &game);
        csa_text += "/\n";
        let notation = NOTATIONS[index % NOTATIONS.len()];
        assert_eq!(
            essence(&one(&write(notation, &record, &game)).1),
            essence(&game),
            "game {index} as {notation}"
        );
    }
    let before = content(&database);
    for (name, text) in [("again.kif", kif_text), ("again.csa", csa_text)] {
        let path = folder.write(name, text);
        let second = Database::create(&folder.path(&format!("{name}.db"))).unwrap();
        import(&second, &[path], Options::default(), &mut |_| {}).unwrap();
        assert_eq!(content(&second), before, "{name}");
    }
}

#[test]
fn the_two_games_stay_apart() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("kura.db")).unwrap();
    import(&database, &single_samples(), Options::default(), &mut |_| {}).unwrap();
    for variant in Variant::ALL {
        let board = VariantPosition::startpos(variant);
        let mut options = ExploreOptions::default();
        options.examples = 1000;
        let found = database.explore(&board, &Filter::default(), &options).unwrap();
        assert!(found.games > 10, "{variant}");
        assert!(found.examples.iter().all(|game| game.variant == variant));
        let overview = database.overview(&Filter::default().and(Condition::Variant(variant))).unwrap();
        assert!(overview.answer.games + overview.base.left_out.all() >= found.games);
    }
    let keys = Variant::ALL.map(|variant| VariantPosition::startpos(variant).index_key());
    assert_ne!(keys[0], keys[1]);

    let stats = folder.kura(&["stats"]);
    assert!(
        stderr(&stats)
            .contains("left out, of dobutsu: 42 games, 4 games from set positions, 1 game without a move"),
        "{}",
        stderr(&stats)
    );
    let animals = folder.kura(&["stats", "endings", "--variant", "dobutsu", "--format", "csv"]);
    assert!(stdout(&animals).contains("lion_captured,"), "{}", stdout(&animals));
    assert!(!stdout(&animals).contains("jishogi"));
    let explored = stdout(&folder.kura(&["explore", "b3b2", "--format", "json"]));
    assert!(explored.contains("\"usi\": \"b1b2\""), "{explored}");
    let table = stdout(&folder.kura(&["explore", "--variant", "dobutsu"]));
    assert!(table.contains("b3b2  B2ひよこ"), "{table}");
    let listed =
        stdout(&folder.kura(&["games", "--variant", "dobutsu", "--ending", "lion_try", "--format", "jsonl"]));
    let first: serde_json::Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    assert_eq!(first["variant"], "dobutsu");
    let id = first["id"].to_string();
    let shown = stdout(&folder.kura(&["show", &id, "--ascii", "--ply", "0"]));
    assert!(shown.contains("1 | g l e |\n2 | . c . |\n3 | . C . |\n4 | E L G |"), "{shown}");
    assert!(stdout(&folder.kura(&["show", &id])).contains('🦁'));
    let prose = stdout(&folder.kura(&["show", &id, "--as", "prose"]));
    assert!(prose.contains('▲'), "{prose}");
    let exported = stdout(&folder.kura(&["export", "--variant", "dobutsu"]));
    assert!(exported.lines().all(|line| line.contains("\"variant\":\"dobutsu\"")));
    let missing = folder.kura(&["dobutsu", "annotate", "--table", "no.table"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("kura dobutsu solve"), "{}", stderr(&missing));
}

#[test]
fn kinds_of_endings_are_read_back_from_their_names() {
    for ending in Ending::ALL {
        assert_eq!(Ending::from_name(ending.name()), Some(ending));
    }
}

#[test]
fn a_game_held_against_perfect_play() {
    let Some(table) = std::env::var_os("KURA_DOBUTSU").filter(|path| std::path::Path::new(path).is_file())
    else {
        eprintln!("SKIPPED: annotation: set KURA_DOBUTSU to a table to run it");
        return;
    };
    let table = table.to_string_lossy().into_owned();
    let folder = Folder::new();
    folder.write("a.txt", "b3b2 b1b2 C*c2 b2b1 c2c1+ b1b2 E*a3 b2b1 c1b1\n");
    folder.kura(&["import", "a.txt"]);
    let line = stdout(&folder.kura(&["dobutsu", "annotate", "--table", &table, "--format", "jsonl"]));
    let game: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(game["values"][0], "loss 78");
    assert_eq!(game["values"][1], "win 75");
    assert_eq!(game["values"].as_array().unwrap().len(), 10);
    assert_eq!(game["values"][9], "loss 0");
    assert!(!game["thrown"].as_array().unwrap().is_empty());
    assert_eq!(game["thrown"][0]["side"], "white");
    let explored =
        stdout(&folder.kura(&["explore", "--variant", "dobutsu", "--table", &table, "--format", "json"]));
    let explored: serde_json::Value = serde_json::from_str(&explored).unwrap();
    assert_eq!((&explored["value"], &explored["moves"][0]["value"]), (&"loss 78".into(), &"loss 76".into()));
    for by in ["side", "ply", "player"] {
        let stats = folder.kura(&["stats", "dobutsu", "--by", by, "--table", &table, "--format", "jsonl"]);
        assert_eq!(stats.status.code(), Some(0), "{}", stderr(&stats));
    }
}

proptest! {
    #[test]
    fn texts_like_records_never_panic(
        text in "(([▲△]?[A-D]?[0-5同](ひよこ|ぞう|きりん|ライオン|にわとり|打|成|左)|[a-d][0-5][a-d][1-5]\\+?|[CEGLR][@*][a-c][1-4]|[1-4][a-d][1-4][a-d]|resign|moves|position|sfen|fen|gle/1c1/1C1/ELG|\\[-\\]|[bw]|-|[+-][A-D0][0-5][A-D0][0-5](LI|KI|ZO|HI|NI)|-KI-LI-ZO|000000|トライ|手合割：どうぶつしょうぎ|\\|vきvラvぞ\\|一|変化：2手|   1 ２二ひよこ\\(23\\))[ \\n]){0,25}"
    ) {
        let document = formats::read(text.as_bytes());
        for record in &document.records {
            if let Ok(game) = replay(record) {
                for notation in NOTATIONS {
                    let _ = write(notation, record, &game);
                }
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = dobutsu::read(&String::from_utf8_lossy(&bytes));
        let _ = dobutsu::score(&String::from_utf8_lossy(&bytes));
    }
}
