//! Which record formats there are, and how a text shows which one it is.

use super::{csa, ki2, kif, usi};

/// As many lines that can only be KIF as leave no doubt.
const CERTAIN: usize = 12;

/// A record format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Kakinoki's format, 棋譜 as numbered rows.
    Kif,
    /// Kakinoki's other format: moves as newspapers print them.
    Ki2,
    /// The format of the Computer Shogi Association, V1 to V3.
    Csa,
    /// SFEN and USI: one game or position a line.
    Usi,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Kif, Self::Ki2, Self::Csa, Self::Usi];

    /// The stored name: `kif`, `csa`, `usi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Usi => "usi",
        }
    }

    /// The format with this stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the text's content shows, whatever its file is called; `None` when nothing in it looks like a
    /// known format. Each format counts the lines that can only be its own; the most lines win.
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        let kif = kif::score(text);
        // With so many lines there can be no doubt, and the other formats need not look through the whole text.
        if kif >= CERTAIN {
            return Some(Self::Kif);
        }
        let scores = [
            (Self::Kif, kif),
            (Self::Ki2, ki2::score(text)),
            (Self::Csa, csa::score(text)),
            (Self::Usi, usi::score(text)),
        ];
        scores
            .into_iter()
            .rev()
            .max_by_key(|(_, score)| *score)
            .filter(|(_, score)| *score > 0)
            .map(|(format, _)| format)
    }
}
