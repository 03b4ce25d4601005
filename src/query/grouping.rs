//! What the games of a table are told apart by: years, events, ratings, handicaps, openings.

use super::openings::definitions;
use super::selection::{Selection, Verdict};
use super::tally::WHOLE_GAMES;
use super::{Base, Counted, Filter, QueryError, Undecided};
use crate::classify::NameKind;
use crate::database::Snapshot;
use crate::index::{GameFacts, OpeningNames};
use crate::rules::shogi::Handicap;
use crate::rules::{Color, Placing, named_enum};
use rayon::prelude::*;
use rusqlite::Connection;
use std::collections::HashMap;

/// How wide a band of ratings is.
const RATING_BAND: u32 = 200;

named_enum! {
    /// By what games are told apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum GroupBy {
        /// By the year.
        Year = "year",
        /// By the event, spellings of one name taken as one.
        Event = "event",
        /// By the mean rating of the players who have one, in bands of 200.
        Rating = "rating",
        /// By how the pieces stood at the beginning.
        Handicap = "handicap",
        /// By the openings of both sides; a game of several openings is in the group of each.
        Opening = "opening",
    }
}

/// What the games of a group have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameGroup {
    /// Nothing: all games.
    #[default]
    All,
    /// A year; none for games without a date.
    Year(Option<u16>),
    /// The event's name; none for games without one.
    Event(Option<String>),
    /// The lowest rating of a band; none for games without a rating.
    Rating(Option<u32>),
    /// How the pieces stood at the beginning.
    Handicap(Placing),
    /// The id of an opening; none for games without one.
    Opening(Option<String>),
}

impl GameGroup {
    /// Whether it is that of the games which belong to none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::Year(None) | Self::Event(None) | Self::Rating(None) | Self::Opening(None))
    }
}

/// What a table is told apart by, and which of its rows are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupOptions {
    /// By what; one group of all games when not given.
    pub by: Option<GroupBy>,
    /// Groups with fewer games are left out.
    pub least_games: u64,
}

/// Groups that are chosen: by what they are told apart, and which.
pub type GroupChoice<'c> = (GroupBy, &'c dyn Fn(&GameGroup) -> bool);

/// A table whose rows are groups of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupTable<R> {
    /// The rows: groups in order, games that belong to none last.
    pub rows: Vec<R>,
    /// How many groups had too few games.
    pub rare: u64,
}

/// A group as a number: 0 for games that belong to none.
type GroupKey = u32;

/// Says which groups a game is in.
pub(super) struct Grouper {
    by: Option<GroupBy>,
    /// The numbers of events, by their ids; those with names that are spelled alike share one.
    events: HashMap<u32, u32>,
    event_names: Vec<String>,
    names: OpeningNames,
    /// For each place of the definitions its id, where it is an opening.
    openings: Vec<Option<String>>,
}

impl Grouper {
    pub fn new(snapshot: &Snapshot<'_>, by: Option<GroupBy>) -> Result<Self, QueryError> {
        let connection = snapshot.connection();
        let (events, event_names) = match by {
            Some(GroupBy::Event) => event_numbers(connection)?,
            _ => Default::default(),
        };
        let (names, openings) = match by {
            Some(GroupBy::Opening) => {
                let definitions = definitions(snapshot)?;
                let ids = definitions
                    .all()
                    .iter()
                    .map(|definition| (definition.kind == NameKind::Opening).then(|| definition.id.clone()));
                (OpeningNames::load(connection, None)?, ids.collect())
            }
            _ => Default::default(),
        };
        Ok(Self { by, events, event_names, names, openings })
    }

    /// The groups of a game, each once.
    fn of(&self, id: u32, game: &GameFacts) -> Vec<GroupKey> {
        let one = match self.by {
            None => 0,
            Some(GroupBy::Year) => game.year().map_or(0, u32::from),
            Some(GroupBy::Event) => {
                game.event.and_then(|event| self.events.get(&event.get()).copied()).unwrap_or(0)
            }
            Some(GroupBy::Rating) => game.mean_rating().map_or(0, |rating| band(rating) + 1),
            Some(GroupBy::Handicap) => match game.placing {
                Placing::Set => 0,
                Placing::Even => 1,
                Placing::Handicap(handicap) => 2 + handicap as u32,
            },
            Some(GroupBy::Opening) => {
                let is_opening = |place: usize| self.openings.get(place).is_some_and(Option::is_some);
                let places =
                    self.names.of(id).iter().map(|name| name.place()).filter(|place| is_opening(*place));
                let mut keys: Vec<u32> = places.map(|place| u32::try_from(place).unwrap_or(0) + 1).collect();
                keys.sort_unstable();
                keys.dedup();
                if !keys.is_empty() {
                    return keys;
                }
                0
            }
        };
        vec![one]
    }

    fn group(&self, key: GroupKey) -> GameGroup {
        let at = key.checked_sub(1).map(|index| index as usize);
        match self.by {
            None => GameGroup::All,
            Some(GroupBy::Year) => GameGroup::Year(u16::try_from(key).ok().filter(|year| *year > 0)),
            Some(GroupBy::Event) => {
                GameGroup::Event(at.and_then(|index| self.event_names.get(index).cloned()))
            }
            Some(GroupBy::Rating) => GameGroup::Rating(key.checked_sub(1)),
            Some(GroupBy::Handicap) => GameGroup::Handicap(match at {
                None => Placing::Set,
                Some(0) => Placing::Even,
                Some(index) => {
                    Handicap::ALL.get(index - 1).map_or(Placing::Set, |found| Placing::Handicap(*found))
                }
            }),
            Some(GroupBy::Opening) => {
                GameGroup::Opening(at.and_then(|index| self.openings.get(index).cloned().flatten()))
            }
        }
    }
}

