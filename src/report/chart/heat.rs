//! Values in rows and columns, the darker the more; the squares of a board among them.

use super::{HeatMap, LABEL, MARGIN, SMALL, WIDTH};
use crate::report::picture::{Anchor, Ink, Picture, SHADES, Shape, cut_to, text_width, wrapped};

/// The side of a square of a board.
const SQUARE: f64 = 42.0;

/// The narrowest and the widest cell of a table.
const NARROWEST: f64 = 44.0;
const WIDEST: f64 = 110.0;

/// The height of a table's cell.
const HIGH: f64 = 26.0;

/// The most lines of a column's name, and the height of one.
const HEAD_LINES: usize = 3;
const LINE: f64 = 16.0;

/// The widest that the names of rows become.
const WIDEST_LABEL: f64 = 240.0;

impl HeatMap {
    #[expect(clippy::cast_precision_loss, reason = "a map has few cells")]
    pub(super) fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        let labels = self.rows.iter().map(|row| text_width(row, LABEL)).fold(0.0, f64::max).min(WIDEST_LABEL);
        let columns = self.columns.len().max(1) as f64;
        let (left, width, height) = if self.is_board {
            (MARGIN + 12.0, SQUARE, SQUARE)
        } else {
            let left = MARGIN + labels + 10.0;
            (left, ((WIDTH - MARGIN - left) / columns).clamp(NARROWEST, WIDEST), HIGH)
        };
        let heads: Vec<Vec<String>> =
            self.columns.iter().map(|column| wrapped(column, LABEL, width - 6.0, HEAD_LINES)).collect();
        let lines = heads.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for (index, head) in heads.iter().enumerate() {
            let x = left + (index as f64 + 0.5) * width;
            // The last line of each stands above its cell.
            for (line, text) in head.iter().rev().enumerate() {
                let y = top + 10.0 + (lines - 1 - line) as f64 * LINE;
                picture.text(text, (x, y), LABEL, Anchor::Middle, Ink::Text);
            }
        }
        let top = top + 22.0 + (lines - 1) as f64 * LINE;
        for (row, name) in self.rows.iter().enumerate() {
            let y = top + row as f64 * height;
            let (x, anchor) = if self.is_board {
                (left + columns * width + 8.0, Anchor::Start)
            } else {
                (left - 10.0, Anchor::End)
            };
            let name = cut_to(name, LABEL, WIDEST_LABEL);
            picture.text(&name, (x, y + height / 2.0), LABEL, anchor, Ink::Text);
            for (column, value) in self.cells.get(row).into_iter().flatten().enumerate() {
                self.cell(picture, (row, column), *value, (left + column as f64 * width, y, width, height));
            }
        }
        self.key(picture, left, top + self.rows.len() as f64 * height + 10.0)
    }

    fn cell(
        &self,
        picture: &mut Picture,
        at: (usize, usize),
        value: Option<f64>,
        place: (f64, f64, f64, f64),
    ) {
        let (x, y, width, height) = place;
        let shade = value.map_or(0, |value| self.shade(value));
        let value = value.filter(|value| self.is_told(*value));
        let tip = value.map(|value| self.said_cell(at, value));
        let ink = Ink::Heat(shade);
        picture.shapes.push(Shape::Area { x, y, width: width - 1.0, height: height - 1.0, ink, tip });
        if let Some(value) = value {
            let middle = (x + (width - 1.0) / 2.0, y + (height - 1.0) / 2.0);
            let text = self.short(value);
            picture.text(
                &cut_to(&text, SMALL, width - 2.0),
                middle,
                SMALL,
                Anchor::Middle,
                Ink::OnHeat(shade),
            );
        }
    }

    /// What the shades mean; says where that ends.
    fn key(&self, picture: &mut Picture, left: f64, top: f64) -> f64 {
        let (low, high) = self.ends();
        let [low, high] = [low, high].map(|end| self.unit.text(end));
        picture.text(&low, (left, top + 8.0), SMALL, Anchor::Start, Ink::Muted);
        let mut x = left + text_width(&low, SMALL) + 6.0;
        for shade in 0..SHADES {
            let ink = Ink::Heat(shade);
            picture.shapes.push(Shape::Area { x, y: top, width: 24.0, height: 16.0, ink, tip: None });
            x += 24.0;
        }
        picture.text(&high, (x + 6.0, top + 8.0), SMALL, Anchor::Start, Ink::Muted);
        top + 26.0
    }

    /// The values of the lightest and of the darkest shade.
    pub(super) fn ends(&self) -> (f64, f64) {
        let most = || self.cells.iter().flatten().flatten().fold(0.0, |most: f64, value| most.max(*value));
        self.range.unwrap_or_else(|| (0.0, most()))
    }

    /// Whether a value is written: nothing is where there is no other scale.
    fn is_told(&self, value: f64) -> bool {
        self.range.is_some() || value > 0.0
    }

    /// From 0 for the lightest to the darkest.
    pub(super) fn shade(&self, value: f64) -> u8 {
        let (low, high) = self.ends();
        if value <= low || high <= low {
            return 0;
        }
        let share = ((value - low) / (high - low)).min(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 6")]
        let shade = (share * f64::from(SHADES - 1)).ceil() as u8;
        shade.clamp(1, SHADES - 1)
    }

    /// A value in a narrow place.
    pub(super) fn short(&self, value: f64) -> String {
        let text = self.unit.text(value);
        if value > 0.0 && text == self.unit.text(0.0) {
            format!("<{}", self.unit.text(self.unit.least_step()))
        } else {
            text
        }
        .replace(' ', "")
    }

    fn said_cell(&self, (row, column): (usize, usize), value: f64) -> String {
        let [row, column] =
            [self.rows.get(row), self.columns.get(column)].map(|name| name.map_or("", String::as_str));
        let square = if self.is_board { format!("{column}{row}") } else { format!("{row} – {column}") };
        format!("{square}: {}", self.short(value))
    }

    /// The cells that have something, most first.
    pub(super) fn said(&self) -> Vec<String> {
        let mut cells: Vec<((usize, usize), f64)> = Vec::new();
        for (row, values) in self.cells.iter().enumerate() {
            let some =
                values.iter().enumerate().filter_map(|(column, value)| Some(((row, column), (*value)?)));
            cells.extend(some.filter(|(_, value)| self.is_told(*value)));
        }
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
        cells.into_iter().map(|(at, value)| self.said_cell(at, value)).collect()
    }
}
