//! Who played whom, and the ratings that results make.

use super::base::base_remarks;
use super::charts::{drawn, say};
use super::counted;
use crate::query::{Counted, CrossRow, CrossTable, PlayerScore, RatingOptions, RatingRow, RatingTable};
use crate::report::chart::{Dot, Dots};
use crate::report::numbers::{count, decimal};
use crate::report::{Answer, Block, Cell, Chart, Column, Field, HeatMap, Kind, Plot, Row, Shown, Unit, View};
use crate::terms::{Language, statement};

/// A player's games against another, in a cross table.
#[derive(Clone, Debug)]
pub struct PairingRow {
    opponent: String,
    score: PlayerScore,
}

impl Row for PairingRow {
    const NAME: &'static str = "pairing";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("opponent", Kind::Text, "the other player", |row: &Self| row.opponent.clone().into()),
            Field::new("games", Kind::Count, "games", |row: &Self| row.score.results.games().into()),
            Field::new(
                "results",
                Kind::PlayerResults,
                "how they went for the player of the row",
                |row: &Self| row.score.results.into(),
            ),
        ]
    }
}

/// A row of a cross table with the names of its columns.
#[derive(Clone, Debug)]
pub struct CrossLine {
    row: CrossRow,
    place: usize,
    pairings: Vec<PairingRow>,
}

impl Row for CrossLine {
    const NAME: &'static str = "cross table";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("rank", Kind::Id, "the place by points", |line: &Self| line.place.into()),
            Field::new("player", Kind::Text, "the player", |line: &Self| line.row.player.clone().into()),
            Field::new("games", Kind::Count, "games", |line: &Self| line.row.score.results.games().into()),
            Field::new("points", Kind::Number(1), "points: a win one, a draw half", |line: &Self| {
                line.row.points().into()
            }),
            Field::new("results", Kind::PlayerResults, "how all games went", |line: &Self| {
                line.row.score.results.into()
            })
            .in_data(),
            Field::new("score", Kind::Score, "the score, with its 95 % interval", |line: &Self| {
                line.row.score.score().into()
            })
            .shown(Shown::IfWide(1)),
            Field::new(
                "performance",
                Kind::Number(0),
                "the performance rating over the games against rated opponents",
                |line: &Self| line.row.score.performance().into(),
            )
            .shown(Shown::IfWide(2)),
            Field::new(
                "against",
                Kind::Rows(PairingRow::NAME),
                "the games against each other player of the table whom the player met",
                |line: &Self| View::of(&line.pairings).into(),
            )
            .in_data(),
        ]
    }
}

/// A cross table.
#[derive(Clone, Debug)]
pub struct CrossTableAnswer(pub Counted<CrossTable>);

/// `1.5/2`: points and games.
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn pairing(score: &PlayerScore) -> String {
    let points = score.results.wins as f64 + score.results.draws as f64 / 2.0;
    let whole = score.results.draws.is_multiple_of(2);
    format!("{}/{}", decimal(points, u8::from(!whole)), score.results.games())
}

impl CrossTableAnswer {
    fn lines(&self) -> Vec<CrossLine> {
        let rows = &self.0.answer.rows;
        let line = |(place, row): (usize, &CrossRow)| CrossLine {
            row: row.clone(),
            place: place + 1,
            pairings: rows
                .iter()
                .zip(&row.against)
                .filter_map(|(other, score)| {
                    Some(PairingRow { opponent: other.player.clone(), score: (*score)? })
                })
                .collect(),
        };
        rows.iter().enumerate().map(line).collect()
    }
}

impl Answer for CrossTableAnswer {
    fn view(&self) -> View {
        View::of(&self.lines())
    }

    /// The players' places stand above the columns of the games against them.
    fn page(&self, _: Language) -> Vec<Block> {
        let mut view = self.view();
        for (place, row) in self.0.answer.rows.iter().enumerate() {
            let heading = (place + 1).to_string();
            view.columns.push(Column {
                name: heading.clone().into(),
                heading: heading.into(),
                kind: Kind::Text,
                shown: Shown::Always,
                meaning: "",
            });
            // A column is as long as a row, and has the same games from the other side.
            for (other, cells) in view.rows.iter_mut().enumerate() {
                let score = self.0.answer.rows[other].against.get(place).copied().flatten();
                let text = if other == place {
                    "·".to_owned()
                } else {
                    score.map_or_else(String::new, |score| pairing(&score))
                };
                cells.push(Cell::Text(text));
            }
            debug_assert_eq!(row.against.len(), view.rows.len());
        }
        vec![Block::Table(view)]
    }

