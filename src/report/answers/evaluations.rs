//! Evaluations that came with the records: how well sides play by them, where games turn, how the winner's chances grow.

use super::base::base_remarks;
use super::charts::say;
use super::counted;
use super::grouped::{GroupRow, GroupStatistics, Labelled, Value, values_plot};
use crate::query::{
    Counted, EvaluationOptions, EvaluationRangeRow, EvaluationRow, EvaluationTable, GameGroup, GroupBy,
    LOSSES,
};
use crate::report::chart::{Lines, Point, Series};
use crate::report::numbers::decimal;
use crate::report::{Answer, Chart, Field, Kind, Plot, Row, Shown, Unit, View};
use crate::rules::Color;
use crate::terms::{self, Category, Language, statement};

/// How well groups of games were played.
pub type EvaluationStatistics = GroupStatistics<EvaluationRow>;

/// The columns of moves that lose much: of both sides, of Black, of White.
const LOST: [[&str; 3]; LOSSES.len()] = [
    ["lost_5", "black_lost_5", "white_lost_5"],
    ["lost_10", "black_lost_10", "white_lost_10"],
    ["lost_20", "black_lost_20", "white_lost_20"],
    ["lost_50", "black_lost_50", "white_lost_50"],
];

impl GroupRow for EvaluationRow {
    const NAME: &'static str = "evaluation group";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn fields() -> Vec<Field<Self>> {
        let side = |name, meaning, side| {
            Field::new(name, Kind::Share, meaning, move |row: &Self| row.sides[side].accuracy().into())
                .shown(Shown::IfWide(1))
        };
        let mut fields = vec![
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new(
                "evaluated_games",
                Kind::Count,
                "games with a move that has an evaluation before and after it",
                |row: &Self| row.evaluated.into(),
            ),
            Field::new("judged_moves", Kind::Count, "such moves", |row: &Self| row.both().moves.into()),
            Field::new(
                "accuracy",
                Kind::Share,
                "what a move keeps of the chance to win, on average: 1 less the mean loss",
                |row: &Self| row.both().accuracy().into(),
            ),
            side("black_accuracy", "the same of Black's moves", Color::Black),
            side("white_accuracy", "the same of White's moves", Color::White),
            Field::new(
                "player_moves",
                Kind::Count,
                "such moves of the player that the filter asks for",
                |row: &Self| row.player.map(|player| player.moves).into(),
            )
            .in_data(),
            Field::new("player_accuracy", Kind::Share, "that player's accuracy", |row: &Self| {
                row.player.and_then(|player| player.accuracy()).into()
            })
            .in_data(),
        ];
        for (place, [both, black, white]) in LOST.into_iter().enumerate() {
            let meaning = "moves that lose at least so many points of a hundred of the chance to win";
            fields.push(
                Field::new(both, Kind::Count, meaning, move |row: &Self| row.both().losses[place].into())
                    .shown(if place == 0 { Shown::IfWide(2) } else { Shown::Always }),
            );
            for (name, side) in [(black, Color::Black), (white, Color::White)] {
                fields.push(
                    Field::new(name, Kind::Count, meaning, move |row: &Self| {
                        row.sides[side].losses[place].into()
                    })
                    .heading(both)
                    .in_data(),
                );
            }
        }
        fields.extend([
            Field::new("decided_games", Kind::Count, "games with evaluations and a winner", |row: &Self| {
                row.decided.into()
            })
            .in_data(),
            Field::new("turnarounds", Kind::Count, "those in which the loser stood to win", |row: &Self| {
                row.turnarounds.into()
            })
            .shown(Shown::IfWide(3)),
            Field::new(
                "turnaround_share",
                Kind::Score,
                "their share, with its 95 % interval",
                |row: &Self| row.turnaround_share().into(),
            ),
        ]);
        fields
    }

    fn remarks(rows: &[Self], language: Language) -> Vec<String> {
        let is_by_opening = rows.iter().any(|row| matches!(row.group, GameGroup::Opening(_)));
        let without: u64 = rows.iter().map(|row| row.games - row.evaluated).sum();
        let games = counted("game", without, language);
        let missing = (without > 0 && !is_by_opening)
            .then(|| statement("evaluations_unjudged", &[("games", &games)], language));
        missing.into_iter().chain([say("accuracy_of_moves", language)]).collect()
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let side = |side: Color| -> Value<Self> {
            Box::new(move |row| row.sides[side].accuracy().map(|share| (share, share, share)))
        };
        let values = Color::ALL
            .map(|color| (terms::name(Category::Side, color.name(), language).to_owned(), side(color)));
        let plot = values_plot(rows, by, Unit::Share, &values, language)?;
        let mut chart = Chart::new(&say("chart_play_quality", language), plot);
        chart.panels[0].heading = terms::name(Category::Heading, "accuracy", language).to_owned();
        let turned: Value<Self> =
            Box::new(|row| row.turnaround_share().map(|score| (score.mean, score.low, score.high)));
        let turned = [(terms::name(Category::Heading, "turnaround_share", language).to_owned(), turned)];
        match values_plot(rows, by, Unit::Share, &turned, language) {
            Some(plot) => Some(chart.with(&turned[0].0, plot)),
            None => Some(chart),
        }
    }
}

