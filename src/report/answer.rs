//! What every answer can be asked for, whoever shows it.

use super::{Chart, View};
use crate::terms::Language;

/// A part of a page for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Lines as they are; whoever makes them has cleaned what comes from files.
    Text(String),
    /// A table.
    Table(View),
}

/// An answer that can be shown in every form.
///
/// ```
/// use kifukura::report::{Answer, Field, JsonLines, Kind, Markdown, RenderOptions, Renderer, Row, View};
///
/// struct Tally { word: &'static str, games: u64 }
///
/// impl Row for Tally {
///     const NAME: &'static str = "tally";
///     fn fields() -> Vec<Field<Self>> {
///         vec![
///             Field::new("word", Kind::Text, "the word", |row: &Self| row.word.to_owned().into()),
///             Field::new("games", Kind::Count, "the games", |row: &Self| row.games.into()),
///         ]
///     }
/// }
///
/// struct Tallies(Vec<Tally>);
///
/// impl Answer for Tallies {
///     fn view(&self) -> View {
///         View::of(&self.0)
///     }
/// }
///
/// let answer = Tallies(vec![Tally { word: "投了", games: 1204 }]);
/// let (mut lines, mut page) = (Vec::new(), Vec::new());
/// JsonLines.render(&answer, &RenderOptions::default(), &mut lines)?;
/// Markdown.render(&answer, &RenderOptions::default(), &mut page)?;
/// assert_eq!(String::from_utf8_lossy(&lines), "{\"word\":\"投了\",\"games\":1204}\n");
/// assert!(String::from_utf8_lossy(&page).contains("1,204"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Answer {
    /// The whole answer as data, for JSON.
    fn view(&self) -> View;

    /// The list in it, for forms that have only rows (CSV).
    fn list(&self) -> View {
        self.view()
    }

    /// What people see: by default the list as a table.
    fn page(&self, language: Language) -> Vec<Block> {
        let _ = language;
        vec![Block::Table(self.list())]
    }

    /// Remarks for people below the answer, one sentence each.
    fn remarks(&self, language: Language) -> Vec<String> {
        let _ = language;
        Vec::new()
    }

    /// What it looks like: a chart of these rows of the list, in this order; none where it has no picture.
    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let _ = (rows, language);
        None
    }

    /// True when there is nothing in it.
    fn is_empty(&self) -> bool {
        self.list().rows.is_empty()
    }
}
