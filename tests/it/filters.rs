//! One filter, three ways: its SQL, its test on the facts in memory, its text.

use crate::support::{Folder, shared, single_samples};
use fastrand::Rng;
use kifukura::database::Database;
use kifukura::import::{Options, import};
use kifukura::query::{Condition, ExploreOptions, Filter, Listing, Query, Questions, run_sql, search_games};
use kifukura::record::{Ending, GameKind};
use kifukura::replay::Agreement;
use kifukura::rules::{StartKind, Variant, VariantPosition};
use std::path::PathBuf;

/// The values of a column that the games have, each once.
fn values(database: &Database, question: &str) -> Vec<String> {
    let rows = run_sql(database, question).unwrap().rows;
    rows.iter().filter_map(|row| row[0].as_str().map(str::to_owned)).collect()
}

/// What random conditions are made of.
struct Pool {
    players: Vec<String>,
    events: Vec<String>,
    dates: Vec<String>,
    openings: Vec<String>,
    handicaps: Vec<String>,
    time_controls: Vec<String>,
    paths: Vec<String>,
    comments: Vec<String>,
    headers: Vec<String>,
}

impl Pool {
    fn new(database: &Database) -> Self {
        Self {
            players: values(database, "SELECT name FROM player ORDER BY name"),
            events: values(database, "SELECT name FROM event ORDER BY name"),
            dates: values(database, "SELECT DISTINCT date FROM game WHERE date IS NOT NULL ORDER BY date"),
            openings: values(
                database,
                "SELECT DISTINCT opening FROM game WHERE opening IS NOT NULL ORDER BY opening",
            ),
            handicaps: values(
                database,
                "SELECT DISTINCT handicap FROM game WHERE handicap IS NOT NULL ORDER BY handicap",
            ),
            time_controls: values(
                database,
                "SELECT DISTINCT time_control FROM game WHERE time_control IS NOT NULL ORDER BY 1",
            ),
            paths: values(database, "SELECT shown FROM source_path ORDER BY shown"),
            comments: values(database, "SELECT DISTINCT text FROM note ORDER BY text"),
            headers: values(
                database,
                "SELECT DISTINCT key || ':' || value FROM game_header WHERE value IS NOT NULL ORDER BY 1",
            ),
        }
    }

    /// A list of one or two quoted values, or of parts of them.
    fn names(random: &mut Rng, values: &[String]) -> String {
        let mut name = || {
            let fallback = "甲".to_owned();
            let value = random.choice(values).unwrap_or(&fallback);
            let chars: Vec<char> = value.chars().collect();
            let cut = if random.bool() { chars.len() } else { random.usize(1..=chars.len().max(1)) };
            format!("\"{}\"", chars.iter().take(cut).collect::<String>().replace('"', "\"\""))
        };
        let first = name();
        let second = name();
        if random.u8(..3) == 0 { format!("{first},{second}") } else { first }
    }

    /// A day, a month or a year, near a day that games have.
    fn day(&self, random: &mut Rng) -> String {
        let fallback = "2000-01-01".to_owned();
        let date = random.choice(&self.dates).unwrap_or(&fallback);
        let mut parts: Vec<&str> = date.split('-').collect();
        if parts.len() < 3 && random.bool() {
            parts.push(["01", "06", "12"][random.usize(..3)]);
        }
        let sign = ["-", "/", "."][random.usize(..3)];
        parts[..random.usize(1..=parts.len())].join(sign)
    }

