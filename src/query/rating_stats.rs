//! The ratings of players: those that records give, and those that the results of a selection make.

use super::players::{Names, shown_names};
use super::selection::Selection;
use super::tally::WHOLE_GAMES;
use super::{Base, Counted, Filter, Glicko, PlayerResults, QueryError, Undecided};
use crate::database::Snapshot;
use crate::index::{Day, GameFacts};
use crate::record::GameResult;
use crate::rules::{Color, named_enum};
use rayon::prelude::*;
use std::collections::HashMap;

named_enum! {
    /// How long a period is, within which the order of games does not matter.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum RatingPeriod {
        /// A day.
        Day = "day",
        /// A calendar month.
        #[default]
        Month = "month",
        /// A year.
        Year = "year",
    }
}

impl RatingPeriod {
    /// The number of the period of a day; of what is not known of a day the first is meant.
    fn of(self, day: Day) -> u32 {
        let date = day.date();
        let (year, month) = (u32::from(date.year), u32::from(date.month.unwrap_or(1)) - 1);
        match self {
            Self::Year => year,
            Self::Month => year * 12 + month,
            // Months of 31 days have gaps, which make nobody less sure by much.
            Self::Day => (year * 12 + month) * 31 + u32::from(date.day.unwrap_or(1)) - 1,
        }
    }
}

/// How ratings are calculated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingOptions {
    /// How long a period is.
    pub period: RatingPeriod,
    /// How much volatilities may change.
    pub tau: f64,
    /// Players with fewer games are left out of the answer; their games count all the same.
    pub least_games: u64,
}

impl Default for RatingOptions {
    fn default() -> Self {
        Self { period: RatingPeriod::default(), tau: 0.5, least_games: 0 }
    }
}

/// A player's ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The player.
    pub player: String,
    /// The rating that the results make, as of the last period.
    pub glicko: Glicko,
    /// The games that make it.
    pub results: PlayerResults,
    /// How many games have a rating of the player in their record.
    pub recorded: u64,
    /// The first of these by date.
    pub recorded_first: Option<f64>,
    /// The last of these by date.
    pub recorded_last: Option<f64>,
    /// The lowest.
    pub recorded_least: Option<f64>,
    /// The highest.
    pub recorded_most: Option<f64>,
}

/// Ratings, and what was counted of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingTable {
    /// The players, the highest rating first.
    pub rows: Vec<RatingRow>,
    /// How many players had too few games.
    pub rare: u64,
    /// Games that make no rating: without a date.
    pub undated: u64,
    /// Games that make no rating: without a result, with somebody who has no name, or of a player against itself.
    pub unrated: u64,
}

/// A game between two persons.
#[derive(Clone, Copy)]
struct Meeting {
    day: Day,
    id: u32,
    players: [u32; 2],
    ids: [u32; 2],
    result: GameResult,
    ratings: [Option<f64>; 2],
}

#[derive(Clone, Default)]
struct Person {
    glicko: Glicko,
    /// The period up to which the rating is.
    period: u32,
    results: PlayerResults,
    recorded: Vec<f64>,
}

pub(super) fn ratings(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &RatingOptions,
) -> Result<Counted<RatingTable>, QueryError> {
    let names = Names::read(snapshot.connection())?;
    let mut table = RatingTable::default();
    let (mut meetings, base) = meetings(snapshot, filter, &names, &mut table)?;
    meetings.par_sort_unstable_by_key(|game| (game.day, game.id));
    let mut persons: HashMap<u32, Person> = HashMap::new();
    let mut uses: HashMap<u32, u64> = HashMap::new();
    let mut last = 0;
    for games in meetings.chunk_by(|a, b| options.period.of(a.day) == options.period.of(b.day)) {
        last = options.period.of(games[0].day);
        rate(games, last, options.tau, &mut persons);
        for id in games.iter().flat_map(|game| game.ids) {
            *uses.entry(id).or_default() += 1;
        }
    }
    let shown = shown_names(snapshot.connection(), &names, &uses)?;
    for (number, person) in persons {
        if person.results.games() < options.least_games {
            table.rare += 1;
            continue;
        }
        table.rows.push(RatingRow {
            player: shown.get(&number).cloned().unwrap_or_default(),
            glicko: person.glicko.after_idle(last - person.period),
            results: person.results,
            recorded: person.recorded.len() as u64,
            recorded_first: person.recorded.first().copied(),
            recorded_last: person.recorded.last().copied(),
            recorded_least: person.recorded.iter().copied().min_by(f64::total_cmp),
            recorded_most: person.recorded.iter().copied().max_by(f64::total_cmp),
        });
    }
    table
        .rows
        .sort_by(|a, b| b.glicko.rating.total_cmp(&a.glicko.rating).then_with(|| a.player.cmp(&b.player)));
    Ok(Counted { answer: table, base })
}

