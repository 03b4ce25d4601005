//! Counting over the facts of all games, on all cores.

use super::selection::Selection;
use super::{Base, Counted, Filter, QueryError};
use crate::database::Snapshot;
use crate::index::GameFacts;
use crate::record::GameKind;
use crate::rules::{Color, Placing};
use rayon::prelude::*;
use std::collections::HashMap;

/// A count that is made in parts, which are then added up.
pub(super) trait Tally: Send {
    /// Counts a game, in which the player that the question is about had this side; none where it is about nobody, or the
    /// player had both.
    fn add(&mut self, game: &GameFacts, side: Option<Color>);
    /// Adds the counts of other games.
    fn merge(&mut self, other: Self);
}

/// What statistics over whole games count unless they are asked for more.
pub(super) const WHOLE_GAMES: [GameKind; 1] = [GameKind::Game];

/// Counts the games of a filter, on all cores: of these kinds unless the filter asks for others.
pub(super) fn tally<T: Tally + Default>(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    kinds: &[GameKind],
) -> Result<Counted<T>, QueryError> {
    tally_from(snapshot, filter, kinds, T::default)
}

/// The same beginning with what `empty` makes.
pub(super) fn tally_from<T: Tally>(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    kinds: &[GameKind],
    empty: impl Fn() -> T + Sync + Send,
) -> Result<Counted<T>, QueryError> {
    let selection = Selection::of_kinds(snapshot, filter, None, kinds)?;
    let has_player = selection.has_player();
    let facts = snapshot.all_facts()?;
    let none = || Counted { answer: empty(), base: Base::default() };
    let parts = facts.games().fold(none, |mut sums, games| {
        for (id, game) in games {
            if selection.count(id, game, &mut sums.base) {
                sums.answer.add(game, if has_player { selection.side(id, game) } else { None });
            }
        }
        sums
    });
    Ok(parts.reduce(none, |mut sums, other| {
        sums.answer.merge(other.answer);
        sums.base += other.base;
        sums
    }))
}

/// Nothing but the kinds of games is counted.
#[derive(Default)]
struct NoTally;

impl Tally for NoTally {
    fn add(&mut self, _: &GameFacts, _: Option<Color>) {}

    fn merge(&mut self, _: Self) {}
}

/// How many records of each kind a filter chooses, and how many its days leave open.
pub(super) fn records(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Base, QueryError> {
    Ok(tally::<NoTally>(snapshot, filter, &GameKind::ALL)?.base)
}

/// The games of each placing.
#[derive(Default)]
struct PlacingsTally(HashMap<Placing, u64>);

impl Tally for PlacingsTally {
    fn add(&mut self, game: &GameFacts, _: Option<Color>) {
        *self.0.entry(game.placing).or_default() += 1;
    }

    fn merge(&mut self, other: Self) {
        for (placing, games) in other.0 {
            *self.0.entry(placing).or_default() += games;
        }
    }
}

pub(super) fn placings(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
) -> Result<Counted<Vec<(Placing, u64)>>, QueryError> {
    let counted = tally(snapshot, filter, &WHOLE_GAMES)?;
    Ok(counted.map(|PlacingsTally(placings)| {
        let mut placings: Vec<_> = placings.into_iter().collect();
        placings.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.name().cmp(b.0.name())));
        placings
    }))
}
