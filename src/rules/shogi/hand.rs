//! The pieces a side holds in hand.

use std::fmt;

use super::piece::PieceKind;

/// How many pieces of each kind a side has in hand; 255 pawns and 15 of each other kind fit.
///
/// Packed in 32 bits: eight for pawns, four for each other kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Hand(u32);

/// Where each kind's count begins; the king has none.
const SHIFT: [u32; 8] = [0, 8, 12, 16, 20, 24, 28, 31];
/// The width of each kind's count.
const MASK: [u32; 8] = [0xFF, 15, 15, 15, 15, 15, 15, 0];

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// How many pieces of the kind are in hand; promoted kinds count as unpromoted, kings are never held.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "masked to eight bits")]
    pub const fn count(self, kind: PieceKind) -> u8 {
        let slot = kind.slot() & 7;
        ((self.0 >> SHIFT[slot]) & MASK[slot]) as u8
    }

    /// Sets the count of a kind; more than fits (255 pawns, 15 of another kind, 0 kings) is cut to that.
    pub const fn set(&mut self, kind: PieceKind, count: u8) {
        let slot = kind.slot() & 7;
        let count = if count as u32 > MASK[slot] { MASK[slot] } else { count as u32 };
        self.0 = self.0 & !(MASK[slot] << SHIFT[slot]) | count << SHIFT[slot];
    }

    /// Adds one piece, unpromoted; a king is not added, nor what does not fit.
    pub const fn add(&mut self, kind: PieceKind) {
        let count = self.count(kind);
        self.set(kind, count.saturating_add(1));
    }

    /// Takes one piece away, which must be there; of a kind not held nothing is taken.
    pub const fn remove(&mut self, kind: PieceKind) {
        if self.count(kind) > 0 {
            self.0 -= Self::one(kind);
        }
    }

    const fn one(kind: PieceKind) -> u32 {
        let slot = kind.slot() & 7;
        (1 << SHIFT[slot]) & (MASK[slot] << SHIFT[slot])
    }

    /// Is nothing in hand?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All counts as one number: equal exactly when the hands are.
    pub(crate) const fn raw(self) -> u32 {
        self.0
    }

    /// The number of pieces in hand.
    #[must_use]
    pub fn len(self) -> u32 {
        self.iter().map(|(_, count)| u32::from(count)).sum()
    }

    /// The kinds held with their counts, in the order of SFEN: rook, bishop, gold, silver, knight, lance, pawn.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> + Clone {
        let order = PieceKind::HAND.into_iter().rev();
        // SFEN writes the rook before the bishop, as the reversed order does.
        order.map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_touch_each_other() {
        let mut hand = Hand::EMPTY;
        for (kind, count) in PieceKind::HAND.into_iter().zip([18, 4, 4, 4, 4, 2, 2]) {
            hand.set(kind, count);
        }
        assert_eq!(hand.len(), 38);
        for kind in PieceKind::HAND {
            hand.remove(kind);
        }
        assert_eq!(hand.iter().map(|(_, count)| count).collect::<Vec<_>>(), [1, 1, 3, 3, 3, 3, 17]);
        hand.add(PieceKind::Tokin);
        assert_eq!((hand.count(PieceKind::Pawn), hand.len()), (18, 32));
    }

    #[test]
    fn kings_and_absent_pieces_are_left_alone() {
        let mut hand = Hand::EMPTY;
        hand.add(PieceKind::King);
        hand.set(PieceKind::King, 1);
        hand.remove(PieceKind::Rook);
        assert!(hand.is_empty());
    }
}
