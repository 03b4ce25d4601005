//! The explorer against brute force: every game replayed, every position looked at.

use crate::support::{Folder, long, shared, single_samples, stdout};
use kifukura::database::Database;
use kifukura::query::{AskedPosition, ExploreOptions, Filter, Listing, Questions, Results, run_sql};
use kifukura::rules::VariantPosition;
use kifukura::rules::shogi::Move;
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

fn rows(database: &Database, sql: &str) -> Vec<Vec<serde_json::Value>> {
    run_sql(database, sql).unwrap().rows
}

/// A game as brute force sees it: its positions (board, side, hands), and what was played in each.
struct Played {
    id: i64,
    counts: bool,
    is_set: bool,
    result: Results,
    positions: Vec<(String, Option<Move>)>,
}

fn played(database: &Database) -> Vec<Played> {
    let mut games = Vec::new();
    for row in rows(
        database,
        "SELECT id, plies > 0 AND declared_ending <> 'forfeit' AND kind NOT IN ('problem', 'book_line'),
             start IS NOT NULL AND placing = 'set', coalesce(winner, 'none'),
             CASE verified_ending WHEN 'none' THEN declared_ending ELSE verified_ending END FROM game
         WHERE variant = 'shogi' ORDER BY id",
    ) {
        let id = row[0].as_i64().unwrap();
        let record = database.record(id).unwrap().unwrap();
        let game = kifukura::replay::replay(&record).unwrap();
        let mut position = game.start.clone();
        let board = |position: &VariantPosition| position.sfen().rsplit_once(' ').unwrap().0.to_owned();
        let mut positions = Vec::new();
        for mv in game.moves() {
            positions.push((board(&position), Some(*mv)));
            position.play(*mv);
        }
        positions.push((board(&position), None));
        let mut result = Results::default();
        match (row[3].as_str().unwrap(), row[4].as_str().unwrap()) {
            ("black", _) => result.black = 1,
            ("white", _) => result.white = 1,
            (_, "sennichite" | "jishogi" | "max_moves" | "draw_agreed") => result.draw = 1,
            _ => result.unknown = 1,
        }
        games.push(Played {
            id,
            counts: row[1].as_i64() == Some(1),
            is_set: row[2].as_i64() == Some(1),
            result,
            positions,
        });
    }
    games
}

/// Games, those from set positions, how they went, and the same for each move (none: the game ended here).
type Counts = (u64, u64, Results, BTreeMap<Option<Move>, u64>);

fn add(sum: &mut Results, one: Results) {
    sum.black += one.black;
    sum.white += one.white;
    sum.draw += one.draw;
    sum.unknown += one.unknown;
}

/// Counts `how_many` random positions of the games with and without filters, both ways.
fn compare(database: &Database, how_many: usize) {
    let games = played(database);
    let mut random = fastrand::Rng::with_seed(20_240_501);
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for _ in 0..how_many * 2 {
        let game = &games[random.usize(..games.len())];
        // Early positions, which many games share, as well as late ones.
        let bound = if random.usize(..2) == 0 { game.positions.len().min(12) } else { game.positions.len() };
        wanted.insert(game.positions[random.usize(..bound)].0.clone());
        if wanted.len() == how_many {
            break;
        }
    }
    let most = rows(
        database,
        "SELECT p.name FROM player p JOIN game g ON p.id IN (g.black, g.white) GROUP BY p.id
         ORDER BY count(*) DESC, p.name LIMIT 1",
    );
    let player =
        most.first().map(|row| format!("player=\"{}\"", row[0].as_str().unwrap().replace('"', "\"\"")));
    let filters = [
        String::new(),
        player.unwrap_or_default(),
        "since=2000 until=2019-06 winner=white".to_owned(),
        "ending=resignation plies=60.. where=\"g.id % 3 <> 1\"".to_owned(),
    ]
    .map(|text| text.parse::<Filter>().unwrap());
    let mut compared = 0;
    for filter in &filters {
        let chosen: HashSet<i64> = database
            .list_games(filter, &Listing::default())
            .unwrap()
            .into_iter()
            .map(|game| game.id)
            .collect();
        let mut counts: HashMap<&str, Counts> = HashMap::new();
        for game in games.iter().filter(|game| chosen.contains(&game.id) && game.counts) {
            let here: BTreeSet<&(String, Option<Move>)> =
                game.positions.iter().filter(|(board, _)| wanted.contains(board)).collect();
            let boards: BTreeSet<&str> = here.iter().map(|(board, _)| board.as_str()).collect();
            for board in boards {
                let count = counts.entry(board).or_default();
                count.0 += 1;
                count.1 += u64::from(game.is_set);
                add(&mut count.2, game.result);
            }
            for (board, next) in here {
                *counts.entry(board).or_default().3.entry(*next).or_default() += 1;
            }
        }
        for board in &wanted {
            let position = AskedPosition::read(board, None, None).unwrap().position;
            let found = database.explore(&position, filter, &ExploreOptions::default()).unwrap();
            let mut moves: BTreeMap<Option<Move>, u64> =
                found.moves.iter().map(|mv| (Some(mv.mv), mv.games)).collect();
            if found.ended_here > 0 {
                moves.insert(None, found.ended_here);
            }
            let mut by_moves = Results::default();
            found.moves.iter().for_each(|mv| add(&mut by_moves, mv.results));
            let expected = counts.get(board.as_str()).cloned().unwrap_or_default();
            let counted = (found.games, found.from_set_positions, found.results, moves);
            assert_eq!(counted, expected, "{board} {filter:?}");
            assert!(by_moves.games() >= found.games - found.ended_here, "{board}");
            compared += found.games;
        }
    }
    assert!(compared > how_many as u64, "the positions have only {compared} games");
}

