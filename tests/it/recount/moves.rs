//! Tables over moves, clocks and evaluations, counted from the games.

use super::Collection;
use super::game::{Game, Result};
use super::groups::{groups, label};
use super::tables::{Chosen, Counted, score};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A time control as the headers of our records have it: base and byoyomi in milliseconds, and the increment.
fn control(text: &str) -> Option<(i64, i64, i64)> {
    let text = text.trim();
    let seconds = |text: &str| {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        Some(whole.parse::<i64>().ok()? * 1000 + format!("{part:0<3}").parse::<i64>().ok()?)
    };
    if let Some((base, byoyomi)) = text.split_once('+') {
        if let Some((hours, minutes)) = base.split_once(':') {
            let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
            return Some((minutes * 60_000, seconds(byoyomi)?, 0));
        }
        if let Some(minutes) = base.strip_suffix('分') {
            let minutes: i64 = minutes.trim_start_matches('各').parse().ok()?;
            return Some((minutes * 60_000, seconds(byoyomi.strip_suffix('秒')?)?, 0));
        }
        let (byoyomi, increment) = byoyomi.split_once('+').unwrap_or((byoyomi, "0"));
        return Some((seconds(base)?, seconds(byoyomi)?, seconds(increment)?));
    }
    let text = text.trim_start_matches('各').trim_end_matches("切れ負け");
    let (hours, minutes) = match text.split_once("時間") {
        Some((hours, minutes)) => (hours.parse::<i64>().ok()?, minutes),
        None => (0, text),
    };
    let minutes: i64 = match minutes {
        "" if hours > 0 => 0,
        minutes => minutes.strip_suffix('分')?.parse().ok()?,
    };
    Some(((hours * 60 + minutes) * 60_000, 0, 0))
}

#[expect(clippy::cast_precision_loss, reason = "few games")]
fn mean(sum: i64, count: usize) -> Value {
    if count == 0 { Value::Null } else { json!(sum as f64 / count as f64) }
}

/// The number at a part of sorted ones, from 1 to 100.
fn percentile(sorted: &[i64], part: usize) -> Value {
    match (sorted.len() * part).div_ceil(100).max(1) {
        at if at <= sorted.len() => sorted[at - 1].into(),
        _ => Value::Null,
    }
}

fn spread(mut numbers: Vec<i64>) -> Value {
    numbers.sort_unstable();
    json!({
        "least": numbers.first(),
        "lower_quartile": percentile(&numbers, 25),
        "median": percentile(&numbers, 50),
        "upper_quartile": percentile(&numbers, 75),
        "most": numbers.last(),
        "mean": mean(numbers.iter().sum(), numbers.len()),
    })
}

fn joined(mut one: Value, other: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (one.as_object_mut(), other) {
        fields.extend(more);
    }
    one
}

/// What a game's moves do: for each side promotions, drops, captures; the first capture; how often its commonest position
/// stood; the ply at which one first stood again.
struct Doings {
    counts: [[i64; 3]; 2],
    first_capture: Option<i64>,
    occurrences: usize,
    first_repetition: Option<i64>,
}

fn doings(game: &Game) -> Doings {
    let mut found =
        Doings { counts: [[0; 3]; 2], first_capture: None, occurrences: 1, first_repetition: None };
    let mut pieces: BTreeMap<String, bool> = BTreeMap::new();
    for (rank, row) in game.start.split(' ').next().unwrap().split('/').enumerate() {
        let mut file = 9;
        for char in row.chars() {
            match char.to_digit(10) {
                Some(empty) => file -= empty,
                None if char == '+' => {}
                None => {
                    pieces.insert(format!("{file}{}", char::from(b'a' + u8::try_from(rank).unwrap())), true);
                    file -= 1;
                }
            }
        }
    }
    for (index, usi) in game.moves.iter().enumerate() {
        let ply = i64::try_from(index).unwrap() + 1;
        let own = &mut found.counts[game.mover(index)];
        own[0] += i64::from(usi.ends_with('+'));
        let to = &usi[2..4];
        if usi.contains('*') {
            own[1] += 1;
        } else {
            pieces.remove(&usi[..2]);
            if pieces.contains_key(to) {
                own[2] += 1;
                found.first_capture = found.first_capture.or(Some(ply));
            }
        }
        pieces.insert(to.to_owned(), true);
    }
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    for (ply, key) in game.positions().iter().enumerate() {
        let times = seen.entry(*key).or_default();
        *times += 1;
        found.occurrences = found.occurrences.max(*times);
        if *times == 2 && found.first_repetition.is_none() {
            found.first_repetition = Some(i64::try_from(ply).unwrap());
        }
    }
    found
}

/// Times of the two sides and of both.
#[derive(Default)]
struct Times {
    spent: [i64; 2],
    moves: [usize; 2],
    seconds: Vec<i64>,
    without: usize,
}

