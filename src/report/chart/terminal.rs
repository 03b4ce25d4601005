//! Charts in a terminal, drawn with characters.

use super::{Bars, Chart, Dots, HeatMap, Histogram, Lines, Measure, Plot, Unit};
use crate::report::clean;
use crate::report::clean::cut;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width when nobody says one, and the least in which something is drawn.
const USUAL: usize = 80;
const LEAST: usize = 30;

/// The least room for what is drawn, where a note has to give way.
const SHORTEST: usize = 16;

/// The widest that labels become.
const WIDEST_LABEL: usize = 36;

/// What the parts of a bar are drawn with.
const PARTS: [char; 6] = ['█', '▒', '░', '▓', '▞', '·'];

/// A bar's last cell, in eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// What the points of several lines are drawn with.
const POINTS: [char; 6] = ['●', '■', '▲', '◆', '○', '□'];

/// What the shades of a map are drawn with.
const SHADES: [&str; 7] = ["· ", "░░", "░░", "▒▒", "▒▒", "▓▓", "██"];

impl Chart {
    /// The chart as text for a terminal, no line wider than so many columns (80 when not given, 30 at least).
    #[must_use]
    pub fn text(&self, width: Option<usize>) -> String {
        let width = width.unwrap_or(USUAL).max(LEAST);
        let mut lines = folded(&self.title, width);
        for panel in &self.panels {
            lines.push(String::new());
            if !panel.heading.is_empty() {
                lines.extend(folded(&panel.heading, width));
            }
            match &panel.plot {
                Plot::Bars(bars) => bars.lines(width, &mut lines),
                Plot::Histogram(histogram) => histogram.lines(width, &mut lines),
                Plot::Lines(drawn) => drawn.lines(width, &mut lines),
                Plot::Heat(map) => map.lines(width, &mut lines),
                Plot::Dots(dots) => dots.lines(width, &mut lines),
            }
        }
        if !self.notes.is_empty() {
            lines.push(String::new());
            lines.extend(self.notes.iter().flat_map(|note| folded(note, width)));
        }
        lines.iter().map(|line| cut(&clean(line), width).trim_end().to_owned() + "\n").collect()
    }
}

/// The text in lines that fit, broken at blanks where there are any and between characters where not.
fn folded(text: &str, most: usize) -> Vec<String> {
    let text = clean(text);
    let mut rest = text.trim();
    let mut lines = Vec::new();
    while rest.width() > most {
        let mut width = 0;
        let fits = |char: &char| {
            width += char.width().unwrap_or(0);
            width <= most
        };
        let bytes: usize = rest.chars().take_while(fits).map(char::len_utf8).sum();
        let end = rest[..bytes].rfind(' ').filter(|blank| *blank > 0).unwrap_or(bytes);
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines.push(rest.to_owned());
    lines
}

/// The text with blanks before it, or behind it.
fn padded(text: &str, width: usize, to_the_right: bool) -> String {
    let text = cut(text, width);
    let blanks = " ".repeat(width.saturating_sub(text.width()));
    if to_the_right { blanks + &text } else { text + &blanks }
}

/// What is drawn with which character, in as many lines as that needs.
fn legend(names: impl Iterator<Item = String>, width: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    for name in names {
        if !line.is_empty() && line.width() + 3 + name.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        line = if line.is_empty() { name } else { format!("{line}   {name}") };
    }
    lines.push(line);
}

/// Rows of a label, something drawn, and a note.
struct Rows {
    label: usize,
    drawn: usize,
    note: usize,
}

impl Rows {
    fn new<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>, width: usize) -> Self {
        let (mut label, mut note) = (0, 0);
        for (left, right) in rows {
            label = label.max(clean(left).width());
            note = note.max(clean(right).width());
        }
        let label = label.min(WIDEST_LABEL).min(width * 2 / 5);
        let note = note.min((width / 3).max(width.saturating_sub(label + 4 + SHORTEST)));
        Self { label, drawn: width.saturating_sub(label + note + 4).max(8), note }
    }

    fn row(&self, label: &str, drawn: &str, note: &str) -> String {
        let label = padded(&clean(label), self.label, true);
        let note = padded(&clean(note), self.note, true);
        format!("{label}  {}  {note}", padded(drawn, self.drawn, false))
    }

    /// The ends of the scale below the drawn part.
    fn scale(&self, low: &str, high: &str) -> String {
        let blanks = self.drawn.saturating_sub(low.width() + high.width());
        format!("{}  {low}{}{high}", " ".repeat(self.label), " ".repeat(blanks))
    }
}

