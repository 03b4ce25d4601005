//! Imports: what is stored, that it is stored once, and that the ledger adds up.

use crate::support::{self, Folder};
use kifukura::database::Database;
use kifukura::import::{Options, import};
use kifukura::query::{self, AskedPosition, ExploreOptions, Filter, Questions};
use kifukura::rules::VariantPosition;
use kifukura::rules::shogi::Move;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn rows(database: &Database, sql: &str) -> Vec<Vec<serde_json::Value>> {
    query::run_sql(database, sql).unwrap().rows
}

fn number(database: &Database, sql: &str) -> i64 {
    rows(database, sql)[0][0].as_i64().unwrap()
}

/// Everything that a database says about its games, ids and paths apart.
fn content(database: &Database) -> Vec<String> {
    let mut rows: Vec<_> = rows(
        database,
        "SELECT hex(g.moves), g.start, hex(g.clocks), b.name, w.name, g.date, g.declared_ending, g.declared_winner,
             g.verified_ending, g.verified_winner, g.agreement, g.facts, g.rest,
             (SELECT json_group_array(key || '=' || value) FROM game_header WHERE game = g.id),
             (SELECT group_concat(hex(moves), ',') FROM branch WHERE game = g.id),
             (SELECT group_concat(text, ',') FROM note WHERE game = g.id)
         FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white",
    )
    .into_iter()
    .map(|row| serde_json::to_string(&row).unwrap())
    .collect();
    rows.sort();
    rows
}

#[test]
fn an_import_adds_up_and_a_second_one_changes_nothing() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    let paths = support::single_samples();
    let first = import(&database, &paths, Options::default(), &mut |_| {}).unwrap();
    assert_eq!(first.games, first.stored + first.duplicates + first.rejected);
    let bucket = |name| number(&database, &format!("SELECT count(*) FROM entry WHERE bucket = '{name}'"));
    assert_eq!(
        [bucket("stored"), bucket("duplicate"), bucket("rejected")].map(i64::cast_unsigned),
        [first.stored, first.duplicates, first.rejected]
    );
    assert_eq!(number(&database, "SELECT sum(games) FROM source").cast_unsigned(), first.games);
    assert_eq!(number(&database, "SELECT count(*) FROM game").cast_unsigned(), first.stored);
    let before = content(&database);
    let second = import(&database, &paths, Options::default(), &mut |_| {}).unwrap();
    assert_eq!((second.games, second.files_known), (0, first.files));
    assert_eq!(content(&database), before);
    assert_eq!(number(&database, "SELECT count(*) FROM import"), 1);
}

#[test]
fn order_and_batches_do_not_matter() {
    let folder = Folder::new();
    let files: Vec<PathBuf> =
        kifukura::intake::find(&support::single_samples()).into_iter().map(|source| source.path).collect();
    let whole = Database::create(&folder.path("whole.db")).unwrap();
    import(&whole, &support::single_samples(), Options::default(), &mut |_| {}).unwrap();
    let parts = Database::create(&folder.path("parts.db")).unwrap();
    let backwards: Vec<_> = files.iter().rev().cloned().collect();
    for part in backwards.chunks(files.len() / 3 + 1) {
        import(&parts, part, Options::default(), &mut |_| {}).unwrap();
    }
    assert_eq!(content(&whole), content(&parts));
    let answer = |database: &Database| {
        let start = AskedPosition::read("", None, None).unwrap().position;
        let mut explored = database.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap();
        // Ids are those of the database.
        explored.moves.iter_mut().for_each(|mv| mv.model_game = 0);
        explored
    };
    assert_eq!(answer(&whole), answer(&parts));
}

#[test]
fn the_bytes_that_came_in_can_be_got_back() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, &support::single_samples(), Options::default(), &mut |_| {}).unwrap();
    let mut seen = 0;
    for row in rows(
        &database,
        "SELECT s.id, min(p.path) FROM source s JOIN source_path p ON p.source = s.id GROUP BY 1",
    ) {
        let kept = database.source_bytes(row[0].as_i64().unwrap()).unwrap().unwrap_or_default();
        assert_eq!(kept, std::fs::read(row[1].as_str().unwrap()).unwrap(), "{}", row[1]);
        seen += 1;
    }
    assert!(seen > 30, "only {seen} sources");
}

#[test]
fn a_stored_game_comes_back_as_the_record_it_was() {
    let folder = Folder::new();
    let file = folder.write(
        "a.kif",
        "開始日時：2024/05/01 10:00:00\n手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n*はじめ\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*歩\n&しおり\n   2 ３四歩(33)   ( 0:02/00:00:02)+\n   3 投了\nまで2手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)   ( 0:09/00:00:09)\n*枝\n",
    );
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, std::slice::from_ref(&file), Options::default(), &mut |_| {}).unwrap();
    let record = database.record(1).unwrap().unwrap();
    let origin = &kifukura::formats::read(&std::fs::read(&file).unwrap()).records[0];
    let moves = |record: &kifukura::record::Record| {
        let game = kifukura::replay::replay(record).unwrap();
        game.lines.iter().map(|line| line.moves.clone()).collect::<Vec<Vec<Move>>>()
    };
    assert_eq!(moves(&record), moves(origin));
    assert_eq!(record.notes, origin.notes);
    assert_eq!(record.headers, origin.headers);
    assert_eq!(record.info, origin.info);
    let clocks = |record: &kifukura::record::Record| {
        record
            .lines
            .iter()
            .map(|line| line.plies.iter().map(|ply| ply.clock).collect())
            .collect::<Vec<Vec<_>>>()
    };
    assert_eq!(clocks(&record), clocks(origin));
    assert_eq!(record.lines[1].after, 1);
}

