//! How often values of a range occur.

use super::frame::{HEIGHT, LEFT, across, upwards};
use super::scale::{Scale, Unit, up_from_zero};
use super::{Bin, Histogram, MARGIN, WIDTH};
use crate::report::count;
use crate::report::picture::{Ink, Picture, Shape};

impl Histogram {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub(super) fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        let (top, bottom) = (top + 8.0, top + 8.0 + HEIGHT);
        let most = self.bins.iter().map(|bin| bin.count).max().unwrap_or(0);
        let up = Scale { low: 0.0, high: up_from_zero(most, 5.0), from: bottom, to: top };
        upwards(picture, &up, Unit::Count);
        let (low, high) = self.span();
        let along = Scale { low, high, from: LEFT, to: WIDTH - MARGIN - 12.0 };
        let end = across(picture, &along, self.unit, &self.axis, (bottom, bottom));
        for bin in self.bins.iter().filter(|bin| bin.count > 0) {
            let (left, right) = (along.place(bin.from), along.place(bin.to));
            let y = up.place(bin.count as f64);
            let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
            picture.shapes.push(Shape::Area {
                x: left,
                y,
                width: (right - left - gap).max(1.0),
                height: bottom - y,
                ink: Ink::Series(0),
                tip: Some(self.said(bin)),
            });
        }
        end
    }

    /// From the first bin to the end of the last one.
    pub(super) fn span(&self) -> (f64, f64) {
        let low = self.bins.first().map_or(0.0, |bin| bin.from);
        let high = self.bins.last().map_or(1.0, |bin| bin.to);
        self.range.map_or((low, high), |(from, to)| (low.min(from), high.max(to)))
    }

    /// The range of a bin as it is written.
    pub(super) fn range_of(&self, bin: &Bin) -> String {
        if self.unit == Unit::Id {
            return self.unit.text(f64::midpoint(bin.from, bin.to));
        }
        let last = bin.to - 1.0;
        if last <= bin.from {
            return self.unit.text(bin.from);
        }
        format!("{}–{}", self.unit.text(bin.from), self.unit.text(last))
    }

    /// The bin in words.
    pub(super) fn said(&self, bin: &Bin) -> String {
        format!("{}: {}", self.range_of(bin), count(bin.count))
    }
}
