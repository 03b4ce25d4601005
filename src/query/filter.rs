//! Which games a question is about.

use crate::record::{Ending, fold_name};
use crate::replay::Agreement;
use crate::rules::{Color, Variant};
use rusqlite::types::Value;

/// A choice of games; an empty filter chooses all of them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Filter {
    /// The game.
    pub variant: Option<Variant>,
    /// A part of a player's name, in any spelling: width, case, blanks, and shapes of one kanji make no difference
    /// ([`fold_name`]). A person is meant with all of his or her names.
    pub player: Option<String>,
    /// The side that `player` has; either when not given.
    pub color: Option<Color>,
    /// A part of the name of the other player, in the same way.
    pub opponent: Option<String>,
    /// A part of the event's name, in any spelling.
    pub event: Option<String>,
    /// The first day: `2024`, `2024-05` or `2024-05-01`.
    pub since: Option<String>,
    /// The last day, in the same way; `2024` is all of that year.
    pub until: Option<String>,
    /// The ending, declared or proved.
    pub ending: Option<Ending>,
    /// The winner that statistics use.
    pub winner: Option<Winner>,
    /// How declared and proved ending compare.
    pub agreement: Option<Agreement>,
    /// A part of the opening's name.
    pub opening: Option<String>,
    /// A part of the handicap's name; `any` for every handicap game.
    pub handicap: Option<String>,
    /// The lowest rating that both players must have.
    pub rating: Option<f64>,
    /// The fewest plies.
    pub least_plies: Option<u32>,
    /// The most plies.
    pub most_plies: Option<u32>,
    /// A condition in SQL on the columns of `game`.
    pub condition: Option<String>,
}

/// A winner to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Black or White.
    Side(Color),
    /// Nobody.
    Nobody,
}

/// A filter that cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A day that is none.
    #[error("`{0}` is no day; write 2024, 2024-05 or 2024-05-01")]
    Day(String),
    /// `color` or `opponent` without `player`.
    #[error("`{0}` needs a player beside it")]
    NeedsPlayer(&'static str),
}

/// A filter as SQL: a condition on the table `game AS g`, and the values for its `?`.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub sql: String,
    pub values: Vec<Value>,
}

impl Clause {
    fn and(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        if !self.sql.is_empty() {
            self.sql.push_str(" AND ");
        }
        self.sql.push_str(sql);
        self.values.extend(values);
    }
}

impl Filter {
    /// True when it chooses every game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The filter as an SQL condition.
    pub(super) fn clause(&self) -> Result<Clause, FilterError> {
        let mut clause = Clause::default();
        if let Some(variant) = self.variant {
            clause.and("g.variant = ?", [Value::Text(variant.name().to_owned())]);
        }
        self.add_players(&mut clause)?;
        if let Some(event) = &self.event {
            clause.and(&format!("g.event IN ({EVENTS})"), [folded(event)]);
        }
        if let Some(opening) = &self.opening {
            clause.and("g.opening LIKE ? ESCAPE '\\'", [like(opening)]);
        }
        match self.handicap.as_deref() {
            Some("any") => clause.and("g.start IS NOT NULL", []),
            Some(name) => clause.and("g.handicap LIKE ? ESCAPE '\\'", [like(name)]),
            None => {}
        }
        if let Some(day) = &self.since {
            clause.and("g.date >= ?", [Value::Text(check_day(day)?.to_owned())]);
        }
        if let Some(day) = &self.until {
            // `2024-05-01` sorts before `2024~`, so a year or a month means all of its days.
            clause.and("g.date < ? || '~'", [Value::Text(check_day(day)?.to_owned())]);
        }
        if let Some(ending) = self.ending {
            let name = || Value::Text(ending.name().to_owned());
            clause.and("(g.declared_ending = ? OR g.verified_ending = ?)", [name(), name()]);
        }
        match self.winner {
            Some(Winner::Side(color)) => clause.and("g.winner = ?", [Value::Text(color.name().to_owned())]),
            Some(Winner::Nobody) => clause.and("g.winner IS NULL", []),
            None => {}
        }
        if let Some(agreement) = self.agreement {
            clause.and("g.agreement = ?", [Value::Text(agreement.name().to_owned())]);
        }
        if let Some(rating) = self.rating {
            clause.and(
                "g.black_rating >= ? AND g.white_rating >= ?",
                [Value::Real(rating), Value::Real(rating)],
            );
        }
        if let Some(plies) = self.least_plies {
            clause.and("g.plies >= ?", [Value::Integer(plies.into())]);
        }
        if let Some(plies) = self.most_plies {
            clause.and("g.plies <= ?", [Value::Integer(plies.into())]);
        }
        if let Some(condition) = &self.condition {
            clause.and(&format!("({condition}\n)"), []);
        }
        if clause.sql.is_empty() {
            clause.sql.push_str("TRUE");
        }
        Ok(clause)
    }

    fn add_players(&self, clause: &mut Clause) -> Result<(), FilterError> {
        let Some(player) = &self.player else {
            return match (self.color, &self.opponent) {
                (Some(_), _) => Err(FilterError::NeedsPlayer("color")),
                (_, Some(_)) => Err(FilterError::NeedsPlayer("opponent")),
                _ => Ok(()),
            };
        };
        let named = |name: &str| vec![folded(name); PLAYER_VALUES];
        let side = |own: &str, other: &str| match &self.opponent {
            Some(opponent) => (
                format!("(g.{own} IN ({PLAYERS}) AND g.{other} IN ({PLAYERS}))"),
                [named(player), named(opponent)].concat(),
            ),
            None => (format!("g.{own} IN ({PLAYERS})"), named(player)),
        };
        let (black, white) = (side("black", "white"), side("white", "black"));
        match self.color {
            Some(Color::Black) => clause.and(&black.0, black.1),
            Some(Color::White) => clause.and(&white.0, white.1),
            None => clause.and(&format!("({} OR {})", black.0, white.0), [black.1, white.1].concat()),
        }
        Ok(())
    }
}

/// The ids of all names of the persons one of whose names contains a folded text, which stands [`PLAYER_VALUES`] times.
pub(super) const PLAYERS: &str = "SELECT id FROM player WHERE person IN
     (SELECT person FROM player WHERE instr(folded, ?) UNION
      SELECT person FROM player_alias WHERE instr(folded, ?) OR instr(person, ?))";

/// How many times the text stands in [`PLAYERS`].
pub(super) const PLAYER_VALUES: usize = 3;

/// The ids of the events whose name contains a folded text.
pub(super) const EVENTS: &str = "SELECT id FROM event WHERE instr(folded, ?)";

/// A name as it is compared.
pub(super) fn folded(name: &str) -> Value {
    Value::Text(fold_name(name))
}

/// A pattern for LIKE that finds `text` anywhere, its own wildcards taken literally.
pub(super) fn like(text: &str) -> Value {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Value::Text(format!("%{escaped}%"))
}

pub(super) fn check_day(day: &str) -> Result<&str, FilterError> {
    let is_day = crate::record::PartialDate::parse(day).is_some_and(|date| date.day_text() == day);
    if is_day { Ok(day) } else { Err(FilterError::Day(day.to_owned())) }
}