/// A whole number of cells for a share of them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a line has some hundred cells"
)]
fn cells(share: f64, of: usize) -> usize {
    (share.clamp(0.0, 1.0) * of as f64).round() as usize
}

/// A bar that is exact to an eighth of a cell; nothing is shorter than the smallest part.
fn bar(share: f64, of: usize) -> String {
    let eighths = cells(share, of * 8).max(usize::from(share > 0.0));
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

impl Bars {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    fn lines(&self, width: usize, lines: &mut Vec<String>) {
        if self.series.len() > 1 {
            let names = self.series.iter().zip(PARTS.iter().cycle());
            legend(names.map(|(name, part)| format!("{part} {}", clean(name))), width, lines);
        }
        let rows = Rows::new(self.rows.iter().map(|bar| (bar.label.as_str(), bar.note.as_str())), width);
        let most = self.rows.iter().map(|bar| bar.values.iter().sum()).max().unwrap_or(0).max(1);
        for row in &self.rows {
            let sum: u64 = row.values.iter().sum();
            let whole = match self.measure {
                Measure::Count => most,
                Measure::Share => sum.max(1),
            } as f64;
            let mut drawn = String::new();
            if let [value] = row.values[..] {
                drawn = bar(value as f64 / whole, rows.drawn);
            } else {
                let (mut before, mut sum) = (0, 0);
                for (value, part) in row.values.iter().zip(PARTS.iter().cycle()) {
                    sum += value;
                    let end = cells(sum as f64 / whole, rows.drawn);
                    drawn.extend(std::iter::repeat_n(*part, end - before));
                    before = end;
                }
            }
            lines.push(rows.row(&row.label, &drawn, &row.note));
        }
        let (low, high) = match self.measure {
            Measure::Share => (Unit::Share.text(0.0), Unit::Share.text(1.0)),
            Measure::Count => ("0".to_owned(), Unit::Count.text(most as f64)),
        };
        lines.push(rows.scale(&low, &high));
    }
}

impl Histogram {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    fn lines(&self, width: usize, lines: &mut Vec<String>) {
        let most = self.bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
        let texts: Vec<(String, String)> =
            self.bins.iter().map(|bin| (self.range_of(bin), crate::report::count(bin.count))).collect();
        let rows = Rows::new(texts.iter().map(|(range, count)| (range.as_str(), count.as_str())), width);
        if !self.axis.is_empty() {
            lines.push(padded(&clean(&self.axis), rows.label, true));
        }
        for (bin, (range, count)) in self.bins.iter().zip(&texts) {
            lines.push(rows.row(range, &bar(bin.count as f64 / most as f64, rows.drawn), count));
        }
    }
}

/// What a value is drawn with, the value, and its interval.
type Drawn = (char, f64, Option<(f64, f64)>);

/// A line of cells with a value, its interval, and a marked value.
fn dotted(points: &[Drawn], (low, high): (f64, f64), mark: Option<f64>, of: usize) -> String {
    let place = |value: f64| cells((value - low) / (high - low), of.saturating_sub(1));
    let mut line = vec![' '; of];
    if let Some(mark) = mark.filter(|mark| (low..=high).contains(mark)) {
        line[place(mark)] = '┊';
    }
    for (_, _, interval) in points {
        if let Some((from, to)) = interval {
            let (from, to) = (place(*from), place(*to));
            line[from..=to].fill('─');
            line[from] = '├';
            line[to] = '┤';
        }
    }
    for (point, value, _) in points {
        line[place(*value)] = *point;
    }
    line.into_iter().collect()
}

impl Dots {
    fn lines(&self, width: usize, lines: &mut Vec<String>) {
        let rows = Rows::new(self.rows.iter().map(|dot| (dot.label.as_str(), dot.note.as_str())), width);
        let range = self.range();
        for row in &self.rows {
            let points: Vec<_> =
                row.value.iter().map(|(value, low, high)| (POINTS[0], *value, Some((*low, *high)))).collect();
            lines.push(rows.row(&row.label, &dotted(&points, range, self.reference, rows.drawn), &row.note));
        }
        lines.push(rows.scale(&self.unit.text(range.0), &self.unit.text(range.1)));
        if !self.axis.is_empty() {
            lines.push(format!("{}  {}", " ".repeat(rows.label), self.axis));
        }
    }
}

impl Lines {
    fn lines(&self, width: usize, lines: &mut Vec<String>) {
        if self.series.len() > 1 {
            let names = self.series.iter().zip(POINTS.iter().cycle());
            legend(names.map(|(line, point)| format!("{point} {}", clean(&line.name))), width, lines);
        }
        let mut places: Vec<f64> =
            self.series.iter().flat_map(|line| &line.points).map(|point| point.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let text = |x: f64| {
            let points = self.series.iter().filter_map(|line| line.points.iter().find(|point| point.x == x));
            points.map(|point| self.values.text(point.y)).collect::<Vec<_>>().join(" · ")
        };
        let texts: Vec<(String, String)> = places.iter().map(|x| (self.unit.text(*x), text(*x))).collect();
        let rows = Rows::new(texts.iter().map(|(label, note)| (label.as_str(), note.as_str())), width);
        let range = self.value_range();
        for (x, (label, note)) in places.iter().zip(&texts) {
            let points: Vec<_> = self
                .series
                .iter()
                .zip(POINTS.iter().cycle())
                .filter_map(|(line, mark)| {
                    let point = line.points.iter().find(|point| point.x == *x)?;
                    Some((*mark, point.y, point.interval))
                })
                .collect();
            lines.push(rows.row(label, &dotted(&points, range, self.reference, rows.drawn), note));
        }
        lines.push(rows.scale(&self.values.text(range.0), &self.values.text(range.1)));
    }
}

impl HeatMap {
    fn lines(&self, width: usize, lines: &mut Vec<String>) {
        if self.is_board {
            lines.push(self.columns.iter().map(|name| padded(&clean(name), 3, false)).collect());
            for (name, cells) in self.rows.iter().zip(&self.cells) {
                let cells =
                    cells.iter().map(|cell| SHADES[cell.map_or(0, |value| usize::from(self.shade(value)))]);
                lines.push(format!(
                    "{}{}",
                    cells.map(|cell| format!("{cell} ")).collect::<String>(),
                    clean(name)
                ));
            }
            let (low, high) = self.ends();
            lines.push(format!("· {}  ██ {}", self.unit.text(low), self.unit.text(high)));
            lines.extend(self.said().into_iter().take(5));
            return;
        }
        let label = self.rows.iter().map(|name| clean(name).width()).max().unwrap_or(0).min(width / 3);
        let fits = (width.saturating_sub(label) / 7).max(1);
        // A column is narrower than its name, so it has a letter.
        let letters = || (b'A'..=b'Z').map(char::from).cycle();
        let names = self.columns.iter().take(fits).zip(letters());
        legend(names.clone().map(|(name, letter)| format!("{letter} {}", clean(name))), width, lines);
        let head: String = names.map(|(_, letter)| format!("{letter:>7}")).collect();
        lines.push(" ".repeat(label) + &head);
        for (name, cells) in self.rows.iter().zip(&self.cells) {
            let text = |cell: &Option<f64>| cell.map_or_else(|| "·".to_owned(), |value| self.short(value));
            let cells: String =
                cells.iter().take(fits).map(|cell| format!(" {}", padded(&text(cell), 6, true))).collect();
            lines.push(padded(&clean(name), label, false) + &cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bar, Bin, Dot, Point, Series};
    use super::*;

    fn bars(measure: Measure) -> Chart {
        let bar = |label: &str, values: [u64; 2]| Bar {
            label: label.to_owned(),
            values: values.to_vec(),
            note: (values[0] + values[1]).to_string(),
        };
        let rows = vec![bar("投了", [6, 2]), bar("jishogi", [1, 1])];
        let series = vec!["a".to_owned(), "b".to_owned()];
        Chart::new("How", Plot::Bars(Bars { series, rows, measure }))
    }

    #[test]
    fn bars_are_as_long_as_their_counts_or_shares() {
        let want = "How\n\n█ a   ▒ b\n   投了  ██████████████▒▒▒▒▒  8\njishogi  ██▒▒▒                2\n         0                 8\n";
        assert_eq!(bars(Measure::Count).text(Some(31)), want);
        let shares = bars(Measure::Share).text(Some(31));
        assert!(shares.contains("jishogi  ██████████▒▒▒▒▒▒▒▒▒  2\n"), "{shares}");
    }

    #[test]
    fn a_histogram_is_exact_to_an_eighth() {
        let bin = |from: f64, count| Bin { from, to: from + 20.0, count };
        let bins = vec![bin(0.0, 1), bin(20.0, 100), bin(40.0, 50)];
        let chart = Chart::new("L", Plot::Histogram(Histogram { bins, ..Histogram::default() }));
        let want = "L\n\n 0–19  ▏                     1\n20–39  ██████████████████  100\n40–59  █████████            50\n";
        assert_eq!(chart.text(Some(30)), want);
    }

    #[test]
    fn values_stand_in_their_intervals() {
        let rows = vec![
            Dot { label: "76".to_owned(), value: Some((0.5, 0.25, 0.75)), note: "50 %".to_owned() },
            Dot { label: "26".to_owned(), value: None, note: "–".to_owned() },
        ];
        let unit = Unit::Share;
        let dots = Dots { unit, reference: Some(0.5), rows, ..Dots::default() };
        let text = Chart::new("S", Plot::Dots(dots)).text(Some(30));
        assert_eq!(
            text,
            "S\n\n76    ├──────●───────┤    50 %\n26           ┊               –\n    20 %            80 %\n"
        );
    }

    #[test]
    fn lines_have_a_row_for_each_place() {
        let point = |x: f64, y: f64| Point { x, y, interval: None };
        let series = |name: &str, y: f64| Series { name: name.to_owned(), points: vec![point(2020.0, y)] };
        let lines = Lines {
            unit: Unit::Id,
            values: Unit::Share,
            reference: Some(0.5),
            series: vec![series("A", 0.4), series("B", 0.6)],
            ..Lines::default()
        };
        let text = Chart::new("L", Plot::Lines(lines)).text(Some(40));
        assert!(text.contains("● A   ■ B\n2020  ●"), "{text}");
        assert!(text.contains("■  40 % · 60 %"), "{text}");
    }

    #[test]
    fn long_texts_take_several_lines() {
        assert_eq!(folded("one two three", 8), ["one two", "three"]);
        assert_eq!(folded("一二三四五", 5), ["一二", "三四", "五"]);
        assert_eq!(folded("", 5), [""]);
    }

    #[test]
    fn columns_of_a_map_have_letters() {
        let map = HeatMap {
            columns: vec!["Static Rook".to_owned(), "振り飛車".to_owned()],
            rows: vec!["居飛車".to_owned()],
            unit: Unit::Share,
            cells: vec![vec![Some(0.5), None]],
            ..HeatMap::default()
        };
        let text = Chart::new("M", Plot::Heat(map)).text(Some(40));
        assert_eq!(text, "M\n\nA Static Rook   B 振り飛車\n            A      B\n居飛車    50%      ·\n");
    }

    #[test]
    fn squares_are_the_darker_the_more_there_is() {
        let map = HeatMap {
            columns: vec!["2".to_owned(), "1".to_owned()],
            rows: vec!["一".to_owned()],
            is_board: true,
            unit: Unit::Share,
            range: None,
            cells: vec![vec![Some(0.5), None]],
        };
        let text = Chart::new("M", Plot::Heat(map)).text(None);
        assert_eq!(text, "M\n\n2  1\n██ ·  一\n· 0 %  ██ 50 %\n2一: 50%\n");
    }
}
