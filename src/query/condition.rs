//! One condition that games may meet, and its values. [`clause`](super::clause) has its SQL, [`filter`](super::filter)
//! its text, [`selection`](super::selection) tests it on facts.

use super::{DateCondition, Query};
use crate::pattern::ParseError;
use crate::record::{Ending, GameKind};
use crate::replay::Agreement;
use crate::rules::{Color, StartKind, Variant};
use std::fmt;

/// A condition on a game. Where it has several values, one of them has to be met.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// Which game is played.
    Variant(Variant),
    /// What the record is: a game, or one of the things that lie among games.
    Kind(Vec<GameKind>),
    /// The sort of position in which it begins.
    Start(Vec<StartKind>),
    /// Who plays.
    Player(PlayerCondition),
    /// A part of the event's name, in any spelling.
    Event(Vec<String>),
    /// The days.
    Dates(DateCondition),
    /// The ending, as declared or as verified; `none` asks for games of which nothing is declared and nothing verified.
    Ending(Vec<Ending>),
    /// The ending that the record declares.
    Declared(Vec<Ending>),
    /// The ending that the moves verify.
    Verified(Vec<Ending>),
    /// The winner that statistics use; `None` for nobody.
    Winner(Vec<Option<Color>>),
    /// How the declared and the verified ending compare.
    Agreement(Vec<Agreement>),
    /// What both sides play together: a type, by its id or a part of its name.
    Type(Vec<String>),
    /// A part of the opening's name as the record has it.
    OpeningWritten(Vec<String>),
    /// The placing of the pieces at the beginning.
    Handicap(Vec<HandicapCondition>),
    /// The lowest rating that both players must have.
    MinRating(f64),
    /// How far the ratings of the players may lie apart; both must have one.
    MaxRatingGap(f64),
    /// How many plies the game has.
    Plies(PlyRange),
    /// The record has the time of a move.
    RequireClock,
    /// No move of the record breaks a rule.
    NoIllegal,
    /// A part of the time control as the record has it.
    TimeControl(Vec<String>),
    /// A part of the path of a file that the game came from; that of a member of an archive is `games.zip/a.kif`.
    Source(Vec<String>),
    /// The game came from no file whose path has this part.
    ExcludeSource(Vec<String>),
    /// A part of a comment or of a bookmark's name.
    Comment(Vec<String>),
    /// A part of a header line, which is taken as `name:value` whatever colon the record has.
    Header(Vec<String>),
    /// A condition in SQL on the columns of the table `game`, called `g`.
    Sql(String),
    /// A query that holds somewhere in the game.
    Query(Box<Query>),
}

/// Who plays, and what; all names of a person are meant. Without a name it is about whoever plays so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerCondition {
    /// The player's name; anybody when there is none.
    pub names: Vec<NameCondition>,
    /// The side that the player has; either when not given.
    pub side: Option<Color>,
    /// The name of the other player; anybody when there is none.
    pub opponents: Vec<NameCondition>,
    /// The player's rating.
    pub rating: Option<RatingRange>,
    /// The other player's rating.
    pub opponent_rating: Option<RatingRange>,
    /// What the player plays.
    pub plays: OpeningCondition,
    /// What the other player plays.
    pub opponent_plays: OpeningCondition,
}

/// What a side plays; names of openings and castles are ids or parts of names in any language, and one of each has to be
/// met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningCondition {
    /// Its openings, strategies, tactics and types; anything when there is none.
    pub openings: Vec<String>,
    /// Its castles.
    pub castles: Vec<String>,
}

impl Condition {
    /// Whether SQL can say it.
    pub(super) fn is_sql(&self) -> bool {
        match self {
            Self::Query(_) | Self::Type(_) => false,
            Self::Player(player) => player.is_sql(),
            _ => true,
        }
    }
}

impl PlayerCondition {
    pub(super) fn is_sql(&self) -> bool {
        self.plays.is_empty() && self.opponent_plays.is_empty()
    }
}

