//! How whole numbers are spread: the least, the middle, the most.

use std::collections::BTreeMap;

/// Numbers below this are counted in a list.
const LISTED: u32 = 2048;

/// How often each number occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// Of small numbers, up to the highest that occurs.
    small: Vec<u64>,
    large: BTreeMap<u32, u64>,
    count: u64,
    sum: u64,
}

impl Spread {
    /// Adds a number.
    #[inline]
    pub(super) fn add(&mut self, number: u32) {
        *self.place(number) += 1;
        self.count += 1;
        self.sum += u64::from(number);
    }

    #[inline]
    fn place(&mut self, number: u32) -> &mut u64 {
        if number >= LISTED {
            return self.large.entry(number).or_default();
        }
        let index = number as usize;
        if self.small.len() <= index {
            self.small.resize(index + 1, 0);
        }
        &mut self.small[index]
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; none of no number.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts and sums are far below 2^52")]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The least number.
    #[must_use]
    pub fn least(&self) -> Option<u32> {
        self.each().next().map(|(number, _)| number)
    }

    /// The highest number.
    #[must_use]
    pub fn most(&self) -> Option<u32> {
        self.each().last().map(|(number, _)| number)
    }

    /// The least number that so many hundredths of the numbers do not exceed: 50 is the median, of an even number of them
    /// the lower one in the middle.
    #[must_use]
    pub fn percentile(&self, hundredths: u64) -> Option<u32> {
        let mut left = (self.count * hundredths).div_ceil(100).max(1);
        self.each().find_map(|(number, count)| {
            left = left.saturating_sub(count);
            (left == 0).then_some(number)
        })
    }

    /// How often each number occurs, the least first.
    pub fn each(&self) -> impl Iterator<Item = (u32, u64)> {
        let small = (0_u32..).zip(self.small.iter().copied()).filter(|(_, count)| *count > 0);
        small.chain(self.large.iter().map(|(number, count)| (*number, *count)))
    }
}

impl std::ops::AddAssign for Spread {
    fn add_assign(&mut self, other: Self) {
        for (number, count) in other.each() {
            *self.place(number) += count;
        }
        self.count += other.count;
        self.sum += other.sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles() {
        let spread = |numbers: &[u32]| {
            let mut spread = Spread::default();
            numbers.iter().for_each(|number| spread.add(*number));
            spread
        };
        let of = |numbers: &[u32]| [25, 50, 75].map(|part| spread(numbers).percentile(part));
        assert_eq!(of(&[]), [None; 3]);
        assert_eq!(of(&[7]), [Some(7); 3]);
        assert_eq!(of(&[4, 1, 3, 2]), [Some(1), Some(2), Some(3)]);
        assert_eq!(of(&[5, 1, 3, 2, 4]), [Some(2), Some(3), Some(4)]);
        assert_eq!(of(&[9000, 1, 9000, 2]), [Some(1), Some(2), Some(9000)]);
        assert_eq!(spread(&[1, 2, 6]).mean(), Some(3.0));
        assert_eq!((spread(&[4, 9]).least(), spread(&[4, 9]).most()), (Some(4), Some(9)));
    }
}
