//! Charts: what an answer looks like. An answer says what is to be drawn ([`Chart`]); this module decides where each line
//! and each word stands, for a picture ([`Chart::picture`]) or for a terminal ([`Chart::text`]).

mod bars;
mod dots;
mod frame;
mod heat;
mod histogram;
mod legend;
mod lines;
mod scale;
mod terminal;

pub use scale::{Measure, Unit};

use super::picture::{Anchor, Ink, Picture, wrapped};

/// The width of every chart at 100 %.
const WIDTH: f64 = 800.0;

/// What stays free at the edges.
const MARGIN: f64 = 20.0;

/// The sizes of words: the title, headings, labels, the numbers of a scale.
const TITLE: f64 = 18.0;
const HEADING: f64 = 14.0;
const LABEL: f64 = 13.0;
const SMALL: f64 = 12.0;

/// The most rows that are drawn; a note says how many more there are.
pub(super) const MOST_ROWS: usize = 100;

/// A chart: one or more plots under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it is about.
    pub title: String,
    /// The plots, from top to bottom.
    pub panels: Vec<Panel>,
    /// What is to be said below: what was counted, what was left out.
    pub notes: Vec<String>,
}

/// A plot and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows; empty where the title says it.
    pub heading: String,
    /// The plot.
    pub plot: Plot,
}

/// One of the ways to draw numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Bars of several parts, one below the other.
    Bars(Bars),
    /// How often values of a range occur.
    Histogram(Histogram),
    /// Values that go on from one to the next.
    Lines(Lines),
    /// Values in rows and columns, as of the squares of a board.
    Heat(HeatMap),
    /// Values with their intervals.
    Dots(Dots),
}

/// Bars of several parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// What the parts are called.
    pub series: Vec<String>,
    /// The bars.
    pub rows: Vec<Bar>,
    /// Whether a bar is as long as its count, or every bar as long as the others.
    pub measure: Measure,
}

/// A bar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// What it is of.
    pub label: String,
    /// The parts, one for each series.
    pub values: Vec<u64>,
    /// What stands behind it.
    pub note: String,
}

/// How often values of a range occur.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// What the values are.
    pub axis: String,
    /// How they are written.
    pub unit: Unit,
    /// From which value to which, at least; the bins' own range when not given.
    pub range: Option<(f64, f64)>,
    /// The bins, the lowest first.
    pub bins: Vec<Bin>,
}

/// A bin of a histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// The least value.
    pub from: f64,
    /// Where the next bin begins.
    pub to: f64,
    /// How often a value of this range occurs.
    pub count: u64,
}

/// Values that go on from one to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// What goes from left to right.
    pub axis: String,
    /// How that is written.
    pub unit: Unit,
    /// How the values are written.
    pub values: Unit,
    /// From where to where, at least; the points' own range when not given.
    pub range: Option<(f64, f64)>,
    /// A line is not drawn between points that are further apart.
    pub step: Option<f64>,
    /// A value that is marked.
    pub reference: Option<f64>,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it is of.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From left to right.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
}

/// Values in rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What stands above the columns.
    pub columns: Vec<String>,
    /// What stands beside the rows.
    pub rows: Vec<String>,
    /// Whether it is a board: square cells, the rows' names on the right.
    pub is_board: bool,
    /// How the values are written.
    pub unit: Unit,
    /// The values of the lightest and of the darkest shade; nothing and the largest value when not given.
    pub range: Option<(f64, f64)>,
    /// The values, row by row; none where there is nothing.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// Values with their intervals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dots {
    /// What the values are.
    pub axis: String,
    /// How they are written.
    pub unit: Unit,
    /// From which value to which the scale goes, at least.
    pub range: Option<(f64, f64)>,
    /// A value that is marked.
    pub reference: Option<f64>,
    /// The values.
    pub rows: Vec<Dot>,
}

/// A value with its interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// What it is of.
    pub label: String,
    /// The value and the ends of its interval; none where it is not known.
    pub value: Option<(f64, f64, f64)>,
    /// What stands behind it.
    pub note: String,
}

impl Chart {
    /// A chart of one plot.
    #[must_use]
    pub fn new(title: &str, plot: Plot) -> Self {
        Self {
            title: title.to_owned(),
            panels: vec![Panel { heading: String::new(), plot }],
            notes: Vec::new(),
        }
    }

    /// The same with a plot more.
    #[must_use]
    pub fn with(mut self, heading: &str, plot: Plot) -> Self {
        self.panels.push(Panel { heading: heading.to_owned(), plot });
        self
    }

