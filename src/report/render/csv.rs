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
        let mut rows = CsvRows::new(out, &view.columns, options.csv)?;
        view.rows.iter().try_for_each(|cells| rows.write(cells))?;
        rows.finish()
    }
}

/// How CSV is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvOptions {
    /// Texts stand as they are. Otherwise a text that a spreadsheet would take for a formula gets an apostrophe in
    /// front, since it comes from somebody's file: one that begins with `=`, `+`, `-`, `@` (full-width ones too), a tab or a carriage return,
    /// or with one of these behind apostrophes. So the text comes back when one apostrophe is taken away wherever one of
    /// these follows it. Numbers, days, codes and positions are never changed.
    pub raw: bool,
    /// A mark of the byte order stands before everything, by which Excel knows UTF-8.
    pub mark: bool,
}

/// Writes CSV row by row.
#[derive(Debug)]
pub struct CsvRows<W: Write> {
    writer: csv::Writer<W>,
    kinds: Vec<Kind>,
    raw: bool,
}

impl<W: Write> CsvRows<W> {
    /// Writes the header line for these columns.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(mut output: W, columns: &[Column], options: CsvOptions) -> io::Result<Self> {
        if options.mark {
            output.write_all("\u{feff}".as_bytes())?;
        }
        let mut rows = Self::without_header(output, columns, options);
        let raw = rows.raw;
        let writer = &mut rows.writer;
        for column in columns {
            match column.kind.parts() {
                [] => writer.write_field(harmless(&column.name, raw).as_bytes())?,
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
    pub fn without_header(output: W, columns: &[Column], options: CsvOptions) -> Self {
        let kinds = columns.iter().map(|column| column.kind).collect();
        Self { writer: csv::Writer::from_writer(output), kinds, raw: options.raw }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, cells: &[Cell]) -> io::Result<()> {
        for (cell, kind) in cells.iter().zip(&self.kinds) {
            // A position may begin with a promoted piece, `+B8/…`, and is nobody's formula.
            let raw = self.raw || *kind == Kind::Sfen;
            match (kind.parts(), cell.parts()) {
                ([], _) => self.writer.write_field(text(cell, raw)?.as_bytes())?,
                (_, Some(parts)) => {
                    for part in &parts {
                        self.writer.write_field(text(part, raw)?.as_bytes())?;
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

fn text(cell: &Cell, raw: bool) -> io::Result<Cow<'_, str>> {
    Ok(match cell {
        Cell::Null => Cow::Borrowed(""),
        Cell::Text(text) | Cell::Words(text) => harmless(text, raw),
        Cell::Code(code) => Cow::Borrowed(code),
        Cell::Count(number) => Cow::Owned(number.to_string()),
        Cell::Integer(number) => Cow::Owned(number.to_string()),
        Cell::Date(date) => Cow::Owned(date.to_string()),
        Cell::List(cells) if cells.iter().all(|cell| !matches!(cell, Cell::Rows(_))) => {
            let texts = cells.iter().map(|cell| text(cell, true)).collect::<io::Result<Vec<_>>>()?;
            Cow::Owned(harmless(&texts.join(" "), raw).into_owned())
        }
        other => Cow::Owned(serde_json::to_string(other)?),
    })
}

/// What a formula may begin with; spreadsheets with Japanese settings take the full-width signs for the others.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// The text with an apostrophe in front if a spreadsheet would run it, or if it looks as if it had been given one.
pub(crate) fn harmless(text: &str, raw: bool) -> Cow<'_, str> {
    if !raw && text.trim_start_matches('\'').starts_with(FORMULA) {
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
        csv_with(columns, rows, CsvOptions::default())
    }

    fn csv_with(columns: &[(&'static str, Kind)], rows: &[Vec<Cell>], options: CsvOptions) -> String {
        let column = |(name, kind): &(&'static str, Kind)| Column {
            name: (*name).into(),
            heading: "".into(),
            kind: *kind,
            shown: Shown::Always,
            meaning: "",
        };
        let columns: Vec<Column> = columns.iter().map(column).collect();
        let mut bytes = Vec::new();
        let mut writer = CsvRows::new(&mut bytes, &columns, options).unwrap();
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

    #[test]
    fn a_guarded_text_can_be_told_from_one_with_an_apostrophe() {
        let columns = [("name", Kind::Text), ("sfen", Kind::Sfen)];
        let sfen = || Cell::Text("+B8/9/9/9/9/9/9/9/K1k6 b - 1".to_owned());
        let texts = ["-甲", "'-甲", "''=1", "'乙", "=1+1"];
        let rows: Vec<Vec<Cell>> = texts.iter().map(|text| vec![(*text).into(), sfen()]).collect();
        let lines = |text: &str| -> Vec<String> {
            text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
        };
        let guarded = csv(&columns, &rows);
        assert_eq!(lines(&guarded), ["'-甲", "''-甲", "'''=1", "'乙", "'=1+1"]);
        assert!(
            guarded.lines().skip(1).all(|line| line.ends_with(",+B8/9/9/9/9/9/9/9/K1k6 b - 1")),
            "{guarded}"
        );
        let raw = csv_with(&columns, &rows, CsvOptions { raw: true, mark: true });
        assert!(raw.starts_with("\u{feff}name,sfen\n"));
        assert_eq!(lines(&raw), texts);
    }
}