/// The lowest rating of the band of a rating; no rating is below none.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is cut to what fits")]
pub(super) fn band(rating: f64) -> u32 {
    rating.clamp(0.0, 1_000_000.0) as u32 / RATING_BAND * RATING_BAND
}

/// Numbers from 1 for the ids of events, in the order of their names, and the names that go with the numbers.
pub(super) fn event_numbers(connection: &Connection) -> Result<(HashMap<u32, u32>, Vec<String>), QueryError> {
    let mut statement = connection.prepare("SELECT id, folded, name FROM event ORDER BY name, id")?;
    let mut rows = statement.query(())?;
    let (mut numbers, mut names) = (HashMap::new(), Vec::<String>::new());
    let mut by_text: HashMap<String, u32> = HashMap::new();
    while let Some(row) = rows.next()? {
        let number =
            *by_text.entry(row.get(1)?).or_insert_with(|| u32::try_from(names.len() + 1).unwrap_or(0));
        if number as usize > names.len() {
            names.push(row.get(2)?);
        }
        numbers.insert(row.get(0)?, number);
    }
    Ok((numbers, names))
}

/// Counts that are made in parts, which are then added up.
pub(super) trait Sums: Default + Send {
    /// Adds the counts of other games.
    fn merge(&mut self, other: Self);
}

impl<T: Default + Send + std::ops::AddAssign> Sums for T {
    fn merge(&mut self, other: Self) {
        *self += other;
    }
}

/// Counts the games of a filter group by group, on all cores. `add` counts a game, in which the player that the filter is
/// about had this side.
pub(super) fn grouped<S: Sums>(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    by: Option<GroupBy>,
    add: impl Fn(&mut S, u32, &GameFacts, Option<Color>) + Sync,
) -> Result<Counted<Vec<(GameGroup, S)>>, QueryError> {
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let grouper = Grouper::new(snapshot, by)?;
    let has_player = selection.has_player();
    let none = || (HashMap::<GroupKey, S>::new(), Base::default());
    let parts = snapshot.all_facts()?.games().fold(none, |(mut groups, mut base), games| {
        for (id, game) in games {
            if selection.count(id, game, &mut base) {
                let side = if has_player { selection.side(id, game) } else { None };
                for key in grouper.of(id, game) {
                    add(groups.entry(key).or_default(), id, game, side);
                }
            }
        }
        (groups, base)
    });
    let (groups, base) = parts.reduce(none, |(mut groups, mut base), (others, other_base)| {
        for (key, sums) in others {
            groups.entry(key).or_default().merge(sums);
        }
        base += other_base;
        (groups, base)
    });
    let mut groups: Vec<(GroupKey, S)> = groups.into_iter().collect();
    groups.sort_by_key(|(key, _)| (*key == 0, *key));
    let answer = groups.into_iter().map(|(key, sums)| (grouper.group(key), sums)).collect();
    Ok(Counted { answer, base })
}

/// Takes the groups with too few games out of a table, and says how many they are. Events and openings, of which there may
/// be many, come with most games first.
pub(super) fn frequent<S>(
    groups: Vec<(GameGroup, S)>,
    least: u64,
    games: impl Fn(&S) -> u64,
) -> (Vec<(GameGroup, S)>, u64) {
    let all = groups.len();
    let mut left: Vec<_> = groups.into_iter().filter(|(_, sums)| games(sums) >= least).collect();
    let rare = (all - left.len()) as u64;
    if let Some((GameGroup::Event(_) | GameGroup::Opening(_), _)) = left.first() {
        left.sort_by_key(|(group, sums)| (group.is_none(), std::cmp::Reverse(games(sums))));
    }
    (left, rare)
}

/// The games of a filter that are in a group and of which `is_one` is true, in the order of their ids. Without a group all
/// are.
pub(super) fn games_of_group(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    group: Option<GroupChoice<'_>>,
    is_one: impl Fn(u32, &GameFacts) -> bool + Sync,
) -> Result<Counted<Vec<u32>>, QueryError> {
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let grouper = Grouper::new(snapshot, group.map(|(by, _)| by))?;
    let mut wanted: HashMap<GroupKey, bool> = HashMap::new();
    let mut found = Counted::<Vec<u32>>::default();
    let facts = snapshot.all_facts()?;
    let parts = facts.games().map(|games| {
        let (mut ids, mut undecided) = (Vec::new(), Undecided::default());
        for (id, game) in games {
            match selection.verdict(id, game) {
                Verdict::Chosen if is_one(id, game) => ids.push((id, game.kind, grouper.of(id, game))),
                Verdict::Undecided if is_one(id, game) => undecided.add(game.day.is_none(), 1),
                _ => {}
            }
        }
        (ids, undecided)
    });
    for (ids, undecided) in parts.collect::<Vec<_>>() {
        found.base += Base { undecided, ..Base::default() };
        for (id, kind, keys) in ids {
            let mut is_in = |key: GroupKey| {
                group.is_none_or(|(_, is_group)| {
                    *wanted.entry(key).or_insert_with(|| is_group(&grouper.group(key)))
                })
            };
            if keys.into_iter().any(&mut is_in) {
                found.base.counted.add(kind, 1);
                found.answer.push(id);
            }
        }
    }
    Ok(found)
}