    /// The same with one scale for all plots of dots, so that they can be compared.
    #[must_use]
    pub fn on_one_scale(mut self) -> Self {
        let ranges = || {
            self.panels.iter().filter_map(|panel| match &panel.plot {
                Plot::Dots(dots) => Some(dots.range()),
                _ => None,
            })
        };
        let low = ranges().map(|(low, _)| low).fold(f64::INFINITY, f64::min);
        let high = ranges().map(|(_, high)| high).fold(f64::NEG_INFINITY, f64::max);
        for panel in &mut self.panels {
            if let Plot::Dots(dots) = &mut panel.plot {
                dots.range = Some((low, high));
            }
        }
        self
    }

    /// The same with notes below it.
    #[must_use]
    pub fn noted(mut self, notes: Vec<String>) -> Self {
        self.notes = notes;
        self
    }

    /// The chart as a picture 800 pixels wide.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.drawn(true)
    }

    /// The same, its title drawn or only told to those who do not see it.
    pub(super) fn drawn(&self, is_titled: bool) -> Picture {
        let mut picture = Picture::new(WIDTH, &self.title, &self.description());
        let inner = WIDTH - 2.0 * MARGIN;
        let mut y = MARGIN;
        for line in wrapped(&self.title, TITLE, inner, if is_titled { 3 } else { 0 }) {
            picture.text(&line, (MARGIN, y + TITLE / 2.0), TITLE, Anchor::Start, Ink::Text);
            y += TITLE * 1.35;
        }
        for panel in &self.panels {
            y += 8.0;
            for line in wrapped(&panel.heading, HEADING, inner, 3) {
                picture.text(&line, (MARGIN, y + HEADING / 2.0), HEADING, Anchor::Start, Ink::Text);
                y += HEADING * 1.35;
            }
            y = panel.plot.draw(&mut picture, y + 4.0);
        }
        for note in &self.notes {
            for line in wrapped(note, SMALL, inner, 4) {
                y += 4.0;
                picture.text(&line, (MARGIN, y + SMALL / 2.0), SMALL, Anchor::Start, Ink::Muted);
                y += SMALL * 1.2;
            }
        }
        picture.height = (y + MARGIN).ceil();
        picture
    }

    /// What is in it, for those who do not see it.
    fn description(&self) -> String {
        let parts: Vec<String> = self.panels.iter().map(Panel::description).collect();
        parts.join(" | ")
    }
}

/// How much of a plot its description says: so many parts, so many characters of each.
const DESCRIBED: usize = 40;
const SAID: usize = 120;

impl Panel {
    fn description(&self) -> String {
        let (what, mut parts) = self.plot.description();
        let more = parts.len().saturating_sub(DESCRIBED);
        parts.truncate(DESCRIBED);
        for part in &mut parts {
            if let Some((end, _)) = part.char_indices().nth(SAID) {
                part.truncate(end);
                part.push('…');
            }
        }
        if more > 0 {
            parts.push(format!("… (+{more})"));
        }
        let head = [self.heading.as_str(), what.as_str()];
        let head: Vec<&str> = head.into_iter().filter(|part| !part.is_empty()).collect();
        [head.join(" – "), parts.join("; ")]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(": ")
    }
}

impl Plot {
    /// Draws it from this height on, and says where it ends.
    fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        match self {
            Self::Bars(bars) => bars.draw(picture, top),
            Self::Histogram(histogram) => histogram.draw(picture, top),
            Self::Lines(lines) => lines.draw(picture, top),
            Self::Heat(map) => map.draw(picture, top),
            Self::Dots(dots) => dots.draw(picture, top),
        }
    }

    /// What it shows, and its values in words.
    fn description(&self) -> (String, Vec<String>) {
        match self {
            Self::Bars(bars) => (bars.series.join(" / "), bars.rows.iter().map(Bar::said).collect()),
            Self::Histogram(histogram) => {
                let said = histogram.bins.iter().map(|bin| histogram.said(bin)).collect();
                (histogram.axis.clone(), said)
            }
            Self::Lines(lines) => {
                let one = |series: &Series| {
                    let name = (lines.series.len() > 1).then_some(series.name.as_str());
                    series.points.iter().map(move |point| lines.said(name, point)).collect::<Vec<_>>()
                };
                (lines.axis.clone(), lines.series.iter().flat_map(one).collect())
            }
            Self::Heat(map) => (String::new(), map.said()),
            Self::Dots(dots) => {
                let said =
                    dots.rows.iter().map(|dot| format!("{} {}", dot.label, dot.note).trim().to_owned());
                (dots.axis.clone(), said.collect())
            }
        }
    }
}

impl Bar {
    fn said(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|value| super::count(*value)).collect();
        format!("{} {}", self.label, values.join(" / "))
    }
}
