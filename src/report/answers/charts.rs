//! What answers look like as charts: rows of numbers become bars, dots and lines.

use crate::query::{PlayerResults, PlayerScore, Results, Score};
use crate::report::chart::{Bar, Bin, Dot, Dots, Histogram, Lines, MOST_ROWS, Point, Series};
use crate::report::{Bars, Chart, Measure, Plot, Unit, count, score_text};
use crate::rules::Color;
use crate::terms::{self, Category, Language, statement};

/// A title, a heading, or what stands below a scale.
pub(super) fn say(key: &str, language: Language) -> String {
    statement(key, &[], language)
}

/// A label or the heading of a column.
pub(super) fn label(key: &str, language: Language) -> String {
    terms::name(Category::Label, key, language).to_owned()
}

/// The rows that are drawn, and what is said of the others.
pub(super) fn drawn<'r, R>(all: &'r [R], rows: &[usize], language: Language) -> (Vec<&'r R>, Vec<String>) {
    let mut chosen: Vec<&R> = rows.iter().filter_map(|row| all.get(*row)).collect();
    let more = chosen.len().saturating_sub(MOST_ROWS);
    chosen.truncate(MOST_ROWS);
    let note = (more > 0).then(|| statement("not_drawn", &[("n", &count(more as u64))], language));
    (chosen, note.into_iter().collect())
}

/// How games went: for Black and White, or for the player that is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Went {
    Sides(Results),
    Player(PlayerResults),
}

impl Went {
    pub(super) fn of(results: Results, player: Option<PlayerScore>) -> Self {
        player.map_or(Self::Sides(results), |player| Self::Player(player.results))
    }

    /// The parts of a bar, in the order of [`Self::names`].
    pub(super) fn parts(self) -> Vec<u64> {
        match self {
            Self::Sides(Results { black, white, draw, unknown }) => vec![black, white, draw, unknown],
            Self::Player(PlayerResults { wins, losses, draws, unknown }) => {
                vec![wins, losses, draws, unknown]
            }
        }
    }

    /// What the parts are called.
    pub(super) fn names(self, language: Language) -> Vec<String> {
        let keys = match self {
            Self::Sides(_) => ["black_won", "white_won", "draw", "unknown_result"],
            Self::Player(_) => ["won", "lost", "draw", "unknown_result"],
        };
        keys.map(|key| label(key, language)).to_vec()
    }

    /// The score that is drawn: Black's, or the player's.
    pub(super) fn score(self) -> Option<Score> {
        match self {
            Self::Sides(results) => results.score(Color::Black),
            Self::Player(results) => results.score(),
        }
    }

    /// Whose score it is.
    pub(super) fn whose(self, language: Language) -> String {
        match self {
            Self::Sides(_) => {
                let side = terms::name(Category::Side, Color::Black.name(), language);
                statement("score_with_interval_of", &[("side", side)], language)
            }
            Self::Player(_) => say("score_with_interval", language),
        }
    }

    pub(super) fn games(self) -> u64 {
        match self {
            Self::Sides(results) => results.games(),
            Self::Player(results) => results.games(),
        }
    }
}

/// A bar of results.
pub(super) fn result_bar(name: String, went: Went) -> Bar {
    Bar { label: name, values: went.parts(), note: count(went.games()) }
}

/// Bars of results; none without a bar.
pub(super) fn result_bars(
    rows: impl Iterator<Item = (String, Went)>,
    measure: Measure,
    language: Language,
) -> Option<Plot> {
    let rows: Vec<(String, Went)> = rows.collect();
    let series = rows.first()?.1.names(language);
    let rows = rows.into_iter().map(|(name, went)| result_bar(name, went)).collect();
    Some(Plot::Bars(Bars { series, rows, measure }))
}

/// A score as a dot, the games before it in the note, where a long name does not push them out.
pub(super) fn dot(name: String, score: Option<Score>, games: u64) -> Dot {
    let value = score.map(|score| (score.mean, score.low, score.high));
    let score = score.map_or_else(|| "–".to_owned(), score_text);
    Dot { label: name, value, note: format!("{} · {score}", count(games)) }
}

/// Scores as dots, half marked.
pub(super) fn score_dots(axis: String, rows: Vec<Dot>) -> Plot {
    Plot::Dots(Dots { axis, unit: Unit::Share, range: None, reference: Some(0.5), rows })
}

/// A year of a chart: how its games went.
pub(super) type Year = (u16, Went);

/// Scores and games, year by year; none without a year.
pub(super) fn years(title: &str, years: &[Year], language: Language) -> Option<Chart> {
    let (first, last) = (years.first()?, years.last()?);
    // A year's bar and its point have the year's number below their middle.
    let range = Some((f64::from(first.0) - 0.5, f64::from(last.0) + 0.5));
    let point = |(year, went): &Year| {
        let score = went.score()?;
        Some(Point { x: f64::from(*year), y: score.mean, interval: Some((score.low, score.high)) })
    };
    let points = years.iter().filter_map(point).collect();
    let scores = Lines {
        axis: String::new(),
        unit: Unit::Id,
        values: Unit::Share,
        range,
        step: Some(1.0),
        reference: Some(0.5),
        series: vec![Series { name: String::new(), points }],
    };
    let bin = |(year, went): &Year| {
        let middle = f64::from(*year);
        Bin { from: middle - 0.5, to: middle + 0.5, count: went.games() }
    };
    let bins = years.iter().map(bin).collect();
    let games = Histogram { axis: String::new(), unit: Unit::Id, range, bins };
    let mut chart = Chart::new(title, Plot::Lines(scores));
    chart.panels[0].heading = first.1.whose(language);
    Some(chart.with(&label("games", language), Plot::Histogram(games)))
}