fn import(folder: &Folder, db: &str, more: &[&str], paths: &[PathBuf]) -> Database {
    let mut arguments = vec!["import", "--no-source", "--db", db];
    arguments.extend(more);
    arguments.extend(paths.iter().map(|path| path.to_str().unwrap()));
    let output = folder.kura(&arguments);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", crate::support::stderr(&output));
    Database::open(&folder.path(db)).unwrap()
}

#[test]
fn counts_of_real_games_are_those_of_brute_force() {
    let Some(bulk) = shared("corpus/bulk") else { return };
    let folder = Folder::new();
    let (paths, how_many) = if long("the explorer on all of corpus/bulk") {
        (vec![bulk], 1000)
    } else {
        // Every twentieth file.
        let files = kifukura::intake::find(&[bulk]).into_iter().map(|source| source.path);
        (files.step_by(20).take(400).collect(), 150)
    };
    let database = import(&folder, "a.db", &[], &paths);
    compare(&database, how_many);
}

#[test]
fn order_batches_and_threads_do_not_matter() {
    let folder = Folder::new();
    let mut files: Vec<PathBuf> =
        kifukura::intake::find(&single_samples()).into_iter().map(|source| source.path).collect();
    let whole = import(&folder, "whole.db", &["--threads", "2"], &single_samples());
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..2 {
        random.shuffle(&mut files);
        let name = format!("parts{round}.db");
        let threads = if round == 0 { "1" } else { "2" };
        for part in files.chunks(files.len().div_ceil(3)) {
            drop(import(&folder, &name, &["--threads", threads], part));
        }
        let parts = Database::open(&folder.path(&name)).unwrap();
        let export = |db: &str| stdout(&folder.kura(&["export", "--format", "jsonl", "--db", db]));
        assert_eq!(export("whole.db"), export(&name));
        for moves in ["", "7g7f", "7g7f 3c3d", "7g7f 3c3d 2g2f"] {
            let position = AskedPosition::read(moves, None, None).unwrap().position;
            let answer = |database: &Database| {
                let mut explored =
                    database.explore(&position, &Filter::default(), &ExploreOptions::default()).unwrap();
                // Ids are those of the database.
                explored.moves.iter_mut().for_each(|mv| mv.model_game = 0);
                explored
            };
            assert_eq!(answer(&whole), answer(&parts));
        }
        compare(&parts, 60);
    }
}

#[test]
fn games_by_other_moves_are_told_apart() {
    let folder = Folder::new();
    let game = |moves: &str| format!("startpos moves {moves}\n");
    let long = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f";
    let other = "2g2f 8c8d 7g7f 3c3d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f";
    let late = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 7a7b 1g1f 8e8f";
    let file = folder.write("a.usi", [long, other, late].map(game).concat());
    let database = import(&folder, "a.db", &[], &[file]);
    let moves: Vec<&str> = long.split(' ').collect();
    for (plies, expected) in [(0, (3, 0)), (1, (2, 0)), (4, (3, 1)), (12, (3, 1)), (13, (3, 1)), (14, (2, 1))]
    {
        let asked = AskedPosition::read(&moves[..plies].join(" "), None, None).unwrap();
        let mut options = ExploreOptions::default();
        options.path = asked.path;
        let found = database.explore(&asked.position, &Filter::default(), &options).unwrap();
        assert_eq!((found.games, found.by_transposition), expected, "after {plies} plies");
    }
}

