//! One condition that games may meet: its values, its text, its SQL. [`selection`](super::selection) tests it on facts.

use crate::record::{Ending, PartialDate, normalize_name};
use crate::replay::Agreement;
use crate::rules::{Color, Variant};
use rusqlite::types::Value;
use std::fmt;

/// A condition on a game. Where it has several values, one of them has to be met.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// Which game is played.
    Variant(Variant),
    /// Who plays.
    Player(PlayerCondition),
    /// A part of the event's name, in any spelling.
    Event(Vec<String>),
    /// The first day: of a date such as `2024-05` its first.
    Since(PartialDate),
    /// The last day: of a date such as `2024-05` its last.
    Until(PartialDate),
    /// The ending, as declared or as verified.
    Ending(Vec<Ending>),
    /// The winner that statistics use; `None` for nobody.
    Winner(Vec<Option<Color>>),
    /// How the declared and the verified ending compare.
    Agreement(Vec<Agreement>),
    /// A part of the opening's name as the record has it.
    Opening(Vec<String>),
    /// Another start than the even one.
    Handicap(Vec<Handicap>),
    /// The lowest rating that both players must have.
    MinRating(f64),
    /// How many plies the game has.
    Plies(PlyRange),
    /// A condition in SQL on the columns of the table `game`, called `g`.
    Sql(String),
}

/// The names of players are parts of names in any spelling ([`normalize_name`]); all names of a person are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerCondition {
    /// The player's name.
    pub names: Vec<String>,
    /// The side that the player has; either when not given.
    pub side: Option<Color>,
    /// The name of the other player; anybody when there is none.
    pub opponents: Vec<String>,
}

/// A start position by its handicap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handicap {
    /// Any start but the even one.
    Any,
    /// A part of the handicap's name as the record has it.
    Named(String),
}

/// A range of plies, both ends included; open where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyRange {
    /// The fewest.
    pub from: Option<u32>,
    /// The most.
    pub to: Option<u32>,
}

/// A text that is no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// A date.
    #[error("`{0}` is not a valid date")]
    Date(String),
    /// A range of plies.
    #[error("`{0}` is not a number of plies")]
    Plies(String),
    /// A range from a larger to a smaller number.
    #[error("the range is empty: {from} is more than {to}")]
    EmptyRange {
        /// Its first end.
        from: u32,
        /// Its second end.
        to: u32,
    },
    /// A word that the condition does not know.
    #[error("`{value}` is not one of the values of `{name}`")]
    Value {
        /// The condition's name.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A name that no condition has.
    #[error("there is no condition `{0}`")]
    Name(String),
    /// No `=` between name and value, or a quotation mark without its partner.
    #[error("`{0}` is not of the form `name=value`")]
    Form(String),
    /// A side or an opponent without a player.
    #[error("`{0}` needs a player before it")]
    NeedsPlayer(&'static str),
}

impl ConditionError {
    /// What to write instead, in one line without a full stop.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Date(_) => "write 2024, 2024-05 or 2024-05-01",
            Self::Plies(_) => "write 57, 40..120, 100.. or ..80",
            Self::EmptyRange { .. } => "write the smaller number first",
            Self::Form(_) => "for example `ending=resignation,checkmate` or `player=\"A B\"`",
            Self::Value { .. } | Self::Name(_) | Self::NeedsPlayer(_) => return None,
        })
    }
}

impl PlyRange {
    /// The range of a text: `57`, `40..120`, `100..`, `..80`.
    ///
    /// # Errors
    /// When it is none, or an empty one.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let number = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| ConditionError::Plies(text.to_owned())),
        };
        match text.split_once("..") {
            Some((from, to)) => match (number(from)?, number(to)?) {
                (Some(from), Some(to)) if from > to => Err(ConditionError::EmptyRange { from, to }),
                (from, to) => Ok(Self { from, to }),
            },
            None => match number(text)? {
                None => Err(ConditionError::Plies(text.to_owned())),
                exactly => Ok(Self { from: exactly, to: exactly }),
            },
        }
    }

    /// Whether a game of so many plies is in it.
    #[must_use]
    pub fn contains(self, plies: u32) -> bool {
        self.from.is_none_or(|from| plies >= from) && self.to.is_none_or(|to| plies <= to)
    }
}

impl fmt::Display for PlyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |end: Option<u32>| end.map(|end| end.to_string()).unwrap_or_default();
        if self.from == self.to && self.from.is_some() {
            return f.write_str(&text(self.from));
        }
        write!(f, "{}..{}", text(self.from), text(self.to))
    }
}

/// The day of a text: `2024`, `2024-05`, `2024-05-01`.
///
/// # Errors
/// When it is none.
pub fn parse_day(text: &str) -> Result<PartialDate, ConditionError> {
    PartialDate::parse(text)
        .filter(|date| date.day_text() == text)
        .ok_or_else(|| ConditionError::Date(text.to_owned()))
}

/// A condition on the table `game AS g` in SQL, and the values for its `?`.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub sql: String,
    pub values: Vec<Value>,
}

