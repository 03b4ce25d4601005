//! A [`Filter`] made ready for one state of the database: tested on the games' facts in memory, and only what they do
//! not hold is asked of SQL.

use super::clause::{Clause, event_ids, other_handicaps, player_ids};
use super::dates::{Bounds, Place};
use super::game_set::GameSet;
use super::language::matching_games;
use super::openings::{NamedGames, OpeningRole, SideGames};
use super::{
    Base, Condition, DateCondition, Filter, HandicapCondition, PlyRange, QueryError, RatingRange,
    placings_named,
};
use crate::database::Snapshot;
use crate::index::GameFacts;
use crate::record::{Ending, GameKind};
use crate::replay::Agreement;
use crate::rules::shogi::Handicap;
use crate::rules::{Color, Placing, StartKind, Variant};
use rusqlite::{Connection, params_from_iter, types::Value};
use std::collections::HashSet;
use std::num::NonZeroU32;

/// The games that a filter chooses.
pub(super) struct Selection {
    tests: Vec<Test>,
    /// The kinds that are counted, a bit each.
    kinds: u32,
    /// The filter names the kinds, so that others are not left out but not asked for.
    names_kinds: bool,
    /// The days that are asked for.
    dates: Vec<(DateCondition, Bounds)>,
}

/// What a filter says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is one of the games.
    Chosen,
    /// It meets the filter and is of a kind that is not counted.
    LeftOut,
    /// It meets the filter but for the days, of which its date may be one.
    Undecided,
    /// It does not meet the filter.
    No,
}

/// A condition as it is tested.
enum Test {
    Variant(Variant),
    Player {
        names: Option<HashSet<u32>>,
        /// What the player plays.
        plays: Vec<SideGames>,
        /// What the other player plays.
        opponent_plays: Vec<SideGames>,
        side: Option<Color>,
        opponents: Option<HashSet<u32>>,
        rating: Option<RatingRange>,
        opponent_rating: Option<RatingRange>,
    },
    Event(HashSet<u32>),
    Ending(Vec<Ending>),
    Declared(Vec<Ending>),
    Verified(Vec<Ending>),
    Winner(Vec<Option<Color>>),
    Agreement(Vec<Agreement>),
    Placings {
        /// As [`bit`]s.
        placings: u32,
        /// Games of other handicaps that the record calls so.
        named: HashSet<u32>,
    },
    MinRating(f64),
    MaxRatingGap(f64),
    Plies(PlyRange),
    /// What only SQL can say.
    Games(HashSet<u32>),
    /// What both sides play together.
    Type(SideGames),
    /// What only playing the games can say.
    Query(GameSet),
}

impl Selection {
    /// Makes a filter ready for questions about these games, or about all. When it names no kinds, records of all kinds
    /// are chosen.
    pub fn new(snapshot: &Snapshot<'_>, filter: &Filter, games: Option<&[u32]>) -> Result<Self, QueryError> {
        Self::of_kinds(snapshot, filter, games, &GameKind::ALL)
    }

    /// The same where only records of these kinds are chosen, unless the filter asks for others.
    pub fn of_kinds(
        snapshot: &Snapshot<'_>,
        filter: &Filter,
        games: Option<&[u32]>,
        kinds: &[GameKind],
    ) -> Result<Self, QueryError> {
        let connection = snapshot.connection();
        filter.must_know_me(connection)?;
        let named = NamedGames::new(snapshot, games);
        let mut tests = Vec::with_capacity(filter.conditions().len());
        let mut by_sql = Vec::new();
        let mut queries = Vec::new();
        let mut dates = Vec::new();
        for condition in filter.conditions() {
            // Kinds and days are not only met or not met.
            match condition {
                Condition::Kind(_) => continue,
                Condition::Query(query) => {
                    queries.push(query);
                    continue;
                }
                Condition::Dates(condition) => {
                    dates.push((*condition, condition.bounds()));
                    continue;
                }
                _ => {}
            }
            match Test::new(connection, &named, condition)? {
                Some(test) => tests.push(test),
                None => by_sql.push(condition.clause()),
            }
        }
        if !by_sql.is_empty() {
            tests.push(Test::Games(games_by_sql(connection, &Clause::all(by_sql), games)?));
        }
        let names_kinds = filter.kinds().is_some();
        let kinds = filter.counted_kinds(kinds).into_iter().fold(0, |bits, kind| bits | 1 << kind as u32);
        let mut selection = Self { tests, kinds, names_kinds, dates };
        for query in queries {
            let wanted = |id: u32, game: &GameFacts| {
                selection.verdict(id, game) != Verdict::No
                    && games.is_none_or(|games| games.binary_search(&id).is_ok())
            };
            let found = matching_games(snapshot, query, filter.variant(), wanted)?;
            selection.tests.push(Test::Query(found));
        }
        Ok(selection)
    }

