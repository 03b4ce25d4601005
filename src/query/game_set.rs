//! A set of games.

/// A set of games by their ids.
#[derive(Clone, Debug, Default)]
pub(super) struct GameSet(Vec<u64>);

impl GameSet {
    pub fn contains(&self, game: u32) -> bool {
        let (word, bit) = (game as usize / 64, game % 64);
        self.0.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    pub fn insert(&mut self, game: u32) {
        let (word, bit) = (game as usize / 64, game % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }
}

impl FromIterator<u32> for GameSet {
    fn from_iter<T: IntoIterator<Item = u32>>(games: T) -> Self {
        let mut set = Self::default();
        games.into_iter().for_each(|game| set.insert(game));
        set
    }
}
