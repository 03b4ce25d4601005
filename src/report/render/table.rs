//! Answers as tables that line up on a terminal, Japanese names included, and fit its width.

use super::{RenderOptions, Renderer};
use crate::report::clean::cut;
use crate::report::{Answer, Block, Shown, View, clean};
use crate::terms::{self, Category};
use std::io::{self, Write};
use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::style::Style;
use tabled::settings::{Alignment, Padding};
use unicode_width::UnicodeWidthStr;

/// Columns of text, without lines.
#[derive(Clone, Copy, Debug)]
pub struct Table;

/// One very long name must not push all other columns out of sight, even where a line has no limit.
const WIDEST: usize = 60;

/// How narrow a column of text may become before another one is left out.
const NARROWEST: usize = 12;

/// How narrow it may become when there is nothing more to leave out.
const NARROWEST_OF_ALL: usize = 4;

/// Blanks on both sides of a cell.
const GAP: usize = 2;

/// How many characters of a value are looked at, whatever its length.
const MOST_CHARS: usize = 400;

impl Renderer for Table {
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
        for (index, block) in blocks(answer, options)?.iter().enumerate() {
            if index > 0 {
                out.write_all(b"\n")?;
            }
            match block {
                Block::Text(text) => out.write_all(text.as_bytes())?,
                Block::Table(view) => out.write_all(draw(view, options).as_bytes())?,
            }
        }
        Ok(())
    }
}

/// What people see of an answer. Chosen columns are those of the list, without anything around it.
pub(super) fn blocks(answer: &dyn Answer, options: &RenderOptions) -> io::Result<Vec<Block>> {
    let list = || Ok(vec![Block::Table(options.arrange(answer.list())?)]);
    if options.columns.is_some() {
        return list();
    }
    let mut blocks = answer.page(options.language);
    if let Some((name, descending)) = &options.sort {
        let mut is_sorted = false;
        for block in &mut blocks {
            if let Block::Table(view) = block
                && view.columns.iter().any(|column| column.name == *name)
                && let Ok(sorted) = view.clone().sorted(name, *descending)
            {
                *view = sorted;
                view.rows.truncate(options.limit.unwrap_or(usize::MAX));
                is_sorted = true;
            }
        }
        if !is_sorted {
            return list();
        }
    }
    Ok(blocks)
}

/// A heading over a column of the table.
pub(super) struct Heading {
    pub text: String,
    pub is_right: bool,
    /// Where the column appears.
    pub shown: Shown,
}

/// The headings and texts of the columns that `wanted` chooses; values that take several columns are spread.
pub(super) fn texts(
    view: &View,
    options: &RenderOptions,
    wanted: impl Fn(Shown) -> bool,
) -> (Vec<Heading>, Vec<Vec<String>>) {
    let name = |key: &str| terms::name(Category::Heading, key, options.language).to_owned();
    let mut headings = Vec::new();
    for column in view.columns.iter().filter(|column| wanted(column.shown)) {
        let (is_right, shown) = (column.kind.is_right(), column.shown);
        match column.kind.headings() {
            [] => {
                headings.push(Heading { text: clean(&name(&column.heading)).into_owned(), is_right, shown });
            }
            keys => headings.extend(keys.iter().map(|key| Heading { text: name(key), is_right, shown })),
        }
    }
    let row = |cells: &Vec<crate::report::Cell>| {
        let cells = view.columns.iter().zip(cells).filter(|(column, _)| wanted(column.shown));
        cells.flat_map(|(column, cell)| cell.shown(column.kind, options.language)).collect()
    };
    (headings, view.rows.iter().map(row).collect())
}

/// The table as text, its last line ended.
fn draw(view: &View, options: &RenderOptions) -> String {
    let (mut headings, rows) = texts(view, options, |shown| shown < Shown::InData);
    let clean = |text: &str| clean(&text.chars().take(MOST_CHARS).collect::<String>()).into_owned();
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| clean(cell)).collect()).collect();
    let mut widths = natural_widths(&headings, &rows);
    let line: usize = widths.iter().map(|width| width + GAP).sum();
    if options.width.is_some_and(|width| line > width) {
        // Headings that are wider than the numbers below them take several lines before anything is left out.
        for (index, heading) in headings.iter_mut().enumerate().filter(|(_, heading)| heading.is_right) {
            let cells = rows.iter().map(|row| row[index].width()).max().unwrap_or(0);
            heading.text = wrapped(&heading.text, cells);
        }
        widths = natural_widths(&headings, &rows);
    }
    let fitting = fit(&headings, &widths, options.width);
    let places: Vec<usize> = (0..headings.len()).filter(|place| fitting[*place].is_some()).collect();
    let mut builder = Builder::new();
    builder.push_record(places.iter().map(|place| match &headings[*place] {
        Heading { text, is_right: true, .. } => text.clone(),
        Heading { text, .. } => cut(text, fitting[*place].unwrap_or(0)),
    }));
    for row in &rows {
        builder.push_record(places.iter().map(|place| cut(&row[*place], fitting[*place].unwrap_or(0))));
    }
    let mut table = builder.build();
    table.with(Style::empty()).modify(Columns::new(..), Padding::new(1, 1, 0, 0));
    for (index, place) in places.iter().enumerate() {
        if headings[*place].is_right {
            table.modify(Columns::one(index), Alignment::right());
        }
    }
    table.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The words of a text in lines of at most so many places, longer words alone.
