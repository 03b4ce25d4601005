//! How the pieces stand where a game begins.

use super::shogi::Handicap;
use super::{PlayablePosition, VariantPosition, named_enum};

/// Where a game begins, by the placing of the pieces alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Placing {
    /// In the even start position of its variant, Black to move.
    #[default]
    Even,
    /// In the start position of a handicap.
    Handicap(Handicap),
    /// In any other position.
    Set,
}

named_enum! {
    /// The sort of position in which a game begins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StartKind {
        /// The even start position.
        Even = "even",
        /// The start position of a handicap.
        Handicap = "handicap",
        /// Any other position.
        Set = "set",
    }
}

impl Placing {
    /// The placing of a start position. Handicaps are of standard shogi alone.
    ///
    /// ```
    /// use kifukura::rules::shogi::Handicap;
    /// use kifukura::rules::{Placing, Variant, VariantPosition};
    ///
    /// let start = VariantPosition::startpos(Variant::Shogi);
    /// assert_eq!(Placing::of(&start), Placing::Even);
    /// assert_eq!(Placing::Handicap(Handicap::Two).name(), "two");
    /// ```
    #[must_use]
    pub fn of(start: &VariantPosition) -> Self {
        if start.is_even_start() {
            return Self::Even;
        }
        let handicap = start.shogi().and_then(|position| Handicap::of(&position.setup()));
        handicap.map_or(Self::Set, Self::Handicap)
    }

    /// The stable name: `even`, `set` or the handicap's.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Handicap(handicap) => handicap.name(),
            Self::Set => "set",
        }
    }

    /// The placing with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "even" => Some(Self::Even),
            "set" => Some(Self::Set),
            name => Handicap::from_name(name).map(Self::Handicap),
        }
    }

    /// The handicap, if it is one.
    #[must_use]
    pub const fn handicap(self) -> Option<Handicap> {
        match self {
            Self::Handicap(handicap) => Some(handicap),
            Self::Even | Self::Set => None,
        }
    }

    /// Its sort.
    #[must_use]
    pub const fn kind(self) -> StartKind {
        match self {
            Self::Even => StartKind::Even,
            Self::Handicap(_) => StartKind::Handicap,
            Self::Set => StartKind::Set,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, VariantSetup};

    #[test]
    fn placings_have_names_of_their_own() {
        let all = Handicap::ALL.into_iter().map(Placing::Handicap).chain([Placing::Even, Placing::Set]);
        for placing in all {
            assert_eq!(Placing::from_name(placing.name()), Some(placing));
        }
        assert_eq!(Placing::from_name("handicap"), None);
    }

    #[test]
    fn starts_of_both_games() {
        let of = |variant, sfen: &str| {
            Placing::of(&VariantSetup::from_sfen(variant, sfen).unwrap().position().unwrap())
        };
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        assert_eq!(of(Variant::Shogi, &format!("{even} b - 5")), Placing::Even);
        assert_eq!(of(Variant::Shogi, &format!("{even} w - 1")), Placing::Set);
        assert_eq!(of(Variant::Dobutsu, "gle/1c1/1C1/ELG b - 1"), Placing::Even);
        assert_eq!(of(Variant::Dobutsu, "1le/1c1/1C1/ELG b - 1"), Placing::Set);
    }
}