impl OpeningCondition {
    /// True when it asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty() && self.castles.is_empty()
    }
}

/// A player's name as it is asked for; a text that begins with `=` is a whole name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameCondition {
    /// A part of the name in any spelling (see `record::normalize_name`).
    Part(String),
    /// The whole name, written `=name`.
    Exact(String),
    /// Whoever asks, whose names the database knows; in the text of a filter the word `me` without quotation marks.
    Me,
}

impl<T: Into<String>> From<T> for NameCondition {
    fn from(text: T) -> Self {
        let text = text.into();
        match text.strip_prefix('=') {
            Some(name) => Self::Exact(name.to_owned()),
            None => Self::Part(text),
        }
    }
}

impl fmt::Display for NameCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(part) => f.write_str(part),
            Self::Exact(name) => write!(f, "={name}"),
            Self::Me => f.write_str("me"),
        }
    }
}

/// A start position by its handicap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandicapCondition {
    /// The even start.
    Even,
    /// Any handicap.
    Any,
    /// A part of the handicap's name in any language, or another spelling of all of it; see
    /// [`placings_named`](super::placings_named).
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

/// A range of ratings, both ends included; open where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingRange {
    /// The lowest.
    pub from: Option<f64>,
    /// The highest.
    pub to: Option<f64>,
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
    /// A range of ratings.
    #[error("`{0}` is not a range of ratings")]
    Ratings(String),
    /// A range of ratings from a larger to a smaller number.
    #[error("the range of ratings is empty: {from} is more than {to}")]
    EmptyRatings {
        /// Its first end, as given.
        from: String,
        /// Its second end.
        to: String,
    },
    /// A word that the condition does not know.
    #[error("`{value}` is not one of the values of `{name}`")]
    Value {
        /// What was probably meant, or what there is.
        hint: Option<String>,
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
    /// A query.
    #[error(transparent)]
    Query(Box<ParseError>),
    /// A side or an opponent without a player.
    #[error("`{0}` needs a player before it")]
    NeedsPlayer(&'static str),
}

impl ConditionError {
    /// What to write instead, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        Some(match self {
            Self::Query(error) => return error.hint(),
            Self::Date(_) => "write 2024, 2024-05 or 2024-05-01, or 令和6年5月1日",
            Self::Plies(_) => "write 57, 40..120, 100.. or ..80",
            Self::Ratings(_) => "write 1800..2000, 2000.. or ..1500; a number alone is the lowest",
            Self::EmptyRange { .. } | Self::EmptyRatings { .. } => "write the smaller number first",
            Self::Form(_) => "for example `ending=resignation,checkmate` or `player=\"A B\"`",
            Self::Value { hint, .. } => return hint.as_deref(),
            Self::Name(_) | Self::NeedsPlayer(_) => return None,
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

impl RatingRange {
    /// The range of a text: `1800..2000`, `2000..`, `..1500`; `2000` is the same as `2000..`.
    ///
    /// # Errors
    /// When it is none, or an empty one.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let bad = || ConditionError::Ratings(text.to_owned());
        let number = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().ok().filter(|rating: &f64| rating.is_finite()).map(Some).ok_or_else(bad),
        };
        let (from, to) = text.split_once("..").unwrap_or((text, ""));
        let range = Self { from: number(from)?, to: number(to)? };
        match (range.from, range.to) {
            (None, None) => Err(bad()),
            (Some(low), Some(high)) if low > high => {
                Err(ConditionError::EmptyRatings { from: from.to_owned(), to: to.to_owned() })
            }
            _ => Ok(range),
        }
    }

    /// Whether a rating is in it; none never is.
    #[must_use]
    pub fn contains(self, rating: Option<f64>) -> bool {
        rating.is_some_and(|rating| {
            self.from.is_none_or(|from| rating >= from) && self.to.is_none_or(|to| rating <= to)
        })
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |end: Option<f64>| end.map(|end| end.to_string()).unwrap_or_default();
        write!(f, "{}..{}", text(self.from), text(self.to))
    }
}
