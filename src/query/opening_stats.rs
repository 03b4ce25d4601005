//! How often openings and castles are played, and how well they do.

use super::grouping::{band, event_numbers};
use super::openings::{OpeningRole, definitions};
use super::selection::Selection;
use super::tally::WHOLE_GAMES;
use super::{Base, Counted, Filter, PlayerScore, QueryError, Results, Score};
use crate::classify::{Definition, Definitions, NameKind};
use crate::database::{Database, Snapshot};
use crate::index::{GameFacts, OpeningNames, SideName};
use crate::rules::Color;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// By what the rows of openings are told apart further.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningsBy {
    /// One row for each name.
    #[default]
    Name,
    /// By the year of the games.
    Year,
    /// By the rating of the side that has the name, in bands of 200.
    Rating,
    /// By the event, spellings of one name taken as one.
    Event,
    /// By what the other side plays.
    Opponent,
}

/// What is asked about openings.
#[derive(Clone, Debug)]
pub struct OpeningsOptions {
    /// The kinds of names that are counted.
    pub kinds: Vec<NameKind>,
    /// By what rows are told apart further.
    pub by: OpeningsBy,
    /// Rows with fewer games are left out.
    pub least_games: u64,
}

/// What tells the rows of one name apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpeningGroup {
    /// Nothing.
    All,
    /// A year; none for games without a date.
    Year(Option<u16>),
    /// The lowest rating of a band; none for sides without a rating.
    Rating(Option<u32>),
    /// The event's name; none for games without one.
    Event(Option<String>),
    /// The id of a name that the other side has.
    Opponent(String),
}

/// The games in which a side has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningRow {
    /// The name.
    pub definition: Definition,
    /// What tells it apart from other rows of the name.
    pub group: OpeningGroup,
    /// Games in which a side has it; of the player's games those in which the player has it.
    pub games: u64,
    /// Their share of the games of the group.
    pub share: Option<Score>,
    /// How those games went for Black and White.
    pub results: Results,
    /// How they went for the side that has the name, each side that has it counted; of names that both sides have
    /// together, for Black, unless a player is asked for.
    pub side: PlayerScore,
}

/// Openings, and what was counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningTable {
    /// The rows: groups in order, in each the names with most games first.
    pub rows: Vec<OpeningRow>,
    /// How many rows had too few games.
    pub rare: u64,
    /// How many rows [`limit`](Self::limit) left out.
    pub hidden: usize,
    /// Games that have no name at all: they do not begin at the even start, or have no move.
    pub nameless: u64,
}

/// The counts of a name.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: u64,
    results: Results,
    side: PlayerScore,
}

impl std::ops::AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.results += other.results;
        self.side += other.side;
    }
}

/// A group as a number: a year, a rating, an event's number, a name's place, with 0 for none.
type GroupKey = u32;

/// The counts of a group.
#[derive(Clone, Debug, Default)]
struct GroupSums {
    games: u64,
    names: Vec<Sums>,
}

#[derive(Default)]
struct Tally {
    groups: HashMap<GroupKey, GroupSums>,
    nameless: u64,
    base: Base,
}

impl Tally {
    fn merge(&mut self, other: Self) {
        self.nameless += other.nameless;
        self.base += other.base;
        for (key, group) in other.groups {
            let own = self.groups.entry(key).or_default();
            own.games += group.games;
            if own.names.len() < group.names.len() {
                own.names.resize(group.names.len(), Sums::default());
            }
            for (own, other) in own.names.iter_mut().zip(group.names) {
                *own += other;
            }
        }
    }
}

/// What is counted, made ready.
struct Counter<'c> {
    definitions: &'c Definitions,
    names: &'c OpeningNames,
    /// For each place whether it is counted.
    wanted: Vec<bool>,
    by: OpeningsBy,
    /// The numbers of events, by their ids; those with names that are spelled alike share one.
    events: HashMap<u32, u32>,
}

impl Counter<'_> {
    fn group(&self, game: &GameFacts, side: Color) -> GroupKey {
        match self.by {
            OpeningsBy::Name | OpeningsBy::Opponent => 0,
            OpeningsBy::Year => game.year().map_or(0, u32::from),
            OpeningsBy::Rating => game.rating(side).map_or(0, |rating| band(rating) + 1),
            OpeningsBy::Event => {
                game.event.and_then(|event| self.events.get(&event.get()).copied()).unwrap_or(0)
            }
        }
    }

    /// Counts a game for the side that is asked for, or for both.
    fn add(&self, tally: &mut Tally, id: u32, game: &GameFacts, side: Option<Color>) {
        let names = self.names.of(id);
        tally.nameless += u64::from(names.is_empty());
        let sides: &[Color] = match side {
            Some(Color::Black) => &[Color::Black],
            Some(Color::White) => &[Color::White],
            None => &Color::ALL,
        };
        let mut counted_groups = [None; 2];
        for color in sides {
            let key = self.group(game, *color);
            if !counted_groups.contains(&Some(key)) {
                counted_groups[color.index()] = Some(key);
                tally.groups.entry(key).or_default().games += 1;
            }
            let own = names.iter().filter(|name| name.side() == *color && self.is_wanted(**name));
            for name in own {
                if self.by == OpeningsBy::Opponent {
                    let others =
                        names.iter().filter(|other| other.side() != *color && self.is_wanted(**other));
                    for other in others {
                        let key = u32::try_from(other.place()).unwrap_or(0) + 1;
                        // A pair of the same names is the same seen from the other side.
                        let is_first =
                            sides.len() == 1 || other.place() != name.place() || *color == Color::Black;
                        self.add_name(tally.groups.entry(key).or_default(), *name, game, side, is_first);
                    }
                    continue;
                }
                let has_both = sides.len() == 2 && self.group(game, !*color) == key;
                let is_first =
                    !(has_both && *color == Color::White && has(names, Color::Black, name.place()));
                self.add_name(tally.groups.entry(key).or_default(), *name, game, side, is_first);
            }
        }
    }

    fn add_name(
        &self,
        group: &mut GroupSums,
        name: SideName,
        game: &GameFacts,
        side: Option<Color>,
        is_first: bool,
    ) {
        let place = name.place();
        if group.names.len() <= place {
            group.names.resize(self.definitions.all().len().max(place + 1), Sums::default());
        }
        let sums = &mut group.names[place];
        if is_first {
            sums.games += 1;
            sums.results.add(game.result);
        }
        // What both sides play together says nothing about one of them.
        let is_shared = self.definitions.all()[place].kind == NameKind::Type;
        if side.is_some() || !is_shared || name.side() == Color::Black {
            sums.side.add(name.side(), game);
        }
    }

    fn is_wanted(&self, name: SideName) -> bool {
        self.wanted.get(name.place()).copied().unwrap_or(false)
    }
}