    fn condition(&self, random: &mut Rng) -> String {
        match random.u8(..19) {
            0 => {
                let side = ["", " side=black", " side=white"][random.usize(..3)];
                let player = Self::names(random, &self.players);
                let opponent = match random.bool() {
                    true => format!(" opponent={}", Self::names(random, &self.players)),
                    false => String::new(),
                };
                let ratings = match random.u8(..6) {
                    0 => format!(" player-rating={}..", random.u32(500..3000)),
                    1 => format!(" opponent-rating=..{}", random.u32(500..3500)),
                    2 => format!(" player-rating={}..2500 opponent-rating=1500", random.u32(500..2000)),
                    _ => String::new(),
                };
                let player = if random.u8(..4) == 0 { player.replacen('"', "\"=", 1) } else { player };
                format!("player={player}{side}{opponent}{ratings}")
            }
            1 => format!("event={}", Self::names(random, &self.events)),
            2 => format!("since={}", self.day(random)),
            3 => format!("until={}", self.day(random)),
            4 => {
                let endings = random.choose_multiple(Ending::ALL, 2).into_iter().map(|ending| ending.name());
                let name = ["ending", "declared", "verified"][random.usize(..3)];
                format!("{name}={}", endings.collect::<Vec<_>>().join(","))
            }
            5 => format!("winner={}", ["black", "white", "none", "black,none"][random.usize(..4)]),
            6 => format!("agreement={}", random.choice(Agreement::ALL).unwrap().name()),
            7 => format!("opening-written={}", Self::names(random, &self.openings)),
            8 => match random.u8(..5) {
                0 => "handicap=any".to_owned(),
                1 => "handicap=even".to_owned(),
                2 => format!("handicap=any,{}", Self::names(random, &self.handicaps)),
                3 => {
                    format!("handicap={}", random.choice(["落ち", "二枚", "平手", "three", "other"]).unwrap())
                }
                _ => format!("handicap={}", Self::names(random, &self.handicaps)),
            },
            9 => format!("min-rating={}", random.u32(500..3500)),
            10 => match random.u8(..3) {
                0 => format!("plies={}..", random.u32(..150)),
                1 => format!("plies=..{}", random.u32(..150)),
                _ => format!("plies={}", random.u32(..150)),
            },
            11 => {
                let kinds = random.choose_multiple(GameKind::ALL, 2).into_iter().map(|kind| kind.name());
                format!("kind={}", kinds.collect::<Vec<_>>().join(","))
            }
            12 => {
                let undated = ["exclude", "include", "only"][random.usize(..3)];
                let until =
                    if random.bool() { format!("until={} ", self.day(random)) } else { String::new() };
                format!("since={} {until}undated={undated}", self.day(random))
            }
            14 => format!("time-control={}", Self::names(random, &self.time_controls)),
            15 => format!("source={}", Self::names(random, &self.paths)),
            16 => format!("comment={}", Self::names(random, &self.comments)),
            17 => format!("header={}", Self::names(random, &self.headers)),
            13 => format!("start={}", random.choice(StartKind::ALL).unwrap().name()),
            _ => format!("where=\"g.id % {} = 1\"", random.u32(2..5)),
        }
    }
}

/// Compares the ways for so many random filters, and returns how many games they chose.
fn compare(database: &Database, how_many: usize) -> u64 {
    let pool = Pool::new(database);
    let mut random = Rng::with_seed(11);
    let start = VariantPosition::startpos(Variant::Shogi);
    let mut chosen = 0;
    for _ in 0..how_many {
        let conditions: Vec<String> = (0..random.usize(1..4)).map(|_| pool.condition(&mut random)).collect();
        let text = format!("variant=shogi {}", conditions.join(" "));
        let filter: Filter = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(filter.to_string().parse::<Filter>().unwrap(), filter, "{text}");
        // Listing asks the facts, a search for nothing in particular asks SQL.
        let by_facts: Vec<i64> =
            database.list_games(&filter, &Listing::default()).unwrap().iter().map(|game| game.id).collect();
        let found =
            search_games(database, &[], &filter, false).unwrap_or_else(|error| panic!("{text}: {error}"));
        let by_sql: Vec<i64> = found.places.iter().map(|found| found.game).collect();
        assert_eq!(by_facts, by_sql, "{text}");
        assert_eq!(database.count_games(&filter).unwrap(), by_facts.len() as u64, "{text}");
        let base = database.count_records(&filter).unwrap();
        assert_eq!(base, found.base, "{text}");
        let kinds = base.counted;
        assert_eq!(kinds.all(), by_facts.len() as u64, "{text}");
        let every = Condition::Kind(GameKind::ALL.to_vec());
        let overview = database.overview(&filter.clone().and(every)).unwrap();
        assert_eq!((overview.answer.games, overview.base.counted), (kinds.all(), kinds), "{text}");
        let games = database.overview(&filter).unwrap();
        assert_eq!(games.answer.games, games.base.counted.all(), "{text}");
        if filter.kinds().is_none() {
            let mut both = games.base.counted;
            both += games.base.left_out;
            assert_eq!(both, kinds, "{text}");
        }
        // The same conditions as words of a query.
        let query = Query::parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let by_query = search_games(database, &[query], &Filter::default(), false).unwrap();
        let by_query: Vec<i64> = by_query.places.iter().map(|found| found.game).collect();
        assert_eq!(by_facts, by_query, "{text}");
        let explored = database.explore(&start, &filter, &ExploreOptions::default()).unwrap();
        assert!(explored.games <= by_facts.len() as u64, "{text}");
        chosen += by_facts.len() as u64;
    }
    chosen
}

