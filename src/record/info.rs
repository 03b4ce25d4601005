//! The headers of a record: verbatim, and the ones that are understood.

use super::{PartialDate, PlayerName};
use crate::rules::{ByColor, Color};

/// A header line, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The key as written, without the colon and the blanks around it.
    pub key: String,
    /// The value as written; only trailing blanks are cut.
    pub value: String,
}

/// What the known headers say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The players' names as written (in handicap games 下手 is Black, 上手 White).
    pub players: ByColor<Option<String>>,
    /// The players' ratings, where the record has them.
    pub ratings: ByColor<Option<f64>>,
    /// The tournament or server (棋戦, `$EVENT`).
    pub event: Option<String>,
    /// The place (場所, `$SITE`).
    pub place: Option<String>,
    /// When the game began.
    pub started: Option<PartialDate>,
    /// When the game ended.
    pub ended: Option<PartialDate>,
    /// The time control as written (持ち時間, `$TIME`).
    pub time_control: Option<String>,
    /// The opening's name as written (戦型, `$OPENING`).
    pub opening: Option<String>,
    /// The number of plies at which the game is drawn, if the record names one.
    pub max_moves: Option<u32>,
    /// The impasse rule that the record names: 24 or 27 points.
    pub impasse_points: Option<u8>,
    /// Remarks about the game (`$NOTE`), with real line ends.
    pub remarks: Option<String>,
}

impl Info {
    /// Takes the ratings that stand beside the names (`甲野(1786)`) where the record has none of its own.
    pub fn take_ratings_from_names(&mut self) {
        for color in Color::ALL {
            self.ratings[color] = self.ratings[color].or_else(|| self.rating_beside_name(color));
        }
    }

    /// True for a rating that does not stand beside the player's name.
    pub(crate) fn has_ratings_apart(&self) -> bool {
        let is_apart = |color: Color| {
            self.ratings[color].is_some() && self.ratings[color] != self.rating_beside_name(color)
        };
        Color::ALL.into_iter().any(is_apart)
    }

    fn rating_beside_name(&self, color: Color) -> Option<f64> {
        PlayerName::rating_in(self.players[color].as_deref()?)
    }
}
