//! Tables of players, counted from the games: one player's report, who played whom, ratings.

use super::game::{Game, Result};
use super::tables::{Chosen, Counted, difference, of_player, performance, score, wins_json};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

/// The two persons of a game who are told apart.
fn persons(game: &Game) -> Option<[&String; 2]> {
    let [black, white] = &game.persons;
    Some([black.as_ref()?, white.as_ref()?]).filter(|[black, white]| black != white)
}

fn day(game: &Game) -> Option<Vec<u32>> {
    let mut day = game.date.clone();
    day.resize(3, 0);
    (!game.date.is_empty()).then_some(day)
}

/// How games went for the player.
fn results(games: &[Counted<'_>]) -> Value {
    wins_json(of_player(games).0)
}

fn score_of(games: &[Counted<'_>]) -> Value {
    let (all, ..) = of_player(games);
    score(all[0], all[1], all[2])
}

/// What one person's games say.
fn report(games: &[Counted<'_>]) -> Value {
    let sided: Vec<Counted<'_>> = games.iter().filter(|(_, side)| side.is_some()).copied().collect();
    let of = |wanted: usize| -> Vec<Counted<'_>> {
        sided.iter().filter(|(_, side)| *side == Some(wanted)).copied().collect()
    };
    let (_, rated, ratings) = of_player(&sided);
    let mut ordered = sided.clone();
    ordered.sort_by_key(|(game, _)| (day(game), game.id));
    let own: Vec<f64> = ordered.iter().filter_map(|(game, side)| game.ratings[(*side)?]).collect();
    let mut runs: Vec<i64> = Vec::new();
    for (game, side) in ordered.iter().filter(|(game, _)| !game.date.is_empty()) {
        match game.result() {
            Result::Unknown => {}
            Result::Drawn => runs.push(0),
            Result::Won(winner) => runs.push(if Some(winner) == *side { 1 } else { -1 }),
        }
    }
    let longest =
        |is_in: fn(i64) -> bool| runs.split(|run| !is_in(*run)).map(<[i64]>::len).max().unwrap_or(0);
    let current = match runs.last() {
        Some(last) if *last != 0 => {
            last * i64::try_from(runs.iter().rev().take_while(|run| *run == last).count()).unwrap()
        }
        _ => 0,
    };
    let mut months: BTreeMap<Vec<u32>, Vec<Counted<'_>>> = BTreeMap::new();
    for game in sided.iter().filter(|(game, _)| !game.date.is_empty()) {
        months.entry(game.0.date.iter().take(2).copied().collect()).or_default().push(*game);
    }
    let text = |month: &[u32]| month.iter().map(|part| format!("{part:02}")).collect::<Vec<_>>().join("-");
    let form = |(month, games): (&Vec<u32>, &Vec<Counted<'_>>)| json!({"month": text(month), "games": games.len(), "results": results(games), "score": score_of(games)});
    json!({
        "games": sided.len(),
        "results": results(&sided),
        "score": score_of(&sided),
        "performance": performance(rated, ratings),
        "self_play": games.len() - sided.len(),
        "black_results": results(&of(0)),
        "black_score": score_of(&of(0)),
        "white_results": results(&of(1)),
        "white_score": score_of(&of(1)),
        "longest_wins": longest(|run| run > 0),
        "longest_unbeaten": longest(|run| run >= 0),
        "longest_losses": longest(|run| run < 0),
        "current_run": current,
        "out_of_runs": sided.len() - runs.len(),
        "rated_games": own.len(),
        "first_rating": own.first(),
        "last_rating": own.last(),
        "lowest_rating": own.iter().copied().min_by(f64::total_cmp),
        "highest_rating": own.iter().copied().max_by(f64::total_cmp),
        "form": months.iter().map(form).collect::<Vec<_>>(),
    })
}

impl Chosen<'_> {
    /// The persons with most games, and a spelling of each.
    pub fn persons_with_most_games(&self, number: usize) -> Vec<(String, String)> {
        let mut games: BTreeMap<&String, (usize, &String)> = BTreeMap::new();
        for (game, _) in &self.games {
            for side in 0..2 {
                if let (Some(person), Some(name)) = (&game.persons[side], &game.names[side]) {
                    games.entry(person).or_insert((0, name)).0 += 1;
                }
            }
        }
        let mut persons: Vec<_> = games.into_iter().collect();
        persons.sort_by_key(|(_, (games, _))| std::cmp::Reverse(*games));
        persons.into_iter().take(number).map(|(person, (_, name))| (person.clone(), name.clone())).collect()
    }

    /// The report of a person, against another one if there is one.
    pub fn player_difference(&self, person: &str, other: Option<&str>, found: &Value) -> Option<String> {
        let is = |game: &Game, side: usize, person: &str| game.persons[side].as_deref() == Some(person);
        let own = |(game, _): &Counted<'_>| {
            let sides: Vec<usize> = (0..2)
                .filter(|side| is(game, *side, person) && other.is_none_or(|other| is(game, 1 - side, other)))
                .collect();
            match sides[..] {
                [] => None,
                [side] => Some(Some(side)),
                _ => Some(None),
            }
        };
        let games: Vec<Counted<'_>> =
            self.games.iter().filter_map(|counted| Some((counted.0, own(counted)?))).collect();
        if let Some(difference) = difference(&report(&games), found, person) {
            return Some(difference);
        }
        let mut against: BTreeMap<&str, Vec<Counted<'_>>> = BTreeMap::new();
        for (game, side) in games.iter().filter(|(_, side)| side.is_some()) {
            if let Some(other) = side.and_then(|side| game.persons[1 - side].as_deref()) {
                against.entry(other).or_default().push((game, *side));
            }
        }
        let mut want: Vec<(usize, Value)> =
            against.into_values().map(|games| (games.len(), results(&games))).collect();
        let rows = found["opponents"].as_array()?;
        let mut rows: Vec<(usize, Value)> = rows
            .iter()
            .map(|row| (usize::try_from(row["games"].as_u64().unwrap()).unwrap(), row["results"].clone()))
            .collect();
        let key = |(games, results): &(usize, Value)| (*games, results.to_string());
        want.sort_by_key(key);
        rows.sort_by_key(key);
        (want != rows).then(|| format!("{person}: opponents {want:?} wanted, {rows:?} found"))
    }

    /// Who played whom.
    pub fn cross_difference(&self, found: &Value) -> Option<String> {
        let mut spellings: BTreeMap<&String, BTreeSet<&str>> = BTreeMap::new();
        let mut pairs: BTreeMap<(&String, &String), Vec<Counted<'_>>> = BTreeMap::new();
        for (game, _) in &self.games {
            let Some([black, white]) = persons(game) else { continue };
            for (side, (own, other)) in [(black, white), (white, black)].into_iter().enumerate() {
                spellings.entry(own).or_default().extend(game.names[side].as_deref());
                pairs.entry((own, other)).or_default().push((game, Some(side)));
            }
        }
        let rows = found.as_array()?;
        if rows.len() != spellings.len() {
            return Some(format!("{} players wanted, {} found", spellings.len(), rows.len()));
        }
        let is_called = |person: &String, row: &Value, name: &str| {
            spellings[person].contains(row[name].as_str().unwrap_or_default())
        };
        for (own, other) in pairs.keys() {
            let row = rows.iter().find(|row| is_called(own, row, "player"))?;
            let against = row["against"].as_array()?.iter().find(|row| is_called(other, row, "opponent"));
            let want = results(&pairs[&(*own, *other)]);
            if against.map(|row| &row["results"]) != Some(&want) {
                return Some(format!("{own} against {other}: {want} wanted, {against:?} found"));
            }
        }
        let points = |row: &Value| row["points"].as_f64().unwrap_or_default();
        (!rows.is_sorted_by(|a, b| points(a) >= points(b))).then(|| "not sorted by points".to_owned())
    }

    /// Glicko-2 by months.
    pub fn ratings_difference(&self, found: &Value) -> Option<String> {
        let mut months: BTreeMap<u32, Vec<&Game>> = BTreeMap::new();
        let mut spellings: BTreeMap<&String, BTreeSet<&str>> = BTreeMap::new();
        for (game, _) in &self.games {
            let (Some(both), Some(date)) = (persons(game), day(game)) else { continue };
            if game.result() == Result::Unknown {
                continue;
            }
            for (side, person) in both.into_iter().enumerate() {
                spellings.entry(person).or_default().extend(game.names[side].as_deref());
            }
            months.entry(date[0] * 12 + date[1].max(1) - 1).or_default().push(game);
        }
        // Rating, deviation, volatility, the month up to which they are.
        let mut players: BTreeMap<&String, ([f64; 3], u32)> = BTreeMap::new();
        for (month, games) in &months {
            for person in games.iter().filter_map(|game| persons(game)).flatten() {
                let own = players.entry(person).or_insert(([1500.0, 350.0, 0.06], *month));
                for _ in own.1 + 1..*month {
                    own.0[1] = grown(own.0);
                }
                own.1 = *month;
            }
            let before = players.clone();
            for (person, own) in &mut players {
                let met: Vec<([f64; 3], f64)> = games
                    .iter()
                    .filter_map(|game| {
                        let side = persons(game)?.iter().position(|other| other == person)?;
                        let points = match game.result() {
                            Result::Won(winner) if winner == side => 1.0,
                            Result::Won(_) => 0.0,
                            _ => 0.5,
                        };
                        Some((before[persons(game)?[1 - side]].0, points))
                    })
                    .collect();
                if !met.is_empty() {
                    own.0 = rated(own.0, &met);
                }
            }
        }
        let last = months.keys().next_back().copied().unwrap_or(0);
        let rows = found.as_array()?;
        if rows.len() != players.len() {
            return Some(format!("{} rated wanted, {} found", players.len(), rows.len()));
        }
        players.into_iter().find_map(|(person, (mut own, month))| {
            for _ in month..last {
                own[1] = grown(own);
            }
            let named = |row: &&Value| spellings[person].contains(row["player"].as_str().unwrap_or_default());
            let Some(row) = rows.iter().find(named) else { return Some(format!("{person} is not rated")) };
            let near = |name: &str, want: f64| (row[name].as_f64().unwrap_or_default() - want).abs() < 0.01;
            (!near("rating", own[0]) || !near("deviation", own[1]))
                .then(|| format!("{person}: {own:?} wanted, {row} found"))
        })
    }
}

/// The deviation after a month without games.
fn grown([_, deviation, volatility]: [f64; 3]) -> f64 {
    deviation.hypot(volatility * 173.7178).min(350.0)
}

/// The ratings after a month, by the steps of the paper; the volatility by halving.
fn rated([rating, deviation, volatility]: [f64; 3], met: &[([f64; 3], f64)]) -> [f64; 3] {
    let (mu, phi) = ((rating - 1500.0) / 173.7178, deviation / 173.7178);
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / PI / PI).sqrt();
    let (mut sum, mut surprise) = (0.0, 0.0);
    for ([other, other_deviation, _], points) in met {
        let g = g(other_deviation / 173.7178);
        let expected = 1.0 / (1.0 + (-g * (mu - (other - 1500.0) / 173.7178)).exp());
        sum += g * g * expected * (1.0 - expected);
        surprise += g * (points - expected);
    }
    let v = 1.0 / sum;
    let delta = v * surprise;
    let a = (volatility * volatility).ln();
    let f = |x: f64| {
        let e = x.exp();
        e * (delta * delta - phi * phi - v - e) / (2.0 * (phi * phi + v + e).powi(2)) - (x - a) / 0.25
    };
    // It falls, so the root is where it changes its sign.
    let (mut low, mut high) = (a - 20.0, a + 20.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let volatility = (low / 2.0).exp();
    let phi = 1.0 / (1.0 / (phi * phi + volatility * volatility) + 1.0 / v).sqrt();
    [phi * phi * surprise * 173.7178 + rating, phi * 173.7178, volatility]
}
