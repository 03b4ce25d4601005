//! Pictures of our own: shapes and words on a ground, written as SVG, and as PNG with the feature `pictures`.
//!
//! Whoever draws one knows how wide each text is, so that nothing overlaps or is cut; every number is written with at most
//! two decimals, so that the same answer gives the same bytes.

mod ink;
#[cfg(feature = "pictures")]
mod png;
mod svg;
mod width;

pub use ink::{Ink, SHADES, Theme};
#[cfg(feature = "pictures")]
pub use png::{PictureError, Png};
pub use svg::escaped;
pub use width::{cut_to, text_width, wrapped};

use super::clean;

/// The most characters of a text, whatever a record says.
pub const MOST_CHARS: usize = 400;

/// The most characters of a description.
const DESCRIPTION: usize = 8000;

/// The text without what may do harm, and no longer than anybody reads.
pub fn tame(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => clean(text).into_owned(),
        Some((end, _)) => clean(&text[..end]).into_owned() + "…",
    }
}

/// Where a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: String,
    /// Where it begins, has its middle, or ends.
    pub x: f64,
    /// The middle of its height.
    pub y: f64,
    pub size: f64,
    pub anchor: Anchor,
    pub ink: Ink,
    /// Upside down, as White's pieces.
    pub is_turned: bool,
}

/// The place that a text takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextBox {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Label {
    /// The place that it takes.
    pub fn place(&self) -> TextBox {
        let width = text_width(&self.text, self.size);
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        let half = self.size / 2.0;
        TextBox { left, top: self.y - half, right: left + width, bottom: self.y + half }
    }
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle, with words that appear when somebody points at it.
    Area { x: f64, y: f64, width: f64, height: f64, ink: Ink, tip: Option<String> },
    /// A straight line.
    Line { from: (f64, f64), to: (f64, f64), ink: Ink, width: f64, is_dashed: bool },
    /// A line through points.
    Path { points: Vec<(f64, f64)>, ink: Ink, width: f64 },
    /// What points enclose: filled (`opacity` from 0 to 1), and with an edge of this width in the colour of words.
    Polygon { points: Vec<(f64, f64)>, ink: Ink, opacity: f64, edge: f64 },
    /// A disc.
    Disc { x: f64, y: f64, radius: f64, ink: Ink, tip: Option<String> },
    /// A text.
    Text(Label),
}

/// A picture.
///
/// ```
/// use kifukura::report::{Bar, Bars, Chart, Measure, Plot, Theme};
///
/// let rows = vec![Bar { label: "投了".to_owned(), values: vec![4, 2], note: "6".to_owned() }];
/// let bars = Bars { series: vec!["a".to_owned(), "b".to_owned()], rows, measure: Measure::Share };
/// let picture = Chart::new("Endings", Plot::Bars(bars)).picture();
/// let svg = picture.svg(Theme::Auto);
/// assert!(svg.starts_with("<svg ") && svg.contains("投了") && svg.contains("<title>Endings</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(in crate::report) width: f64,
    pub(in crate::report) height: f64,
    pub(in crate::report) title: String,
    pub(in crate::report) description: String,
    /// Whether it is for print: black on white, whatever the theme.
    pub(in crate::report) is_print: bool,
    pub(in crate::report) shapes: Vec<Shape>,
}

impl Picture {
    /// An empty one.
    pub(in crate::report) fn new(width: f64, title: &str, description: &str) -> Self {
        let (title, description) = (tame(title, MOST_CHARS), tame(description, DESCRIPTION));
        Self { width, height: 0.0, title, description, is_print: false, shapes: Vec::new() }
    }

    /// Adds a text, its middle at `y`.
    pub(in crate::report) fn text(
        &mut self,
        text: &str,
        at: (f64, f64),
        size: f64,
        anchor: Anchor,
        ink: Ink,
    ) {
        let text = tame(text, MOST_CHARS);
        let label = Label { text, x: at.0, y: at.1, size, anchor, ink, is_turned: false };
        self.shapes.push(Shape::Text(label));
    }

    /// Adds a text upside down.
    pub(in crate::report) fn turned_text(&mut self, text: &str, at: (f64, f64), size: f64) {
        let text = tame(text, MOST_CHARS);
        let label =
            Label { text, x: at.0, y: at.1, size, anchor: Anchor::Middle, ink: Ink::Text, is_turned: true };
        self.shapes.push(Shape::Text(label));
    }

    /// Adds a straight line.
    pub(in crate::report) fn line(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink, width: f64) {
        self.shapes.push(Shape::Line { from, to, ink, width, is_dashed: false });
    }

    /// Its texts.
    pub(in crate::report) fn labels(&self) -> impl Iterator<Item = &Label> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(label) => Some(label),
            _ => None,
        })
    }

    /// The width and the height, in the units of SVG: a unit is a pixel at 100 %.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Texts that stand over one another or beyond the edge, one sentence each; empty if the picture is as it should be.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let labels: Vec<(&Label, TextBox)> = self
            .labels()
            .filter(|label| !label.text.trim().is_empty())
            .map(|label| (label, label.place()))
            .collect();
        let mut faults = Vec::new();
        for (index, (one, place)) in labels.iter().enumerate() {
            if place.left < 0.0 || place.top < 0.0 || place.right > self.width || place.bottom > self.height {
                faults.push(format!("`{}` is cut", one.text));
            }
            for (other, its) in &labels[index + 1..] {
                let apart = place.right <= its.left
                    || its.right <= place.left
                    || place.bottom <= its.top
                    || its.bottom <= place.top;
                if !apart {
                    faults.push(format!("`{}` and `{}` overlap", one.text, other.text));
                }
            }
        }
        faults
    }
}