/// The games that make ratings.
fn meetings(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    names: &Names,
    table: &mut RatingTable,
) -> Result<(Vec<Meeting>, Base), QueryError> {
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let of_block = snapshot.all_facts()?.games().map(|games| {
        let (mut found, mut base, mut undated, mut unrated) = (Vec::new(), Base::default(), 0, 0);
        for (id, game) in games {
            if selection.count(id, game, &mut base) {
                match meeting(id, game, names) {
                    Ok(meeting) => found.push(meeting),
                    Err(Left::Undated) => undated += 1,
                    Err(Left::Unrated) => unrated += 1,
                }
            }
        }
        (found, base, undated, unrated)
    });
    let (mut all, mut base) = (Vec::new(), Base { undecided: Undecided::default(), ..Base::default() });
    for (found, more, undated, unrated) in of_block.collect::<Vec<_>>() {
        all.extend(found);
        base += more;
        table.undated += undated;
        table.unrated += unrated;
    }
    Ok((all, base))
}

/// Why a game makes no rating.
enum Left {
    Undated,
    Unrated,
}

fn meeting(id: u32, game: &GameFacts, names: &Names) -> Result<Meeting, Left> {
    let sides = game.players[0].zip(game.players[1]);
    let players = sides.map(|(black, white)| [names.person(black), names.person(white)]);
    let players = players.filter(|[black, white]| *black != 0 && *white != 0 && black != white);
    let (Some(players), Some((black, white))) = (players, sides) else { return Err(Left::Unrated) };
    if game.result == GameResult::Unknown {
        return Err(Left::Unrated);
    }
    let Some(day) = game.day else { return Err(Left::Undated) };
    let ratings = Color::ALL.map(|color| game.rating(color));
    let ids = [black.get(), white.get()];
    Ok(Meeting { day, id, players, ids, result: game.result, ratings })
}

/// Rates the games of a period, all by the ratings that players had before it.
fn rate(games: &[Meeting], period: u32, tau: f64, persons: &mut HashMap<u32, Person>) {
    for number in games.iter().flat_map(|game| game.players) {
        let person = persons.entry(number).or_insert_with(|| Person { period, ..Person::default() });
        person.glicko = person.glicko.after_idle(period.saturating_sub(person.period + 1));
        person.period = period;
    }
    let mut results: HashMap<u32, Vec<(Glicko, f64)>> = HashMap::new();
    for game in games {
        for color in Color::ALL {
            let (own, other) = (game.players[color.index()], game.players[(!color).index()]);
            let score = match game.result {
                GameResult::Won(winner) if winner == color => 1.0,
                GameResult::Won(_) => 0.0,
                _ => 0.5,
            };
            let Some(opponent) = persons.get(&other).map(|person| person.glicko) else { continue };
            results.entry(own).or_default().push((opponent, score));
            if let Some(person) = persons.get_mut(&own) {
                person.results.add(color, game.result);
                person.recorded.extend(game.ratings[color.index()]);
            }
        }
    }
    for (number, results) in results {
        if let Some(person) = persons.get_mut(&number) {
            person.glicko = person.glicko.after(&results, tau);
        }
    }
}
