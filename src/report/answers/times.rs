//! Thinking times, by ply and group by group.

use super::base::base_remarks;
use super::charts::say;
use super::counted;
use super::grouped::{GroupRow, GroupStatistics, Labelled, Value, values_plot};
use crate::query::{
    Counted, GameGroup, GroupBy, PHASES, Score, TimeGroupRow, TimeRangeRow, TimeRanges, TimeTable,
};
use crate::report::chart::{Dot, Dots, Lines, Point, Series};
use crate::report::numbers::decimal;
use crate::report::{Answer, Cell, Chart, Field, Kind, Plot, Row, Shown, Unit, View};
use crate::rules::Color;
use crate::terms::{self, Category, Language, statement};

impl Row for TimeRangeRow {
    const NAME: &'static str = "time range";

    fn fields() -> Vec<Field<Self>> {
        let side = |name, meaning, side| {
            Field::new(name, Kind::Number(1), meaning, move |row: &Self| row.mean(Some(side)).into())
                .shown(Shown::IfWide(1))
        };
        vec![
            Field::new("plies", Kind::Text, "the range of plies", |row: &Self| {
                row.to.map_or_else(|| format!("{}–", row.from), |to| format!("{}–{to}", row.from)).into()
            }),
            Field::new("from_plies", Kind::Count, "the first ply", |row: &Self| row.from.into()).in_data(),
            Field::new("to_plies", Kind::Count, "the last ply; null where there is no end", |row: &Self| {
                row.to.into()
            })
            .in_data(),
            Field::new("moves", Kind::Count, "moves with a time", |row: &Self| {
                (row.moves.black + row.moves.white).into()
            }),
            Field::new("mean_seconds", Kind::Number(1), "the mean seconds of a move", |row: &Self| {
                row.mean(None).into()
            }),
            side("black_seconds", "the mean seconds of Black's moves", Color::Black),
            side("white_seconds", "the mean seconds of White's moves", Color::White),
            Field::new(
                "median_seconds",
                Kind::Count,
                "the whole seconds in the middle, of an even number the lower ones",
                |row: &Self| row.seconds.percentile(50).into(),
            ),
            Field::new(
                "tenth_seconds",
                Kind::Count,
                "nine of ten moves do not take more whole seconds",
                |row: &Self| row.seconds.percentile(90).into(),
            )
            .shown(Shown::IfWide(2)),
            Field::new("most_seconds", Kind::Count, "the whole seconds of the longest move", |row: &Self| {
                row.seconds.most().into()
            })
            .shown(Shown::IfWide(3)),
            Field::new("untimed_moves", Kind::Count, "moves without a time", |row: &Self| row.without.into())
                .shown(Shown::IfWide(4)),
        ]
    }
}

/// Thinking times by ply.
#[derive(Clone, Debug)]
pub struct TimeStatistics {
    /// What was counted.
    pub table: Counted<TimeTable>,
    /// How the plies are put together.
    pub ranges: TimeRanges,
}

/// The name of a phase.
fn phase(row: &TimeRangeRow, language: Language) -> &'static str {
    let key = match PHASES.iter().position(|last| Some(*last) == row.to) {
        Some(0) => "phase_opening",
        Some(_) => "phase_middle",
        None => "phase_end",
    };
    terms::name(Category::Label, key, language)
}

impl Answer for TimeStatistics {
    fn view(&self) -> View {
        View::of(&self.table.answer.rows)
    }

    fn page(&self, language: Language) -> Vec<crate::report::Block> {
        let mut view = self.view();
        if self.ranges == TimeRanges::Phases {
            for (row, cells) in self.table.answer.rows.iter().zip(&mut view.rows) {
                if let Cell::Text(text) = &mut cells[0] {
                    *text = format!("{} {text}", phase(row, language));
                }
            }
        }
        vec![crate::report::Block::Table(view)]
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let rows: Vec<&TimeRangeRow> =
            rows.iter().filter_map(|row| self.table.answer.rows.get(*row)).collect();
        let title = say("chart_thinking", language);
        if self.ranges == TimeRanges::Phases {
            let dot = |row: &&TimeRangeRow| Dot {
                label: phase(row, language).to_owned(),
                value: row.mean(None).map(|mean| (mean, mean, mean)),
                note: row.mean(None).map_or_else(|| "–".to_owned(), |mean| decimal(mean, 1)),
            };
            let axis = say("mean_seconds", language);
            let dots =
                Dots { axis, unit: Unit::Count, rows: rows.iter().map(dot).collect(), ..Dots::default() };
            return (!rows.is_empty())
                .then(|| Chart::new(&title, Plot::Dots(dots)).noted(self.remarks(language)));
        }
        let series = |side: Color| {
            let point = |row: &&TimeRangeRow| {
                let middle = f64::from(row.from + row.to.unwrap_or(row.from)) / 2.0;
                Some(Point { x: middle, y: row.mean(Some(side))?, interval: None })
            };
            Series {
                name: terms::name(Category::Side, side.name(), language).to_owned(),
                points: rows.iter().filter_map(point).collect(),
            }
        };
        let series: Vec<Series> = Color::ALL.into_iter().map(series).collect();
        if series.iter().all(|series| series.points.is_empty()) {
            return None;
        }
        let axis = terms::name(Category::Heading, "ply", language).to_owned();
        let lines = Lines { axis, unit: Unit::Count, values: Unit::Count, series, ..Lines::default() };
        let mut chart = Chart::new(&title, Plot::Lines(lines)).noted(self.remarks(language));
        chart.panels[0].heading = say("mean_seconds", language);
        Some(chart)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.table.base, language);
        let TimeTable { rows, timed, untimed } = &self.table.answer;
        let moves = rows.iter().map(|row| row.moves.black + row.moves.white).sum();
        let values =
            [("moves", counted("move", moves, language)), ("games", counted("game", *timed, language))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        remarks.push(statement("times_of", &values, language));
        if *untimed > 0 {
            let games = counted("game", *untimed, language);
            remarks.push(statement("times_missing", &[("games", &games)], language));
        }
        if self.ranges == TimeRanges::Phases {
            remarks.push(say("phases_basis", language));
        }
        remarks
    }
}

