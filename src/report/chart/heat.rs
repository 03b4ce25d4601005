//! Values in rows and columns, the darker the more; the squares of a board among them.

use super::{HeatMap, LABEL, MARGIN, SMALL, WIDTH};
use crate::report::picture::{Anchor, Ink, Picture, SHADES, Shape, cut_to, text_width};

/// The side of a square of a board.
const SQUARE: f64 = 42.0;

/// The narrowest and the widest cell of a table.
const NARROWEST: f64 = 44.0;
const WIDEST: f64 = 110.0;

/// The height of a table's cell.
const HIGH: f64 = 26.0;

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
        for (index, column) in self.columns.iter().enumerate() {
            let x = left + (index as f64 + 0.5) * width;
            let name = cut_to(column, LABEL, width - 6.0);
            picture.text(&name, (x, top + 10.0), LABEL, Anchor::Middle, Ink::Text);
        }
        let top = top + 22.0;
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
        let shade = self.shade(value.unwrap_or(0.0));
        let tip = value.filter(|value| *value > 0.0).map(|value| self.said_cell(at, value));
        let ink = Ink::Heat(shade);
        picture.shapes.push(Shape::Area { x, y, width: width - 1.0, height: height - 1.0, ink, tip });
        if let Some(value) = value.filter(|value| *value > 0.0) {
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
        let most = self.most();
        let zero = self.unit.text(0.0);
        picture.text(&zero, (left, top + 8.0), SMALL, Anchor::Start, Ink::Muted);
        let mut x = left + text_width(&zero, SMALL) + 6.0;
        for shade in 0..SHADES {
            let ink = Ink::Heat(shade);
            picture.shapes.push(Shape::Area { x, y: top, width: 24.0, height: 16.0, ink, tip: None });
            x += 24.0;
        }
        picture.text(&self.unit.text(most), (x + 6.0, top + 8.0), SMALL, Anchor::Start, Ink::Muted);
        top + 26.0
    }

    /// The largest value.
    pub(super) fn most(&self) -> f64 {
        self.cells.iter().flatten().flatten().fold(0.0, |most: f64, value| most.max(*value))
    }

    /// From 0 for nothing to the darkest for the largest value.
    pub(super) fn shade(&self, value: f64) -> u8 {
        let most = self.most();
        if value <= 0.0 || most <= 0.0 {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 6")]
        let shade = (value / most * f64::from(SHADES - 1)).ceil() as u8;
        shade.clamp(1, SHADES - 1)
    }

    /// A value in a narrow place.
    pub(super) fn short(&self, value: f64) -> String {
        let text = self.unit.text(value);
        if text == self.unit.text(0.0) {
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
            cells.extend(some.filter(|(_, value)| *value > 0.0));
        }
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
        cells.into_iter().map(|(at, value)| self.said_cell(at, value)).collect()
    }
}
