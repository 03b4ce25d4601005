//! Evaluations that came with the records: how well sides play by them, where games turn, how the winner's chances grow.

use super::grouping::{frequent, grouped};
use super::{Counted, Filter, GameGroup, GroupOptions, GroupTable, QueryError, Score};
use crate::database::Snapshot;
use crate::index::{GameFacts, MeasureParts, Measures};
use crate::record::{EngineScore, GameResult};
use crate::rules::{ByColor, Color};
use std::collections::BTreeMap;

/// So many points of a hundred that a move loses make it an inaccuracy, …, a blunder.
pub const LOSSES: [u32; 4] = [5, 10, 20, 50];

/// How many plies a row of evaluations by ply spans.
const STEP: u32 = 10;

/// How fine losses are added up: in millionths, so that their sum does not depend on the order.
const FINE: f64 = 1e6;

/// How evaluations are understood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// By what games are told apart.
    pub groups: GroupOptions,
    /// The centipawns c of a chance to win of 1 / (1 + e^(−centipawns / c)).
    pub scale: f64,
    /// A game is a turnaround when the loser had this chance at least, from 0 to 1.
    pub turnaround: f64,
}

impl Default for EvaluationOptions {
    fn default() -> Self {
        Self { groups: GroupOptions::default(), scale: 600.0, turnaround: 0.8 }
    }
}

impl EvaluationOptions {
    /// Black's chance to win, from 0 to 1.
    #[must_use]
    pub fn chance(&self, score: EngineScore) -> f64 {
        match score {
            EngineScore::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / self.scale).exp()),
            EngineScore::Mate { winner: Color::Black, .. } => 1.0,
            EngineScore::Mate { winner: Color::White, .. } => 0.0,
        }
    }
}

/// How well some moves were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayQuality {
    /// Moves with an evaluation before and after them.
    pub moves: u64,
    /// What they lost of the chance to win, in millionths.
    lost: u64,
    /// How many lost at least the points of [`LOSSES`].
    pub losses: [u64; LOSSES.len()],
}

impl PlayQuality {
    /// What moves kept of the chance to win, on average: 1 less the mean loss.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        self.mean_loss().map(|loss| 1.0 - loss)
    }

    /// What a move lost of the chance to win, on average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts and sums are far below 2^52")]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.lost as f64 / FINE / self.moves as f64)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a loss is from 0 to 1")]
    fn add(&mut self, loss: f64) {
        let loss = loss.clamp(0.0, 1.0);
        self.moves += 1;
        self.lost += (loss * FINE).round() as u64;
        for (count, points) in self.losses.iter_mut().zip(LOSSES) {
            *count += u64::from(loss * 100.0 >= f64::from(points));
        }
    }
}

impl std::ops::AddAssign for PlayQuality {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.losses.iter_mut().zip(other.losses).for_each(|(own, more)| *own += more);
    }
}

/// How well the games of a group were played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationRow {
    /// The group.
    pub group: GameGroup,
    /// Games.
    pub games: u64,
    /// Games with a move that has an evaluation before and after it.
    pub evaluated: u64,
    /// How well each side played.
    pub sides: ByColor<PlayQuality>,
    /// How well the player played whom the filter asks for.
    pub player: Option<PlayQuality>,
    /// Games with evaluations and a winner.
    pub decided: u64,
    /// Those in which the loser stood to win.
    pub turnarounds: u64,
}

impl EvaluationRow {
    /// How well both sides played.
    #[must_use]
    pub fn both(&self) -> PlayQuality {
        let mut both = self.sides.black;
        both += self.sides.white;
        both
    }

    /// The share of turnarounds.
    #[must_use]
    pub fn turnaround_share(&self) -> Option<Score> {
        Score::of(self.turnarounds, self.decided - self.turnarounds, 0)
    }
}

impl std::ops::AddAssign for EvaluationRow {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.evaluated += other.evaluated;
        self.sides.black += other.sides.black;
        self.sides.white += other.sides.white;
        if let Some(player) = other.player {
            *self.player.get_or_insert_default() += player;
        }
        self.decided += other.decided;
        self.turnarounds += other.turnarounds;
    }
}

/// The evaluations of a game as Black's chances, each with the ply after which it stood and the side that moved there.
fn chances(
    measures: &Measures,
    options: &EvaluationOptions,
    id: u32,
) -> impl Iterator<Item = (u32, Color, f64)> {
    let white_first = measures.of(id).is_some_and(|found| found.white_first);
    measures.evaluations(id).map(move |found| {
        let side = if (found.ply % 2 == 1) != white_first { Color::Black } else { Color::White };
        (found.ply, side, options.chance(found.score))
    })
}

/// What a side loses from one chance of Black's to the next.
fn loss(side: Color, before: f64, after: f64) -> f64 {
    match side {
        Color::Black => before - after,
        Color::White => after - before,
    }
}

