//! Every statistic and explorer table counted again by a second program: from the exported JSON lines, by what the
//! filters mean (docs/statistics.md, docs/endings.md, `--help`), and without a line of `query`, `index` or `rules`.

mod board;
mod filter;
mod game;
mod generate;
mod groups;
mod moves;
mod players;
mod tables;

use crate::support::{Folder, long, samples, shared, stderr};
use board::Board;
use filter::{Filter, Names, Verdict};
use game::{Game, exact_names};
use groups::{GROUPS, rows_difference};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tables::Chosen;

/// How many random filters are asked.
const FILTERS: u64 = 50;

/// What is exported for the recount.
const COLUMNS: &str = "id,kind,placing,variant,start_sfen,moves,plies,declared_ending,verified_ending,agreement,winner,\
                       black,white,black_rating,white_rating,event,started,time_control,broken_rule,clocks_ms,evaluations,record";

/// A database and its games as they were exported.
struct Collection {
    folder: Folder,
    games: Vec<Game>,
    names: Names,
}

impl Collection {
    fn of(folder: Folder, me: &[&str]) -> Self {
        let output = folder.kura(&["export", "--format", "jsonl", "--kind", "any", "--columns", COLUMNS]);
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let exact = exact_names(lines.iter());
        let mut games: Vec<Game> =
            lines.iter().map(|line| Game::of(line, &exact)).filter(Game::is_shogi).collect();
        let facts =
            folder.kura(&["sql", "--format", "json", "SELECT id, facts FROM game WHERE facts IS NOT NULL"]);
        let facts: Vec<Value> = serde_json::from_slice(&facts.stdout).unwrap();
        let facts: BTreeMap<u64, &str> =
            facts.iter().filter_map(|row| Some((row["id"].as_u64()?, row["facts"].as_str()?))).collect();
        for game in &mut games {
            if let Some(facts) = facts.get(&game.id) {
                game.facts = serde_json::from_str(facts).unwrap();
            }
        }
        assert!(!games.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        folder.kura(&[&["players", "me"], me].concat());
        let names = Names::of(&games, me);
        Self { folder, games, names }
    }

    fn answer(&self, command: &[&str], filter: &Filter) -> Result<Value, String> {
        let mut arguments: Vec<&str> = command.to_vec();
        arguments.extend(filter.arguments.iter().map(String::as_str));
        arguments.extend(["--format", "json", "--variant", "shogi"]);
        let output = self.folder.kura(&arguments);
        serde_json::from_slice(&output.stdout).map_err(|_| format!("{arguments:?}: {}", stderr(&output)))
    }

    /// The games that a filter chooses of these kinds, unless it names others.
    fn choose(&self, filter: &Filter, kinds: &[&str]) -> Chosen<'_> {
        let mut chosen = Chosen::default();
        let kinds = [kinds, &filter.needed_kinds()].concat();
        for game in &self.games {
            let is_counted = filter.kinds().map_or(kinds.contains(&game.kind.as_str()), |kinds| {
                kinds.iter().any(|kind| *kind == "any" || *kind == game.kind)
            });
            if filter.kinds().is_some() && !is_counted {
                continue;
            }
            match filter.verdict(game, &self.names) {
                Verdict::Out => {}
                Verdict::Undecided => chosen.undecided.extend(is_counted.then_some(game)),
                Verdict::In if is_counted => chosen.games.push((game, filter.side(game, &self.names))),
                Verdict::In => chosen.left_out.push(game),
            }
        }
        chosen.has_player = filter.has_player();
        chosen
    }