#[test]
fn a_damaged_index_is_reported_and_built_again() {
    let folder = Folder::new();
    drop(import(&folder, "kura.db", &[], &single_samples()));
    let sound = folder.kura(&["doctor"]);
    assert_eq!(sound.status.code(), Some(0), "{}", stdout(&sound));
    let before = stdout(&folder.kura(&["explore", "--format", "json"]));
    let damage = |sql: &str| {
        let connection = Connection::open(folder.path("kura.db")).unwrap();
        assert!(connection.execute(sql, ()).unwrap() > 0, "{sql}");
    };
    for (sql, row) in [
        ("DELETE FROM segment_block WHERE number = 0", "position index"),
        ("UPDATE segment_block SET packed = x'00'", "position index"),
        ("UPDATE game_block SET rows = x'00'", "game facts"),
        ("UPDATE game SET black_rating = 1.5 WHERE id = 2", "game facts"),
        (
            "UPDATE game SET moves = substr(moves, 1, 2), plies = 1 WHERE plies > 1 AND clocks IS NULL",
            "position index",
        ),
    ] {
        damage(sql);
        let doctor = folder.kura(&["doctor"]);
        assert_eq!(doctor.status.code(), Some(1), "{sql}");
        let bad: Vec<String> =
            stdout(&doctor).lines().filter(|line| line.contains("BAD")).map(Into::into).collect();
        assert!(bad.iter().any(|line| line.starts_with(row)), "{sql}: {bad:?}");
        let repaired = folder.kura(&["doctor", "--rebuild-index", "--compact"]);
        assert_eq!(repaired.status.code(), Some(0), "{sql}: {}", stdout(&repaired));
        if sql.contains("_block") {
            assert_eq!(stdout(&folder.kura(&["explore", "--format", "json"])), before, "{sql}");
        }
    }
    damage("DELETE FROM entry WHERE number = 0 AND source = 3");
    let doctor = folder.kura(&["doctor", "--rebuild-index"]);
    assert_eq!(doctor.status.code(), Some(1));
    assert!(stdout(&doctor).contains("ledger           BAD"), "{}", stdout(&doctor));
}

#[test]
fn merged_segments_answer_as_before() {
    let folder = Folder::new();
    let files: Vec<PathBuf> =
        kifukura::intake::find(&single_samples()).into_iter().map(|source| source.path).collect();
    let database = Database::create(&folder.path("a.db")).unwrap();
    for file in files.chunks(2) {
        let options = kifukura::import::Options::default();
        kifukura::import::import(&database, file, options, &mut |_| {}).unwrap();
    }
    let sum = |sql: &str| rows(&database, sql)[0][0].as_i64().unwrap();
    let segments = || sum("SELECT count(*) FROM segment");
    let postings = || sum("SELECT sum(entries) FROM segment");
    assert!(segments() < 24, "{} segments", segments());
    let before = postings();
    compare(&database, 40);
    assert!(database.compact().unwrap());
    assert_eq!((segments(), postings()), (1, before));
    compare(&database, 40);
}

#[test]
fn games_that_may_be_one_are_listed_and_never_merged() {
    let folder = Folder::new();
    let moves = "7776FU 3334FU 2726FU 8384FU 2625FU 8485FU 6978KI 4132KI 2524FU 2324FU 2824HI 0023FU 2428HI 8586FU 8786FU 8286HI \
                 0087FU 8684HI 3948GI 7162GI 9796FU 9394FU";
    let game = |black: &str, day: &str, moves: &str| {
        let rows: String = moves
            .split_whitespace()
            .enumerate()
            .map(|(ply, mv)| format!("{}{mv}\n", if ply % 2 == 0 { '+' } else { '-' }))
            .collect();
        format!("V2.2\nN+{black}\nN-B\n$START_TIME:{day}\nPI\n+\n{rows}%TORYO\n")
    };
    let shorter = moves.rsplit_once(' ').unwrap().0;
    let records = [
        game("A", "2024/05/01", moves),
        game("A", "2024/05/01", shorter),
        game("A", "2024/05/01", &moves.replace("9394FU", "1314FU")),
        game("Aa", "2024/05/01", moves),
        // Other players, other moves: nothing alike.
        game("C", "2024/05/01", &moves.replace("9394FU", "1314FU").replace("9796FU", "1716FU")),
    ];
    let file = folder.write("a.csa", records.join("/\n"));
    let database = import(&folder, "kura.db", &[], &[file]);
    assert_eq!(rows(&database, "SELECT count(*) FROM game")[0][0].as_i64(), Some(5));
    let listed = stdout(&folder.kura(&["duplicates", "--format", "csv", "--columns", "likeness,games"]));
    let listed: Vec<&str> = listed.lines().skip(1).collect();
    assert_eq!(listed, ["same_moves,1 4", "prefix,1 2", "one_move,1 3"], "{listed:?}");
}