fn winner(game: &GameFacts) -> Option<Color> {
    match game.result {
        GameResult::Won(color) => Some(color),
        _ => None,
    }
}

pub(super) fn evaluation_groups(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &EvaluationOptions,
) -> Result<Counted<GroupTable<EvaluationRow>>, QueryError> {
    let parts = MeasureParts { clocks: false, evaluations: true };
    let measures = Measures::load(snapshot.connection(), None, parts)?;
    let has_player = filter.asks_for_a_side();
    let add = |sums: &mut EvaluationRow, id: u32, game: &GameFacts, own: Option<Color>| {
        sums.games += 1;
        let (mut before, mut is_judged, mut is_turned): (Option<(u32, f64)>, bool, bool) =
            (None, false, false);
        let winner = winner(game);
        let mut has_any = false;
        for (ply, side, chance) in chances(&measures, options, id) {
            has_any = true;
            let losers = winner.map(|winner| if winner == Color::Black { 1.0 - chance } else { chance });
            is_turned |= losers.is_some_and(|losers| losers >= options.turnaround);
            if let Some((_, earlier)) = before.filter(|(last, _)| last + 1 == ply) {
                is_judged = true;
                let loss = loss(side, earlier, chance);
                sums.sides[side].add(loss);
                if has_player && own == Some(side) {
                    sums.player.get_or_insert_default().add(loss);
                }
            }
            before = Some((ply, chance));
        }
        sums.evaluated += u64::from(is_judged);
        sums.decided += u64::from(has_any && winner.is_some());
        sums.turnarounds += u64::from(is_turned);
    };
    let counted = grouped(snapshot, filter, options.groups.by, add)?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.groups.least_games, |sums| sums.games);
        let rows = groups.into_iter().map(|(group, sums)| EvaluationRow { group, ..sums });
        GroupTable { rows: rows.collect(), rare }
    }))
}

/// The evaluations of a range of plies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationRangeRow {
    /// The first ply.
    pub from: u32,
    /// The last one.
    pub to: u32,
    /// Evaluated positions of games with a winner.
    pub evaluations: u64,
    /// The winner's chances there added up, in millionths.
    chances: u64,
    /// How well each side played these plies.
    pub sides: ByColor<PlayQuality>,
}

impl EvaluationRangeRow {
    /// The mean chance of the side that won in the end.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts and sums are far below 2^52")]
    pub fn winners_chance(&self) -> Option<f64> {
        (self.evaluations > 0).then(|| self.chances as f64 / FINE / self.evaluations as f64)
    }
}

/// Evaluations by ply, and what was counted of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationTable {
    /// The rows, the first plies first.
    pub rows: Vec<EvaluationRangeRow>,
    /// Games with evaluations.
    pub evaluated: u64,
    /// Games without any.
    pub without: u64,
}

#[derive(Default)]
struct RangeSums {
    rows: BTreeMap<u32, EvaluationRangeRow>,
    evaluated: u64,
    without: u64,
}

impl std::ops::AddAssign for RangeSums {
    fn add_assign(&mut self, other: Self) {
        for (number, row) in other.rows {
            let own = self.rows.entry(number).or_default();
            own.evaluations += row.evaluations;
            own.chances += row.chances;
            own.sides.black += row.sides.black;
            own.sides.white += row.sides.white;
        }
        self.evaluated += other.evaluated;
        self.without += other.without;
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
pub(super) fn evaluations(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &EvaluationOptions,
) -> Result<Counted<EvaluationTable>, QueryError> {
    let parts = MeasureParts { clocks: false, evaluations: true };
    let measures = Measures::load(snapshot.connection(), None, parts)?;
    let counted = grouped(snapshot, filter, None, |sums: &mut RangeSums, id, game, _| {
        let (mut before, mut has_any): (Option<(u32, f64)>, bool) = (None, false);
        for (ply, side, chance) in chances(&measures, options, id) {
            has_any = true;
            let row = sums.rows.entry(ply.saturating_sub(1) / STEP).or_default();
            if let Some(winner) = winner(game) {
                let own = if winner == Color::Black { chance } else { 1.0 - chance };
                row.evaluations += 1;
                row.chances += (own * FINE).round() as u64;
            }
            if let Some((_, earlier)) = before.filter(|(last, _)| last + 1 == ply) {
                row.sides[side].add(loss(side, earlier, chance));
            }
            before = Some((ply, chance));
        }
        sums.evaluated += u64::from(has_any);
        sums.without += u64::from(!has_any);
    })?;
    Ok(counted.map(|groups| {
        let sums = groups.into_iter().next().map(|(_, sums)| sums).unwrap_or_default();
        let row = |(number, row): (u32, EvaluationRangeRow)| EvaluationRangeRow {
            from: number * STEP + 1,
            to: (number + 1) * STEP,
            ..row
        };
        EvaluationTable {
            rows: sums.rows.into_iter().map(row).collect(),
            evaluated: sums.evaluated,
            without: sums.without,
        }
    }))
}