    /// Holds the tables of a filter against a count of one's own, and says where they differ and how many games were
    /// chosen.
    fn differences(&self, filter: &Filter, random: &mut fastrand::Rng) -> (Vec<String>, usize) {
        let mut wrong = Vec::new();
        let mut compare = |what: &str, command: &[&str], want: Value| match self.answer(command, filter) {
            Ok(found) => {
                if let Some(difference) = tables::difference(&want, &found, "") {
                    wrong.push(format!("{what} {:?}: {difference}", filter.arguments));
                }
            }
            Err(message) => wrong.push(message),
        };
        let chosen = self.choose(filter, &["game"]);
        compare("overview", &["stats"], chosen.overview());
        compare("endings", &["stats", "endings", "--sort", "ending"], chosen.endings(|game| &game.declared));
        compare(
            "verified endings",
            &["stats", "endings", "--by", "verified", "--sort", "ending"],
            chosen.endings(|game| &game.verified),
        );
        compare("lengths", &["stats", "lengths", "--sort", "from_plies"], chosen.lengths());
        compare("years", &["stats", "years", "--sort", "year"], chosen.years());
        self.group_differences(filter, &chosen, random, &mut wrong);
        self.player_differences(filter, &chosen, &mut wrong);
        let everybody = self.answer(&["stats", "players", "--limit", "0"], filter);
        match everybody.map(|found| tables::players_difference(&chosen.players(), &found)) {
            Ok(None) => {}
            Ok(Some(difference)) => wrong.push(format!("players {:?}: {difference}", filter.arguments)),
            Err(message) => wrong.push(message),
        }
        let explored = self.choose(filter, &["game", "set_position"]);
        for _ in 0..3 {
            let game = &self.games[random.usize(..self.games.len())];
            let plies = random.usize(..=game.moves.len().min(12));
            let by_moves = game.placing == "even" && !filter.names_a_handicap();
            let asked = &game.moves[..plies];
            let board = Board::of(&game.start).after(asked);
            let question = if by_moves { asked.join(" ") } else { board.sfen() };
            let mut command = vec!["explore", "--by", "year"];
            if !question.is_empty() {
                command.insert(1, &question);
            }
            match self.answer(&command, filter) {
                Ok(found) => {
                    let want = explored.explored(&board, by_moves.then_some(asked));
                    if let Some(difference) = tables::explored_difference(&want, &found) {
                        wrong.push(format!("explore `{question}` {:?}: {difference}", filter.arguments));
                    }
                }
                Err(message) => wrong.push(message),
            }
        }
        (wrong, chosen.games.len())
    }

    /// The same for the tables of groups, by something that is chosen at random.
    fn group_differences(
        &self,
        filter: &Filter,
        chosen: &Chosen<'_>,
        random: &mut fastrand::Rng,
        wrong: &mut Vec<String>,
    ) {
        let by = GROUPS[random.usize(..GROUPS.len())];
        let mut compare = |command: &[&str], by: &str, want: Vec<Value>, columns: &[&str]| {
            let mut command = [&["stats"], command].concat();
            if !by.is_empty() {
                command.extend(["--by", by]);
            }
            match self.answer(&[command.as_slice(), &["--limit", "0"]].concat(), filter) {
                Ok(found) => {
                    if let Some(difference) = rows_difference(&want, &found, by, columns) {
                        wrong.push(format!("{command:?} {:?}: {difference}", filter.arguments));
                    }
                }
                Err(message) => wrong.push(message),
            }
        };
        let pairs = if by.is_empty() { "both" } else { by };
        compare(&["endings"], pairs, chosen.ending_pairs(by), &["declared", "verified", "agreement"]);
        compare(&["rates"], by, chosen.ending_rates(by), &[]);
        if !by.is_empty() {
            compare(&["lengths"], by, chosen.length_groups(by), &[]);
        }
        compare(&["moves"], by, chosen.move_groups(by), &[]);
        compare(&["novelties"], by, chosen.novelties(by, &self.first_days()), &[]);
        let all = if by.is_empty() { "all" } else { by };
        compare(&["times"], all, chosen.time_groups(by), &[]);
        compare(&["evaluations"], all, chosen.evaluations(by), &[]);
        compare(&["times"], "ply", chosen.times(false), &["from_plies"]);
        compare(&["times"], "phase", chosen.times(true), &["from_plies"]);
        let ending = ["sennichite", "illegal_move", "checkmate", "resignation"][random.usize(..4)];
        let listed = self.answer(&["stats", "rates", "--list", ending, "--limit", "0"], filter);
        let ids = |found: Value| -> Vec<u64> {
            found.as_array().into_iter().flatten().filter_map(|row| row["id"].as_u64()).collect()
        };
        match listed.map(ids) {
            Ok(found) if found == chosen.with_ending(ending) => {}
            other => wrong.push(format!("--list {ending} {:?}: {other:?}", filter.arguments)),
        }
        match self.answer(&["stats", "illegal-moves"], filter) {
            Ok(found) => {
                let difference = rows_difference(&chosen.illegal_moves(), &found, "", &["rule"]);
                wrong
                    .extend(difference.map(|found| format!("illegal moves {:?}: {found}", filter.arguments)));
            }
            Err(message) => wrong.push(message),
        }
    }

