//! The forms of an answer: a renderer each; a page of several answers is HTML.

mod csv;
mod html;
mod json;
mod markdown;
mod table;

#[cfg(feature = "datasets")]
pub(crate) use csv::harmless;
pub use csv::{Csv, CsvOptions, CsvRows};
pub use html::{HtmlPage, HtmlSection};
pub use json::{Json, JsonLines, write_json_row};
pub use markdown::Markdown;
pub use table::Table;

use super::Answer;
use crate::terms::Language;
use std::io::{self, Write};

/// How an answer is to be shown.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RenderOptions {
    /// The language of names and headings; data formats are the same in all.
    pub language: Language,
    /// How many columns of characters a line may take; no limit when not given.
    pub width: Option<usize>,
    /// Only these columns, by name.
    pub columns: Option<Vec<String>>,
    /// The column to sort by, and whether the highest comes first.
    pub sort: Option<(String, bool)>,
    /// How many rows are passed over, counted after sorting.
    pub offset: usize,
    /// At most this many rows behind them.
    pub limit: Option<usize>,
    /// How CSV is written.
    pub csv: CsvOptions,
}

impl RenderOptions {
    /// Which rows of a view are shown, in which order.
    ///
    /// # Errors
    /// When these options sort by a column that the view does not have.
    pub fn order(&self, view: &super::View) -> io::Result<Vec<usize>> {
        let mut numbered = view.clone();
        numbered.is_single = false;
        for (number, row) in numbered.rows.iter_mut().enumerate() {
            row.push(super::Cell::Count(number as u64));
        }
        let number = |row: &Vec<super::Cell>| match row.last() {
            Some(super::Cell::Count(number)) => usize::try_from(*number).ok(),
            _ => None,
        };
        let sorted = match &self.sort {
            Some((name, descending)) => numbered
                .sorted(name, *descending)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?,
            None => numbered,
        };
        let limit = self.limit.unwrap_or(usize::MAX);
        Ok(sorted.rows.iter().filter_map(number).skip(self.offset).take(limit).collect())
    }

    /// The view as these options want it.
    fn arrange(&self, mut view: super::View) -> io::Result<super::View> {
        let unknown = |error: super::UnknownColumn| io::Error::new(io::ErrorKind::InvalidInput, error);
        if let Some((name, descending)) = &self.sort {
            if view.is_single {
                let message = "this answer is one object, which has no order; ask for `--format csv`";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            view = view.sorted(name, *descending).map_err(unknown)?;
        }
        if !view.is_single {
            view.rows.drain(..self.offset.min(view.rows.len()));
            view.rows.truncate(self.limit.unwrap_or(usize::MAX));
        }
        match &self.columns {
            Some(names) => view.select(names).map_err(unknown),
            None => Ok(view.without_requested()),
        }
    }
}

/// A form of answers: [`Table`], [`Markdown`], [`Csv`], [`Json`], [`JsonLines`]; see [`Answer`] for an example.
pub trait Renderer {
    /// Writes an answer.
    ///
    /// # Errors
    /// When the output cannot be written, or [`RenderOptions`] name a column that the answer does not have (an
    /// [`UnknownColumn`](super::UnknownColumn) inside).
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()>;
}