/// Thinking times of groups of games.
pub type TimeGroupStatistics = GroupStatistics<TimeGroupRow>;

/// The columns of sides that were short of time.
fn clock_fields() -> Vec<Field<TimeGroupRow>> {
    vec![
        Field::new(
            "controlled_sides",
            Kind::Count,
            "sides with a time for every move and a time control that is understood",
            |row: &TimeGroupRow| row.controlled.into(),
        )
        .shown(Shown::IfWide(3)),
        Field::new(
            "in_trouble",
            Kind::Count,
            "those that began a move with less than a tenth of their time left",
            |row: &TimeGroupRow| row.in_trouble.into(),
        )
        .in_data(),
        Field::new(
            "trouble_share",
            Kind::Score,
            "their share of those sides, with its 95 % interval",
            |row: &TimeGroupRow| row.trouble_share().into(),
        ),
        Field::new(
            "with_byoyomi",
            Kind::Count,
            "those sides whose time control has byoyomi",
            |row: &TimeGroupRow| row.with_byoyomi.into(),
        )
        .in_data(),
        Field::new("in_byoyomi", Kind::Count, "those that came into byoyomi", |row: &TimeGroupRow| {
            row.in_byoyomi.into()
        })
        .in_data(),
        Field::new(
            "byoyomi_share",
            Kind::Score,
            "their share of the sides with byoyomi, with its 95 % interval",
            |row: &TimeGroupRow| row.byoyomi_share().into(),
        ),
        Field::new("byoyomi_moves", Kind::Count, "moves that were made in byoyomi", |row: &TimeGroupRow| {
            row.byoyomi_moves.into()
        })
        .in_data(),
    ]
}

impl GroupRow for TimeGroupRow {
    const NAME: &'static str = "time group";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn fields() -> Vec<Field<Self>> {
        let per_game = |name, meaning, side| {
            Field::new(name, Kind::Number(0), meaning, move |row: &Self| row.per_game(side).into())
                .shown(Shown::IfWide(2))
        };
        vec![
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new("timed_games", Kind::Count, "games with times", |row: &Self| row.timed.into()),
            Field::new("moves", Kind::Count, "moves with a time", |row: &Self| {
                (row.moves.black + row.moves.white).into()
            })
            .shown(Shown::IfWide(4)),
            Field::new("mean_seconds", Kind::Number(1), "the mean seconds of a move", |row: &Self| {
                row.mean(None).into()
            }),
            Field::new(
                "black_seconds",
                Kind::Number(1),
                "the mean seconds of Black's moves",
                |row: &Self| row.mean(Some(Color::Black)).into(),
            )
            .in_data(),
            Field::new(
                "white_seconds",
                Kind::Number(1),
                "the mean seconds of White's moves",
                |row: &Self| row.mean(Some(Color::White)).into(),
            )
            .in_data(),
            Field::new(
                "median_seconds",
                Kind::Count,
                "the whole seconds of a move in the middle, of an even number the lower ones",
                |row: &Self| row.seconds.percentile(50).into(),
            )
            .shown(Shown::IfWide(1)),
            per_game(
                "black_game_seconds",
                "the mean seconds that Black uses in a game with times",
                Color::Black,
            ),
            per_game(
                "white_game_seconds",
                "the mean seconds that White uses in a game with times",
                Color::White,
            ),
        ]
        .into_iter()
        .chain(clock_fields())
        .collect()
    }

    fn remarks(_: &[Self], language: Language) -> Vec<String> {
        vec![say("trouble_basis", language)]
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let share = |of: fn(&Self) -> Option<Score>| -> Value<Self> {
            Box::new(move |row| of(row).map(|score| (score.mean, score.low, score.high)))
        };
        let heading = |key: &str| terms::name(Category::Heading, key, language).to_owned();
        let values = [
            (heading("trouble_share"), share(Self::trouble_share)),
            (heading("byoyomi_share"), share(Self::byoyomi_share)),
        ];
        let seconds: Value<Self> = Box::new(|row| row.mean(None).map(|mean| (mean, mean, mean)));
        let means = [(say("mean_seconds", language), seconds)];
        let plot = values_plot(rows, by, Unit::Count, &means, language)?;
        let chart = Chart::new(&say("chart_thinking", language), plot);
        let has_shares = rows.iter().any(|line| line.row.controlled > 0);
        match values_plot(rows, by, Unit::Share, &values, language).filter(|_| has_shares) {
            Some(shares) => Some(chart.with(&say("chart_time_trouble", language), shares)),
            None => Some(chart),
        }
    }
}
