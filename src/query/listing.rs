//! Which part of the games that were found a list has, and in which order.

use super::QueryError;
use crate::database::Snapshot;
use crate::index::{Day, GameFacts};
use crate::rules::named_enum;

named_enum! {
    /// By what a list of games is sorted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum GameOrder {
        /// Their ids: the order in which they came in.
        #[default]
        Id = "id",
        /// The day.
        Date = "date",
        /// The number of plies.
        Length = "length",
        /// The mean rating of the players, of those who have one.
        Rating = "rating",
    }
}

/// A part of a list of games. Without an order they come by their ids.
///
/// ```
/// use kifukura::query::{GameOrder, Listing};
///
/// let newest = Listing { order: GameOrder::Date, descending: true, ..Listing::first(10) };
/// assert_eq!((newest.offset, newest.limit), (0, Some(10)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// By what they are sorted; games without it come last either way, equal ones by their ids.
    pub order: GameOrder,
    /// The highest first.
    pub descending: bool,
    /// How many are passed over.
    pub offset: u64,
    /// How many follow, at most.
    pub limit: Option<u64>,
}

impl Listing {
    /// The first games by their ids.
    #[must_use]
    pub fn first(limit: u64) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// How many of the games that come by their ids have to be known.
    pub(super) fn needed(&self) -> usize {
        match self.limit {
            Some(limit) if !self.descending => {
                usize::try_from(self.offset.saturating_add(limit)).unwrap_or(usize::MAX)
            }
            _ => usize::MAX,
        }
    }

    /// The games of the list, of some that come sorted by their ids.
    pub(super) fn of(&self, snapshot: &Snapshot<'_>, ids: Vec<u32>) -> Result<Vec<u32>, QueryError> {
        Ok(self.part(self.sorted(snapshot, ids)?))
    }

    /// The games of the list, of some that come in an order of their own, in which equal games stay.
    pub(super) fn of_ordered(
        &self,
        snapshot: &Snapshot<'_>,
        mut ids: Vec<u32>,
    ) -> Result<Vec<u32>, QueryError> {
        if self.order != GameOrder::Id {
            let mut by_id = ids.clone();
            by_id.sort_unstable();
            let facts = snapshot.facts_of(&by_id, false)?;
            ids.sort_by_cached_key(|id| self.sort_key(facts.get(*id)));
        } else if self.descending {
            ids.reverse();
        }
        Ok(self.part(ids))
    }

    /// The games from the first on that is not passed over, as many as there are to be.
    fn part(&self, mut ids: Vec<u32>) -> Vec<u32> {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        ids.drain(..size(self.offset).min(ids.len()));
        ids.truncate(self.limit.map_or(usize::MAX, size));
        ids
    }

    fn sorted(&self, snapshot: &Snapshot<'_>, mut ids: Vec<u32>) -> Result<Vec<u32>, QueryError> {
        if self.order == GameOrder::Id {
            if self.descending {
                ids.reverse();
            }
            return Ok(ids);
        }
        let facts = snapshot.facts_of(&ids, false)?;
        let mut keyed: Vec<_> = ids.into_iter().map(|id| (self.sort_key(facts.get(id)), id)).collect();
        keyed.sort_unstable();
        Ok(keyed.into_iter().map(|(_, id)| id).collect())
    }

    /// What sorts a game as the list asks: those that have nothing to be sorted by come last.
    fn sort_key(&self, game: Option<&GameFacts>) -> (bool, Option<u64>) {
        let key = game.and_then(|game| self.key(game));
        (key.is_none(), key.map(|key| if self.descending { !key } else { key }))
    }

    /// What a game is sorted by, as a number.
    fn key(&self, game: &GameFacts) -> Option<u64> {
        match self.order {
            GameOrder::Id => None,
            GameOrder::Date => game.day.map(|day: Day| day.number().into()),
            GameOrder::Length => Some(game.plies.into()),
            GameOrder::Rating => game.mean_rating().map(number),
        }
    }
}

/// A number that is larger for a larger rating.
pub(super) fn number(rating: f64) -> u64 {
    let bits = rating.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_sort_as_ratings() {
        assert!([-3.5, -1.0, 0.0, 0.5, 1500.0, 1500.5, 3000.0].map(number).is_sorted());
    }
}
