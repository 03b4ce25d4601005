//! The animals that a side holds.

use super::PieceKind;
use std::fmt;

/// What one side holds: at most two chicks, two elephants and two giraffes, never a lion or a hen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    counts: [u8; 3],
}

impl Hand {
    /// How many of a kind; 0 for a lion or a hen, which are never in hand.
    #[must_use]
    pub fn count(self, kind: PieceKind) -> u8 {
        self.counts.get(kind.index()).copied().unwrap_or(0)
    }

    /// Holds exactly `count` of a kind. A lion or a hen is ignored.
    pub fn set(&mut self, kind: PieceKind, count: u8) {
        if let Some(slot) = self.counts.get_mut(kind.index()) {
            *slot = count;
        }
    }

    /// Holds one more of a kind, a captured hen as a chick; a captured lion leaves the game.
    pub fn add(&mut self, kind: PieceKind) {
        let kind = kind.unpromoted();
        self.set(kind, self.count(kind).saturating_add(1));
    }

    /// Holds one less of a kind; false, and no change, if there is none.
    pub fn remove(&mut self, kind: PieceKind) -> bool {
        let count = self.count(kind);
        self.set(kind, count.saturating_sub(1));
        count > 0
    }

    /// Whether nothing is held.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.counts == [0; 3]
    }

    /// The kinds held and how many of each, in the order of the text form: giraffes, elephants, chicks.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> {
        PieceKind::HAND
            .into_iter()
            .rev()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// The text form with capital letters: `2GC`; nothing for an empty hand.
    pub(super) fn letters(self) -> String {
        self.iter()
            .map(
                |(kind, count)| {
                    if count > 1 { format!("{count}{}", kind.letter()) } else { kind.letter().into() }
                },
            )
            .collect()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.write_str("-") } else { f.write_str(&self.letters()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_captured_hen_is_a_chick_and_a_lion_is_not_held() {
        let mut hand = Hand::default();
        assert_eq!(hand.to_string(), "-");
        for kind in PieceKind::ALL {
            hand.add(kind);
        }
        assert_eq!(hand.to_string(), "GE2C");
        assert!(hand.remove(PieceKind::Elephant));
        assert!(!hand.remove(PieceKind::Elephant));
        assert!(!hand.remove(PieceKind::Lion));
        assert_eq!(hand.to_string(), "G2C");
    }
}
