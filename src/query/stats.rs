//! Statistics over games, counted from their facts in memory.

use super::tally::{Tally, WHOLE_GAMES, tally};
use super::{Counted, EndingsBy, Filter, PlayerScore, QueryError, Results};
use crate::database::Snapshot;
use crate::index::{Day, GameFacts};
use crate::record::{Ending, PartialDate};
use crate::replay::Agreement;
use crate::rules::{Color, StartKind};
use rusqlite::Connection;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The whole database, or what a filter leaves of it, in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    /// Games.
    pub games: u64,
    /// Games that began in the start position of a handicap.
    pub handicap_games: u64,
    /// Games that began in a set position; none unless they are asked for.
    pub custom_starts: u64,
    /// Legal moves in all.
    pub plies: u64,
    /// The players of those games; all names of one person count once.
    pub players: u64,
    /// The events of those games, spellings of one name taken as one.
    pub events: u64,
    /// The first day.
    pub first_date: Option<PartialDate>,
    /// The last day.
    pub last_date: Option<PartialDate>,
    /// Games without a date.
    pub undated: u64,
    /// Games with a move that could not be played.
    pub cut_short: u64,
    /// How they went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

/// The games of one ending, against what the moves verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingRow {
    /// The kind: declared or verified, as was asked.
    pub ending: Ending,
    /// Games.
    pub games: u64,
    /// The moves verify it.
    pub agrees: u64,
    /// Nothing can verify it, and nothing contradicts it.
    pub consistent: u64,
    /// The moves contradict it.
    pub contradicts: u64,
    /// The moves could verify it, and do not tell.
    pub cannot_be_verified: u64,
    /// Nothing is declared.
    pub nothing_declared: u64,
    /// How those games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

/// Games of a range of lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthRow {
    /// The fewest plies.
    pub from: u64,
    /// The most plies.
    pub to: u64,
    /// How those games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

/// The games of a year.
#[derive(Clone, Debug, PartialEq)]
pub struct YearRow {
    /// The year; none for games without a date.
    pub year: Option<u16>,
    /// The mean number of plies.
    pub mean_plies: f64,
    /// How those games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

/// How many plies one row of [`lengths`] spans.
const LENGTH_STEP: u32 = 20;

/// Adds the tallies of each key.
fn merge_maps<K: Ord, T: Tally + Default>(mine: &mut BTreeMap<K, T>, theirs: BTreeMap<K, T>) {
    for (key, sums) in theirs {
        mine.entry(key).or_default().merge(sums);
    }
}

/// What an overview counts.
#[derive(Default)]
struct OverviewTally {
    sums: Overview,
    player: PlayerScore,
    days: Option<(Day, Day)>,
    players: HashSet<u32>,
    events: HashSet<u32>,
}

impl Tally for OverviewTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        let sums = &mut self.sums;
        sums.games += 1;
        sums.handicap_games += u64::from(game.placing.kind() == StartKind::Handicap);
        sums.custom_starts += u64::from(game.placing.kind() == StartKind::Set);
        sums.plies += u64::from(game.plies);
        sums.undated += u64::from(game.day.is_none());
        sums.cut_short += u64::from(game.cut_short);
        sums.results.add(game.result);
        self.player.add_side(game, side);
        if let Some(day) = game.day {
            self.days = Some(self.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        }
        self.players.extend(game.players.iter().flatten().map(|id| id.get()));
        self.events.extend(game.event.map(|id| id.get()));
    }

    fn merge(&mut self, other: Self) {
        let sums = &mut self.sums;
        sums.games += other.sums.games;
        sums.handicap_games += other.sums.handicap_games;
        sums.custom_starts += other.sums.custom_starts;
        sums.plies += other.sums.plies;
        sums.undated += other.sums.undated;
        sums.cut_short += other.sums.cut_short;
        sums.results += other.sums.results;
        self.player += other.player;
        self.days = match (self.days, other.days) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (days, None) | (None, days) => days,
        };
        self.players.extend(other.players);
        self.events.extend(other.events);
    }
}

pub(super) fn overview(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Counted<Overview>, QueryError> {
    let counted = tally::<OverviewTally>(snapshot, filter, &WHOLE_GAMES)?;
    let connection = snapshot.connection();
    let has_player = filter.asks_for_a_side();
    let players =
        distinct(connection, "SELECT id, person FROM player WHERE person <> ''", &counted.answer.players)?;
    let events = distinct(connection, "SELECT id, folded FROM event", &counted.answer.events)?;
    Ok(counted.map(|tally| Overview {
        players,
        events,
        first_date: tally.days.map(|(first, _)| first.date()),
        last_date: tally.days.map(|(_, last)| last.date()),
        player: has_player.then_some(tally.player),
        ..tally.sums
    }))
}

/// How many different texts these ids have.
fn distinct(connection: &Connection, question: &str, ids: &HashSet<u32>) -> Result<u64, QueryError> {
    let mut statement = connection.prepare_cached(question)?;
    let mut rows = statement.query(())?;
    let mut texts: HashSet<String> = HashSet::new();
    while let Some(row) = rows.next()? {
        if ids.contains(&row.get(0)?) {
            texts.insert(row.get(1)?);
        }
    }
    Ok(texts.len() as u64)
}

/// The games of one ending.
#[derive(Default)]
struct EndingTally {
    games: u64,
    agreements: HashMap<Agreement, u64>,
    results: Results,
    player: PlayerScore,
}

impl Tally for EndingTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        self.games += 1;
        *self.agreements.entry(game.agreement).or_default() += 1;
        self.results.add(game.result);
        self.player.add_side(game, side);
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.results += other.results;
        self.player += other.player;
        for (agreement, games) in other.agreements {
            *self.agreements.entry(agreement).or_default() += games;
        }
    }
}

