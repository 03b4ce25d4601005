//! How long games are, what their moves do, and when they leave what was played before, group by group.

use super::grouping::{frequent, grouped};
use super::spread::Spread;
use super::{Counted, Filter, GameGroup, GroupOptions, GroupTable, PlayerScore, QueryError, Results, Score};
use crate::database::Snapshot;
use crate::index::{self, MeasureParts, Measures};
use crate::rules::ByColor;

/// The lengths of the games of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthGroupRow {
    /// The group.
    pub group: GameGroup,
    /// The numbers of plies.
    pub plies: Spread,
    /// How the games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

#[derive(Default)]
struct LengthSums {
    plies: Spread,
    results: Results,
    player: PlayerScore,
}

impl std::ops::AddAssign for LengthSums {
    fn add_assign(&mut self, other: Self) {
        self.plies += other.plies;
        self.results += other.results;
        self.player += other.player;
    }
}

pub(super) fn length_groups(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<LengthGroupRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let counted = grouped(snapshot, filter, options.by, |sums: &mut LengthSums, _, game, side| {
        sums.plies.add(game.plies);
        sums.results.add(game.result);
        sums.player.add_side(game, side);
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.plies.count());
        let row = |(group, sums): (GameGroup, LengthSums)| LengthGroupRow {
            group,
            plies: sums.plies,
            results: sums.results,
            player: has_player.then_some(sums.player),
        };
        GroupTable { rows: groups.into_iter().map(row).collect(), rare }
    }))
}

/// What the moves of the games of a group do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveGroupRow {
    /// The group.
    pub group: GameGroup,
    /// Games.
    pub games: u64,
    /// Legal moves of all of them.
    pub plies: u64,
    /// Moves of each side that promote a piece.
    pub promotions: ByColor<u64>,
    /// Moves of each side that drop a piece.
    pub drops: ByColor<u64>,
    /// Moves of each side that take a piece.
    pub captures: ByColor<u64>,
    /// At which ply games have their first capture; those without one are not among them.
    pub first_captures: Spread,
    /// Games in which a position stood more than once.
    pub repeated: u64,
    /// Games in which a position stood three times or more.
    pub repeated_twice: u64,
    /// At which ply a position first stood again, of the games in which one did.
    pub first_repetitions: Spread,
}

impl MoveGroupRow {
    /// The share of the games in which a position stood so often or more: 2 or 3 times.
    #[must_use]
    pub fn repetition_share(&self, times: u32) -> Option<Score> {
        let games = if times > 2 { self.repeated_twice } else { self.repeated };
        Score::of(games, self.games - games, 0)
    }

    /// A number per game.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub fn per_game(&self, number: u64) -> Option<f64> {
        (self.games > 0).then(|| number as f64 / self.games as f64)
    }
}

impl std::ops::AddAssign for MoveGroupRow {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        for (own, more) in [
            (&mut self.promotions, other.promotions),
            (&mut self.drops, other.drops),
            (&mut self.captures, other.captures),
        ] {
            own.black += more.black;
            own.white += more.white;
        }
        self.first_captures += other.first_captures;
        self.repeated += other.repeated;
        self.repeated_twice += other.repeated_twice;
        self.first_repetitions += other.first_repetitions;
    }
}

pub(super) fn move_groups(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<MoveGroupRow>>, QueryError> {
    let measures = Measures::load(snapshot.connection(), None, MeasureParts::default())?;
    let counted = grouped(snapshot, filter, options.by, |sums: &mut MoveGroupRow, id, game, _| {
        let found = measures.of(id).copied().unwrap_or_default();
        sums.games += 1;
        sums.plies += u64::from(game.plies);
        for (own, more) in [
            (&mut sums.promotions, found.promotions),
            (&mut sums.drops, found.drops),
            (&mut sums.captures, found.captures),
        ] {
            own.black += u64::from(more.black);
            own.white += u64::from(more.white);
        }
        if found.first_capture > 0 {
            sums.first_captures.add(found.first_capture);
        }
        if found.occurrences > 1 {
            sums.repeated += 1;
            sums.repeated_twice += u64::from(found.occurrences > 2);
            sums.first_repetitions.add(found.first_repetition);
        }
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.games);
        let rows = groups.into_iter().map(|(group, sums)| MoveGroupRow { group, ..sums });
        GroupTable { rows: rows.collect(), rare }
    }))
}

/// When the games of a group first come to a position that no earlier game of the database has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoveltyRow {
    /// The group.
    pub group: GameGroup,
    /// Games.
    pub games: u64,
    /// After which ply.
    pub plies: Spread,
    /// Games all of whose positions were seen before.
    pub without: u64,
    /// Games without a date, of which it cannot be said.
    pub undated: u64,
}

impl std::ops::AddAssign for NoveltyRow {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.without += other.without;
        self.undated += other.undated;
    }
}

pub(super) fn novelties(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<NoveltyRow>>, QueryError> {
    let plies = index::novelties(snapshot.connection(), &days(snapshot)?)?;
    let counted = grouped(snapshot, filter, options.by, |sums: &mut NoveltyRow, id, game, _| {
        sums.games += 1;
        match (game.day, plies.get(id as usize).copied().flatten()) {
            (None, _) => sums.undated += 1,
            (Some(_), None) => sums.without += 1,
            (Some(_), Some(ply)) => sums.plies.add(ply.into()),
        }
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.games);
        let rows = groups.into_iter().map(|(group, sums)| NoveltyRow { group, ..sums });
        GroupTable { rows: rows.collect(), rare }
    }))
}

/// The first day of each game's date as a number, by its id; 0 for those without one.
fn days(snapshot: &Snapshot<'_>) -> Result<Vec<u32>, QueryError> {
    use rayon::prelude::*;
    let facts = snapshot.all_facts()?;
    let of_block = facts.games().map(|games| {
        games.map(|(id, game)| (id, game.day.map_or(0, |day| day.first().number()))).collect::<Vec<_>>()
    });
    let mut days = Vec::new();
    for (id, day) in of_block.collect::<Vec<_>>().into_iter().flatten() {
        let place = id as usize;
        if days.len() <= place {
            days.resize(place + 1, 0);
        }
        days[place] = day;
    }
    Ok(days)
}
