//! Random filters: as arguments of the command, and what they mean.

use super::Collection;
use super::game::{Game, days};
use kifukura::record::{normalize_name, person_key};
use std::collections::{BTreeMap, BTreeSet};

/// Whose names the names are.
pub struct Names {
    /// The spellings of each person, as written.
    spellings: BTreeMap<String, BTreeSet<String>>,
    games: BTreeMap<String, usize>,
    me: BTreeSet<String>,
}

impl Names {
    pub fn of(games: &[Game], me: &[&str]) -> Self {
        let (mut spellings, mut counts) = (BTreeMap::new(), BTreeMap::new());
        for game in games {
            for side in 0..2 {
                if let (Some(person), Some(name)) = (&game.persons[side], &game.names[side]) {
                    spellings.entry(person.clone()).or_insert_with(BTreeSet::new).insert(name.clone());
                    *counts.entry(person.clone()).or_insert(0) += 1;
                }
            }
        }
        Self {
            spellings,
            games: counts,
            me: me.iter().flat_map(|name| [person_key(name), format!("={name}")]).collect(),
        }
    }

    /// The names of those with the most games.
    pub fn most_games(&self, number: usize) -> Vec<String> {
        let mut persons: Vec<_> = self.games.iter().filter(|(person, _)| !person.starts_with('=')).collect();
        persons.sort_by_key(|(person, games)| (std::cmp::Reverse(**games), (*person).clone()));
        persons.into_iter().take(number).map(|(person, _)| person.clone()).collect()
    }

    /// The persons one of whose names has this part, or, behind `=`, whose name it is.
    fn found(&self, part: &str) -> BTreeSet<String> {
        if let Some(whole) = part.strip_prefix('=') {
            return BTreeSet::from([person_key(whole), format!("={}", whole.trim())]);
        }
        let part = normalize_name(part);
        let has = |names: &BTreeSet<String>| names.iter().any(|name| normalize_name(name).contains(&part));
        self.spellings.iter().filter(|(_, names)| has(names)).map(|(person, _)| person.clone()).collect()
    }
}

/// What a filter says of a game.
#[derive(PartialEq, Eq)]
pub enum Verdict {
    In,
    Out,
    /// Its date leaves it open.
    Undecided,
}

