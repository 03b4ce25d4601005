//! Answers as CSV, safe to open in a spreadsheet.

use super::{RenderOptions, Renderer};
use crate::report::{Answer, Cell, Column, Kind};
use std::borrow::Cow;
use std::io::{self, Write};

/// Comma-separated values with a header line, also when there is no row. Lists are joined with blanks, objects are
/// spread over several columns (`results.draws`).
#[derive(Clone, Copy, Debug)]
pub struct Csv;

impl Renderer for Csv {
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
        let view = options.arrange(answer.list())?;
        let mut rows = CsvRows::new(out, &view.columns)?;
        view.rows.iter().try_for_each(|cells| rows.write(cells))?;
        rows.finish()
    }
}

/// Writes CSV row by row.
///
/// A text that a spreadsheet would take for a formula (it starts with `=`, `+`, `-`, `@`, a tab or a carriage return)
/// gets an apostrophe in front, since the text comes from somebody's file.
#[derive(Debug)]
pub struct CsvRows<W: Write> {
    writer: csv::Writer<W>,
    kinds: Vec<Kind>,
}

impl<W: Write> CsvRows<W> {
    /// Writes the header line for these columns.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(output: W, columns: &[Column]) -> io::Result<Self> {
        let mut rows = Self::without_header(output, columns);
        let writer = &mut rows.writer;
        for column in columns {
            match column.kind.parts() {
                [] => writer.write_field(harmless(&column.name).as_bytes())?,
                parts => {
                    for part in parts {
                        writer.write_field(format!("{}.{part}", column.name))?;
                    }
                }
            }
        }
        writer.write_record(None::<&[u8]>)?;
        Ok(rows)
    }

    /// Writes no header line: the rows follow others.
    pub fn without_header(output: W, columns: &[Column]) -> Self {
        let kinds = columns.iter().map(|column| column.kind).collect();
        Self { writer: csv::Writer::from_writer(output), kinds }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, cells: &[Cell]) -> io::Result<()> {
        for (cell, kind) in cells.iter().zip(&self.kinds) {
            match (kind.parts(), cell.parts()) {
                ([], _) => self.writer.write_field(text(cell)?.as_bytes())?,
                (_, Some(parts)) => {
                    for part in &parts {
                        self.writer.write_field(text(part)?.as_bytes())?;
                    }
                }
                (names, None) => names.iter().try_for_each(|_| self.writer.write_field(""))?,
            }
        }
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn text(cell: &Cell) -> io::Result<Cow<'_, str>> {
    Ok(match cell {
        Cell::Null => Cow::Borrowed(""),
        Cell::Text(text) | Cell::Words(text) => harmless(text),
        Cell::Code(code) => Cow::Borrowed(code),
        Cell::Count(number) => Cow::Owned(number.to_string()),
        Cell::Integer(number) => Cow::Owned(number.to_string()),
        Cell::Date(date) => Cow::Owned(date.to_string()),
        Cell::List(cells) if cells.iter().all(|cell| !matches!(cell, Cell::Rows(_))) => {
            let texts = cells.iter().map(text).collect::<io::Result<Vec<_>>>()?;
            Cow::Owned(harmless(&texts.join(" ")).into_owned())
        }
        other => Cow::Owned(serde_json::to_string(other)?),
    })
}

/// The text with an apostrophe in front if a spreadsheet would run it.
fn harmless(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Results, Score};
    use crate::report::Shown;

    fn csv(columns: &[(&'static str, Kind)], rows: &[Vec<Cell>]) -> String {
        let column = |(name, kind): &(&'static str, Kind)| Column {
            name: (*name).into(),
            heading: "".into(),
            kind: *kind,
            shown: Shown::Always,
            meaning: "",
        };
        let columns: Vec<Column> = columns.iter().map(column).collect();
        let mut bytes = Vec::new();
        let mut writer = CsvRows::new(&mut bytes, &columns).unwrap();
        rows.iter().for_each(|row| writer.write(row).unwrap());
        writer.finish().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn formulas_are_disarmed_and_objects_spread() {
        let columns = [
            ("name", Kind::Text),
            ("moves", Kind::List),
            ("results", Kind::Results(crate::report::ResultStyle::Counts)),
            ("score", Kind::Score),
            ("none", Kind::Date),
        ];
        let results = Results { black: 1, white: 2, draw: 3, unknown: 4 };
        let row = vec![
            "=cmd|' /C calc'!A0".into(),
            Cell::Words("7g7f 3c3d".to_owned()),
            results.into(),
            Cell::Null,
            Cell::Null,
        ];
        assert_eq!(
            csv(&columns, &[row]),
            "name,moves,results.black_wins,results.white_wins,results.draws,results.unknown,score.mean,score.low,\
             score.high,none\n'=cmd|' /C calc'!A0,7g7f 3c3d,1,2,3,4,,,,\n"
        );
        let score = Score { mean: 0.5, low: 0.25, high: 0.75 };
        assert_eq!(csv(&[("s", Kind::Score)], &[vec![score.into()]]), "s.mean,s.low,s.high\n0.5,0.25,0.75\n");
    }

    #[test]
    fn the_header_stands_there_without_rows() {
        assert_eq!(csv(&[("a", Kind::Id), ("b", Kind::Text)], &[]), "a,b\n");
    }
}