fn has(names: &[SideName], side: Color, place: usize) -> bool {
    names.iter().any(|name| name.side() == side && name.place() == place)
}

pub(super) fn openings(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &OpeningsOptions,
) -> Result<Counted<OpeningTable>, QueryError> {
    let definitions = definitions(snapshot)?;
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let names = OpeningNames::load(snapshot.connection(), None)?;
    let (events, event_names) = match options.by {
        OpeningsBy::Event => event_numbers(snapshot.connection())?,
        _ => Default::default(),
    };
    let wanted =
        definitions.all().iter().map(|definition| options.kinds.contains(&definition.kind)).collect();
    let counter = Counter { definitions: &definitions, names: &names, wanted, by: options.by, events };
    let has_side = selection.has_player();
    let tally = snapshot.all_facts()?.games().fold(Tally::default, |mut tally, games| {
        for (id, game) in games {
            if selection.count(id, game, &mut tally.base) {
                let side = if has_side { selection.side(id, game) } else { None };
                counter.add(&mut tally, id, game, side);
            }
        }
        tally
    });
    let tally = tally.reduce(Tally::default, |mut tally, other| {
        tally.merge(other);
        tally
    });
    let group_of = |key: GroupKey| match options.by {
        OpeningsBy::Name => OpeningGroup::All,
        OpeningsBy::Year => OpeningGroup::Year(u16::try_from(key).ok().filter(|year| *year > 0)),
        OpeningsBy::Rating => OpeningGroup::Rating(key.checked_sub(1)),
        OpeningsBy::Event => {
            OpeningGroup::Event(key.checked_sub(1).and_then(|index| event_names.get(index as usize).cloned()))
        }
        OpeningsBy::Opponent => OpeningGroup::Opponent(
            key.checked_sub(1)
                .and_then(|place| definitions.all().get(place as usize))
                .map_or_else(String::new, |definition| definition.id.clone()),
        ),
    };
    let all_games = tally.base.counted.all();
    let mut table = OpeningTable { nameless: tally.nameless, ..OpeningTable::default() };
    let groups: BTreeMap<OpeningGroup, GroupSums> =
        tally.groups.into_iter().map(|(key, group)| (group_of(key), group)).collect();
    for (group, sums) in groups {
        let games = if options.by == OpeningsBy::Opponent { all_games } else { sums.games };
        table.add_group(&definitions, &group, sums.names, games, options.least_games);
    }
    Ok(Counted { answer: table, base: tally.base })
}

impl OpeningTable {
    /// Leaves the names with most games in each group.
    pub fn limit(&mut self, names: usize) {
        let mut left = Vec::with_capacity(self.rows.len());
        for group in self.rows.chunk_by(|a, b| a.group == b.group) {
            left.extend_from_slice(&group[..group.len().min(names)]);
        }
        self.hidden += self.rows.len() - left.len();
        self.rows = left;
    }

    fn add_group(
        &mut self,
        definitions: &Definitions,
        group: &OpeningGroup,
        names: Vec<Sums>,
        all: u64,
        least: u64,
    ) {
        let from = self.rows.len();
        for (definition, sums) in definitions.all().iter().zip(names).filter(|(_, sums)| sums.games > 0) {
            if sums.games < least {
                self.rare += 1;
                continue;
            }
            self.rows.push(OpeningRow {
                definition: definition.clone(),
                group: group.clone(),
                games: sums.games,
                share: Score::of(sums.games, all.saturating_sub(sums.games), 0),
                results: sums.results,
                side: sums.side,
            });
        }
        self.rows[from..]
            .sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.definition.id.cmp(&b.definition.id)));
    }
}

/// Every name of the database's definitions, with the number of a filter's games in which a side has it.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn games_by_name(database: &Database, filter: &Filter) -> Result<Vec<(Definition, u64)>, QueryError> {
    let snapshot = database.snapshot()?;
    let options = OpeningsOptions { kinds: NameKind::ALL.to_vec(), by: OpeningsBy::Name, least_games: 0 };
    let counted = openings(&snapshot, filter, &options)?.answer.rows;
    let games: HashMap<String, u64> = counted.into_iter().map(|row| (row.definition.id, row.games)).collect();
    let with_games =
        |definition: &Definition| (definition.clone(), games.get(&definition.id).copied().unwrap_or(0));
    Ok(definitions(&snapshot)?.all().iter().map(with_games).collect())
}

/// The kinds of names that a role asks for.
#[must_use]
pub fn kinds_of(role: OpeningRole) -> Vec<NameKind> {
    NameKind::ALL.into_iter().filter(|kind| role.has(*kind)).collect()
}
