//! Sets of squares, and how they are written: `2h`, `2-4g-i`, `７六`, `2h,3h`; `b2`, `a-c1` in dōbutsu shōgi.

use super::Frame;
use crate::notation::kif;
use crate::rules::shogi::Square;
use crate::rules::{Variant, dobutsu};
use std::fmt::{self, Write};

/// A set of squares, a bit for each [`Square::index`]. Squares of dōbutsu shōgi are those that
/// [`dobutsu::Square::to_shogi`] gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u128);

impl SquareSet {
    /// Every square of a game's board.
    #[must_use]
    pub fn board(variant: Variant) -> Self {
        match variant {
            Variant::Shogi => Self((1 << Square::COUNT) - 1),
            Variant::Dobutsu => dobutsu::Square::all().map(dobutsu::Square::to_shogi).collect(),
        }
    }

    /// Whether a square is one of them.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The squares in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Square::from_index(index as usize)
        })
    }

    /// How many they are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True when there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares as bits by their indices.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    /// The squares as another frame sees them.
    #[must_use]
    pub fn seen(self, frame: Frame, variant: Variant) -> Self {
        self.iter().map(|square| frame.square(square, variant)).collect()
    }

    /// The set of a text; `None` when it is none. Letters for ranks are small, as in USI.
    #[must_use]
    pub fn parse(text: &str, variant: Variant) -> Option<Self> {
        let parts = text.split(',').map(|part| rectangle(part, variant));
        parts.reduce(|one, other| Some(Self(one?.0 | other?.0)))?
    }

    /// Writes the set as rectangles, file by file.
    pub(super) fn write(self, f: &mut impl Write, variant: Variant) -> fmt::Result {
        let files = columns(self, variant);
        let mut first = 0;
        let mut separator = "";
        while first < files.len() {
            let ranks = files[first];
            let last = first + files[first..].iter().take_while(|other| **other == ranks).count() - 1;
            for (from, to) in runs(ranks) {
                f.write_str(separator)?;
                separator = ",";
                let name =
                    |file: usize| char::from(if variant == Variant::Shogi { b'1' } else { b'a' } + low(file));
                let rank =
                    |rank: usize| char::from(if variant == Variant::Shogi { b'a' } else { b'1' } + low(rank));
                range(f, name(first), name(last))?;
                range(f, rank(from), rank(to))?;
            }
            first = last + 1;
        }
        Ok(())
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        Self(squares.into_iter().fold(0, |set, square| set | 1 << square.index()))
    }
}

