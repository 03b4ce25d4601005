//! Tables that line up, Japanese names included.

use super::clean;
use tabled::builder::Builder;
use tabled::settings::object::{Columns, Rows};
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
    /// How wide a cell may be that is not in the last column.
    widest: usize,
}

/// One very long name must not push all other columns out of sight.
const WIDEST: usize = 60;

impl Table {
    /// A table with these columns. On a terminal, cells before the last column are cut at 60 places; other forms of
    /// an answer have all of it.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|(name, align)| ((*name).to_owned(), *align));
        Self { widest: WIDEST, ..Self::with_names(columns) }
    }

    /// A table whose columns are only known now; their names are cleaned, and no cell is cut.
    #[must_use]
    pub fn with_names(columns: impl IntoIterator<Item = (String, Align)>) -> Self {
        let columns = columns.into_iter().map(|(name, align)| (clean(&name).into_owned(), align)).collect();
        Self { columns, rows: Vec::new(), widest: usize::MAX }
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
        builder.push_record(self.columns.iter().map(|(name, _)| match style {
            TableStyle::Plain => name.clone(),
            TableStyle::Markdown => escape(name),
        }));
        for row in &self.rows {
            match style {
                TableStyle::Plain => {
                    let last = row.len().saturating_sub(1);
                    let most = |index| if index < last { self.widest } else { usize::MAX };
                    builder.push_record(row.iter().enumerate().map(|(index, cell)| cut(cell, most(index))));
                }
                TableStyle::Markdown => builder.push_record(row.iter().map(|cell| escape(cell))),
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

/// The text with a `\` before everything that means something in Markdown, so that a name is no HTML and no link.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '|' | '<' | '>' | '[' | ']' | '*' | '_' | '`') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The text, or as much of it as goes into so many places with `…` behind it.
fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut width = 1;
    let fits = |letter: &char| {
        width += letter.width().unwrap_or(0);
        width <= most
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_long_cell_leaves_the_others_in_sight() {
        let mut table = Table::new(&[("name", Align::Left), ("n", Align::Right), ("what", Align::Left)]);
        table.row(["棋".repeat(50), "1".to_owned(), "x".repeat(70)]);
        let text = table.render(TableStyle::Plain);
        let row = text.lines().nth(1).unwrap();
        assert_eq!(row, format!(" {}…  1  {}", "棋".repeat(29), "x".repeat(70)));
        assert!(table.render(TableStyle::Markdown).contains(&"棋".repeat(50)));
        assert_eq!(escape(r"a|b\c <i>*_`[x](y)"), r"a\|b\\c \<i\>\*\_\`\[x\](y)");
        assert_eq!([cut("abc", 3), cut("abcd", 3), cut("", 3)], ["abc", "ab…", ""]);
    }
}
