//! The positions a game has gone through: repetition (千日手) and perpetual check (連続王手の千日手).

use super::position::Position;
use crate::rules::Color;

/// The positions of one game in order, the start first.
///
/// Two positions count as the same when their keys and both hands are equal. Hands are compared in
/// full; boards by the 64-bit key. Two different boards with equal hands would have to share a key
/// within one game; in a game of 1,000 plies there are half a million pairs, so the chance is below
/// 10⁻¹³, and even then three more equal positions are needed before a repetition is named wrongly.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// An open-addressed table from keys to the newest entry with that key, as its index plus 1; 0 is
    /// free. The length is a power of two and at least twice the number of entries.
    newest: Vec<u32>,
    start_turn: Color,
    max_count: u16,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    hands: [u64; 2],
    /// The index of the occurrence before this one; its own when it is the first.
    previous: u32,
    count: u16,
    in_check: bool,
}

/// A position that occurred four times, and who gave check throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The plies after which the position stood for the first four times; 0 is the start position.
    pub occurrences: [u32; 4],
    /// Did every move of Black between the first and the fourth occurrence give check?
    pub black_checked_throughout: bool,
    /// Did every move of White between the first and the fourth occurrence give check?
    pub white_checked_throughout: bool,
    /// The side that loses by perpetual check: the one that checked throughout, when only one did.
    pub loser: Option<Color>,
}

/// Nobody plays four thousand million moves.
fn index_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl History {
    /// A history that begins with this position.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        Self::with_capacity(start, 510)
    }

    /// The same with memory for so many plies, so that it need not grow.
    #[must_use]
    pub fn with_capacity(start: &Position, plies: usize) -> Self {
        let positions = plies.saturating_add(1);
        let places = (positions.saturating_add(1) * 2).next_power_of_two();
        let (entries, newest) = (Vec::with_capacity(positions), vec![0; places]);
        let mut history = Self { entries, newest, start_turn: start.turn(), max_count: 1 };
        history.push(start);
        history
    }

    /// Forgets everything and begins anew with this position, keeping the memory.
    pub fn restart(&mut self, start: &Position) {
        self.entries.clear();
        self.newest.fill(0);
        self.start_turn = start.turn();
        self.max_count = 1;
        self.push(start);
    }

    /// Adds the position that the last move led to.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        if self.entries.len() * 2 >= self.newest.len() {
            self.grow();
        }
        let index = index_of(self.entries.len());
        let mut entry = Entry {
            key: position.key(),
            hands: [position.hand(Color::Black).raw(), position.hand(Color::White).raw()],
            previous: index,
            count: 1,
            in_check: position.in_check(),
        };
        let mut place = self.home(entry.key);
        if self.newest.get(place).is_some_and(|&newest| newest != 0) {
            place = self.find(&entry);
            self.link(&mut entry, place);
        }
        if let Some(newest) = self.newest.get_mut(place) {
            *newest = index + 1;
        }
        self.entries.push(entry);
    }

    /// The place in the table where the search for a key begins.
    fn home(&self, key: u64) -> usize {
        // Any bits of a key are as good as any others; these fit a `usize` of any width.
        (key >> 40) as usize & (self.newest.len() - 1)
    }

    /// Counts an entry on from the one before it, if there is one at its place.
    fn link(&mut self, entry: &mut Entry, place: usize) {
        let Some(earlier) = self.newest_at(place) else { return };
        entry.count = earlier.count.saturating_add(1);
        entry.previous = self.newest[place] - 1;
        self.max_count = self.max_count.max(entry.count);
    }

    /// The place of an equal position in the table, or the free place where it belongs.
    fn find(&self, entry: &Entry) -> usize {
        let mut place = self.home(entry.key);
        while let Some(other) = self.newest_at(place)
            && (other.key != entry.key || other.hands != entry.hands)
        {
            place = (place + 1) & (self.newest.len() - 1);
        }
        place
    }

    fn newest_at(&self, place: usize) -> Option<&Entry> {
        self.entries.get((self.newest[place] as usize).wrapping_sub(1))
    }

    #[cold]
    fn grow(&mut self) {
        self.newest = vec![0; self.newest.len() * 2];
        for index in 0..self.entries.len() {
            let place = self.find(&self.entries[index]);
            self.newest[place] = index_of(index + 1);
        }
    }

    /// How many positions there are, the start included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never true: the start position is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How often the last position has occurred, this time included.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.count.into())
    }

    /// How often the most repeated position has occurred.
    #[must_use]
    pub fn max_count(&self) -> u32 {
        self.max_count.into()
    }

    /// The repetition that the last position completes, when this is at least its fourth occurrence.
    #[must_use]
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        if self.count() < 4 { None } else { self.fourth() }
    }

    #[cold]
    fn fourth(&self) -> Option<Repetition> {
        let mut occurrences = [0; 4];
        let mut index = self.entries.len() - 1;
        loop {
            let entry = self.entries.get(index)?;
            if let Some(place) = occurrences.get_mut(usize::from(entry.count) - 1) {
                *place = index_of(index);
            }
            if entry.count == 1 {
                break;
            }
            index = entry.previous as usize;
        }
        let [black, white] = Color::ALL.map(|color| self.checked_throughout(color, occurrences));
        let loser = match (black, white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        };
        Some(Repetition {
            occurrences,
            black_checked_throughout: black,
            white_checked_throughout: white,
            loser,
        })
    }

    /// Did every move of the side from the first to the fourth occurrence give check?
    fn checked_throughout(&self, color: Color, [first, .., fourth]: [u32; 4]) -> bool {
        let first_ply = if color == self.start_turn { 1 } else { 2 };
        let span = self.entries.get(first as usize..=fourth as usize).unwrap_or_default();
        // The moves of the start's side to move lead to the odd plies.
        let mut moves = span.iter().zip(first..).skip(1).filter(|(_, ply)| ply % 2 == first_ply % 2);
        moves.all(|(entry, _)| entry.in_check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::UsiMoves;

    fn after(moves: &str) -> History {
        let mut position = Position::startpos();
        let mut history = History::new(&position);
        for mv in UsiMoves::new(moves.as_bytes()) {
            position.try_play(mv.unwrap()).unwrap();
            history.push(&position);
        }
        history
    }

    #[test]
    fn counts_go_on_after_the_fourth_and_over_any_length() {
        let history = after(&"4i4h 6a6b 4h4i 6b6a ".repeat(1_000));
        assert_eq!((history.len(), history.count(), history.max_count()), (4_001, 1_001, 1_001));
        let repetition = history.repetition().unwrap();
        assert_eq!(repetition.occurrences, [0, 4, 8, 12]);
    }

    #[test]
    fn the_last_position_decides() {
        let history = after(&("4i4h 6a6b 4h4i 6b6a ".repeat(3) + "7g7f"));
        assert_eq!((history.repetition(), history.count(), history.max_count()), (None, 1, 4));
    }

    #[test]
    fn a_new_beginning_forgets_everything() {
        let mut history = after(&"4i4h 6a6b 4h4i 6b6a ".repeat(3));
        history.restart(&Position::startpos());
        assert_eq!((history.len(), history.count(), history.max_count()), (1, 1, 1));
    }
}