/// The games of each ending, declared and verified.
#[derive(Default)]
struct EndingsTally([BTreeMap<Ending, EndingTally>; 2]);

impl Tally for EndingsTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        let [declared, verified] = &mut self.0;
        declared.entry(game.declared).or_default().add(game, side);
        verified.entry(game.verified).or_default().add(game, side);
    }

    fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            merge_maps(mine, theirs);
        }
    }
}

pub(super) fn endings(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    by: EndingsBy,
) -> Result<Counted<Vec<EndingRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let counted = tally(snapshot, filter, &WHOLE_GAMES)?;
    Ok(counted.map(|EndingsTally([declared, verified])| match by {
        EndingsBy::Declared => ending_rows(declared, has_player),
        EndingsBy::Verified => ending_rows(verified, has_player),
    }))
}

/// The rows, most games first.
fn ending_rows(sums: BTreeMap<Ending, EndingTally>, has_player: bool) -> Vec<EndingRow> {
    let row = |(ending, sums): (Ending, EndingTally)| {
        let with = |agreement| sums.agreements.get(&agreement).copied().unwrap_or(0);
        EndingRow {
            ending,
            games: sums.games,
            agrees: with(Agreement::Agrees),
            consistent: with(Agreement::Consistent),
            contradicts: with(Agreement::Contradicts),
            cannot_be_verified: with(Agreement::CannotBeVerified),
            nothing_declared: with(Agreement::NothingDeclared),
            results: sums.results,
            player: has_player.then_some(sums.player),
        }
    };
    let mut rows: Vec<EndingRow> = sums.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.ending.name().cmp(b.ending.name())));
    rows
}

/// The games of a length or of a year.
#[derive(Default)]
struct ResultTally {
    results: Results,
    player: PlayerScore,
    plies: u64,
}

impl Tally for ResultTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        self.results.add(game.result);
        self.player.add_side(game, side);
        self.plies += u64::from(game.plies);
    }

    fn merge(&mut self, other: Self) {
        self.results += other.results;
        self.player += other.player;
        self.plies += other.plies;
    }
}

/// By the number of the step of lengths.
#[derive(Default)]
struct LengthsTally(BTreeMap<u32, ResultTally>);

impl Tally for LengthsTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        self.0.entry(game.plies / LENGTH_STEP).or_default().add(game, side);
    }

    fn merge(&mut self, other: Self) {
        merge_maps(&mut self.0, other.0);
    }
}

pub(super) fn lengths(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
) -> Result<Counted<Vec<LengthRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let counted = tally(snapshot, filter, &WHOLE_GAMES)?;
    let row = |(step, sums): (u32, ResultTally)| {
        let from = u64::from(step * LENGTH_STEP);
        let player = has_player.then_some(sums.player);
        LengthRow { from, to: from + u64::from(LENGTH_STEP) - 1, results: sums.results, player }
    };
    Ok(counted.map(|LengthsTally(steps)| steps.into_iter().map(row).collect()))
}

/// By the year; games without one come last.
#[derive(Default)]
struct YearsTally {
    years: BTreeMap<u16, ResultTally>,
    undated: Option<ResultTally>,
}

impl Tally for YearsTally {
    fn add(&mut self, game: &GameFacts, side: Option<Color>) {
        match game.year() {
            Some(year) => self.years.entry(year).or_default().add(game, side),
            None => self.undated.get_or_insert_default().add(game, side),
        }
    }

    fn merge(&mut self, other: Self) {
        merge_maps(&mut self.years, other.years);
        if let Some(undated) = other.undated {
            self.undated.get_or_insert_default().merge(undated);
        }
    }
}

pub(super) fn years(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Counted<Vec<YearRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    #[expect(clippy::cast_precision_loss, reason = "counts of plies are far below 2^52")]
    let row = |(year, sums): (Option<u16>, ResultTally)| YearRow {
        year,
        mean_plies: sums.plies as f64 / sums.results.games() as f64,
        results: sums.results,
        player: has_player.then_some(sums.player),
    };
    let counted = tally(snapshot, filter, &WHOLE_GAMES)?;
    Ok(counted.map(|YearsTally { years, undated }| {
        let years = years.into_iter().map(|(year, sums)| (Some(year), sums));
        years.chain(undated.map(|sums| (None, sums))).map(row).collect()
    }))
}
