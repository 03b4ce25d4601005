//! The conditions of filters as words of the language.

use crate::pattern::{Word, WordError};
use crate::query::{Condition, Filter};
use std::fmt;

/// Every word; those of filters have the names that they have there.
pub(super) const NAMES: &[&str] = &[
    "variant",
    "kind",
    "start",
    "player",
    "side",
    "opponent",
    "player-rating",
    "opponent-rating",
    "event",
    "since",
    "until",
    "undated",
    "ending",
    "declared",
    "verified",
    "winner",
    "agreement",
    "handicap",
    "min-rating",
    "max-rating-gap",
    "rating",
    "plies",
    "require-clock",
    "no-illegal",
    "time-control",
    "source",
    "exclude-source",
    "comment",
    "header",
    "where",
    "opening",
    "castle",
    "opponent-opening",
    "opponent-castle",
    "type",
    "opening-written",
];

/// Words that say more about the word before them.
pub(super) const MODIFIERS: &[&str] = &["side", "opponent", "player-rating", "opponent-rating", "undated"];

/// Conditions on whole games that stand side by side in a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameWords(Filter);

impl GameWords {
    /// The filter that they are.
    #[must_use]
    pub const fn filter(&self) -> &Filter {
        &self.0
    }

    /// Adds a word.
    pub(super) fn add(&mut self, name: &str, sign: &str, value: &str) -> Result<(), WordError> {
        let comparison = |number: &str| match sign {
            "=" => Some(number.to_owned()),
            ">=" => Some(format!("{number}..")),
            "<=" => Some(format!("..{number}")),
            ">" => number.parse::<u32>().ok().map(|number| format!("{}..", number.saturating_add(1))),
            "<" => number.parse::<u32>().ok()?.checked_sub(1).map(|number| format!("..{number}")),
            _ => None,
        };
        let (name, value) = match (name, sign) {
            ("rating" | "min-rating", ">=") => ("min-rating", value.to_owned()),
            ("rating", _) => {
                let hint = "write `rating>=2000` for games whose players are both rated so";
                return Err(WordError::new("`rating` needs `>=` here", Some(hint)));
            }
            ("plies", _) => match comparison(value) {
                Some(range) => ("plies", range),
                None => {
                    let hint = "write plies=40..120, plies>=100 or plies<=80";
                    return Err(WordError::new(format!("`{value}` is not a number of plies"), Some(hint)));
                }
            },
            (name, "=") => (name, value.to_owned()),
            (name, sign) => {
                return Err(WordError::new(format!("`{name}` needs `=` here, not `{sign}`"), None));
            }
        };
        self.0.read_word(name, &value).map_err(|error| WordError::new(error.to_string(), error.hint()))
    }
}

impl From<Filter> for GameWords {
    fn from(filter: Filter) -> Self {
        Self(filter)
    }
}

impl fmt::Display for GameWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Word for GameWords {
    fn is_compound(&self) -> bool {
        self.0.conditions().len() > 1
    }

    /// Winners and the sides of players are exchanged; their names are not.
    fn swapped(&self) -> Self {
        let swapped = |condition: &Condition| match condition.clone() {
            Condition::Winner(winners) => {
                Condition::Winner(winners.into_iter().map(|winner| winner.map(|color| !color)).collect())
            }
            Condition::Player(mut player) => {
                player.side = player.side.map(|side| !side);
                Condition::Player(player)
            }
            other => other,
        };
        Self(self.0.conditions().iter().map(swapped).collect())
    }
}