impl Clause {
    fn new(sql: impl Into<String>, values: Vec<Value>) -> Self {
        Self { sql: sql.into(), values }
    }

    /// All of these; true when there is none.
    pub fn all(clauses: impl IntoIterator<Item = Self>) -> Self {
        Self::joined(clauses, " AND ", "TRUE")
    }

    /// One of these.
    fn any(clauses: impl IntoIterator<Item = Self>) -> Self {
        Self::joined(clauses, " OR ", "FALSE")
    }

    fn joined(clauses: impl IntoIterator<Item = Self>, word: &str, none: &str) -> Self {
        let (sql, values): (Vec<_>, Vec<_>) =
            clauses.into_iter().map(|clause| (format!("({})", clause.sql), clause.values)).unzip();
        let sql = if sql.is_empty() { none.to_owned() } else { sql.join(word) };
        Self { sql, values: values.concat() }
    }
}

/// The ids of all names of the persons one of whose names contains a normalized text, which stands three times.
const PLAYERS: &str = "SELECT id FROM player WHERE person IN
     (SELECT person FROM player WHERE instr(folded, ?) UNION
      SELECT person FROM player_alias WHERE instr(folded, ?) OR instr(person, ?))";

/// The question for the ids of all names of the persons one of whose names has one of these parts.
pub(super) fn player_ids(names: &[String]) -> Clause {
    let questions = vec![PLAYERS; names.len()].join(" UNION ");
    Clause::new(questions, names.iter().flat_map(|name| vec![normalized(name); 3]).collect())
}

/// The question for the ids of the events whose name has one of these parts.
pub(super) fn event_ids(names: &[String]) -> Clause {
    let questions = vec!["SELECT id FROM event WHERE instr(folded, ?)"; names.len()].join(" UNION ");
    Clause::new(questions, names.iter().map(|name| normalized(name)).collect())
}

fn normalized(name: &str) -> Value {
    Value::Text(normalize_name(name))
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

/// A pattern for LIKE that finds `text` anywhere, its own wildcards taken literally.
fn like(part: &str) -> Value {
    let escaped = part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Value::Text(format!("%{escaped}%"))
}

impl PlayerCondition {
    fn clause(&self) -> Clause {
        let side = |own: Color| {
            let named = |color: Color, names: &[String]| {
                let ids = player_ids(names);
                Clause::new(format!("g.{} IN ({})", color.name(), ids.sql), ids.values)
            };
            let other = (!self.opponents.is_empty()).then(|| named(!own, &self.opponents));
            Clause::all([named(own, &self.names)].into_iter().chain(other))
        };
        Clause::any(Color::ALL.into_iter().filter(|own| self.side.is_none_or(|side| side == *own)).map(side))
    }
}

impl Condition {
    /// The condition in SQL.
    pub(super) fn clause(&self) -> Clause {
        match self {
            Self::Variant(variant) => Clause::new("g.variant = ?", vec![text(variant.name())]),
            Self::Player(player) => player.clause(),
            Self::Event(names) => {
                let ids = event_ids(names);
                Clause::new(format!("g.event IN ({})", ids.sql), ids.values)
            }
            Self::Since(day) => Clause::new("g.date >= ?", vec![text(day.day_text())]),
            // `2024-05-01` sorts before `2024~`, so a year or a month means all of its days.
            Self::Until(day) => Clause::new("g.date < ? || '~'", vec![text(day.day_text())]),
            Self::Ending(endings) => Clause::any(endings.iter().map(|ending| {
                let name = text(ending.name());
                Clause::new("g.declared_ending = ? OR g.verified_ending = ?", vec![name.clone(), name])
            })),
            Self::Winner(winners) => Clause::any(winners.iter().map(|winner| match winner {
                Some(color) => Clause::new("g.winner = ?", vec![text(color.name())]),
                None => Clause::new("g.winner IS NULL", Vec::new()),
            })),
            Self::Agreement(values) => Clause::any(
                values.iter().map(|value| Clause::new("g.agreement = ?", vec![text(value.name())])),
            ),
            Self::Opening(names) => Clause::any(
                names.iter().map(|name| Clause::new("g.opening LIKE ? ESCAPE '\\'", vec![like(name)])),
            ),
            Self::Handicap(handicaps) => Clause::any(handicaps.iter().map(|handicap| match handicap {
                Handicap::Any => Clause::new("g.start IS NOT NULL", Vec::new()),
                Handicap::Named(name) => Clause::new("g.handicap LIKE ? ESCAPE '\\'", vec![like(name)]),
            })),
            Self::MinRating(rating) => {
                let sql = "g.black_rating >= ? AND g.white_rating >= ?";
                Clause::new(sql, vec![Value::Real(*rating); 2])
            }
            Self::Plies(PlyRange { from, to }) => {
                Clause::all([("g.plies >= ?", from), ("g.plies <= ?", to)].into_iter().filter_map(
                    |(sql, end)| end.map(|end| Clause::new(sql, vec![Value::Integer(end.into())])),
                ))
            }
            // A comment at its end must not swallow what follows.
            Self::Sql(condition) => Clause::new(format!("{condition}\n"), Vec::new()),
        }
    }
}