    /// True when the game is one of the filter's.
    pub fn chooses(&self, id: u32, game: &GameFacts) -> bool {
        self.verdict(id, game) == Verdict::Chosen
    }

    /// Whether the filter asks for a player, for whom scores are counted.
    pub fn has_player(&self) -> bool {
        self.tests.iter().any(|test| matches!(test, Test::Player { .. }))
    }

    /// The side of the player that the filter asks for, of several conditions by the first; `None` when both sides are
    /// the player's, or none is asked for.
    #[inline]
    pub fn side(&self, id: u32, game: &GameFacts) -> Option<Color> {
        let player = self.tests.iter().find(|test| matches!(test, Test::Player { .. }))?;
        let [black, white] = Color::ALL.map(|color| player.is_player(color, id, game));
        match (black, white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// What the filter says of the game.
    #[inline]
    pub fn verdict(&self, id: u32, game: &GameFacts) -> Verdict {
        let is_counted = self.kinds >> game.kind as u32 & 1 == 1;
        if !is_counted && self.names_kinds || !self.tests.iter().all(|test| test.holds(id, game)) {
            return Verdict::No;
        }
        let mut is_undecided = false;
        for (condition, bounds) in &self.dates {
            let place = bounds.place(game.day);
            if !condition.chooses(place) {
                if place != Place::Undecided || !is_counted {
                    return Verdict::No;
                }
                is_undecided = true;
            }
        }
        match (is_undecided, is_counted) {
            (true, _) => Verdict::Undecided,
            (false, true) => Verdict::Chosen,
            (false, false) => Verdict::LeftOut,
        }
    }

    /// Adds the game to what an answer is counted over. Returns whether it is counted.
    #[inline]
    pub fn count(&self, id: u32, game: &GameFacts, base: &mut Base) -> bool {
        let verdict = self.verdict(id, game);
        match verdict {
            Verdict::Chosen => base.counted.add(game.kind, 1),
            Verdict::LeftOut => base.left_out.add(game.kind, 1),
            Verdict::Undecided => base.undecided.add(game.day.is_none(), 1),
            Verdict::No => {}
        }
        verdict == Verdict::Chosen
    }
}

impl Test {
    /// The test of a condition; `None` when the facts do not hold what it asks for.
    fn new(
        connection: &Connection,
        named: &NamedGames<'_>,
        condition: &Condition,
    ) -> Result<Option<Self>, QueryError> {
        Ok(Some(match condition {
            Condition::Variant(variant) => Self::Variant(*variant),
            Condition::Player(player) => Self::Player {
                names: match player.names.as_slice() {
                    [] => None,
                    names => Some(ids(connection, &player_ids(names))?),
                },
                plays: named.plays(&player.plays)?,
                opponent_plays: named.plays(&player.opponent_plays)?,
                side: player.side,
                opponents: match player.opponents.as_slice() {
                    [] => None,
                    names => Some(ids(connection, &player_ids(names))?),
                },
                rating: player.rating,
                opponent_rating: player.opponent_rating,
            },
            Condition::Event(names) => Self::Event(ids(connection, &event_ids(names))?),
            Condition::Ending(endings) => Self::Ending(endings.clone()),
            Condition::Declared(endings) => Self::Declared(endings.clone()),
            Condition::Verified(endings) => Self::Verified(endings.clone()),
            Condition::Winner(winners) => Self::Winner(winners.clone()),
            Condition::Agreement(values) => Self::Agreement(values.clone()),
            Condition::Start(starts) => {
                let placings = starts.iter().map(|start| bits_of(*start)).fold(0, std::ops::BitOr::bitor);
                Self::Placings { placings, named: HashSet::new() }
            }
            Condition::Handicap(handicaps) => Self::handicaps(connection, handicaps)?,
            Condition::MinRating(rating) => Self::MinRating(*rating),
            Condition::MaxRatingGap(gap) => Self::MaxRatingGap(*gap),
            Condition::Plies(range) => Self::Plies(*range),
            Condition::Type(names) => Self::Type(named.with(OpeningRole::Type, names)?),
            Condition::Kind(_)
            | Condition::Dates(_)
            | Condition::OpeningWritten(_)
            | Condition::TimeControl(_)
            | Condition::Source(_)
            | Condition::ExcludeSource(_)
            | Condition::RequireClock
            | Condition::NoIllegal
            | Condition::Comment(_)
            | Condition::Header(_)
            | Condition::Sql(_)
            | Condition::Query(_) => return Ok(None),
        }))
    }

    fn handicaps(connection: &Connection, handicaps: &[HandicapCondition]) -> Result<Self, QueryError> {
        let (mut placings, mut named) = (0, HashSet::new());
        for handicap in handicaps {
            match handicap {
                HandicapCondition::Even => placings |= bits_of(StartKind::Even),
                HandicapCondition::Any => placings |= bits_of(StartKind::Handicap),
                HandicapCondition::Named(name) => {
                    placings |= placings_named(name).into_iter().map(bit).fold(0, std::ops::BitOr::bitor);
                    named.extend(ids(connection, &other_handicaps(name))?);
                }
            }
        }
        Ok(Self::Placings { placings, named })
    }

    /// Whether the player that a condition asks for has this side, against whom it asks for.
    #[inline]
    fn is_player(&self, own: Color, id: u32, game: &GameFacts) -> bool {
        let Self::Player { names, plays, opponent_plays, side, opponents, rating, opponent_rating } = self
        else {
            return false;
        };
        let among = |ids: &HashSet<u32>, id: Option<NonZeroU32>| id.is_some_and(|id| ids.contains(&id.get()));
        side.is_none_or(|side| side == own)
            && names.as_ref().is_none_or(|names| among(names, game.players[own.index()]))
            && opponents.as_ref().is_none_or(|them| among(them, game.players[(!own).index()]))
            && rating.is_none_or(|range| range.contains(game.rating(own)))
            && opponent_rating.is_none_or(|range| range.contains(game.rating(!own)))
            && plays.iter().all(|games| games.has(own, id))
            && opponent_plays.iter().all(|games| games.has(!own, id))
    }

    fn holds(&self, id: u32, game: &GameFacts) -> bool {
        match self {
            Self::Variant(variant) => game.variant == *variant,
            Self::Player { .. } => Color::ALL.into_iter().any(|own| self.is_player(own, id, game)),
            Self::Type(games) => games.has(Color::Black, id),
            Self::Event(events) => game.event.is_some_and(|event| events.contains(&event.get())),
            Self::Ending(endings) => endings.iter().any(|ending| match ending {
                Ending::None => game.declared == Ending::None && game.verified == Ending::None,
                ending => game.declared == *ending || game.verified == *ending,
            }),
            Self::Declared(endings) => endings.contains(&game.declared),
            Self::Verified(endings) => endings.contains(&game.verified),
            Self::Winner(winners) => winners.contains(&game.winner),
            Self::Agreement(values) => values.contains(&game.agreement),
            Self::Placings { placings, named } => bit(game.placing) & placings != 0 || named.contains(&id),
            Self::MinRating(least) => {
                Color::ALL.into_iter().all(|color| game.rating(color).is_some_and(|rating| rating >= *least))
            }
            Self::MaxRatingGap(most) => {
                let [black, white] = Color::ALL.map(|color| game.rating(color));
                black.zip(white).is_some_and(|(black, white)| (black - white).abs() <= *most)
            }
            Self::Plies(range) => range.contains(game.plies),
            Self::Games(games) => games.contains(&id),
            Self::Query(games) => games.contains(id),
        }
    }
}

/// A bit of its own for each placing.
const fn bit(placing: Placing) -> u32 {
    match placing {
        Placing::Even => 1,
        Placing::Set => 2,
        Placing::Handicap(handicap) => 4 << handicap as u32,
    }
}

const _: () = assert!(Handicap::ALL.len() < 30);

/// The bits of all placings of a sort.
const fn bits_of(start: StartKind) -> u32 {
    match start {
        StartKind::Even => bit(Placing::Even),
        StartKind::Set => bit(Placing::Set),
        StartKind::Handicap => !(bit(Placing::Even) | bit(Placing::Set)),
    }
}

fn ids(connection: &Connection, question: &Clause) -> Result<HashSet<u32>, QueryError> {
    let mut statement = connection.prepare_cached(&question.sql)?;
    let rows = statement.query_map(params_from_iter(&question.values), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Which of these games, or of all, meet a condition in SQL.
fn games_by_sql(
    connection: &Connection,
    clause: &Clause,
    games: Option<&[u32]>,
) -> Result<HashSet<u32>, QueryError> {
    /// Below this many games they are asked for one by one, above it the table is read through once.
    const FEW: usize = 2000;
    let Clause { sql, values } = clause;
    let Some(games) = games.filter(|games| games.len() <= FEW) else {
        return ids(
            connection,
            &Clause { sql: format!("SELECT g.id FROM game g WHERE {sql}"), values: values.clone() },
        );
    };
    let mut statement = connection.prepare(&format!("SELECT 1 FROM game g WHERE ({sql}) AND g.id = ?"))?;
    let mut found = HashSet::new();
    for game in games {
        let values = values.iter().cloned().chain([Value::Integer((*game).into())]);
        if statement.exists(params_from_iter(values))? {
            found.insert(*game);
        }
    }
    Ok(found)
}