fn wrapped(text: &str, width: usize) -> String {
    let (mut wrapped, mut line) = (String::new(), 0);
    for word in text.split(' ') {
        let separator = match line {
            0 => "",
            _ if line + 1 + word.width() <= width => " ",
            _ => "\n",
        };
        wrapped.push_str(separator);
        wrapped.push_str(word);
        line = if separator == " " { line + 1 + word.width() } else { word.width() };
    }
    wrapped
}

/// How wide each column would like to be.
fn natural_widths(headings: &[Heading], rows: &[Vec<String>]) -> Vec<usize> {
    let heading = |text: &str| text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let width = |(index, own): (usize, &Heading)| {
        let cells = rows.iter().map(|row| row[index].width()).max().unwrap_or(0);
        cells.max(heading(&own.text))
    };
    headings.iter().enumerate().map(width).collect()
}

/// The width of each column, `None` for those that are left out so that the others have room.
fn fit(headings: &[Heading], natural: &[usize], width: Option<usize>) -> Vec<Option<usize>> {
    let last = natural.len().saturating_sub(1);
    let Some(width) = width else {
        let cut = |(index, width): (usize, &usize)| if index < last { (*width).min(WIDEST) } else { *width };
        return natural.iter().enumerate().map(cut).map(Some).collect();
    };
    let shrinks = |index: usize| !headings[index].is_right;
    let least = |index: usize| if shrinks(index) { natural[index].min(NARROWEST) } else { natural[index] };
    let mut kept: Vec<bool> = vec![true; natural.len()];
    let total = |kept: &[bool], of: &dyn Fn(usize) -> usize| -> usize {
        (0..kept.len()).filter(|index| kept[*index]).map(|index| of(index) + GAP).sum()
    };
    // The least important column that may go, the last of several.
    while total(&kept, &least) > width {
        let optional = (0..kept.len()).filter(|index| kept[*index] && headings[*index].shown > Shown::Always);
        let Some(gone) = optional.max_by_key(|index| (headings[*index].shown, *index)) else { break };
        kept[gone] = false;
    }
    // The widest column of text gives way until the line fits.
    let mut widths: Vec<usize> = natural.to_vec();
    let mut over = total(&kept, &|index| widths[index]).saturating_sub(width);
    while over > 0 {
        let narrower = (0..kept.len())
            .filter(|index| kept[*index] && shrinks(*index) && widths[*index] > NARROWEST_OF_ALL);
        let Some(widest) = narrower.max_by_key(|index| widths[*index]) else { break };
        widths[widest] -= 1;
        over -= 1;
    }
    kept.into_iter().zip(widths).map(|(kept, width)| kept.then_some(width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cell, Column, Kind};

    fn view(columns: &[(&'static str, Kind, Shown)], rows: Vec<Vec<Cell>>) -> View {
        let column = |(name, kind, shown): &(&'static str, Kind, Shown)| Column {
            name: (*name).into(),
            heading: (*name).into(),
            kind: *kind,
            shown: *shown,
            meaning: "",
        };
        View { name: "test", columns: columns.iter().map(column).collect(), rows, is_single: false }
    }

    fn names() -> View {
        let columns = [
            ("name", Kind::Text, Shown::Always),
            ("n", Kind::Count, Shown::Always),
            ("extra", Kind::Text, Shown::IfWide(1)),
            ("what", Kind::Text, Shown::Always),
        ];
        view(
            &columns,
            vec![vec!["棋".repeat(50).into(), 1_u64.into(), "e".repeat(30).into(), "x".repeat(70).into()]],
        )
    }

    #[test]
    fn one_long_cell_leaves_the_others_in_sight() {
        let text = draw(&names(), &RenderOptions::default());
        let row = text.lines().nth(1).unwrap();
        assert_eq!(row, format!(" {}…  1  {}  {}", "棋".repeat(29), "e".repeat(30), "x".repeat(70)));
    }

    #[test]
    fn a_line_fits_the_width() {
        for width in [20, 30, 44, 45, 80, 100] {
            let options = RenderOptions { width: Some(width), ..RenderOptions::default() };
            let text = draw(&names(), &options);
            assert!(text.lines().all(|line| line.width() <= width), "{width}:\n{text}");
            assert_eq!(text.contains("extra"), width >= 45, "{width}:\n{text}");
        }
    }

    #[test]
    fn headings_are_wrapped_at_words() {
        let lines = |width| wrapped("score (side to move)", width);
        assert_eq!(
            [lines(20), lines(12), lines(3)],
            ["score (side to move)", "score (side\nto move)", "score\n(side\nto\nmove)"]
        );
    }

    #[test]
    fn a_name_of_a_megabyte_makes_no_large_table() {
        let view = view(&[("name", Kind::Text, Shown::Always)], vec![vec!["a".repeat(1 << 20).into()]; 10]);
        assert!(draw(&view, &RenderOptions::default()).len() < 10_000);
    }
}
