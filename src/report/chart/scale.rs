//! Scales: where a value stands, and which values are written beside the lines.

use crate::report::picture::text_width;
use crate::report::{count, decimal};

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Whole numbers, with commas.
    #[default]
    Count,
    /// Whole numbers that name something, as years.
    Id,
    /// Shares of a whole, in percent.
    Share,
}

impl Unit {
    /// The value as it is written.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "values of scales are small and not negative"
    )]
    pub fn text(self, value: f64) -> String {
        let sign = if value <= -0.5 { "-" } else { "" };
        match self {
            Self::Count => format!("{sign}{}", count(value.abs().round() as u64)),
            Self::Id => decimal(value, 0),
            Self::Share => decimal(value * 100.0, 0) + " %",
        }
    }

    /// The least distance of two lines.
    pub(super) const fn least_step(self) -> f64 {
        match self {
            Self::Count | Self::Id => 1.0,
            Self::Share => 0.01,
        }
    }
}

/// How long a bar is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// As its count.
    #[default]
    Count,
    /// All are equally long; the parts are shares.
    Share,
}

/// From which value to which, and where that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    /// Where the low value is drawn, and where the high one.
    pub from: f64,
    pub to: f64,
}

impl Scale {
    /// Where a value is drawn; what is beyond the ends is drawn there.
    pub fn place(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        let share = if span > 0.0 { ((value - self.low) / span).clamp(0.0, 1.0) } else { 0.5 };
        self.from + share * (self.to - self.from)
    }

    /// The values that are written, as many as have room when each takes so much.
    pub fn marks(&self, unit: Unit, room: f64) -> Vec<f64> {
        let most = ((self.to - self.from).abs() / room).floor().max(1.0);
        let step = step(self.high - self.low, most, unit);
        // Whole multiples, so that rounding does not add up.
        let first = (self.low / step - 1e-9).ceil();
        let mut multiple = if first == 0.0 { 0.0 } else { first };
        let mut marks = Vec::new();
        while multiple * step <= self.high + step * 1e-9 {
            marks.push(multiple * step);
            multiple += 1.0;
        }
        marks
    }

    /// The values that are written from left to right, none over another.
    pub fn marks_across(&self, unit: Unit, size: f64) -> Vec<f64> {
        let widest = [self.low, self.high].map(|end| text_width(&unit.text(end), size));
        self.marks(unit, widest[0].max(widest[1]) + 16.0)
    }
}

/// The least of 1, 2, 5, 10, 20 … (or hundredths of them) of which no more than so many fit into the span.
fn step(span: f64, most: f64, unit: Unit) -> f64 {
    let mut decade = unit.least_step();
    loop {
        for factor in [1.0, 2.0, 5.0] {
            // Eighty plies are easier to read in twenties; shares in quarters.
            let step =
                if unit == Unit::Share && factor == 2.0 && decade > 0.09 { 0.25 } else { decade * factor };
            if span / step <= most {
                return step;
            }
        }
        decade *= 10.0;
    }
}

/// The range from nothing to a count, its end on a line.
pub fn up_from_zero(most: u64, lines: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let most = most.max(1) as f64;
    let step = step(most, lines, Unit::Count);
    (most / step - 1e-9).ceil() * step
}

/// The range of shares that has all of these, its ends at tenths.
pub fn tenths(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut low, mut high) = (1.0_f64, 0.0_f64);
    for value in values {
        low = low.min(value);
        high = high.max(value);
    }
    if low > high {
        return (0.0, 1.0);
    }
    let low = ((low * 10.0 + 1e-9).floor() / 10.0).clamp(0.0, 0.9);
    let high = ((high * 10.0 - 1e-9).ceil() / 10.0).clamp(low + 0.1, 1.0);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(low: f64, high: f64) -> Scale {
        Scale { low, high, from: 0.0, to: 100.0 }
    }

    #[test]
    fn marks_stand_at_round_numbers() {
        assert_eq!(scale(0.0, 400.0).marks(Unit::Count, 20.0), [0.0, 100.0, 200.0, 300.0, 400.0]);
        assert_eq!(scale(1607.0, 2026.0).marks(Unit::Id, 20.0), [1700.0, 1800.0, 1900.0, 2000.0]);
        assert_eq!(scale(0.0, 1.0).marks(Unit::Share, 20.0), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(Unit::Share.text(scale(0.0, 1.0).marks(Unit::Share, 20.0)[0]), "0 %");
        assert_eq!(scale(2020.0, 2020.0).marks(Unit::Id, 20.0), [2020.0]);
        assert_eq!(scale(0.0, 3.0).marks(Unit::Count, 1.0), [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn values_have_their_places() {
        let scale = Scale { low: 0.0, high: 10.0, from: 200.0, to: 100.0 };
        assert_eq!(
            [0.0, 5.0, 10.0, 11.0].map(|value| scale.place(value).round()),
            [200.0, 150.0, 100.0, 100.0]
        );
    }

    #[test]
    fn ranges_end_at_lines() {
        assert_eq!(
            [0, 1, 7, 143, 999].map(|most| up_from_zero(most, 4.0).round()),
            [1.0, 1.0, 8.0, 150.0, 1000.0]
        );
        assert_eq!(tenths([0.43, 0.61].into_iter()), (0.4, 0.7));
        assert_eq!(tenths([1.0].into_iter()), (0.9, 1.0));
        assert_eq!(tenths([].into_iter()), (0.0, 1.0));
    }

    #[test]
    fn numbers_as_they_are_written() {
        assert_eq!(Unit::Count.text(1234.0), "1,234");
        assert_eq!(Unit::Id.text(2026.0), "2026");
        assert_eq!(Unit::Share.text(0.5), "50 %");
    }
}
