//! Tables that line up, Japanese names included.

use super::clean;
use tabled::builder::Builder;
use tabled::settings::object::{Columns, Rows};
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};

/// How the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// What a table looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStyle {
    /// For a terminal: no lines.
    Plain,
    /// Markdown.
    Markdown,
}

/// A table of text.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self::with_names(columns.iter().map(|(name, align)| ((*name).to_owned(), *align)))
    }

    /// A table whose columns are only known now; their names are cleaned.
    #[must_use]
    pub fn with_names(columns: impl IntoIterator<Item = (String, Align)>) -> Self {
        let columns = columns.into_iter().map(|(name, align)| (clean(&name).into_owned(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row; its cells are cleaned.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| clean(&cell).into_owned()).collect());
    }

    /// True when there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as text, its last line ended.
    #[must_use]
    pub fn render(&self, style: TableStyle) -> String {
        let mut builder = Builder::new();
        builder.push_record(self.columns.iter().map(|(name, _)| name.as_str()));
        for row in &self.rows {
            match style {
                TableStyle::Plain => builder.push_record(row),
                TableStyle::Markdown => builder.push_record(row.iter().map(|cell| cell.replace('|', "\\|"))),
            }
        }
        let mut table = builder.build();
        match style {
            TableStyle::Plain => {
                table.with(Style::empty());
                table.modify(Columns::new(..), Padding::new(1, 1, 0, 0));
            }
            TableStyle::Markdown => {
                table.with(Style::markdown());
            }
        }
        for (index, (_, align)) in self.columns.iter().enumerate() {
            if *align == Align::Right {
                table.modify(Columns::one(index), Alignment::right());
            }
        }
        table.modify(Rows::first(), Padding::new(1, 1, 0, 0));
        let lines: Vec<String> =
            table.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect();
        lines.concat()
    }
}
