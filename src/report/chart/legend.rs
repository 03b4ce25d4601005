//! Which colour is what.

use super::{LABEL, MARGIN, WIDTH};
use crate::report::picture::{Anchor, Ink, Picture, Shape, cut_to, text_width};

/// The side of a patch of colour.
const PATCH: f64 = 12.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 18.0;
const LINE: f64 = 20.0;

/// Draws the names of several series in their colours, in as many lines as they need; says where they end.
pub fn draw(picture: &mut Picture, names: &[String], top: f64) -> f64 {
    let (mut x, mut y) = (MARGIN, top);
    for (index, name) in (0..).zip(names) {
        let name = cut_to(name, LABEL, WIDTH - 2.0 * MARGIN - PATCH - GAP);
        let width = PATCH + GAP + text_width(&name, LABEL);
        if x > MARGIN && x + width > WIDTH - MARGIN {
            x = MARGIN;
            y += LINE;
        }
        picture.shapes.push(Shape::Area {
            x,
            y: y + (LINE - PATCH) / 2.0,
            width: PATCH,
            height: PATCH,
            ink: Ink::Series(index),
            tip: None,
        });
        picture.text(&name, (x + PATCH + GAP, y + LINE / 2.0), LABEL, Anchor::Start, Ink::Text);
        x += width + BETWEEN;
    }
    y + LINE + 4.0
}