/// A number below 256.
fn low(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

fn range(f: &mut impl Write, from: char, to: char) -> fmt::Result {
    f.write_char(from)?;
    if from != to {
        write!(f, "-{to}")?;
    }
    Ok(())
}

/// For each file the ranks in the set, a bit each.
fn columns(set: SquareSet, variant: Variant) -> Vec<u16> {
    let (files, ranks) = size(variant);
    let has = |file, rank| square(file, rank, variant).is_some_and(|square| set.contains(square));
    (0..files).map(|file| (0..ranks).map(|rank| u16::from(has(file, rank)) << rank).sum()).collect()
}

/// The unbroken runs of set bits, each with its first and last.
fn runs(bits: u16) -> impl Iterator<Item = (usize, usize)> {
    let is_set = move |bit: usize| bits >> bit & 1 == 1;
    (0..9).filter(move |bit| is_set(*bit) && (*bit == 0 || !is_set(bit - 1))).map(move |from| {
        let to = (from..9).take_while(|bit| is_set(*bit)).last().unwrap_or(from);
        (from, to)
    })
}

/// How many files and ranks a board has.
const fn size(variant: Variant) -> (u8, u8) {
    match variant {
        Variant::Shogi => (9, 9),
        Variant::Dobutsu => (3, 4),
    }
}

/// The square of a file and a rank, both from 0.
fn square(file: u8, rank: u8, variant: Variant) -> Option<Square> {
    match variant {
        Variant::Shogi => Square::new(file + 1, rank + 1),
        Variant::Dobutsu => Some(dobutsu::Square::new(file + 1, rank + 1)?.to_shogi()),
    }
}

/// The number that a character stands for as the name of a file or rank.
type Name = fn(char) -> Option<u8>;

/// `2h`, `2-4g-i`, `76`, `７六`, `２～４七～九`, `file6`, `rankh`.
fn rectangle(text: &str, variant: Variant) -> Option<SquareSet> {
    let (files, ranks) = size(variant);
    let (file, rank): (Name, Name) = match variant {
        Variant::Shogi => (kif::arabic_digit, shogi_rank),
        Variant::Dobutsu => (animal_file, kif::arabic_digit),
    };
    let chars: Vec<char> = text.chars().collect();
    let (across, down) = if let Some(name) = text.strip_prefix("file") {
        (whole_span(name, file)?, (1, ranks))
    } else if let Some(name) = text.strip_prefix("rank") {
        ((1, files), whole_span(name, rank)?)
    } else if let (Variant::Shogi, [one, other]) = (variant, chars.as_slice())
        && let (Some(one), Some(other)) = (kif::arabic_digit(*one), kif::arabic_digit(*other))
    {
        // 76, as Western books and CSA write it.
        ((one, one), (other, other))
    } else {
        let (across, used) = span(&chars, file)?;
        let (down, rest) = span(&chars[used..], rank)?;
        (used + rest == chars.len()).then_some((across, down))?
    };
    let fits = |(from, to): (u8, u8), most| 1 <= from && from <= to && to <= most;
    (fits(across, files) && fits(down, ranks)).then(|| {
        let pairs = (across.0..=across.1).flat_map(|file| (down.0..=down.1).map(move |rank| (file, rank)));
        pairs.filter_map(|(file, rank)| square(file - 1, rank - 1, variant)).collect()
    })
}

/// A span that is the whole text.
fn whole_span(text: &str, number: fn(char) -> Option<u8>) -> Option<(u8, u8)> {
    let chars: Vec<char> = text.chars().collect();
    let (found, used) = span(&chars, number)?;
    (used == chars.len()).then_some(found)
}

/// One name or two with a dash between, and how many characters they are.
fn span(chars: &[char], number: fn(char) -> Option<u8>) -> Option<((u8, u8), usize)> {
    let from = number(*chars.first()?)?;
    let to = match chars.get(1..3) {
        Some(['-' | '～' | '〜' | '－', to]) => number(*to),
        _ => None,
    };
    Some(to.map_or(((from, from), 1), |to| ((from, to), 3)))
}

fn shogi_rank(char: char) -> Option<u8> {
    match char {
        'a'..='i' => u8::try_from(u32::from(char) - u32::from('a') + 1).ok(),
        _ if kif::arabic_digit(char).is_some() => None,
        _ => kif::digit(char),
    }
}

fn animal_file(char: char) -> Option<u8> {
    matches!(char, 'a'..='c').then(|| low(char as usize - 'a' as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, variant: Variant) -> Option<String> {
        let mut shown = String::new();
        SquareSet::parse(text, variant)?.write(&mut shown, variant).ok()?;
        Some(shown)
    }

    #[test]
    fn squares_are_read_in_every_spelling() {
        for (text, wanted) in [
            ("2h", "2h"),
            ("28", "2h"),
            ("２八", "2h"),
            ("2八", "2h"),
            ("２８", "2h"),
            ("2-4g-i", "2-4g-i"),
            ("２～４七～九", "2-4g-i"),
            ("file6", "6a-i"),
            ("rankd", "1-9d"),
            ("1-9a-i", "1-9a-i"),
            ("3h,2h", "2-3h"),
            ("2h,2i,4g", "2h-i,4g"),
            ("2g,2i", "2g,2i"),
        ] {
            assert_eq!(shown(text, Variant::Shogi).as_deref(), Some(wanted), "{text}");
        }
        for text in ["", "2", "h", "0h", "2j", "4-2g", "2H", "b2", "2h-", "2h,", "2hx", "2-4", "file", "280"]
        {
            assert_eq!(shown(text, Variant::Shogi), None, "{text}");
        }
    }

    #[test]
    fn the_animals_have_squares_of_their_own() {
        for (text, wanted) in [("b2", "b2"), ("a-c1", "a-c1"), ("a-c1-4", "a-c1-4"), ("filea", "a1-4")] {
            assert_eq!(shown(text, Variant::Dobutsu).as_deref(), Some(wanted), "{text}");
        }
        for text in ["2b", "d1", "a5", "B2"] {
            assert_eq!(shown(text, Variant::Dobutsu), None, "{text}");
        }
        assert_eq!(SquareSet::board(Variant::Dobutsu).len(), 12);
    }

    #[test]
    fn any_set_is_read_back_as_it_is_written() {
        let mut random = fastrand::Rng::with_seed(3);
        for variant in Variant::ALL {
            let board: Vec<Square> = SquareSet::board(variant).iter().collect();
            for _ in 0..500 {
                let set: SquareSet = board.iter().copied().filter(|_| random.u8(..4) == 0).collect();
                let mut text = String::new();
                set.write(&mut text, variant).unwrap();
                if !set.is_empty() {
                    assert_eq!(SquareSet::parse(&text, variant), Some(set), "{text}");
                }
            }
        }
    }
}