    fn chart(&self, _: &[usize], language: Language) -> Option<Chart> {
        /// So many players fit side by side.
        const MOST: usize = 11;
        let rows = &self.0.answer.rows[..self.0.answer.rows.len().min(MOST)];
        let cells = |row: &CrossRow| {
            let scores = row.against.iter().take(rows.len());
            scores.map(|score| score.and_then(|score| score.score()).map(|score| score.mean)).collect()
        };
        let map = HeatMap {
            columns: (1..=rows.len()).map(|place| place.to_string()).collect(),
            rows: rows
                .iter()
                .enumerate()
                .map(|(place, row)| format!("{} {}", place + 1, row.player))
                .collect(),
            is_board: false,
            unit: Unit::Share,
            range: Some((0.0, 1.0)),
            cells: rows.iter().map(cells).collect(),
        };
        let mut notes = self.remarks(language);
        let hidden = self.0.answer.rows.len() - rows.len();
        if hidden > 0 {
            notes.insert(0, statement("not_drawn", &[("n", &count(hidden as u64))], language));
        }
        (!rows.is_empty())
            .then(|| Chart::new(&say("chart_crosstable", language), Plot::Heat(map)).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.0.base, language);
        let CrossTable { hidden, left_out, .. } = self.0.answer;
        if hidden > 0 {
            remarks.push(statement("not_shown", &[("n", &count(hidden))], language));
        }
        if left_out > 0 {
            let games = counted("game", left_out, language);
            remarks.push(statement("pairings_left_out", &[("games", &games)], language));
        }
        remarks
    }
}

impl Row for RatingRow {
    const NAME: &'static str = "rating";

    fn fields() -> Vec<Field<Self>> {
        let recorded = |name, meaning, of: fn(&Self) -> Option<f64>| {
            Field::new(name, Kind::Number(0), meaning, move |row: &Self| of(row).into())
                .shown(Shown::IfWide(2))
        };
        vec![
            Field::new("player", Kind::Text, "the player", |row: &Self| row.player.clone().into()),
            Field::new("games", Kind::Count, "the games that make the rating", |row: &Self| {
                row.results.games().into()
            }),
            Field::new(
                "rating",
                Kind::Number(0),
                "the Glicko-2 rating that the results make",
                |row: &Self| row.glicko.rating.into(),
            ),
            Field::new("low", Kind::Number(0), "the lower end of its 95 % interval", |row: &Self| {
                row.glicko.interval().0.into()
            }),
            Field::new("high", Kind::Number(0), "the upper end", |row: &Self| row.glicko.interval().1.into()),
            Field::new("deviation", Kind::Number(1), "its standard deviation", |row: &Self| {
                row.glicko.deviation.into()
            })
            .in_data(),
            Field::new("volatility", Kind::Number(4), "the volatility", |row: &Self| {
                row.glicko.volatility.into()
            })
            .in_data(),
            Field::new("results", Kind::PlayerResults, "how those games went", |row: &Self| {
                row.results.into()
            })
            .shown(Shown::IfWide(1)),
            Field::new(
                "rated_games",
                Kind::Count,
                "those whose record has the player's rating",
                |row: &Self| row.recorded.into(),
            )
            .shown(Shown::IfWide(3)),
            recorded("first_rating", "the first of these by date", |row| row.recorded_first),
            recorded("last_rating", "the last of these by date", |row| row.recorded_last),
            recorded("lowest_rating", "the lowest of these", |row| row.recorded_least),
            recorded("highest_rating", "the highest of these", |row| row.recorded_most),
        ]
    }
}

/// The ratings of players.
#[derive(Clone, Debug)]
pub struct RatingStatistics {
    /// What was counted.
    pub table: Counted<RatingTable>,
    /// How ratings were calculated.
    pub options: RatingOptions,
    /// How many players are not shown.
    pub hidden: u64,
}

impl Answer for RatingStatistics {
    fn view(&self) -> View {
        View::of(&self.table.answer.rows)
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, mut notes) = drawn(&self.table.answer.rows, rows, language);
        let dot = |row: &RatingRow| {
            let (low, high) = row.glicko.interval();
            let rating = row.glicko.rating;
            let note = format!(
                "{} · {} [{}, {}]",
                count(row.results.games()),
                decimal(rating, 0),
                decimal(low, 0),
                decimal(high, 0)
            );
            Dot { label: row.player.clone(), value: Some((rating, low, high)), note }
        };
        let rows: Vec<Dot> = rows.into_iter().map(dot).collect();
        notes.extend(self.remarks(language));
        let axis = say("rating_with_interval", language);
        let dots = Dots { axis, unit: Unit::Id, reference: Some(1500.0), rows, ..Dots::default() };
        Some(Chart::new(&say("chart_ratings", language), Plot::Dots(dots)).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.table.base, language);
        let RatingTable { rare, undated, unrated, .. } = self.table.answer;
        for (key, number) in [("ratings_undated", undated), ("ratings_unrated", unrated)] {
            if number > 0 {
                remarks.push(statement(key, &[("games", &counted("game", number, language))], language));
            }
        }
        if rare > 0 {
            let players = counted("player", rare, language);
            remarks.push(statement("ratings_rare", &[("players", &players)], language));
        }
        if self.hidden > 0 {
            remarks.push(statement("not_shown", &[("n", &count(self.hidden))], language));
        }
        let period = say(&format!("period_{}", self.options.period.name()), language);
        let tau = decimal(self.options.tau, 2);
        remarks.push(statement("ratings_basis", &[("period", &period), ("tau", &tau)], language));
        remarks
    }
}
