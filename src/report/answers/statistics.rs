//! Statistics over games.

use super::base::{base_remarks, kinds_cell, left_out};
use super::charts::{Went, drawn, label, result_bars, say, years};
use super::player_score::{player_fields, player_points, show_player};
use crate::query::{Counted, EndingRow, EndingsBy, LengthRow, Overview, PlayerScore, YearRow};
use crate::report::cell::ResultStyle;
use crate::report::numbers::{count, percent};
use crate::report::{
    Answer, Bar, Bars, Bin, Block, Cell, Chart, Column, Field, Histogram, Kind, Measure, Plot, Row, Shown,
    Unit, View,
};
use crate::terms::{self, Category, Language, statement};

const COUNTS: Kind = Kind::Results(ResultStyle::Counts);

impl Row for Counted<Overview> {
    const NAME: &'static str = "overview";

    fn fields() -> Vec<Field<Self>> {
        let own = Overview::fields().into_iter().map(|field| field.of(|row: &Self| &row.answer));
        let kinds = [
            Field::new("kinds", Kind::Counts, "the records that are counted, by kind", |row: &Self| {
                kinds_cell(&row.base.counted)
            }),
            Field::new(
                "left_out",
                Kind::Counts,
                "records that meet the filter and are of kinds that are not counted unless asked for",
                |row: &Self| kinds_cell(&row.base.left_out),
            ),
            Field::new(
                "undecided",
                Kind::Count,
                "records that would be counted if their dates were known better",
                |row: &Self| row.base.undecided.all.into(),
            ),
        ];
        own.chain(kinds).collect()
    }
}

impl Overview {
    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new("results", COUNTS, "how they went", |row: &Self| row.results.into()),
            player_results,
            player_score,
            performance,
            Field::new(
                "handicap_games",
                Kind::Count,
                "games from the start position of a handicap",
                |row: &Self| row.handicap_games.into(),
            ),
            Field::new(
                "custom_starts",
                Kind::Count,
                "games from another position; none unless asked for",
                |row: &Self| row.custom_starts.into(),
            ),
            Field::new("plies", Kind::Count, "legal moves in all", |row: &Self| row.plies.into()),
            Field::new(
                "players",
                Kind::Count,
                "players, all names of one person counted once",
                |row: &Self| row.players.into(),
            ),
            Field::new("events", Kind::Count, "events, spellings of one name taken as one", |row: &Self| {
                row.events.into()
            }),
            Field::new("first_date", Kind::Date, "the first day", |row: &Self| row.first_date.into()),
            Field::new("last_date", Kind::Date, "the last day", |row: &Self| row.last_date.into()),
            Field::new("undated", Kind::Count, "games without a date", |row: &Self| row.undated.into()),
            Field::new(
                "cut_short",
                Kind::Count,
                "games with a move that could not be played",
                |row: &Self| row.cut_short.into(),
            ),
        ]
    }
}

/// The collection in numbers.
#[derive(Clone, Debug)]
pub struct OverviewAnswer(pub Counted<Overview>);

impl Answer for OverviewAnswer {
    fn view(&self) -> View {
        View::single(&self.0)
    }

    fn page(&self, language: Language) -> Vec<Block> {
        let sums = &self.0.answer;
        let all = sums.games;
        let days = sums.first_date.zip(sums.last_date).map_or_else(String::new, |(first, last)| {
            statement("date_range", &[("first", &first.to_string()), ("last", &last.to_string())], language)
        });
        let say = |key: &str| statement(key, &[], language);
        let results = &sums.results;
        let row = |key: &str, number: u64, remark: String| {
            let label = terms::name(Category::Label, key, language);
            vec![Cell::from(label), number.into(), Cell::Text(remark)]
        };
        let of_all = |key: &str, number: u64| {
            let mut row = row(key, number, percent(number, all));
            row[0] = Cell::Text(format!("  {}", terms::name(Category::Label, key, language)));
            row
        };
        let results = match &sums.player {
            None => vec![
                of_all("black_won", results.black),
                of_all("white_won", results.white),
                of_all("draw", results.draw),
                of_all("unknown_result", results.unknown),
            ],
            Some(PlayerScore { results, .. }) => vec![
                of_all("won", results.wins),
                of_all("lost", results.losses),
                of_all("draw", results.draws),
                of_all("unknown_result", results.unknown),
                of_all("self_play", all.saturating_sub(results.games())),
            ],
        };
        let mut rows: Vec<Vec<Cell>> =
            std::iter::once(row("games", all, String::new())).chain(results).collect();
        rows.extend([
            row("handicap_games", sums.handicap_games, say("with_handicap")),
            row("custom_starts", sums.custom_starts, say("from_another_position")),
            row("legal_moves", sums.plies, String::new()),
            row("players", sums.players, say("persons")),
            row("events", sums.events, String::new()),
            row("dated_games", all - sums.undated, days),
            row("cut_short", sums.cut_short, say("by_illegal_or_unclear")),
        ]);
        if sums.custom_starts == 0 {
            rows.retain(|row| row[0] != Cell::from(terms::name(Category::Label, "custom_starts", language)));
        }
        let title = terms::name(Category::Label, "games_in_database", language).to_owned();
        let columns = vec![
            label_column(title, Kind::Text),
            label_column(String::new(), Kind::Count),
            label_column(String::new(), Kind::Text),
        ];
        vec![Block::Table(View { name: "overview", columns, rows, is_single: false })]
    }

