//! What plots have in common: rows with labels on the left and notes on the right, lines of a scale.

use super::scale::{Scale, Unit};
use super::{LABEL, MARGIN, SMALL, WIDTH};
use crate::report::picture::{Anchor, Ink, Picture, Shape, cut_to, text_width};

/// The height of a row.
pub const ROW: f64 = 24.0;

/// The widest that labels become, and the widest that notes become.
const WIDEST_LABEL: f64 = 250.0;
const WIDEST_NOTE: f64 = 250.0;

/// Where rows of labels, marks and notes stand.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub top: f64,
    pub bottom: f64,
    /// Between which places the marks stand.
    pub left: f64,
    pub right: f64,
}

impl Rows {
    /// Draws labels and notes, and leaves room between them.
    pub fn draw<'a>(
        picture: &mut Picture,
        rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        top: f64,
    ) -> Self {
        let widest = |texts: &mut dyn Iterator<Item = &'a str>, most: f64| {
            texts.map(|text| text_width(text, LABEL)).fold(0.0, f64::max).min(most)
        };
        let labels = widest(&mut rows.clone().map(|(label, _)| label), WIDEST_LABEL);
        let notes = widest(&mut rows.clone().map(|(_, note)| note), WIDEST_NOTE);
        let gap = |width: f64| if width > 0.0 { 10.0 } else { 0.0 };
        let left = MARGIN + labels + gap(labels) + 10.0;
        let right = WIDTH - MARGIN - notes - gap(notes) - 10.0;
        let mut y = top;
        for (label, note) in rows {
            let middle = y + ROW / 2.0;
            let label = cut_to(label, LABEL, labels + 0.01);
            picture.text(&label, (MARGIN + labels, middle), LABEL, Anchor::End, Ink::Text);
            let note = cut_to(note, LABEL, notes + 0.01);
            picture.text(&note, (WIDTH - MARGIN, middle), LABEL, Anchor::End, Ink::Text);
            y += ROW;
        }
        Self { top, bottom: y, left, right }
    }

    /// The middle of a row.
    pub fn middle(&self, row: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a chart has few rows")]
        let row = row as f64;
        self.top + (row + 0.5) * ROW
    }

    /// The scale between the labels and the notes.
    pub fn scale(&self, low: f64, high: f64) -> Scale {
        Scale { low, high, from: self.left, to: self.right }
    }
}

/// Draws the lines of a scale from left to right, its numbers below them, and what it is of; says where that ends.
pub fn across(
    picture: &mut Picture,
    scale: &Scale,
    unit: Unit,
    axis: &str,
    (top, bottom): (f64, f64),
) -> f64 {
    for mark in scale.marks_across(unit, SMALL) {
        let x = scale.place(mark);
        picture.line((x, top), (x, bottom + 4.0), Ink::Grid, 1.0);
        picture.text(&unit.text(mark), (x, bottom + 13.0), SMALL, Anchor::Middle, Ink::Muted);
    }
    below(picture, scale, axis, bottom)
}

/// Writes what a scale is of below its numbers; says where that ends.
pub fn below(picture: &mut Picture, scale: &Scale, axis: &str, bottom: f64) -> f64 {
    if axis.is_empty() {
        return bottom + 24.0;
    }
    let middle = f64::midpoint(scale.from, scale.to);
    let room = 2.0 * (middle - MARGIN).min(WIDTH - MARGIN - middle);
    picture.text(&cut_to(axis, SMALL, room), (middle, bottom + 29.0), SMALL, Anchor::Middle, Ink::Muted);
    bottom + 40.0
}

/// The height of the plots that have a scale upwards.
pub const HEIGHT: f64 = 200.0;

/// Where such a plot begins on the left: behind the numbers of its scale.
pub const LEFT: f64 = MARGIN + 80.0;

/// Draws the lines of a scale upwards, its numbers before them.
pub fn upwards(picture: &mut Picture, scale: &Scale, unit: Unit) {
    for mark in scale.marks(unit, 36.0) {
        let y = scale.place(mark);
        picture.line((LEFT - 4.0, y), (WIDTH - MARGIN, y), Ink::Grid, 1.0);
        picture.text(&unit.text(mark), (LEFT - 8.0, y), SMALL, Anchor::End, Ink::Muted);
    }
}

/// Draws a marked value across the plot.
pub fn reference(picture: &mut Picture, from: (f64, f64), to: (f64, f64)) {
    picture.shapes.push(Shape::Line { from, to, ink: Ink::Muted, width: 1.0, is_dashed: true });
}
