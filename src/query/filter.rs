//! Which games a question is about.

use super::clause::Clause;
use super::{Condition, ConditionError, DateCondition, NameCondition, PlayerCondition, QueryError, Undated};
use crate::record::{Ending, GameKind, PartialDate};
use crate::rules::{StartKind, Variant};
use crate::store;
use rusqlite::Connection;

/// A choice of games: those that meet every condition; without conditions all games.
///
/// Its text has the conditions one behind the other, `player="A" ending=resignation,checkmate plies=40..`, and is read
/// back to the same filter.
///
/// ```
/// use kifukura::query::{Condition, Filter};
/// use kifukura::record::Ending;
///
/// let filter: Filter = "player=髙見 since=2020".parse()?;
/// let filter = filter.and(Condition::Ending(vec![Ending::Checkmate]));
/// assert_eq!(filter.to_string(), "player=\"髙見\" since=2020 ending=checkmate");
/// assert_eq!("colour=black".parse::<Filter>().unwrap_err().to_string(), "there is no condition `colour`");
/// # Ok::<(), kifukura::query::ConditionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    conditions: Vec<Condition>,
}

impl Filter {
    /// True when it chooses every game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Adds a condition.
    pub fn push(&mut self, condition: Condition) {
        self.conditions.push(condition);
    }

    /// The filter with one more condition.
    #[must_use]
    pub fn and(mut self, condition: Condition) -> Self {
        self.push(condition);
        self
    }

    /// The game that is asked for, if one is.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Variant(variant) => Some(*variant),
            _ => None,
        })
    }

    /// The filter for one game, whichever it asked for before.
    #[must_use]
    pub fn of_variant(mut self, variant: Variant) -> Self {
        self.conditions.retain(|condition| !matches!(condition, Condition::Variant(_)));
        self.conditions.insert(0, Condition::Variant(variant));
        self
    }

    /// The kinds of records that are asked for; `None` when none is named.
    #[must_use]
    pub fn kinds(&self) -> Option<Vec<GameKind>> {
        let asked: Vec<&Vec<GameKind>> = self
            .conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Kind(kinds) => Some(kinds),
                _ => None,
            })
            .collect();
        let in_all = |kind: &GameKind| asked.iter().all(|kinds| kinds.contains(kind));
        (!asked.is_empty()).then(|| GameKind::ALL.into_iter().filter(in_all).collect())
    }

    /// The kinds that a question counts: those that are asked for, else its own and those without which another
    /// condition could not be met (set positions, forfeits).
    pub(super) fn counted_kinds(&self, own: &[GameKind]) -> Vec<GameKind> {
        let needs = |condition: &Condition| match condition {
            Condition::Start(starts) if starts.contains(&StartKind::Set) => Some(GameKind::SetPosition),
            Condition::Ending(endings) | Condition::Declared(endings) | Condition::Verified(endings)
                if endings.contains(&Ending::Forfeit) =>
            {
                Some(GameKind::Forfeit)
            }
            _ => None,
        };
        let needed = || self.conditions.iter().filter_map(needs).chain(own.iter().copied()).collect();
        self.kinds().unwrap_or_else(needed)
    }

    /// Whether it asks for a player, whose games an index has, and for nothing that SQL cannot say.
    pub(super) fn names_a_player(&self) -> bool {
        self.conditions.iter().all(Condition::is_sql)
            && self
                .conditions
                .iter()
                .any(|condition| matches!(condition, Condition::Player(player) if !player.names.is_empty()))
    }

    /// Whether it asks for a side, for which scores are counted: that of a player, or of whoever plays an opening.
    pub(super) fn asks_for_a_side(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition, Condition::Player(_)))
    }

    /// The side that it asks for; of several conditions the first.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerCondition> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Player(player) => Some(player),
            _ => None,
        })
    }

    /// The names of the player that it asks for, for whom scores are counted; of several conditions those of the first.
    #[must_use]
    pub fn player_names(&self) -> &[NameCondition] {
        self.player().map(|player| player.names.as_slice()).unwrap_or_default()
    }

    /// Refuses to look for whoever asks when nobody said who that is.
    pub(super) fn must_know_me(&self, connection: &Connection) -> Result<(), QueryError> {
        let asks = self.conditions.iter().any(|condition| match condition {
            Condition::Player(player) => {
                player.names.iter().chain(&player.opponents).any(|name| *name == NameCondition::Me)
            }
            _ => false,
        });
        if asks && store::own_names(connection)?.is_empty() {
            return Err(QueryError::NobodyIsMe);
        }
        Ok(())
    }

    /// The filter as an SQL condition on `game AS g`.
    pub(super) fn clause(&self) -> Clause {
        Clause::all(self.conditions.iter().map(Condition::clause))
    }
}

impl FromIterator<Condition> for Filter {
    fn from_iter<T: IntoIterator<Item = Condition>>(conditions: T) -> Self {
        Self { conditions: conditions.into_iter().collect() }
    }
}

impl Filter {
    /// The condition on days that there is.
    pub(super) fn dates(&self) -> Option<DateCondition> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Dates(dates) => Some(*dates),
            _ => None,
        })
    }

    /// Puts a condition on days in the place of the one that there is, else behind the others.
    pub(super) fn set_dates(&mut self, dates: DateCondition) {
        let place = self.conditions.iter().position(|condition| matches!(condition, Condition::Dates(_)));
        match place {
            Some(place) => self.conditions[place] = Condition::Dates(dates),
            None => self.push(Condition::Dates(dates)),
        }
    }

    /// No day before this one; of two such the later holds.
    pub(super) fn since(&mut self, day: PartialDate) {
        let dates = self.dates().unwrap_or_default();
        let since = dates.since.filter(|since| since.first_day() > day.first_day()).unwrap_or(day);
        self.set_dates(DateCondition { since: Some(since), ..dates });
    }

    /// No day after this one; of two such the earlier holds.
    pub(super) fn until(&mut self, day: PartialDate) {
        let dates = self.dates().unwrap_or_default();
        let until = dates.until.filter(|until| until.last_day() < day.last_day()).unwrap_or(day);
        self.set_dates(DateCondition { until: Some(until), ..dates });
    }

    /// The filter with the games that it leaves out since their dates leave it open, and the conditions that do so.
    pub(super) fn with_undecided(&self) -> (Self, Vec<DateCondition>) {
        let mut excluding = Vec::new();
        let include = |condition: &Condition| match condition {
            Condition::Dates(dates) if dates.undated == Undated::Exclude => {
                excluding.push(*dates);
                Condition::Dates(DateCondition { undated: Undated::Include, ..*dates })
            }
            condition => condition.clone(),
        };
        let filter = self.conditions.iter().map(include).collect();
        (filter, excluding)
    }

    /// Takes the last condition away when it is about a player.
    pub(super) fn take_player(&mut self) -> Option<PlayerCondition> {
        match self.conditions.pop()? {
            Condition::Player(player) => Some(player),
            other => {
                self.push(other);
                None
            }
        }
    }

    pub(super) fn last_player(&mut self, name: &'static str) -> Result<&mut PlayerCondition, ConditionError> {
        match self.conditions.last_mut() {
            Some(Condition::Player(player)) => Ok(player),
            _ => Err(ConditionError::NeedsPlayer(name)),
        }
    }
}
