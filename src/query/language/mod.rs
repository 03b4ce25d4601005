//! The query language: shapes, moves and sequences of [`pattern`](crate::pattern), and the conditions of filters.

mod run;
mod words;

pub(super) use run::matching_games;
pub use run::{Found, Stage, search_games};
pub use words::GameWords;

use super::AskedPosition;
use crate::pattern::{
    self, Atom, Expression, ExpressionKind, Gap, MovePattern, ParseError, SquareSet, Vocabulary, WordError,
};
use crate::rules::shogi::Move;
use crate::rules::{Variant, VariantPosition, VariantSetup};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use words::{MODIFIERS, NAMES};

/// A query: a condition on the plies of games. docs/query.md describes the language.
///
/// ```
/// use kifukura::query::Query;
///
/// let query: Query = "２八=玉 then[..30] drops N*@4-5e".parse()?;
/// assert_eq!(query.to_string(), "2h=K then[..30] drops N@4-5e");
/// assert_eq!("2h=Q".parse::<Query>().unwrap_err().range(), 3..4);
/// # Ok::<(), kifukura::pattern::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What it says of games of each variant; nothing where its text says nothing that can be said of the variant.
    readings: [Option<Expression<GameWords>>; 2],
}

impl Query {
    /// Reads a query. One that can be read for both games, such as `check`, is about the database's
    /// [main one](super::main_variant), unless `variant` names one.
    ///
    /// # Errors
    /// What was expected where.
    pub fn parse(text: &str, variant: Option<Variant>) -> Result<Self, ParseError> {
        let read = |variant| pattern::parse(text, variant, &FilterWords);
        let meant = |expression: &Expression<GameWords>| {
            let mut named = None;
            expression.any(&mut |part| {
                if let ExpressionKind::Atom(Atom::Word(words)) = &part.kind {
                    named = named.or(words.filter().variant());
                }
                false
            });
            named
        };
        let one = |variant: Variant, expression: Expression<GameWords>| {
            let mut readings = [None, None];
            readings[variant as usize] = Some(expression);
            Self { readings }
        };
        if let Some(variant) = variant {
            return Ok(one(variant, read(variant)?));
        }
        match (read(Variant::Shogi), read(Variant::Dobutsu)) {
            (Ok(shogi), Ok(dobutsu)) => Ok(match meant(&shogi) {
                Some(Variant::Shogi) => one(Variant::Shogi, shogi),
                Some(Variant::Dobutsu) => one(Variant::Dobutsu, dobutsu),
                None => Self { readings: [Some(shogi), Some(dobutsu)] },
            }),
            (Ok(shogi), Err(_)) => Ok(one(Variant::Shogi, shogi)),
            (Err(_), Ok(dobutsu)) => Ok(one(Variant::Dobutsu, dobutsu)),
            (Err(shogi), Err(dobutsu)) => Err(if looks_like_dobutsu(text) { dobutsu } else { shogi }),
        }
    }

    /// The query that holds where these moves are played one directly after the other.
    #[must_use]
    pub fn sequence(moves: &[Move]) -> Option<Self> {
        let step = |mv: &Move| {
            let text = mv.to_string();
            let range = 0..text.len();
            MovePattern::parse(&text, Variant::Shogi)
                .map(|pattern| Expression { kind: ExpressionKind::Atom(Atom::Move(pattern)), range })
        };
        let mut steps = moves.iter().filter_map(step);
        let first = steps.next()?;
        let next = Gap { from: 0, to: Some(0) };
        let rest: Vec<_> = steps.map(|step| (next, step)).collect();
        let range = first.range.clone();
        let expression = if rest.is_empty() {
            first
        } else {
            Expression { kind: ExpressionKind::Then(Box::new(first), rest), range }
        };
        Some(Self { readings: [Some(expression), None] })
    }

    /// The query that holds also where this one would with left and right exchanged.
    #[must_use]
    pub fn or_mirrored(self) -> Self {
        self.map(|inner| {
            let range = inner.range.clone();
            let kind = ExpressionKind::Mirrored(Box::new(inner.clone()));
            ExpressionKind::Or(vec![inner, Expression { kind, range }])
        })
    }

    /// The query that holds also where this one would with Black and White exchanged.
    #[must_use]
    pub fn or_swapped(self) -> Self {
        self.map(|inner| ExpressionKind::Either(Box::new(inner)))
    }

    fn map(self, change: impl Fn(Expression<GameWords>) -> ExpressionKind<GameWords>) -> Self {
        let changed = |inner: Expression<GameWords>| {
            let range = inner.range.clone();
            Expression { kind: change(inner), range }
        };
        Self { readings: self.readings.map(|reading| reading.map(changed)) }
    }

    /// What the query says of games of a variant, if it says anything of them.
    #[must_use]
    pub fn reading_of(&self, variant: Variant) -> Option<&Expression<GameWords>> {
        self.readings[variant as usize].as_ref()
    }

    /// The only variant that it can be about.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        let mut all = Variant::ALL.into_iter().filter(|variant| self.reading_of(*variant).is_some());
        all.next().filter(|_| all.next().is_none())
    }

    /// What the query says, and of which game, where `main` is the one that is meant when both can be.
    #[must_use]
    pub fn reading(&self, main: Variant) -> Option<(Variant, &Expression<GameWords>)> {
        let of = |variant: Variant| Some((variant, self.reading_of(variant)?));
        of(main).or_else(|| Variant::ALL.into_iter().find_map(of))
    }
}

/// Whether a text that is no query was meant for dōbutsu shōgi: it names the game or one of its squares.
fn looks_like_dobutsu(text: &str) -> bool {
    let is_square = |word: &str| SquareSet::parse(word, Variant::Dobutsu).is_some();
    let mut words = text.split(|char: char| !(char.is_ascii_alphanumeric() || char == '-'));
    text.contains("variant=dobutsu") || words.any(is_square)
}

impl fmt::Display for Query {
    /// In the one form that every way of writing it has in common.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reading(Variant::Shogi) {
            Some((variant, expression)) => f.write_str(&expression.text(variant)),
            None => Ok(()),
        }
    }
}

impl FromStr for Query {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text, None)
    }
}

/// Where the first move stands that cannot be played; `None` where the text has a position of its own.
fn wrong_move(text: &str, variant: Variant) -> Option<Range<usize>> {
    if text.contains('/') {
        return None;
    }
    let words = text.split_whitespace().map(|word| {
        let from = word.as_ptr() as usize - text.as_ptr() as usize;
        from..from + word.len()
    });
    words.into_iter().find(|word| AskedPosition::read(&text[..word.end], None, Some(variant)).is_err())
}

/// The words of filters in the language.
struct FilterWords;

impl Vocabulary for FilterWords {
    type Word = GameWords;

    fn names(&self) -> &[&'static str] {
        NAMES
    }

    fn modifiers(&self) -> &[&'static str] {
        MODIFIERS
    }

    fn no_word(&self) -> GameWords {
        GameWords::default()
    }

    fn add(&self, words: &mut GameWords, name: &str, sign: &str, value: &str) -> Result<(), WordError> {
        words.add(name, sign, value)
    }

    fn position(&self, text: &str, variant: Variant) -> Result<VariantSetup, WordError> {
        let asked = AskedPosition::read(text, None, Some(variant)).map_err(|error| WordError {
            part: wrong_move(text, variant),
            ..WordError::new(error.to_string(), error.hint())
        })?;
        Ok(match asked.position {
            VariantPosition::Shogi(position) => position.setup().into(),
            VariantPosition::Dobutsu(position) => position.setup().into(),
        })
    }
}
