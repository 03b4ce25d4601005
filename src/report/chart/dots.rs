//! Values with their intervals.

use super::Dots;
use super::frame::{ROW, Rows, across, reference};
use super::scale::{Scale, Unit, tenths, up_from_zero};
use crate::report::picture::{Ink, Picture, Shape};

impl Dots {
    pub(super) fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        let rows =
            Rows::draw(picture, self.rows.iter().map(|dot| (dot.label.as_str(), dot.note.as_str())), top);
        let (low, high) = self.range();
        let scale = rows.scale(low, high);
        let bottom = across(picture, &scale, self.unit, &self.axis, (rows.top, rows.bottom));
        if let Some(value) = self.reference.filter(|value| (low..=high).contains(value)) {
            let x = scale.place(value);
            reference(picture, (x, rows.top), (x, rows.bottom));
        }
        for (index, dot) in self.rows.iter().enumerate() {
            if let Some(value) = dot.value {
                mark(picture, value, &scale, rows.middle(index), format!("{}: {}", dot.label, dot.note));
            }
        }
        bottom
    }

    /// From which value to which the scale goes.
    pub(super) fn range(&self) -> (f64, f64) {
        let values = self.rows.iter().filter_map(|dot| dot.value);
        let own = match self.unit {
            Unit::Share => tenths(values.flat_map(|(_, low, high)| [low, high]).chain(self.reference)),
            // Numbers that name something have no nothing to begin at.
            Unit::Id => {
                let all = values.flat_map(|(_, low, high)| [low, high]).chain(self.reference);
                let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
                ((low / 100.0).floor() * 100.0, (high / 100.0).ceil() * 100.0)
            }
            Unit::Count => {
                let most = values.map(|(_, _, high)| high).fold(0.0, f64::max);
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
                let most = most.ceil() as u64;
                (0.0, up_from_zero(most, 5.0))
            }
        };
        self.range.map_or(own, |(low, high)| (own.0.min(low), own.1.max(high)))
    }
}

/// An interval with its ends, and the value in it.
fn mark(picture: &mut Picture, (value, low, high): (f64, f64, f64), scale: &Scale, y: f64, tip: String) {
    let ink = Ink::Series(0);
    let [x, left, right] = [value, low, high].map(|value| scale.place(value));
    picture.line((left, y), (right, y), ink, 2.0);
    let end = ROW / 6.0;
    for x in [left, right] {
        picture.line((x, y - end), (x, y + end), ink, 2.0);
    }
    picture.shapes.push(Shape::Disc { x, y, radius: 5.0, ink, tip: Some(tip) });
}
