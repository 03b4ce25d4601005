//! Openings as a chart: how often and how well each is played, over years and ratings, by event, against what.

use super::OpeningStatistics;
use super::charts::{dot, drawn, say, score_dots};
use crate::classify::NameKind;
use crate::query::{OpeningGroup, OpeningRow, OpeningsBy};
use crate::report::chart::{Dots, Lines, Point, Series};
use crate::report::{Chart, HeatMap, Plot, Unit, count, opening_name};
use crate::terms::{self, Category, Language, statement};

/// How many names are told apart in a plot of several groups: as many as there are colours.
const NAMES: usize = 6;

/// How many rows a map has at most.
const GROUPS: usize = 24;

/// What scores the lightest and the darkest shade of a map stand for.
const SCORES: (f64, f64) = (0.3, 0.7);

/// How wide a band of ratings is.
const BAND: f64 = 200.0;

impl OpeningStatistics {
    /// The chart of these rows; of groups all are drawn.
    pub(super) fn drawn(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let chart = match self.by {
            OpeningsBy::Name => self.by_name(rows, language)?,
            OpeningsBy::Year => self.lines(
                "year",
                |group| match group {
                    OpeningGroup::Year(Some(year)) => Some(f64::from(*year)),
                    _ => None,
                },
                1.0,
                language,
            )?,
            OpeningsBy::Rating => self.lines(
                "rating_band",
                |group| match group {
                    OpeningGroup::Rating(Some(rating)) => Some(f64::from(*rating)),
                    _ => None,
                },
                BAND,
                language,
            )?,
            OpeningsBy::Event => self.by_event(language)?,
            OpeningsBy::Opponent => self.by_opponent(language)?,
        };
        let mut notes = chart.notes.clone();
        let names = self.names(usize::MAX, language).len();
        if self.by != OpeningsBy::Name && names > NAMES {
            let values = [("n", NAMES.to_string()), ("all", count(names as u64))];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            notes.push(statement("names_drawn", &values, language));
        }
        notes.extend(crate::report::Answer::remarks(self, language));
        Some(chart.noted(notes))
    }

    fn title(&self, language: Language) -> String {
        let is_castle = |row: &OpeningRow| row.definition.kind == NameKind::Castle;
        say(if self.rows().iter().all(is_castle) { "chart_castles" } else { "chart_openings" }, language)
    }

    fn rows(&self) -> &[OpeningRow] {
        &self.table.answer.rows
    }

    /// The shares of the games and the scores, one below the other.
    fn by_name(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, notes) = drawn(self.rows(), rows, language);
        let name = |row: &OpeningRow| opening_name(&row.definition, self.language).to_owned();
        let results = |row: &OpeningRow| row.side.results.games() - row.side.results.unknown;
        let shares = rows.iter().map(|row| dot(name(row), row.share, row.games)).collect();
        let scores = rows.iter().map(|row| dot(name(row), row.side.score(), results(row))).collect();
        let axis = say("chart_opening_shares", language);
        let shares = Plot::Dots(Dots { axis, unit: Unit::Share, rows: shares, ..Dots::default() });
        let scores = score_dots(say("score_with_interval", language), scores);
        (!rows.is_empty()).then(|| Chart::new(&self.title(language), shares).with("", scores).noted(notes))
    }

    /// The ids of the names with most games, and their names.
    fn names(&self, most: usize, language: Language) -> Vec<(String, String)> {
        let mut names: Vec<(String, String, u64)> = Vec::new();
        for row in self.rows() {
            match names.iter_mut().find(|(id, ..)| *id == row.definition.id) {
                Some((_, _, games)) => *games += row.games,
                None => {
                    let name = opening_name(&row.definition, language).to_owned();
                    names.push((row.definition.id.clone(), name, row.games));
                }
            }
        }
        names.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        names.into_iter().take(most).map(|(id, name, _)| (id, name)).collect()
    }

    /// The shares of the names with most games, from group to group.
    fn lines(
        &self,
        axis: &'static str,
        place: impl Fn(&OpeningGroup) -> Option<f64>,
        step: f64,
        language: Language,
    ) -> Option<Chart> {
        let series = |(id, name): (String, String)| {
            let own = self.rows().iter().filter(|row| row.definition.id == id);
            let point =
                |row: &OpeningRow| Some(Point { x: place(&row.group)?, y: row.share?.mean, interval: None });
            let mut points: Vec<Point> = own.filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            Series { name, points }
        };
        let series: Vec<Series> = self.names(NAMES, language).into_iter().map(series).collect();
        if series.iter().all(|series| series.points.is_empty()) {
            return None;
        }
        let axis = terms::name(Category::Heading, axis, language).to_owned();
        let lines =
            Lines { axis, unit: Unit::Id, values: Unit::Share, step: Some(step), series, ..Lines::default() };
        let mut chart = Chart::new(&self.title(language), Plot::Lines(lines));
        chart.panels[0].heading = say("chart_shares_by_year", language);
        Some(chart)
    }

    /// The rows of a map: the groups with most games, each with its name and the key by which it is found.
    fn groups(&self) -> Vec<(OpeningGroup, String)> {
        let mut groups: Vec<(OpeningGroup, String, u64)> = Vec::new();
        for row in self.rows() {
            let Some(name) = self.group_name(row) else { continue };
            match groups.iter_mut().find(|(group, ..)| *group == row.group) {
                Some((_, _, games)) => *games += row.games,
                None => groups.push((row.group.clone(), name, row.games)),
            }
        }
        groups.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        groups.into_iter().take(GROUPS).map(|(group, name, _)| (group, name)).collect()
    }

    /// A map of groups and names.
    fn map(
        &self,
        groups: &[(OpeningGroup, String)],
        names: &[(String, String)],
        unit: Unit,
        value: impl Fn(&OpeningRow) -> Option<f64>,
    ) -> HeatMap {
        let cell = |group: &OpeningGroup, id: &str| {
            let row = self.rows().iter().find(|row| row.group == *group && row.definition.id == id);
            row.and_then(&value)
        };
        HeatMap {
            columns: names.iter().map(|(_, name)| name.clone()).collect(),
            rows: groups.iter().map(|(_, name)| name.clone()).collect(),
            is_board: false,
            unit,
            range: None,
            cells: groups
                .iter()
                .map(|(group, _)| names.iter().map(|(id, _)| cell(group, id)).collect())
                .collect(),
        }
    }

    fn by_event(&self, language: Language) -> Option<Chart> {
        let groups = self.groups();
        let map = self.map(&groups, &self.names(NAMES, language), Unit::Share, |row| Some(row.share?.mean));
        let mut chart = Chart::new(&self.title(language), Plot::Heat(map));
        chart.panels[0].heading = say("chart_shares_by_year", language);
        (!groups.is_empty()).then_some(chart)
    }

    /// Both sides' names against each other: scores, and games.
    fn by_opponent(&self, language: Language) -> Option<Chart> {
        let groups = self.groups();
        let names = self.names(NAMES, language);
        let mut scores = self.map(&groups, &names, Unit::Share, |row| Some(row.side.score()?.mean));
        scores.range = Some(SCORES);
        #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
        let games = self.map(&groups, &names, Unit::Count, |row| Some(row.games as f64));
        let mut chart = Chart::new(&say("chart_openings_matrix", language), Plot::Heat(scores));
        chart.panels[0].heading = say("chart_openings_against", language);
        let heading = terms::name(Category::Label, "games", language);
        (!groups.is_empty()).then(|| chart.with(heading, Plot::Heat(games)))
    }
}
