//! Tables of groups of games, counted from the games.

use super::game::Game;
use super::tables::{Chosen, Counted, difference, score};
use kifukura::record::normalize_name;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What games are told apart by, openings apart, which the export does not have.
pub const GROUPS: [&str; 5] = ["", "year", "event", "rating", "handicap"];

/// The rules, which are codes of the answers too.
const FACTS: [&str; 3] = ["could_declare", "at_move_limit", "mate_in_one"];

/// The columns of shares of endings.
const RATES: [&str; 12] = [
    "sennichite",
    "jishogi",
    "declaration",
    "illegal_move",
    "time_forfeit",
    "perpetual_check",
    "resignation",
    "checkmate",
    "max_moves",
    "interrupted",
    "disconnection",
    "none",
];

/// A group as a text that the answer's group becomes too.
pub fn group_of(game: &Game, by: &str) -> String {
    match by {
        "year" => game.year().map_or_else(String::new, |year| year.to_string()),
        "event" => game.event.as_deref().map(normalize_name).unwrap_or_default(),
        "rating" => {
            let known: Vec<f64> = game.ratings.iter().flatten().copied().collect();
            if known.is_empty() {
                return String::new();
            }
            let mean = known.iter().sum::<f64>() / f64::from(u8::try_from(known.len()).unwrap());
            let low = (0_u32..).step_by(200).find(|low| f64::from(low + 200) > mean).unwrap();
            format!("{low}–{}", low + 199)
        }
        "handicap" => game.placing.clone(),
        _ => String::new(),
    }
}

/// The key of a row of an answer: its group and these columns.
fn key_of(row: &Value, by: &str, columns: &[&str]) -> String {
    let group = row["group"].as_str().unwrap_or_default();
    let group = if by == "event" { normalize_name(group) } else { group.to_owned() };
    let columns = columns.iter().map(|column| row[*column].to_string());
    std::iter::once(group).chain(columns).collect::<Vec<_>>().join(" ")
}

/// The first difference between rows that are wanted and rows that are found, whatever their order.
pub fn rows_difference(want: &[Value], found: &Value, by: &str, columns: &[&str]) -> Option<String> {
    let Some(rows) = found.as_array() else { return Some(format!("no rows: {found}")) };
    if rows.len() != want.len() {
        return Some(format!("{} rows wanted, {} found", want.len(), rows.len()));
    }
    let by_key: BTreeMap<String, &Value> = rows.iter().map(|row| (key_of(row, by, columns), row)).collect();
    want.iter().find_map(|row| {
        let key = key_of(row, by, columns);
        let mut row = row.clone();
        if by == "event" {
            row.as_object_mut()?.remove("group");
        }
        match by_key.get(&key) {
            Some(found) => difference(&row, found, &key),
            None => Some(format!("no row {key}")),
        }
    })
}

pub fn groups<'g>(games: &[Counted<'g>], by: &str) -> BTreeMap<String, Vec<Counted<'g>>> {
    let mut groups: BTreeMap<String, Vec<Counted<'g>>> = BTreeMap::new();
    games.iter().for_each(|game| groups.entry(group_of(game.0, by)).or_default().push(*game));
    groups
}

pub fn label(group: &str) -> Value {
    if group.is_empty() { Value::Null } else { group.into() }
}

/// The ending that counts: the verified one, else the declared one.
fn ending(game: &Game) -> &str {
    if game.verified == "none" { &game.declared } else { &game.verified }
}

impl Chosen<'_> {
    pub fn ending_pairs(&self, by: &str) -> Vec<Value> {
        let mut rows = Vec::new();
        for (group, games) in groups(&self.games, by) {
            let mut pairs: BTreeMap<[&str; 3], Vec<Counted<'_>>> = BTreeMap::new();
            for game in &games {
                pairs.entry([&game.0.declared, &game.0.verified, &game.0.agreement]).or_default().push(*game);
            }
            for ([declared, verified, agreement], own) in pairs {
                let more = json!({
                    "group": label(&group),
                    "declared": declared,
                    "verified": verified,
                    "agreement": agreement,
                    "share": score(own.len() as u64, (games.len() - own.len()) as u64, 0),
                });
                rows.push(self.row(&own, more));
            }
        }
        rows
    }

    pub fn ending_rates(&self, by: &str) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let mut endings: Map<String, Value> = Map::new();
            for (game, _) in &games {
                let count = endings.get(ending(game)).and_then(Value::as_u64).unwrap_or(0);
                endings.insert(ending(game).to_owned(), (count + 1).into());
            }
            let mut more = json!({
                "group": label(&group),
                "contradicts": games.iter().filter(|(game, _)| game.agreement == "contradicts").count(),
            });
            for rate in RATES {
                let own = endings.get(rate).and_then(Value::as_u64).unwrap_or(0);
                more[rate] = score(own, games.len() as u64 - own, 0);
            }
            for fact in FACTS {
                more[fact] = games.iter().filter(|(game, _)| game.facts[fact] == true).count().into();
            }
            more["endings"] = Value::Object(endings);
            self.row(&games, more)
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }

    pub fn illegal_moves(&self) -> Vec<Value> {
        let mut rules: BTreeMap<&str, Vec<Counted<'_>>> = BTreeMap::new();
        for game in &self.games {
            if let Some(rule) = &game.0.broken_rule {
                rules.entry(rule).or_default().push(*game);
            }
        }
        let row = |(rule, games): (&str, Vec<Counted<'_>>)| {
            let mut plies: Vec<usize> = games.iter().map(|(game, _)| game.moves.len() + 1).collect();
            plies.sort_unstable();
            let mut counts: Map<String, Value> = Map::new();
            for ply in &plies {
                counts.insert(ply.to_string(), plies.iter().filter(|other| *other == ply).count().into());
            }
            let with =
                |of: fn(&Game) -> &str| games.iter().filter(|(game, _)| of(game) == "illegal_move").count();
            let more = json!({
                "rule": rule,
                "share": score(games.len() as u64, (self.games.len() - games.len()) as u64, 0),
                "decided": with(|game| &game.verified),
                "declared_illegal": with(|game| &game.declared),
                "first_ply": plies[0],
                "median_ply": plies[(plies.len() - 1) / 2],
                "last_ply": plies[plies.len() - 1],
                "plies": counts,
            });
            self.row(&games, more)
        };
        rules.into_iter().map(row).collect()
    }

    /// The ids of the games that end so.
    pub fn with_ending(&self, wanted: &str) -> Vec<u64> {
        let mut ids: Vec<u64> =
            self.games.iter().filter(|(game, _)| ending(game) == wanted).map(|(game, _)| game.id).collect();
        ids.sort_unstable();
        ids
    }
}
