//! What an answer was counted over, and what it left out.

use crate::record::GameKind;

/// How many records there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindCounts([u64; GameKind::ALL.len()]);

impl KindCounts {
    /// The records of a kind.
    #[must_use]
    pub const fn of(&self, kind: GameKind) -> u64 {
        self.0[kind as usize]
    }

    /// The records of all kinds.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The kinds that there are records of, with their numbers.
    pub fn each(&self) -> impl Iterator<Item = (GameKind, u64)> {
        GameKind::ALL.into_iter().zip(self.0).filter(|(_, number)| *number > 0)
    }

    /// Takes records away.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine = mine.saturating_sub(theirs));
    }

    /// Counts more records of a kind.
    pub(super) const fn add(&mut self, kind: GameKind, number: u64) {
        self.0[kind as usize] += number;
    }
}

impl std::ops::AddAssign for KindCounts {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// What an answer was counted over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// The records that the answer counts.
    pub counted: KindCounts,
    /// Records that meet the filter and are of kinds that the question does not count unless it is asked to. Nothing
    /// when the filter names the kinds.
    pub left_out: KindCounts,
    /// Records that would be counted if their date were known better.
    pub undecided: Undecided,
    /// Sides of the counted games that have no player's name, where players are counted; 0 elsewhere.
    pub nameless: u64,
}

/// Records of which it cannot be said whether they are of the days that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undecided {
    /// All of them.
    pub all: u64,
    /// Those without any date.
    pub undated: u64,
}

impl Undecided {
    /// Counts more of them.
    pub(super) const fn add(&mut self, has_no_date: bool, number: u64) {
        self.all += number;
        if has_no_date {
            self.undated += number;
        }
    }
}

impl Base {
    /// The same where only these kinds are counted, and the others are left out.
    pub(super) fn split(self, counted: &[GameKind]) -> Self {
        let mut base = Self { counted: KindCounts::default(), ..self };
        for (kind, number) in self.counted.each() {
            let counts = if counted.contains(&kind) { &mut base.counted } else { &mut base.left_out };
            counts.add(kind, number);
        }
        base
    }
}

impl std::ops::AddAssign for Base {
    fn add_assign(&mut self, other: Self) {
        self.counted += other.counted;
        self.left_out += other.left_out;
        self.undecided.all += other.undecided.all;
        self.undecided.undated += other.undecided.undated;
        self.nameless += other.nameless;
    }
}

/// An answer with what it was counted over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted<T> {
    /// The answer.
    pub answer: T,
    /// What it was counted over.
    pub base: Base,
}

impl<T> Counted<T> {
    /// The same base with another form of the answer.
    pub(super) fn map<U>(self, form: impl FnOnce(T) -> U) -> Counted<U> {
        Counted { answer: form(self.answer), base: self.base }
    }
}
