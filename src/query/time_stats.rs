//! Thinking times: by ply and phase, and group by group, with who was short of time.

use super::grouping::{frequent, grouped};
use super::spread::Spread;
use super::{Counted, Filter, GameGroup, GroupOptions, GroupTable, QueryError, Score};
use crate::database::Snapshot;
use crate::index::{GameFacts, MeasureParts, Measures};
use crate::record::TimeControl;
use crate::rules::{ByColor, Color};
use crate::store::spent_times;
use std::collections::BTreeMap;

/// How many plies a row of times by ply spans.
const STEP: u32 = 10;

/// The last plies of the opening and of the middle game.
pub const PHASES: [u32; 2] = [40, 80];

/// How times by ply are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeRanges {
    /// Ten plies a row.
    #[default]
    Plies,
    /// The opening, the middle game and the end game, by the plies of [`PHASES`].
    Phases,
}

/// The times of a range of plies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeRangeRow {
    /// The first ply.
    pub from: u32,
    /// The last one; none where there is no end.
    pub to: Option<u32>,
    /// The milliseconds of each side's moves.
    pub spent: ByColor<u64>,
    /// How many moves of each side have a time.
    pub moves: ByColor<u64>,
    /// Moves without a time in games that have times.
    pub without: u64,
    /// The whole seconds of the moves.
    pub seconds: Spread,
}

impl TimeRangeRow {
    /// The mean seconds of the moves of a side, or of both.
    #[must_use]
    pub fn mean(&self, side: Option<Color>) -> Option<f64> {
        match side {
            Some(side) => seconds(self.spent[side], self.moves[side]),
            None => seconds(self.spent.black + self.spent.white, self.moves.black + self.moves.white),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "times are far below 2^52 milliseconds")]
fn seconds(milliseconds: u64, number: u64) -> Option<f64> {
    (number > 0).then(|| milliseconds as f64 / 1000.0 / number as f64)
}

/// Times by ply, and what was counted of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeTable {
    /// The rows, the first plies first.
    pub rows: Vec<TimeRangeRow>,
    /// Games with times.
    pub timed: u64,
    /// Games without any.
    pub untimed: u64,
}

/// The times of the games of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeGroupRow {
    /// The group.
    pub group: GameGroup,
    /// Games.
    pub games: u64,
    /// Games with times.
    pub timed: u64,
    /// The milliseconds of each side's moves.
    pub spent: ByColor<u64>,
    /// How many moves of each side have a time.
    pub moves: ByColor<u64>,
    /// The whole seconds of the moves.
    pub seconds: Spread,
    /// Sides of games whose record has a time control that is understood, and a time of every move of theirs.
    pub controlled: u64,
    /// Those that began a move with less than a tenth of their time left.
    pub in_trouble: u64,
    /// Those whose time control has byoyomi.
    pub with_byoyomi: u64,
    /// Those that came into byoyomi.
    pub in_byoyomi: u64,
    /// Moves of theirs that were made in byoyomi.
    pub byoyomi_moves: u64,
}

impl TimeGroupRow {
    /// The mean seconds of the moves of a side, or of both.
    #[must_use]
    pub fn mean(&self, side: Option<Color>) -> Option<f64> {
        match side {
            Some(side) => seconds(self.spent[side], self.moves[side]),
            None => seconds(self.spent.black + self.spent.white, self.moves.black + self.moves.white),
        }
    }

    /// The mean seconds that a side has used in a game with times.
    #[must_use]
    pub fn per_game(&self, side: Color) -> Option<f64> {
        seconds(self.spent[side], self.timed)
    }

    /// The share of sides that were short of time.
    #[must_use]
    pub fn trouble_share(&self) -> Option<Score> {
        Score::of(self.in_trouble, self.controlled - self.in_trouble, 0)
    }

    /// The share of sides that came into byoyomi, of those that could.
    #[must_use]
    pub fn byoyomi_share(&self) -> Option<Score> {
        Score::of(self.in_byoyomi, self.with_byoyomi - self.in_byoyomi, 0)
    }
}

impl std::ops::AddAssign for TimeGroupRow {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.timed += other.timed;
        for color in Color::ALL {
            self.spent[color] += other.spent[color];
            self.moves[color] += other.moves[color];
        }
        self.seconds += other.seconds;
        self.controlled += other.controlled;
        self.in_trouble += other.in_trouble;
        self.with_byoyomi += other.with_byoyomi;
        self.in_byoyomi += other.in_byoyomi;
        self.byoyomi_moves += other.byoyomi_moves;
    }
}

/// A time in milliseconds as records should have it: negative ones say nothing.
fn known(spent: Option<i64>) -> Option<u64> {
    spent.and_then(|spent| u64::try_from(spent).ok())
}

fn whole_seconds(milliseconds: u64) -> u32 {
    u32::try_from(milliseconds / 1000).unwrap_or(u32::MAX)
}

/// The side that makes a ply, counted from 0.
const fn mover(white_first: bool, index: usize) -> Color {
    if index.is_multiple_of(2) != white_first { Color::Black } else { Color::White }
}

/// The index of a ply from 0, the side that makes it, and its milliseconds where they are known.
type TimedPly = (usize, Color, Option<u64>);

/// The plies of a game with their sides and times, from its packed clocks; none for a game without clocks.
pub(super) fn known_times(
    clocks: &[u8],
    plies: u32,
    white_first: bool,
) -> impl Iterator<Item = TimedPly> + use<'_> {
    let times = spent_times(clocks, plies as usize).enumerate();
    times.map(move |(index, spent)| (index, mover(white_first, index), known(spent)))
}