#[derive(Clone, Debug)]
enum Part {
    Kinds(Vec<&'static str>),
    Start(&'static str),
    Player(String),
    Me,
    Opponent(String),
    Side(usize),
    PlayerRating(f64, f64),
    OpponentRating(f64, f64),
    MinRating(f64),
    Event(String),
    Since(Vec<u32>),
    Until(Vec<u32>),
    Undated(&'static str),
    Ending(Vec<String>),
    Declared(String),
    Verified(String),
    Winner(&'static str),
    Agreement(&'static str),
    Handicap(&'static str),
    Plies(usize, usize),
    TimeControl(String),
}

/// A filter.
#[derive(Default)]
pub struct Filter {
    parts: Vec<Part>,
    /// The persons that the names of each part found.
    found: Vec<BTreeSet<String>>,
    pub arguments: Vec<String>,
}

/// Names of handicaps, or parts of them, and the placings that they are.
const HANDICAPS: [(&str, &[&str]); 7] = [
    ("even", &["even"]),
    ("平手", &["even"]),
    ("角落ち", &["bishop"]),
    ("二枚", &["two"]),
    ("bishop", &["bishop"]),
    ("飛車落ち", &["rook"]),
    ("any", &[]),
];

impl Filter {
    pub fn random(random: &mut fastrand::Rng, collection: &Collection) -> Self {
        let mut filter = Self::default();
        let parts = random.usize(1..=3);
        while filter.parts.len() < parts {
            filter.add_one(random, collection);
        }
        filter.parts.iter().for_each(|part| filter.arguments.extend(part.arguments()));
        let found = |part: &Part| match part {
            Part::Player(name) | Part::Opponent(name) => collection.names.found(name),
            _ => BTreeSet::new(),
        };
        filter.found = filter.parts.iter().map(found).collect();
        filter
    }

    fn has(&self, test: impl Fn(&Part) -> bool) -> bool {
        self.parts.iter().any(test)
    }

    fn add_one(&mut self, random: &mut fastrand::Rng, collection: &Collection) {
        let some_game = &collection.games[random.usize(..collection.games.len())];
        let name = || {
            let name = collection.games[some_game.moves.len() % collection.games.len()].names[0].clone();
            name.filter(|name| !person_key(name).is_empty()).unwrap_or_else(|| "player".to_owned())
        };
        let bare = |name: String| {
            let key = person_key(&name);
            let length = key.chars().count();
            key.chars().take(length.div_ceil(2).max(1)).collect::<String>()
        };
        let rating = 1500.0 + 25.0 * random.usize(..20) as f64;
        let part = match random.usize(..21) {
            0 => Part::Kinds(vec![
                ["game", "set_position", "position", "forfeit", "any"][random.usize(..5)],
                "game",
            ]),
            1 => Part::Start(["even", "handicap", "set"][random.usize(..3)]),
            2 => Part::Player(bare(name())),
            3 => Part::Player(format!("={}", person_key(&name()))),
            4 | 5 => Part::Me,
            6 => Part::Opponent(bare(name())),
            7 => Part::Side(random.usize(..2)),
            8 => Part::PlayerRating(rating, rating + 300.0),
            9 => Part::OpponentRating(rating, f64::INFINITY),
            10 => Part::MinRating(rating),
            11 => match &some_game.event {
                Some(event) => Part::Event(event.chars().skip(1).take(4).collect()),
                None => return,
            },
            12 | 13 => {
                let known = some_game.date.iter().copied();
                let date: Vec<u32> = known.take(random.usize(1..=3)).collect();
                match date.is_empty() {
                    true => return,
                    false if random.bool() => Part::Since(date),
                    false => Part::Until(date),
                }
            }
            14 => Part::Undated(["include", "exclude", "only"][random.usize(..3)]),
            15 => {
                let more = collection.games[random.usize(..collection.games.len())].verified.clone();
                Part::Ending(vec![some_game.declared.clone(), more])
            }
            16 if random.bool() => Part::Declared(some_game.declared.clone()),
            16 => Part::Verified(some_game.verified.clone()),
            17 => Part::Winner(["black", "white", "none"][random.usize(..3)]),
            18 => Part::Agreement(
                ["agrees", "consistent", "contradicts", "nothing_declared"][random.usize(..4)],
            ),
            19 => Part::Handicap(HANDICAPS[random.usize(..HANDICAPS.len())].0),
            _ => match &some_game.time_control {
                Some(control) if random.bool() => Part::TimeControl(control.chars().take(3).collect()),
                _ => Part::Plies(some_game.moves.len() / 2, some_game.moves.len()),
            },
        };
        let of_player = |part: &Part| {
            matches!(
                part,
                Part::Opponent(_) | Part::Side(_) | Part::PlayerRating(..) | Part::OpponentRating(..)
            )
        };
        if self.has(|other| std::mem::discriminant(other) == std::mem::discriminant(&part)) {
            return;
        }
        if matches!(part, Part::Opponent(_)) && self.has(|part| matches!(part, Part::Me))
            || matches!(part, Part::Me) && self.has(|part| matches!(part, Part::Opponent(_)))
        {
            // With `--me` the opponent is `--player`.
            return;
        }
        if of_player(&part) && !self.has_player() {
            self.parts.push(if matches!(part, Part::Opponent(_)) {
                Part::Player(bare(name()))
            } else {
                Part::Me
            });
        }
        if matches!(part, Part::Undated("include" | "exclude"))
            && !self.has(|part| matches!(part, Part::Since(_) | Part::Until(_)))
        {
            self.parts.push(Part::Since(vec![2020]));
        }
        self.parts.push(part);
    }

    /// The kinds that are asked for.
    pub fn kinds(&self) -> Option<&[&'static str]> {
        self.parts.iter().find_map(|part| match part {
            Part::Kinds(kinds) => Some(kinds.as_slice()),
            _ => None,
        })
    }

    /// The kinds without which a part of the filter could not be met; they are counted too where none is asked for.
    pub fn needed_kinds(&self) -> Vec<&'static str> {
        let kind = |part: &Part| match part {
            Part::Start("set") => Some("set_position"),
            Part::Ending(endings) if endings.iter().any(|ending| ending == "forfeit") => Some("forfeit"),
            Part::Declared(ending) | Part::Verified(ending) if ending == "forfeit" => Some("forfeit"),
            _ => None,
        };
        self.parts.iter().filter_map(kind).collect()
    }

    pub fn has_player(&self) -> bool {
        self.has(|part| matches!(part, Part::Player(_) | Part::Me))
    }

    /// Where a handicap is named, moves are played from its start.
    pub fn names_a_handicap(&self) -> bool {
        self.has(|part| matches!(part, Part::Handicap(_)))
    }

    /// The sides of a game that the player of the filter has.
    fn sides(&self, game: &Game, names: &Names) -> Vec<usize> {
        let is = |side: usize, persons: &BTreeSet<String>| {
            game.persons[side].as_ref().is_some_and(|person| persons.contains(person))
        };
        let me = self.has(|part| matches!(part, Part::Me));
        let within = |rating: Option<f64>, low: f64, high: f64| {
            rating.is_some_and(|rating| low <= rating && rating <= high)
        };
        let fits = |own: usize, part: &Part, found: &BTreeSet<String>| match part {
            Part::Me => is(own, &names.me),
            Part::Player(_) if me => is(1 - own, found),
            Part::Player(_) => is(own, found),
            Part::Opponent(_) => is(1 - own, found),
            Part::Side(side) => *side == own,
            Part::PlayerRating(low, high) => within(game.ratings[own], *low, *high),
            Part::OpponentRating(low, high) => within(game.ratings[1 - own], *low, *high),
            _ => true,
        };
        let all =
            |own: &usize| self.parts.iter().zip(&self.found).all(|(part, found)| fits(*own, part, found));
        (0..2).filter(all).collect()
    }

    /// The side of the player whom the filter asks for; none where the player has both.
    pub fn side(&self, game: &Game, names: &Names) -> Option<usize> {
        match self.sides(game, names)[..] {
            [side] if self.has_player() => Some(side),
            _ => None,
        }
    }

    pub fn verdict(&self, game: &Game, names: &Names) -> Verdict {
        if self.has_player() && self.sides(game, names).is_empty()
            || !self.parts.iter().all(|part| part.holds(game))
        {
            return Verdict::Out;
        }
        let bound = |find: &dyn Fn(&Part) -> Option<Vec<u32>>| {
            self.parts.iter().find_map(find).map(|date| days(&date))
        };
        let since = bound(&|part| if let Part::Since(date) = part { Some(date.clone()) } else { None });
        let until = bound(&|part| if let Part::Until(date) = part { Some(date.clone()) } else { None });
        let undated = self.parts.iter().find_map(|part| match part {
            Part::Undated(word) => Some(*word),
            _ => None,
        });
        let asked = since.is_some() || until.is_some();
        let (low, high) = (since.map_or(0, |(first, _)| first), until.map_or(u32::MAX, |(_, last)| last));
        let (first, last) = game.days();
        let open = if asked {
            !(low <= first && last <= high) && first <= high && low <= last
        } else {
            game.date.is_empty()
        };
        let is_in =
            if asked { low <= first && last <= high && !game.date.is_empty() } else { !game.date.is_empty() };
        let open = open || asked && game.date.is_empty();
        match undated {
            None if !asked => Verdict::In,
            Some("only") => {
                if open {
                    Verdict::In
                } else {
                    Verdict::Out
                }
            }
            Some("include") if is_in || open => Verdict::In,
            _ if is_in => Verdict::In,
            _ if open => Verdict::Undecided,
            _ => Verdict::Out,
        }
    }
}

impl Part {
    /// What does not depend on the player and the date.
    fn holds(&self, game: &Game) -> bool {
        let contains = |text: &Option<String>, part: &str| {
            text.as_deref().is_some_and(|text| normalize_name(text).contains(&normalize_name(part)))
        };
        match self {
            Self::Start("handicap") | Self::Handicap("any") => {
                !["even", "set"].contains(&game.placing.as_str())
            }
            Self::Start(placing) => game.placing == *placing,
            Self::MinRating(least) => {
                game.ratings.iter().all(|rating| rating.is_some_and(|rating| rating >= *least))
            }
            Self::Event(part) => contains(&game.event, part),
            Self::Ending(endings) => endings.iter().any(|ending| match ending.as_str() {
                "none" => game.declared == "none" && game.verified == "none",
                ending => game.declared == ending || game.verified == ending,
            }),
            Self::Declared(ending) => game.declared == *ending,
            Self::Verified(ending) => game.verified == *ending,
            Self::Winner("none") => game.winner.is_none(),
            Self::Winner(side) => game.winner.as_deref() == Some(side),
            Self::Agreement(agreement) => game.agreement == *agreement,
            Self::Handicap(name) => {
                let placings = HANDICAPS
                    .iter()
                    .find(|(other, _)| other == name)
                    .map_or(&[][..], |(_, placings)| placings);
                placings.contains(&game.placing.as_str())
            }
            Self::Plies(low, high) => (*low..=*high).contains(&game.moves.len()),
            Self::TimeControl(part) => {
                game.time_control.as_deref().is_some_and(|text| text.contains(part.as_str()))
            }
            _ => true,
        }
    }

    fn arguments(&self) -> Vec<String> {
        let range = |low: f64, high: f64| match high.is_finite() {
            true => format!("{low}..{high}"),
            false => format!("{low}.."),
        };
        let date = |date: &[u32]| date.iter().map(|part| format!("{part:02}")).collect::<Vec<_>>().join("-");
        let (name, value) = match self {
            Self::Me => return vec!["--me".to_owned()],
            Self::Kinds(kinds) => ("kind", kinds.join(",")),
            Self::Start(start) => ("start", (*start).to_owned()),
            Self::Player(name) => ("player", name.clone()),
            Self::Opponent(name) => ("opponent", name.clone()),
            Self::Side(side) => ("side", ["black", "white"][*side].to_owned()),
            Self::PlayerRating(low, high) => ("player-rating", range(*low, *high)),
            Self::OpponentRating(low, high) => ("opponent-rating", range(*low, *high)),
            Self::MinRating(least) => ("min-rating", least.to_string()),
            Self::Event(part) => ("event", part.clone()),
            Self::Since(day) => ("since", date(day)),
            Self::Until(day) => ("until", date(day)),
            Self::Undated(word) => ("undated", (*word).to_owned()),
            Self::Ending(endings) => ("ending", endings.join(",")),
            Self::Declared(ending) => ("declared", ending.clone()),
            Self::Verified(ending) => ("verified", ending.clone()),
            Self::Winner(side) => ("winner", (*side).to_owned()),
            Self::Agreement(agreement) => ("agreement", (*agreement).to_owned()),
            Self::Handicap(name) => ("handicap", (*name).to_owned()),
            Self::Plies(low, high) => ("plies", format!("{low}..{high}")),
            Self::TimeControl(part) => ("time-control", part.clone()),
        };
        vec![format!("--{name}={value}")]
    }
}