    fn chart(&self, _: &[usize], language: Language) -> Option<Chart> {
        let sums = &self.0.answer;
        let went = Went::of(sums.results, sums.player);
        let bars = result_bars(std::iter::once((label("games", language), went)), Measure::Share, language)?;
        Some(Chart::new(&say("chart_overview", language), bars).noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let points = self.0.answer.player.map(|player| player_points(&player, language)).unwrap_or_default();
        let score =
            (!points.is_empty()).then(|| statement("points", &[("points", &points.join(" · "))], language));
        score.into_iter().chain(left_out(&self.0.base, language)).collect()
    }

    fn is_empty(&self) -> bool {
        self.0.answer.games == 0
    }
}

/// The rows as a table, from the side of a player if they are counted for one.
fn player_view<R: Row>(rows: &[R], player: impl Fn(&R) -> Option<PlayerScore>) -> View {
    let mut view = View::of(rows);
    if rows.iter().any(|row| player(row).is_some()) {
        show_player(&mut view);
    }
    view
}

/// A column of a table of labels, which has no data form.
fn label_column(heading: String, kind: Kind) -> Column {
    Column { name: "".into(), heading: heading.into(), kind, shown: Shown::Always, meaning: "" }
}

impl Row for EndingRow {
    const NAME: &'static str = "ending";

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new(
                "ending",
                Kind::Code(Category::Ending),
                "the declared ending, or the verified one if asked for",
                |row: &Self| row.ending.into(),
            ),
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new(
                "agrees",
                Kind::Count,
                "games whose moves verify the declared ending",
                |row: &Self| row.agrees.into(),
            ),
            Field::new(
                "consistent",
                Kind::Count,
                "games of which nothing can verify it, and nothing contradicts it",
                |row: &Self| row.consistent.into(),
            )
            .shown(Shown::IfWide(1)),
            Field::new("contradicts", Kind::Count, "games whose moves contradict it", |row: &Self| {
                row.contradicts.into()
            }),
            Field::new(
                "cannot_be_verified",
                Kind::Count,
                "games whose moves could verify it, and do not tell",
                |row: &Self| row.cannot_be_verified.into(),
            )
            .shown(Shown::IfWide(2)),
            Field::new("nothing_declared", Kind::Count, "games that declare nothing", |row: &Self| {
                row.nothing_declared.into()
            })
            .shown(Shown::IfWide(3)),
            Field::new("results", COUNTS, "how the games went", |row: &Self| row.results.into()),
            player_results,
            player_score,
            performance,
        ]
    }
}

/// How games ended.
#[derive(Clone, Debug)]
pub struct EndingStatistics {
    /// The endings.
    pub endings: Counted<Vec<EndingRow>>,
    /// By what they were counted.
    pub by: EndingsBy,
}

