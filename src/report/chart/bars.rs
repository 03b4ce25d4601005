//! Bars of several parts.

use super::frame::{ROW, Rows, across};
use super::scale::{Measure, Scale, Unit, up_from_zero};
use super::{Bar, Bars, legend};
use crate::report::picture::{Ink, Picture, Shape};
use crate::report::{count, percent};

/// How thick a bar is.
const THICK: f64 = 15.0;

impl Bars {
    pub(super) fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        let top = if self.series.len() > 1 { legend::draw(picture, &self.series, top) } else { top };
        let lines = picture.shapes.len();
        let rows =
            Rows::draw(picture, self.rows.iter().map(|bar| (bar.label.as_str(), bar.note.as_str())), top);
        let (high, unit) = match self.measure {
            Measure::Share => (1.0, Unit::Share),
            Measure::Count => (up_from_zero(self.most(), 5.0), Unit::Count),
        };
        let scale = rows.scale(0.0, high);
        let bottom = across(picture, &scale, unit, "", (rows.top, rows.bottom));
        // The lines of the scale stand behind everything else.
        picture.shapes[lines..].sort_by_key(|shape| !matches!(shape, Shape::Line { .. }));
        for (index, bar) in self.rows.iter().enumerate() {
            self.parts(picture, bar, &scale, rows.middle(index));
        }
        bottom
    }

    /// The largest sum of a bar.
    fn most(&self) -> u64 {
        self.rows.iter().map(|bar| bar.values.iter().sum()).max().unwrap_or(0)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    fn parts(&self, picture: &mut Picture, bar: &Bar, scale: &Scale, middle: f64) {
        let sum: u64 = bar.values.iter().sum();
        let whole = match self.measure {
            Measure::Share => sum.max(1) as f64,
            Measure::Count => 1.0,
        };
        let mut before = 0;
        for (index, value) in (0..).zip(&bar.values) {
            let [from, to] = [before, before + value].map(|value| scale.place(value as f64 / whole));
            before += value;
            if *value == 0 {
                continue;
            }
            // A hair's breadth between two parts, and none of them so narrow that it is not seen.
            let width = (to - from - 1.0).max(1.0);
            let name = self.series.get(usize::from(index)).map_or("", String::as_str);
            let tip = format!("{} – {name}: {} ({})", bar.label, count(*value), percent(*value, sum));
            picture.shapes.push(Shape::Area {
                x: from,
                y: middle - THICK / 2.0,
                width,
                height: THICK.min(ROW),
                ink: Ink::Series(index),
                tip: Some(tip),
            });
        }
    }
}
