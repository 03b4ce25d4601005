//! The positions a game has gone through: repetition (千日手) and perpetual check (連続王手の千日手).

use super::position::Position;
use crate::rules::Color;

/// The positions of one game in order, the start first.
///
/// Two positions count as the same when their keys and both hands are equal. Hands are compared in
/// full; boards by the 64-bit key. A false repetition would need four occurrences of which one is a
/// collision of 64-bit keys with equal hands inside one game: for a game of 1,000 plies the chance is
/// below 10⁻¹³ even if every other occurrence were given, and a game cannot choose the key's numbers.
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

impl History {
    /// A history that begins with this position.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let mut history =
            Self { entries: Vec::new(), newest: vec![0; 1024], start_turn: start.turn(), max_count: 0 };
        history.push(start);
        history
    }

    /// Forgets everything and begins anew with this position, keeping the memory.
    pub fn restart(&mut self, start: &Position) {
        self.entries.clear();
        self.newest.fill(0);
        self.start_turn = start.turn();
        self.max_count = 0;
        self.push(start);
    }

    /// Adds the position that the last move led to.
    pub fn push(&mut self, position: &Position) {
        if self.entries.len() * 2 >= self.newest.len() {
            self.grow();
        }
        let index = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let mut entry = Entry {
            key: position.key(),
            hands: [position.hand(Color::Black).raw(), position.hand(Color::White).raw()],
            previous: index,
            count: 1,
            in_check: position.in_check(),
        };
        let place = self.find(&entry);
        if let Some(earlier) = self.newest_at(place) {
            entry.count = earlier.count.saturating_add(1);
            entry.previous = self.newest[place] - 1;
        }
        self.newest[place] = index + 1;
        self.max_count = self.max_count.max(entry.count);
        self.entries.push(entry);
    }

    /// The place of an equal position in the table, or the free place where it belongs.
    fn find(&self, entry: &Entry) -> usize {
        let mask = self.newest.len() - 1;
        // Any bits of a key are as good as any others; these fit a `usize` of any width.
        let mut place = (entry.key >> 40) as usize & mask;
        while let Some(other) = self.newest_at(place)
            && (other.key != entry.key || other.hands != entry.hands)
        {
            place = (place + 1) & mask;
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
            self.newest[place] = u32::try_from(index + 1).unwrap_or(u32::MAX);
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
    pub fn repetition(&self) -> Option<Repetition> {
        if self.count() < 4 {
            return None;
        }
        let mut occurrences = [0; 4];
        let mut index = self.entries.len() - 1;
        loop {
            let entry = self.entries.get(index)?;
            if let Some(place) = occurrences.get_mut(usize::from(entry.count) - 1) {
                *place = u32::try_from(index).unwrap_or(u32::MAX);
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