/// The same of a game that is measured.
fn plies_of<'m>(
    measures: &'m Measures,
    id: u32,
    game: &GameFacts,
) -> impl Iterator<Item = TimedPly> + use<'m> {
    let white_first = measures.of(id).is_some_and(|found| found.white_first);
    known_times(measures.clocks(id), game.plies, white_first)
}

#[derive(Default)]
struct RangeSums {
    rows: BTreeMap<u32, TimeRangeRow>,
    timed: u64,
    untimed: u64,
}

impl std::ops::AddAssign for RangeSums {
    fn add_assign(&mut self, other: Self) {
        for (number, row) in other.rows {
            let own = self.rows.entry(number).or_default();
            for color in Color::ALL {
                own.spent[color] += row.spent[color];
                own.moves[color] += row.moves[color];
            }
            own.without += row.without;
            own.seconds += row.seconds;
        }
        self.timed += other.timed;
        self.untimed += other.untimed;
    }
}

pub(super) fn times(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    ranges: TimeRanges,
) -> Result<Counted<TimeTable>, QueryError> {
    let parts = MeasureParts { clocks: true, evaluations: false };
    let measures = Measures::load(snapshot.connection(), None, parts)?;
    let number = |index: u32| match ranges {
        TimeRanges::Plies => index / STEP,
        TimeRanges::Phases => PHASES.iter().map(|last| u32::from(index >= *last)).sum(),
    };
    let counted = grouped(snapshot, filter, None, |sums: &mut RangeSums, id, game, _| {
        if plies_of(&measures, id, game).all(|(_, _, spent)| spent.is_none()) {
            sums.untimed += 1;
            return;
        }
        sums.timed += 1;
        for (index, side, spent) in plies_of(&measures, id, game) {
            let row = sums.rows.entry(number(u32::try_from(index).unwrap_or(u32::MAX))).or_default();
            match spent {
                Some(spent) => {
                    row.spent[side] += spent;
                    row.moves[side] += 1;
                    row.seconds.add(whole_seconds(spent));
                }
                None => row.without += 1,
            }
        }
    })?;
    let bounds = |number: u32| match ranges {
        TimeRanges::Plies => (number * STEP + 1, Some((number + 1) * STEP)),
        TimeRanges::Phases => {
            let place = number as usize;
            let from = place.checked_sub(1).map_or(0, |before| PHASES[before]);
            (from + 1, PHASES.get(place).copied())
        }
    };
    Ok(counted.map(|groups| {
        let sums = groups.into_iter().next().map(|(_, sums)| sums).unwrap_or_default();
        let row = |(number, row): (u32, TimeRangeRow)| {
            let (from, to) = bounds(number);
            TimeRangeRow { from, to, ..row }
        };
        TimeTable { rows: sums.rows.into_iter().map(row).collect(), timed: sums.timed, untimed: sums.untimed }
    }))
}

/// The clock of one side while its moves are gone through; times in milliseconds.
#[derive(Clone, Copy)]
struct SideClock {
    left: i64,
    is_known: bool,
    in_trouble: bool,
    in_byoyomi: bool,
    byoyomi_moves: u64,
}

impl SideClock {
    const fn new(control: TimeControl) -> Self {
        Self { left: control.base, is_known: true, in_trouble: false, in_byoyomi: false, byoyomi_moves: 0 }
    }

    fn add(&mut self, control: TimeControl, spent: Option<u64>) {
        let Some(spent) = spent else {
            self.is_known = false;
            return;
        };
        self.in_trouble |= self.left < control.base / 10;
        let spent = i64::try_from(spent).unwrap_or(i64::MAX);
        self.left = self.left.saturating_sub(spent);
        if self.left <= 0 && control.byoyomi > 0 {
            self.in_byoyomi = true;
            self.byoyomi_moves += 1;
        }
        self.left = self.left.max(0).saturating_add(control.increment);
    }
}

/// Counts a game for one side, or for both when none is given.
pub(super) fn add_game<I: Iterator<Item = TimedPly>>(
    sums: &mut TimeGroupRow,
    plies: impl Fn() -> I,
    control: Option<TimeControl>,
    side: Option<Color>,
) {
    sums.games += 1;
    if plies().all(|(_, _, spent)| spent.is_none()) {
        return;
    }
    sums.timed += 1;
    let control = control.filter(|control| control.base > 0);
    let mut clocks = ByColor::<Option<SideClock>>::default();
    for (_, mover, spent) in plies().filter(|(_, mover, _)| side.is_none_or(|side| side == *mover)) {
        if let Some(control) = control {
            clocks[mover].get_or_insert_with(|| SideClock::new(control)).add(control, spent);
        }
        if let Some(spent) = spent {
            sums.spent[mover] += spent;
            sums.moves[mover] += 1;
            sums.seconds.add(whole_seconds(spent));
        }
    }
    for clock in Color::ALL.into_iter().filter_map(|color| clocks[color]).filter(|clock| clock.is_known) {
        sums.controlled += 1;
        sums.in_trouble += u64::from(clock.in_trouble);
        if control.is_some_and(|control| control.byoyomi > 0) {
            sums.with_byoyomi += 1;
            sums.in_byoyomi += u64::from(clock.in_byoyomi);
            sums.byoyomi_moves += clock.byoyomi_moves;
        }
    }
}

pub(super) fn time_groups(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<TimeGroupRow>>, QueryError> {
    let parts = MeasureParts { clocks: true, evaluations: false };
    let measures = Measures::load(snapshot.connection(), None, parts)?;
    let counted = grouped(snapshot, filter, options.by, |sums: &mut TimeGroupRow, id, game, _| {
        let control = measures.of(id).and_then(|found| found.control);
        add_game(sums, || plies_of(&measures, id, game), control, None);
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.games);
        let rows = groups.into_iter().map(|(group, sums)| TimeGroupRow { group, ..sums });
        GroupTable { rows: rows.collect(), rare }
    }))
}