impl Answer for EndingStatistics {
    fn view(&self) -> View {
        let mut view = player_view(&self.endings.answer, |row| row.player);
        view.columns[0].heading = match self.by {
            EndingsBy::Declared => "declared".into(),
            EndingsBy::Verified => "verified".into(),
        };
        if self.by == EndingsBy::Verified {
            view.columns[0].kind = Kind::CodeOrNone(Category::Ending);
        }
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, mut notes) = drawn(&self.endings.answer, rows, language);
        let bar = |row: &EndingRow| Bar {
            label: terms::name(Category::Ending, row.ending.name(), language).to_owned(),
            values: vec![
                row.agrees,
                row.contradicts,
                row.consistent,
                row.cannot_be_verified,
                row.nothing_declared,
            ],
            note: count(row.games),
        };
        let agreements = ["agrees", "contradicts", "consistent", "cannot_be_verified", "nothing_declared"];
        let series =
            agreements.map(|key| terms::name(Category::Agreement, key, language).to_owned()).to_vec();
        let rows = rows.into_iter().map(bar).collect();
        let title = match self.by {
            EndingsBy::Declared => say("chart_endings_declared", language),
            EndingsBy::Verified => say("chart_endings_verified", language),
        };
        notes.extend(base_remarks(&self.endings.base, language));
        Some(Chart::new(&title, Plot::Bars(Bars { series, rows, measure: Measure::Share })).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.endings.base, language);
        remarks.push(statement("winner_basis", &[], language));
        remarks
    }
}

impl Row for LengthRow {
    const NAME: &'static str = "length";

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new("plies", Kind::Text, "the range of plies", |row: &Self| {
                format!("{}–{}", row.from, row.to).into()
            })
            .shown(Shown::Always),
            Field::new("from_plies", Kind::Count, "the fewest plies", |row: &Self| row.from.into()).in_data(),
            Field::new("to_plies", Kind::Count, "the most plies", |row: &Self| row.to.into()).in_data(),
            Field::new("games", Kind::Count, "games", |row: &Self| row.results.games().into()),
            Field::new("results", COUNTS, "how they went", |row: &Self| row.results.into()),
            player_results,
            player_score,
            performance,
        ]
    }
}

/// Games by length.
#[derive(Clone, Debug)]
pub struct LengthStatistics(pub Counted<Vec<LengthRow>>);

impl Answer for LengthStatistics {
    fn view(&self) -> View {
        player_view(&self.0.answer, |row| row.player)
    }

    fn chart(&self, _: &[usize], language: Language) -> Option<Chart> {
        #[expect(clippy::cast_precision_loss, reason = "no game has 2^52 plies")]
        let bin = |row: &LengthRow| Bin {
            from: row.from as f64,
            to: (row.to + 1) as f64,
            count: row.results.games(),
        };
        let bins = self.0.answer.iter().map(bin).collect();
        let axis = terms::name(Category::Heading, "plies", language).to_owned();
        let histogram = Histogram { axis, unit: Unit::Count, range: Some((0.0, 20.0)), bins };
        Some(
            Chart::new(&say("chart_lengths", language), Plot::Histogram(histogram))
                .noted(base_remarks(&self.0.base, language)),
        )
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        base_remarks(&self.0.base, language)
    }
}

impl Row for YearRow {
    const NAME: &'static str = "year";

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new("year", Kind::Id, "the year; null for games without a date", |row: &Self| {
                row.year.into()
            }),
            Field::new("games", Kind::Count, "games", |row: &Self| row.results.games().into()),
            Field::new("results", COUNTS, "how they went", |row: &Self| row.results.into()),
            player_results,
            player_score,
            performance,
            Field::new("mean_plies", Kind::Number(1), "the mean number of plies", |row: &Self| {
                row.mean_plies.into()
            }),
        ]
    }
}

/// Games by year.
#[derive(Clone, Debug)]
pub struct YearStatisticsAnswer(pub Counted<Vec<YearRow>>);

impl Answer for YearStatisticsAnswer {
    fn view(&self) -> View {
        player_view(&self.0.answer, |row| row.player)
    }

    fn chart(&self, _: &[usize], language: Language) -> Option<Chart> {
        let year = |row: &YearRow| Some((row.year?, Went::of(row.results, row.player)));
        let dated: Vec<_> = self.0.answer.iter().filter_map(year).collect();
        Some(years(&say("chart_years", language), &dated, language)?.noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let rows = &self.0.answer;
        let undated = rows.iter().filter(|row| row.year.is_none()).map(|row| row.results.games()).sum();
        let mut remarks = base_remarks(&self.0.base, language);
        if undated > 0 {
            remarks.push(format!("– {}: {}", statement("no_date", &[], language), count(undated)));
        }
        remarks
    }
}
