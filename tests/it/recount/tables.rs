//! The tables, counted from the games, and where two tables differ.

use super::board::Board;
use super::game::{Game, Result};
use kifukura::record::normalize_name;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The games that a filter chooses, each with the side of the player that it asks for.
#[derive(Default)]
pub struct Chosen<'g> {
    pub games: Vec<(&'g Game, Option<usize>)>,
    pub left_out: Vec<&'g Game>,
    pub undecided: Vec<&'g Game>,
    pub has_player: bool,
}

pub type Counted<'g> = (&'g Game, Option<usize>);

/// How games went: won by Black, by White, drawn, unknown.
fn results(games: &[Counted<'_>]) -> [u64; 4] {
    let mut counts = [0; 4];
    for (game, _) in games {
        counts[match game.result() {
            Result::Won(side) => side,
            Result::Drawn => 2,
            Result::Unknown => 3,
        }] += 1;
    }
    counts
}

fn results_json(games: &[Counted<'_>]) -> Value {
    let [black, white, draws, unknown] = results(games);
    json!({"black_wins": black, "white_wins": white, "draws": draws, "unknown": unknown})
}

/// Won, lost, drawn and unknown for the player, and the same against rated opponents with their ratings.
pub fn of_player(games: &[Counted<'_>]) -> ([u64; 4], [u64; 4], f64) {
    let (mut all, mut rated, mut ratings) = ([0; 4], [0; 4], 0.0);
    for (game, side) in games {
        let Some(side) = side else { continue };
        let at = match game.result() {
            Result::Won(winner) => usize::from(winner != *side),
            Result::Drawn => 2,
            Result::Unknown => 3,
        };
        all[at] += 1;
        if let Some(rating) = game.ratings[1 - side].filter(|_| at < 3) {
            rated[at] += 1;
            ratings += rating;
        }
    }
    (all, rated, ratings)
}

/// The share of points, with Wilson's interval at 95 %.
#[expect(clippy::cast_precision_loss, reason = "few games")]
pub fn score(wins: u64, losses: u64, draws: u64) -> Value {
    let games = (wins + losses + draws) as f64;
    if games == 0.0 {
        return Value::Null;
    }
    let share = (wins as f64 + draws as f64 / 2.0) / games;
    let z = 1.96_f64;
    let middle = share + z * z / (2.0 * games);
    let width = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let below = 1.0 + z * z / games;
    json!({"mean": share, "low": (middle - width) / below, "high": (middle + width) / below})
}

#[expect(clippy::cast_precision_loss, reason = "few games")]
pub fn performance(rated: [u64; 4], ratings: f64) -> Value {
    let games = (rated[0] + rated[1] + rated[2]) as f64;
    let share = (rated[0] as f64 + rated[2] as f64 / 2.0) / games;
    match share > 0.0 && share < 1.0 {
        true => json!(ratings / games + 400.0 * (share / (1.0 - share)).log10()),
        false => Value::Null,
    }
}

pub fn wins_json([wins, losses, draws, unknown]: [u64; 4]) -> Value {
    json!({"wins": wins, "losses": losses, "draws": draws, "unknown": unknown})
}

fn kinds<'g>(games: impl Iterator<Item = &'g Game>) -> Value {
    let mut counts = Map::new();
    for game in games {
        let count = counts.get(&game.kind).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(game.kind.clone(), (count + 1).into());
    }
    Value::Object(counts)
}

/// The games by a key.
fn by<'g, K: Ord>(games: &[Counted<'g>], key: impl Fn(&Game) -> K) -> BTreeMap<K, Vec<Counted<'g>>> {
    let mut groups: BTreeMap<K, Vec<Counted<'g>>> = BTreeMap::new();
    games.iter().for_each(|game| groups.entry(key(game.0)).or_default().push(*game));
    groups
}

fn text_of(date: &[u32]) -> Value {
    let parts: Vec<String> = date.iter().filter(|part| **part > 0).map(|part| format!("{part:02}")).collect();
    if parts.is_empty() { Value::Null } else { parts.join("-").into() }
}