impl Times {
    fn add(&mut self, side: usize, time: Option<i64>) {
        let Some(time) = time.filter(|time| *time >= 0) else {
            self.without += 1;
            return;
        };
        self.spent[side] += time;
        self.moves[side] += 1;
        self.seconds.push(time / 1000);
    }

    fn fields(&mut self) -> Value {
        self.seconds.sort_unstable();
        let in_seconds = |sum: i64, count: usize| match mean(sum, count).as_f64() {
            Some(mean) => json!(mean / 1000.0),
            None => Value::Null,
        };
        json!({
            "moves": self.moves[0] + self.moves[1],
            "mean_seconds": in_seconds(self.spent[0] + self.spent[1], self.moves[0] + self.moves[1]),
            "black_seconds": in_seconds(self.spent[0], self.moves[0]),
            "white_seconds": in_seconds(self.spent[1], self.moves[1]),
            "median_seconds": percentile(&self.seconds, 50),
        })
    }
}

fn is_timed(game: &Game) -> bool {
    game.times.iter().take(game.moves.len()).any(|time| time.is_some_and(|time| time >= 0))
}

impl Chosen<'_> {
    pub fn length_groups(&self, by: &str) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let plies = games.iter().map(|(game, _)| i64::try_from(game.moves.len()).unwrap()).collect();
            self.row(&games, joined(json!({"group": label(&group)}), spread(plies)))
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }

    pub fn move_groups(&self, by: &str) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let found: Vec<Doings> = games.iter().map(|(game, _)| doings(game)).collect();
            let mut row = json!({
                "group": label(&group),
                "games": games.len(),
                "plies": games.iter().map(|(game, _)| game.moves.len()).sum::<usize>(),
            });
            for (place, name) in ["promotions", "drops", "captures"].into_iter().enumerate() {
                let of = |side: usize| found.iter().map(|found| found.counts[side][place]).sum::<i64>();
                row[name] = mean(of(0) + of(1), games.len());
                row[format!("black_{name}")] = mean(of(0), games.len());
                row[format!("white_{name}")] = mean(of(1), games.len());
            }
            let mut captures: Vec<i64> = found.iter().filter_map(|found| found.first_capture).collect();
            captures.sort_unstable();
            row["first_capture"] = percentile(&captures, 50);
            for (name, times) in [("repeated", 2), ("repeated_twice", 3)] {
                let count = found.iter().filter(|found| found.occurrences >= times).count();
                row[name] = count.into();
                row[format!("{name}_share")] = score(count as u64, (games.len() - count) as u64, 0);
            }
            let mut again: Vec<i64> = found.iter().filter_map(|found| found.first_repetition).collect();
            again.sort_unstable();
            row["first_repetition"] = percentile(&again, 50);
            row
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }

    pub fn times(&self, is_by_phase: bool) -> Vec<Value> {
        let number = |index: usize| match (is_by_phase, index + 1) {
            (false, ply) => (ply - 1) / 10,
            (true, ..=40) => 0,
            (true, ..=80) => 1,
            (true, _) => 2,
        };
        let mut rows: BTreeMap<usize, Times> = BTreeMap::new();
        for (game, _) in self.games.iter().filter(|(game, _)| is_timed(game)) {
            for index in 0..game.moves.len() {
                let time = game.times.get(index).copied().flatten();
                rows.entry(number(index)).or_default().add(game.mover(index), time);
            }
        }
        let row = |(number, mut times): (usize, Times)| {
            let (from, to) = match (is_by_phase, number) {
                (false, number) => (number * 10 + 1, Some(number * 10 + 10)),
                (true, 0) => (1, Some(40)),
                (true, 1) => (41, Some(80)),
                (true, _) => (81, None),
            };
            let fields = times.fields();
            let more = json!({
                "from_plies": from,
                "to_plies": to,
                "tenth_seconds": percentile(&times.seconds, 90),
                "most_seconds": times.seconds.last(),
                "untimed_moves": times.without,
            });
            joined(more, fields)
        };
        rows.into_iter().map(row).collect()
    }

    pub fn time_groups(&self, by: &str) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let timed: Vec<&Game> =
                games.iter().map(|(game, _)| *game).filter(|game| is_timed(game)).collect();
            let mut times = Times::default();
            let [mut controlled, mut trouble, mut with_byoyomi, mut in_byoyomi, mut byoyomi_moves] =
                [0_u64; 5];
            for game in &timed {
                for index in 0..game.moves.len() {
                    times.add(game.mover(index), game.times.get(index).copied().flatten());
                }
                let Some((base, byoyomi, increment)) = game.time_control.as_deref().and_then(control) else {
                    continue;
                };
                for side in 0..2 {
                    let own: Vec<Option<i64>> = (0..game.moves.len())
                        .filter(|index| game.mover(*index) == side)
                        .map(|index| game.times.get(index).copied().flatten().filter(|time| *time >= 0))
                        .collect();
                    if base == 0 || own.is_empty() || own.iter().any(Option::is_none) {
                        continue;
                    }
                    controlled += 1;
                    let (mut left, mut short, mut counted) = (base, false, 0);
                    for time in own.into_iter().flatten() {
                        short |= left < base / 10;
                        left -= time;
                        counted += u64::from(left <= 0 && byoyomi > 0);
                        left = left.max(0) + increment;
                    }
                    trouble += u64::from(short);
                    with_byoyomi += u64::from(byoyomi > 0);
                    in_byoyomi += u64::from(counted > 0);
                    byoyomi_moves += counted;
                }
            }
            let of_game =
                |side: usize| mean(times.spent[side], timed.len()).as_f64().map(|mean| mean / 1000.0);
            let more = json!({
                "group": label(&group),
                "games": games.len(),
                "timed_games": timed.len(),
                "black_game_seconds": of_game(0),
                "white_game_seconds": of_game(1),
                "controlled_sides": controlled,
                "in_trouble": trouble,
                "trouble_share": score(trouble, controlled - trouble, 0),
                "with_byoyomi": with_byoyomi,
                "in_byoyomi": in_byoyomi,
                "byoyomi_share": score(in_byoyomi, with_byoyomi - in_byoyomi, 0),
                "byoyomi_moves": byoyomi_moves,
            });
            joined(more, times.fields())
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }

    /// By the first day on which each position of the collection stood.
    pub fn novelties(&self, by: &str, first: &BTreeMap<u64, Vec<u32>>) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let (mut plies, mut without, mut undated) = (Vec::new(), 0, 0);
            for (game, _) in &games {
                let Some(day) = first_day(game) else {
                    undated += 1;
                    continue;
                };
                let positions = game.positions();
                match (1..positions.len()).find(|ply| first[&positions[*ply]] == day) {
                    Some(ply) => plies.push(i64::try_from(ply).unwrap()),
                    None => without += 1,
                }
            }
            let more = json!({
                "group": label(&group),
                "games": games.len(),
                "with_novelty": plies.len(),
                "without_novelty": without,
                "undated": undated,
            });
            joined(more, spread(plies))
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }

    pub fn evaluations(&self, by: &str) -> Vec<Value> {
        let row = |(group, games): (String, Vec<Counted<'_>>)| {
            let (mut lost, mut evaluated, mut decided, mut turned) =
                ([Vec::new(), Vec::new()], 0_u64, 0_u64, 0_u64);
            for (game, _) in &games {
                let chances = game.chances();
                let mut is_judged = false;
                for (ply, after) in chances {
                    let Some(before) = ply.checked_sub(1).and_then(|ply| chances.get(&ply)) else { continue };
                    let side = game.mover(ply - 1);
                    let loss = if side == 0 { before - after } else { after - before };
                    lost[side].push(loss.max(0.0));
                    is_judged = true;
                }
                evaluated += u64::from(is_judged);
                if let Result::Won(winner) = game.result()
                    && !chances.is_empty()
                {
                    decided += 1;
                    let losers = |chance: &f64| if winner == 0 { 1.0 - chance } else { *chance };
                    turned += u64::from(chances.values().any(|chance| losers(chance) >= 0.8));
                }
            }
            let accuracy = |losses: &[f64]| match losses.len() {
                0 => Value::Null,
                #[expect(clippy::cast_precision_loss, reason = "few games")]
                count => json!(1.0 - losses.iter().sum::<f64>() / count as f64),
            };
            let both = lost.concat();
            let mut row = json!({
                "group": label(&group),
                "games": games.len(),
                "evaluated_games": evaluated,
                "judged_moves": both.len(),
                "accuracy": accuracy(&both),
                "black_accuracy": accuracy(&lost[0]),
                "white_accuracy": accuracy(&lost[1]),
                "decided_games": decided,
                "turnarounds": turned,
                "turnaround_share": score(turned, decided - turned, 0),
            });
            for points in [5.0, 10.0, 20.0, 50.0] {
                let count = |losses: &[f64]| losses.iter().filter(|loss| **loss * 100.0 >= points).count();
                row[format!("lost_{points}")] = count(&both).into();
                row[format!("black_lost_{points}")] = count(&lost[0]).into();
                row[format!("white_lost_{points}")] = count(&lost[1]).into();
            }
            row
        };
        groups(&self.games, by).into_iter().map(row).collect()
    }
}

/// The first day that a game's date may mean, as numbers that sort; none without a date.
fn first_day(game: &Game) -> Option<Vec<u32>> {
    let mut day = game.date.clone();
    if day.is_empty() {
        return None;
    }
    day.resize(3, 1);
    Some(day)
}

impl Collection {
    /// The first day on which each position stood.
    pub fn first_days(&self) -> BTreeMap<u64, Vec<u32>> {
        let mut days: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for game in &self.games {
            let Some(day) = first_day(game) else { continue };
            for key in game.positions() {
                let first = days.entry(*key).or_insert_with(|| day.clone());
                if day < *first {
                    first.clone_from(&day);
                }
            }
        }
        days
    }
}