impl Row for EvaluationRangeRow {
    const NAME: &'static str = "evaluation range";

    fn fields() -> Vec<Field<Self>> {
        let loss = |name, meaning, side: Color| {
            Field::new(name, Kind::Share, meaning, move |row: &Self| row.sides[side].mean_loss().into())
        };
        vec![
            Field::new("plies", Kind::Text, "the range of plies", |row: &Self| {
                format!("{}–{}", row.from, row.to).into()
            }),
            Field::new("from_plies", Kind::Count, "the first ply", |row: &Self| row.from.into()).in_data(),
            Field::new("to_plies", Kind::Count, "the last ply", |row: &Self| row.to.into()).in_data(),
            Field::new(
                "evaluations",
                Kind::Count,
                "evaluated positions of games with a winner",
                |row: &Self| row.evaluations.into(),
            ),
            Field::new(
                "winners_chance",
                Kind::Share,
                "the mean chance to win of the side that won in the end",
                |row: &Self| row.winners_chance().into(),
            ),
            Field::new(
                "judged_moves",
                Kind::Count,
                "moves with an evaluation before and after them",
                |row: &Self| (row.sides.black.moves + row.sides.white.moves).into(),
            ),
            loss("black_loss", "what a move of Black's loses of the chance to win, on average", Color::Black),
            loss("white_loss", "what a move of White's loses of the chance to win, on average", Color::White),
        ]
    }
}

/// Evaluations by ply.
#[derive(Clone, Debug)]
pub struct EvaluationCurve {
    /// What was counted.
    pub table: Counted<EvaluationTable>,
    /// How evaluations are understood.
    pub options: EvaluationOptions,
}

/// How chances are made of evaluations, in words.
#[must_use]
pub fn chance_basis(options: &EvaluationOptions, language: Language) -> String {
    let (scale, percent) = (decimal(options.scale, 0), decimal(options.turnaround * 100.0, 0));
    statement("chance_and_turnaround", &[("scale", &scale), ("percent", &percent)], language)
}

impl Answer for EvaluationCurve {
    fn view(&self) -> View {
        View::of(&self.table.answer.rows)
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let rows: Vec<&EvaluationRangeRow> =
            rows.iter().filter_map(|row| self.table.answer.rows.get(*row)).collect();
        let line = |value: &dyn Fn(&EvaluationRangeRow) -> Option<f64>| -> Vec<Point> {
            let point = |row: &&EvaluationRangeRow| {
                Some(Point { x: f64::from(row.from + row.to) / 2.0, y: value(row)?, interval: None })
            };
            rows.iter().filter_map(point).collect()
        };
        let chances = line(&|row| row.winners_chance());
        if chances.is_empty() {
            return None;
        }
        let axis = || terms::name(Category::Heading, "ply", language).to_owned();
        let winner = Lines {
            axis: axis(),
            values: Unit::Share,
            reference: Some(0.5),
            series: vec![Series { name: String::new(), points: chances }],
            ..Lines::default()
        };
        let series = |side: Color| Series {
            name: terms::name(Category::Side, side.name(), language).to_owned(),
            points: line(&|row| row.sides[side].mean_loss()),
        };
        let losses = Lines {
            axis: axis(),
            values: Unit::Share,
            series: Color::ALL.into_iter().map(series).collect(),
            ..Lines::default()
        };
        let mut chart = Chart::new(&say("chart_evaluations", language), Plot::Lines(winner));
        chart.panels[0].heading = terms::name(Category::Heading, "winners_chance", language).to_owned();
        Some(chart.with(&say("mean_loss", language), Plot::Lines(losses)).noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.table.base, language);
        let games = counted("game", self.table.answer.without, language);
        if self.table.answer.without > 0 {
            remarks.push(statement("evaluations_missing", &[("games", &games)], language));
        }
        remarks.push(chance_basis(&self.options, language));
        remarks
    }
}