/// Counts, by replaying every stored game, what was played in each position.
fn brute_force(database: &Database) -> BTreeMap<String, BTreeMap<Option<Move>, u64>> {
    let mut counts: BTreeMap<String, BTreeMap<Option<Move>, u64>> = BTreeMap::new();
    for row in
        rows(database, "SELECT id FROM game WHERE variant = 'shogi' AND kind IN ('game', 'set_position')")
    {
        let record = database.record(row[0].as_i64().unwrap()).unwrap().unwrap();
        let game = kifukura::replay::replay(&record).unwrap();
        let mut position = game.start.clone();
        let mut seen = std::collections::BTreeSet::new();
        let board = |position: &VariantPosition| position.sfen().rsplit_once(' ').unwrap().0.to_owned();
        for mv in game.moves() {
            seen.insert((board(&position), Some(*mv)));
            position.play(*mv);
        }
        seen.insert((board(&position), None));
        for (board, next) in seen {
            *counts.entry(board).or_default().entry(next).or_default() += 1;
        }
    }
    counts
}

#[test]
fn the_explorer_counts_what_replaying_every_game_counts() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, &support::single_samples(), Options::default(), &mut |_| {}).unwrap();
    let counts = brute_force(&database);
    assert!(counts.len() > 20, "only {} positions", counts.len());
    for (board, moves) in counts {
        let position = AskedPosition::read(&board, None, None).unwrap().position;
        let found = database.explore(&position, &Filter::default(), &ExploreOptions::default()).unwrap();
        let mut indexed: BTreeMap<Option<Move>, u64> =
            found.moves.iter().map(|mv| (Some(mv.mv), mv.games)).collect();
        if found.ended_here > 0 {
            indexed.insert(None, found.ended_here);
        }
        assert_eq!(indexed, moves, "{board}");
    }
}

#[test]
fn every_ending_is_stored_as_the_samples_table_says() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, &support::single_samples(), Options::default(), &mut |_| {}).unwrap();
    let mut table = Vec::new();
    for folder in ["", "dobutsu/"] {
        let text = std::fs::read_to_string(support::samples().join(folder).join("expected.tsv")).unwrap();
        table.extend(text.lines().skip(1).map(|line| format!("{folder}{line}")));
    }
    let mut kinds = std::collections::BTreeSet::new();
    for line in &table {
        let row: Vec<&str> = line.split('\t').collect();
        let stored = rows(
            &database,
            &format!(
                "SELECT g.plies, g.declared_ending, coalesce(g.declared_winner, '-'), g.verified_ending,
                     coalesce(g.verified_winner, '-'), g.agreement
                 FROM game g JOIN entry e ON e.game = g.id JOIN source_path p ON p.source = e.source
                 WHERE e.number = {} AND p.path LIKE '%/sample-records/{}'",
                row[1], row[0]
            ),
        );
        assert_eq!(stored.len(), 1, "{line}");
        let stored: Vec<String> = stored[0]
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), Into::into))
            .collect();
        assert_eq!(stored, row[2..], "{line}");
        kinds.insert(row[3].to_owned());
    }
    let all: std::collections::BTreeSet<String> =
        kifukura::record::Ending::ALL.iter().map(|ending| ending.name().to_owned()).collect();
    assert_eq!(kinds, all, "every kind of ending has a sample");
}

#[test]
fn games_that_differ_in_anything_but_the_writing_are_not_merged() {
    let folder = Folder::new();
    let record = |headers: &str, first: &str, comment: &str| {
        format!(
            "{headers}先手：甲\n後手：乙\n   1 ７六歩(77)   {first}\n{comment}   2 ３四歩(33)\n   3 投了\n"
        )
    };
    let texts = [
        record("開始日時：2024/05/01 10:00:00\n", "( 0:01/00:00:01)", ""),
        record("開始日時：2024/05/01 19:00:00\n", "( 0:01/00:00:01)", ""),
        record("開始日時：2024/05/01 10:00:00\n", "( 0:09/00:00:09)", ""),
        record("開始日時：2024/05/01 10:00:00\n棋戦：名人戦\n", "( 0:01/00:00:01)", ""),
        record("開始日時：2024/05/01 10:00:00\n", "( 0:01/00:00:01)", "*one\n"),
        record("開始日時：2024/05/01 10:00:00\n", "( 0:01/00:00:01)", "*two\n"),
    ];
    for (number, text) in texts.iter().enumerate() {
        folder.write(&format!("{number}.kif"), text);
    }
    let (cp932, _) =
        kifukura::formats::encoding::encode(&texts[0], kifukura::formats::encoding::Encoding::Cp932);
    folder.write("copy.kif", cp932);
    let database = Database::create(&folder.path("a.db")).unwrap();
    let files: Vec<_> = (0..texts.len()).map(|number| folder.path(&format!("{number}.kif"))).collect();
    let files = [files, vec![folder.path("copy.kif")]].concat();
    let summary = import(&database, &files, Options::default(), &mut |_| {}).unwrap();
    assert_eq!((summary.stored, summary.duplicates), (6, 1));
}