#[test]
fn sql_facts_and_text_of_a_filter_agree() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, &single_samples(), Options::default(), &mut |_| {}).unwrap();
    assert!(compare(&database, 600) > 600);
}

#[test]
fn sql_facts_and_text_of_a_filter_agree_on_real_games() {
    let Some(bulk) = shared("corpus/bulk") else { return };
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    // Every twentieth file.
    let files: Vec<PathBuf> =
        kifukura::intake::find(&[bulk]).into_iter().map(|source| source.path).step_by(20).take(300).collect();
    import(&database, &files, Options::default(), &mut |_| {}).unwrap();
    assert!(compare(&database, 200) > 200);
}

#[test]
fn statistics_add_up_to_what_a_filter_chooses() {
    let folder = Folder::new();
    let database = Database::create(&folder.path("a.db")).unwrap();
    import(&database, &single_samples(), Options::default(), &mut |_| {}).unwrap();
    let every = Filter::default().and(Condition::Kind(GameKind::ALL.to_vec()));
    for (filter, wanted) in [(Filter::default(), "kind = 'game'"), (every, "TRUE")] {
        let number = |what: &str, more: &str| {
            let sql = format!("SELECT coalesce({what}, 0) FROM game WHERE {wanted} AND {more}");
            run_sql(&database, &sql).unwrap().rows[0][0].as_u64().unwrap()
        };
        let games = |more: &str| number("count(*)", more);
        let overview = database.overview(&filter).unwrap().answer;
        assert_eq!(overview.games, games("TRUE"));
        assert_eq!(overview.plies, number("sum(plies)", "TRUE"));
        assert_eq!(overview.undated, games("date IS NULL"));
        assert_eq!(overview.cut_short, games("rest IS NOT NULL"));
        assert_eq!(
            [overview.results.black, overview.results.white],
            ["black", "white"].map(|side| games(&format!("winner = '{side}'")))
        );
        assert_eq!(
            [overview.handicap_games, overview.custom_starts],
            ["placing NOT IN ('even', 'set')", "placing = 'set'"].map(games)
        );
        let years = database.years(&filter).unwrap().answer;
        let years: u64 = years.iter().map(|row| row.results.games()).sum();
        let lengths = database.lengths(&filter).unwrap().answer;
        let lengths: u64 = lengths.iter().map(|row| row.results.games()).sum();
        assert_eq!([years, lengths], [overview.games; 2]);
        for by in [kifukura::query::EndingsBy::Declared, kifukura::query::EndingsBy::Verified] {
            for row in database.endings(&filter, by).unwrap().answer {
                let parts = row.agrees
                    + row.consistent
                    + row.contradicts
                    + row.cannot_be_verified
                    + row.nothing_declared;
                assert_eq!((parts, row.results.games()), (row.games, row.games), "{:?}", row.ending);
            }
        }
        let players = database.players(&filter, None).unwrap().answer;
        assert_eq!(players.len() as u64, overview.players);
        let sides = number("sum((black IS NOT NULL) + (white IS NOT NULL))", "TRUE");
        let self_play: u64 = players.iter().map(|row| row.self_play).sum();
        assert_eq!(players.iter().map(|row| row.games).sum::<u64>(), sides - self_play);
        for row in players {
            let results = row.results.wins + row.results.losses + row.results.draws + row.results.unknown;
            assert_eq!(results + row.self_play, row.games, "{}", row.player);
        }
        let placings = database.placings(&filter).unwrap().answer;
        assert_eq!(placings.iter().map(|(_, games)| games).sum::<u64>(), overview.games);
    }
}
