//! The pieces a side holds in hand.

use std::fmt;

use super::piece::PieceKind;

/// How many pieces of each kind a side has in hand, up to 255.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Hand([u8; 8]);

/// The place of the king, which is never in hand.
const KING: usize = PieceKind::King.slot();

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self([0; 8]);

    /// How many pieces of the kind are in hand; promoted kinds count as unpromoted, kings are never held.
    #[must_use]
    pub const fn count(self, kind: PieceKind) -> u8 {
        self.0[kind.slot() & 7]
    }

    /// Sets the count of a kind; that of kings stays 0.
    pub const fn set(&mut self, kind: PieceKind, count: u8) {
        let slot = kind.slot() & 7;
        self.0[slot] = if slot == KING { 0 } else { count };
    }

    /// Adds one piece, unpromoted; a king is not added.
    pub const fn add(&mut self, kind: PieceKind) {
        self.set(kind, self.count(kind).saturating_add(1));
    }

    /// Takes one piece away, if there is one.
    pub const fn remove(&mut self, kind: PieceKind) {
        self.set(kind, self.count(kind).saturating_sub(1));
    }

    /// The count of an unpromoted kind by its place, to be changed in play.
    pub(crate) const fn count_mut(&mut self, slot: usize) -> &mut u8 {
        &mut self.0[slot & 7]
    }

    /// All counts as one number: equal exactly when the hands are.
    pub(crate) const fn raw(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    /// Is nothing in hand?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.raw() == 0
    }

    /// The number of pieces in hand.
    #[must_use]
    pub fn len(self) -> u32 {
        self.iter().map(|(_, count)| u32::from(count)).sum()
    }

    /// The kinds held with their counts, in the order of SFEN: rook, bishop, gold, silver, knight, lance, pawn.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> + Clone {
        let order = PieceKind::HAND.into_iter().rev();
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