impl Chosen<'_> {
    /// A row with how its games went.
    pub fn row(&self, games: &[Counted<'_>], more: Value) -> Value {
        let mut row = more;
        row["games"] = games.len().into();
        row["results"] = results_json(games);
        let (all, rated, ratings) = of_player(games);
        let of = |value: Value| if self.has_player { value } else { Value::Null };
        row["player_results"] = of(wins_json(all));
        row["player_score"] = of(score(all[0], all[1], all[2]));
        row["performance"] = of(performance(rated, ratings));
        row
    }

    pub fn overview(&self) -> Value {
        let games = || self.games.iter().map(|(game, _)| *game);
        let padded = |game: &Game| {
            let mut date = game.date.clone();
            date.resize(3, 0);
            date
        };
        let days = || games().filter(|game| !game.date.is_empty()).map(padded);
        let players: BTreeSet<String> =
            games().flat_map(|game| game.persons.iter().flatten().cloned()).collect();
        let events: BTreeSet<String> =
            games().filter_map(|game| game.event.as_deref()).map(normalize_name).collect();
        self.row(
            &self.games,
            json!({
                "handicap_games": games().filter(|game| !["even", "set"].contains(&game.placing.as_str())).count(),
                "custom_starts": games().filter(|game| game.placing == "set").count(),
                "plies": games().map(|game| game.moves.len()).sum::<usize>(),
                "players": players.len(),
                "events": events.len(),
                "first_date": days().min().map_or(Value::Null, |date| text_of(&date)),
                "last_date": days().max().map_or(Value::Null, |date| text_of(&date)),
                "undated": games().filter(|game| game.date.is_empty()).count(),
                "cut_short": games().filter(|game| game.cut_short).count(),
                "kinds": kinds(games()),
                "left_out": kinds(self.left_out.iter().copied()),
                "undecided": self.undecided.len(),
            }),
        )
    }

    pub fn endings(&self, ending: impl Fn(&Game) -> &str) -> Value {
        let row = |(ending, games): (String, Vec<Counted<'_>>)| {
            let count = |word: &str| games.iter().filter(|(game, _)| game.agreement == word).count();
            self.row(
                &games,
                json!({
                    "ending": ending,
                    "agrees": count("agrees"),
                    "consistent": count("consistent"),
                    "contradicts": count("contradicts"),
                    "cannot_be_verified": count("cannot_be_verified"),
                    "nothing_declared": count("nothing_declared"),
                }),
            )
        };
        by(&self.games, |game| ending(game).to_owned()).into_iter().map(row).collect()
    }

    pub fn lengths(&self) -> Value {
        let row = |(step, games): (usize, Vec<Counted<'_>>)| {
            let (from, to) = (step * 20, step * 20 + 19);
            self.row(&games, json!({"plies": format!("{from}–{to}"), "from_plies": from, "to_plies": to}))
        };
        by(&self.games, |game| game.moves.len() / 20).into_iter().map(row).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "few games")]
    pub fn years(&self) -> Value {
        let row = |((_, year), games): ((bool, Option<u32>), Vec<Counted<'_>>)| {
            let plies: usize = games.iter().map(|(game, _)| game.moves.len()).sum();
            self.row(&games, json!({"year": year, "mean_plies": plies as f64 / games.len() as f64}))
        };
        by(&self.games, |game| (game.year().is_none(), game.year())).into_iter().map(row).collect()
    }

    /// The rows of players by person: the spellings in these games, and the row without names.
    pub fn players(&self) -> BTreeMap<String, (BTreeSet<String>, Value)> {
        let mut sides: BTreeMap<String, Vec<Counted<'_>>> = BTreeMap::new();
        for (game, _) in &self.games {
            let [black, white] = game.persons.clone();
            if black.is_some() && black == white {
                sides.entry(black.unwrap_or_default()).or_default().push((game, None));
                continue;
            }
            for (side, person) in [black, white].into_iter().enumerate() {
                if let Some(person) = person {
                    sides.entry(person).or_default().push((game, Some(side)));
                }
            }
        }
        let row = |(name, games): (String, Vec<Counted<'_>>)| {
            let (all, rated, ratings) = of_player(&games);
            let years = || games.iter().filter_map(|(game, _)| game.year());
            let spellings = games.iter().flat_map(|(game, _)| {
                let own = |side: &usize| game.persons[*side].as_ref() == Some(&name);
                (0..2).filter(own).filter_map(|side| game.names[side].clone()).collect::<Vec<_>>()
            });
            let row = json!({
                "games": games.len(),
                "as_black": games.iter().filter(|(_, side)| *side == Some(0)).count(),
                "results": wins_json(all),
                "self_play": games.iter().filter(|(_, side)| side.is_none()).count(),
                "score": score(all[0], all[1], all[2]),
                "performance": performance(rated, ratings),
                "first_year": years().min(),
                "last_year": years().max(),
            });
            (name.clone(), (spellings.collect(), row))
        };
        sides.into_iter().map(row).collect()
    }

    /// What was played in a position, which was asked for by these moves from the even start.
    pub fn explored(&self, asked: &Board, by_moves: Option<&[String]>) -> Value {
        let key = asked.key();
        let reached = |game: &Game| game.visits(key);
        let white = asked.white_moves();
        let games: Vec<(Counted<'_>, Vec<usize>)> = self
            .games
            .iter()
            .map(|counted| (*counted, reached(counted.0)))
            .filter(|(_, visits)| !visits.is_empty())
            .collect();
        let all: Vec<Counted<'_>> = games.iter().map(|(counted, _)| *counted).collect();
        let moves = |wanted: &dyn Fn(Option<usize>) -> bool| {
            let chosen: Vec<_> = games.iter().filter(|((_, side), _)| wanted(*side)).collect();
            let mut by_move: BTreeMap<&str, Vec<Counted<'_>>> = BTreeMap::new();
            for ((game, side), visits) in &chosen {
                let played: BTreeSet<&str> =
                    visits.iter().filter_map(|ply| game.moves.get(*ply)).map(String::as_str).collect();
                played.into_iter().for_each(|usi| by_move.entry(usi).or_default().push((game, *side)));
            }
            let row = |(usi, games): (&str, Vec<Counted<'_>>)| {
                self.move_row(usi, &games, usize::from(white), chosen.len())
            };
            by_move.into_iter().map(row).collect::<Vec<Value>>()
        };
        let [black, white_wins, draws, _] = results(&all);
        let mover = if white { score(white_wins, black, draws) } else { score(black, white_wins, draws) };
        let transposed = by_moves.map_or(0, |moves| {
            let other = |game: &&Counted<'_>| game.0.placing == "even" && !game.0.moves.starts_with(moves);
            all.iter().filter(other).count()
        });
        let (own, against) = match self.has_player {
            true => (
                json!(moves(&|side| side == Some(usize::from(white)))),
                json!(moves(&|side| side == Some(usize::from(!white)))),
            ),
            false => (json!([]), json!([])),
        };
        let years = |((_, year), games): ((bool, Option<u32>), Vec<Counted<'_>>)| {
            let mut played: Map<String, Value> = Map::new();
            for (game, _) in &games {
                let moves: BTreeSet<&String> =
                    reached(game).into_iter().filter_map(|ply| game.moves.get(ply)).collect();
                for usi in moves {
                    let count = played.get(usi).and_then(Value::as_u64).unwrap_or(0);
                    played.insert(usi.clone(), (count + 1).into());
                }
            }
            self.row(&games, json!({"year": year, "moves": played}))
        };
        let by_year = by(&all, |game| (game.year().is_none(), game.year()));
        self.row(
            &all,
            json!({
                "visits": games.iter().map(|(_, visits)| visits.len()).sum::<usize>(),
                "score": mover,
                "moves": moves(&|_| true),
                "own_moves": own,
                "moves_against": against,
                "ended_here": games.iter().filter(|((game, _), visits)| visits.last() == Some(&game.moves.len())).count(),
                "by_transposition": transposed,
                "from_set_positions": all.iter().filter(|(game, _)| game.placing == "set").count(),
                "left_out": kinds(self.left_out.iter().copied().filter(|game| !reached(game).is_empty())),
                "undecided": self.undecided.iter().filter(|game| !reached(game).is_empty()).count(),
                "years": by_year.into_iter().map(years).collect::<Vec<_>>(),
            }),
        )
    }

    #[expect(clippy::cast_precision_loss, reason = "few games")]
    fn move_row(&self, usi: &str, games: &[Counted<'_>], mover: usize, of: usize) -> Value {
        let ratings: Vec<f64> = games.iter().filter_map(|(game, _)| game.ratings[mover]).collect();
        let [black, white, draws, _] = results(games);
        let [wins, losses] = if mover == 0 { [black, white] } else { [white, black] };
        let mean = |game: &Game| {
            let known: Vec<f64> = game.ratings.iter().flatten().copied().collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        };
        let better = |a: &&Counted<'_>, b: &&Counted<'_>| {
            let day = |game: &Game| {
                let mut date = game.date.clone();
                date.resize(3, 0);
                date
            };
            let rated = |game: &Game| mean(game).unwrap_or(f64::NEG_INFINITY);
            let by_rating = rated(a.0).total_cmp(&rated(b.0));
            by_rating.then(day(a.0).cmp(&day(b.0))).then(b.0.id.cmp(&a.0.id))
        };
        self.row(
            games,
            json!({
                "usi": usi,
                "share": games.len() as f64 / of as f64,
                "score": score(wins, losses, draws),
                "average_rating":
                    if ratings.is_empty() { Value::Null } else { json!(ratings.iter().sum::<f64>() / ratings.len() as f64) },
                "last_year": games.iter().filter_map(|(game, _)| game.year()).max(),
                "model_game": games.iter().max_by(better).map(|(game, _)| game.id),
            }),
        )
    }
}

/// The first difference between a wanted and a found answer. What is not wanted may be anything.
pub fn difference(want: &Value, found: &Value, path: &str) -> Option<String> {
    match (want, found) {
        (Value::Object(fields), Value::Object(others)) => fields
            .iter()
            .find_map(|(key, value)| {
                difference(value, others.get(key).unwrap_or(&Value::Null), &format!("{path}.{key}"))
            })
            .or_else(|| counts_differ(fields, others, path)),
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => items
            .iter()
            .zip(others)
            .enumerate()
            .find_map(|(at, (item, other))| difference(item, other, &format!("{path}[{at}]"))),
        (Value::Number(a), Value::Number(b)) if (a.as_f64()? - b.as_f64()?).abs() < 1e-6 => None,
        _ if want == found => None,
        _ => Some(format!("{path}: {want} wanted, {found} found")),
    }
}

/// Objects of counts (`left_out`, `kinds`, moves of a year) have no other keys.
fn counts_differ(fields: &Map<String, Value>, others: &Map<String, Value>, path: &str) -> Option<String> {
    let is_counts =
        [".left_out", ".kinds", ".moves", ".endings", ".plies"].iter().any(|end| path.ends_with(end));
    (is_counts && fields.len() != others.len())
        .then(|| format!("{path}: {fields:?} wanted, {others:?} found"))
}

/// The same for an answer of the explorer, whose moves are sorted by how many games have them.
pub fn explored_difference(want: &Value, found: &Value) -> Option<String> {
    let mut found = found.clone();
    for list in ["moves", "own_moves", "moves_against"] {
        if let Some(moves) = found[list].as_array_mut() {
            if !moves.is_sorted_by_key(|row| std::cmp::Reverse(row["games"].as_u64())) {
                return Some(format!("{list} are not sorted by games"));
            }
            moves.sort_by_key(|row| row["usi"].as_str().map(str::to_owned));
        }
    }
    difference(want, &found, "")
}

/// The first difference between the rows of players, which are found by their spellings.
pub fn players_difference(
    want: &BTreeMap<String, (BTreeSet<String>, Value)>,
    found: &Value,
) -> Option<String> {
    let rows = found.as_array()?;
    if rows.len() != want.len() {
        return Some(format!("{} players wanted, {} found", want.len(), rows.len()));
    }
    let spellings = |row: &Value| -> BTreeSet<String> {
        row["spellings"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    want.iter().find_map(|(person, (names, wanted))| {
        let row = rows.iter().find(|row| spellings(row).is_superset(names));
        match row {
            Some(row) => difference(wanted, row, person),
            None => Some(format!("{person} ({names:?}) is not found")),
        }
    })
}
