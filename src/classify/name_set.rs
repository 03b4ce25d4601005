//! A set of names by their places among the definitions.

/// A set of places below a number that is fixed when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NameSet(Vec<u64>);

impl NameSet {
    /// An empty set for so many names.
    pub fn new(names: usize) -> Self {
        Self(vec![0; names.div_ceil(64)])
    }

    pub fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    pub fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    pub fn remove(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.add_words(&other.0);
    }

    fn add_words(&mut self, words: &[u64]) {
        for (word, other) in self.0.iter_mut().zip(words) {
            *word |= other;
        }
    }

    /// Keeps the places that another set has too.
    pub fn keep(&mut self, words: &[u64]) {
        for (word, other) in self.0.iter_mut().zip(words) {
            *word &= other;
        }
    }

    /// Becomes a copy of another set of the same names.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    /// Takes the places of another set away.
    pub fn remove_all(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// Takes out the first place from `from` on that `wanted` and `alive` have too.
    pub fn take_next(&mut self, from: usize, wanted: &Self, alive: &Self) -> Option<usize> {
        let mut mask = u64::MAX << (from % 64);
        for index in from / 64..self.0.len() {
            let found = self.0[index] & wanted.0.get(index)? & alive.0.get(index)? & mask;
            if found != 0 {
                let bit = found.trailing_zeros() as usize;
                self.0[index] &= !(1 << bit);
                return Some(index * 64 + bit);
            }
            mask = u64::MAX;
        }
        None
    }
}

/// Many sets of the same names, side by side.
#[derive(Debug)]
pub(super) struct NameSets {
    /// How many words a set has.
    width: usize,
    words: Vec<u64>,
}

impl NameSets {
    /// So many empty sets for so many names.
    pub fn new(sets: usize, names: usize) -> Self {
        let width = names.div_ceil(64);
        Self { width, words: vec![0; sets * width] }
    }

    /// Adds a name to one of the sets.
    pub fn insert(&mut self, set: usize, place: usize) {
        if let Some(word) = self.words.get_mut(set * self.width + place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    /// One of the sets.
    pub fn set(&self, set: usize) -> &[u64] {
        &self.words[set * self.width..][..self.width]
    }

    /// Adds the names of one of the sets to another set.
    pub fn add_to(&self, set: usize, other: &mut NameSet) {
        other.add_words(self.set(set));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_gone() {
        let mut set = NameSet::new(130);
        for place in [0, 63, 64, 129] {
            set.insert(place);
        }
        let mut all = NameSet::new(130);
        (0..130).for_each(|place| all.insert(place));
        let mut wanted = NameSet::new(130);
        for place in [1, 63, 129] {
            wanted.insert(place);
        }
        assert_eq!(set.take_next(0, &wanted, &all), Some(63));
        assert_eq!(set.take_next(0, &wanted, &all), Some(129));
        assert_eq!(set.take_next(0, &wanted, &all), None);
        assert_eq!(set.take_next(1, &all, &all), Some(64));
        assert!(set.contains(0) && !set.contains(64));
        assert_eq!(set.take_next(0, &all, &wanted), None);
        all.remove_all(&wanted);
        assert!(!all.contains(1) && all.contains(0));
        // A place that no name has is in no set.
        set.insert(1000);
        assert!(!set.contains(1000));
    }
}