    /// The same for the tables of players.
    fn player_differences(&self, filter: &Filter, chosen: &Chosen<'_>, wrong: &mut Vec<String>) {
        let mut compare = |command: &[&str], difference: &dyn Fn(&Value) -> Option<String>| match self
            .answer(command, filter)
            .map(|found| difference(&found))
        {
            Ok(None) => {}
            Ok(Some(found)) => wrong.push(format!("{command:?} {:?}: {found}", filter.arguments)),
            Err(message) => wrong.push(message),
        };
        // A large table takes long to look through.
        let some = |found: &Value| found.as_array().is_some_and(|rows| rows.len() < 400);
        compare(&["stats", "crosstable", "--limit", "0"], &|found| {
            some(found).then(|| chosen.cross_difference(found)).flatten()
        });
        compare(&["stats", "ratings", "--limit", "0"], &|found| {
            some(found).then(|| chosen.ratings_difference(found)).flatten()
        });
        if filter.has_player() {
            return;
        }
        let most = chosen.persons_with_most_games(3);
        for (number, (person, name)) in most.iter().enumerate() {
            let name = format!("={name}");
            compare(&["players", "show", &name], &|found| chosen.player_difference(person, None, found));
            if let Some((other, other_name)) = most.get(number + 1) {
                let other_name = format!("={other_name}");
                compare(&["players", "show", &name, &other_name], &|found| {
                    chosen.player_difference(person, Some(other), found)
                });
            }
        }
    }

    fn recount(&self, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut wrong, mut sizes) = (Vec::new(), BTreeSet::new());
        for number in 0..FILTERS {
            let filter = if number == 0 { Filter::default() } else { Filter::random(&mut random, self) };
            let (differences, size) = self.differences(&filter, &mut random);
            wrong.extend(differences);
            sizes.insert(size);
        }
        assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
        assert!(sizes.len() > 10, "the filters choose too little of {} games: {sizes:?}", self.games.len());
    }
}

#[test]
fn every_table_of_our_own_records_is_counted_again() {
    let folder = Folder::new();
    folder.write("generated.csa", generate::games(400, 7));
    let samples = samples().to_string_lossy().into_owned();
    folder.kura(&["import", "-q", "generated.csa", &samples]);
    Collection::of(folder, &["甲野", "和久井詰子"]).recount(1);
}

#[test]
fn every_table_of_the_corpus_is_counted_again() {
    if !long("the tables of 50 filters over the corpus, counted again") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let folder = Folder::new();
    let corpus = corpus.to_string_lossy().into_owned();
    folder.kura(&["import", "-q", "--no-source", &corpus]);
    let mut collection = Collection::of(folder, &[]);
    // Those with the most games.
    let me: Vec<String> = collection.names.most_games(3);
    collection = Collection::of(collection.folder, &me.iter().map(String::as_str).collect::<Vec<_>>());
    collection.recount(2);
}
