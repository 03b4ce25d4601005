//! Everything about one player's games, in several tables.

use super::base::{base_remarks, left_out};
use super::charts::{dot, say, score_dots};
use super::counted;
use super::player_rows::{PlayerOpeningLine, score_fields};
use super::player_score::player_points;
use crate::query::{
    Counted, FormRow, OpponentRow, PlayerEndingRow, PlayerOpeningRow, PlayerReport, PlayerScore,
};
use crate::report::chart::{Bin, Lines, Point, Series};
use crate::report::numbers::{count, decimal};
use crate::report::{
    Answer, Block, Cell, Chart, Field, Histogram, Kind, Plot, Row, Shown, Unit, View, clean, score_text,
};
use crate::rules::Color;
use crate::terms::{self, Category, Language, statement};

/// Everything about one player's games.
#[derive(Clone, Debug)]
pub struct PlayerPage {
    /// What was counted.
    pub report: Counted<PlayerReport>,
    /// The opponent, where one alone is asked for.
    pub opponent: Option<String>,
    /// The language of names.
    pub language: Language,
    /// How many opponents and openings people see; all in data.
    pub limit: usize,
}

impl PlayerPage {
    fn openings(&self) -> Vec<PlayerOpeningLine> {
        let line = |row: &PlayerOpeningRow| PlayerOpeningLine { row: row.clone(), language: self.language };
        self.report.answer.openings.iter().map(line).collect()
    }

    fn of(&self) -> &PlayerReport {
        &self.report.answer
    }
}

impl Row for PlayerPage {
    const NAME: &'static str = "player report";

    fn fields() -> Vec<Field<Self>> {
        let color = |results: &'static str, score: &'static str, color: Color| {
            [
                Field::new(
                    results,
                    Kind::PlayerResults,
                    "how the games of this colour went",
                    move |page: &Self| page.of().colors[color].results.into(),
                ),
                Field::new(score, Kind::Score, "the score of this colour", move |page: &Self| {
                    page.of().colors[color].score().into()
                }),
            ]
        };
        let mut fields =
            vec![Field::new("player", Kind::Text, "what the player is called", |page: &Self| {
                page.of().player.clone().into()
            })];
        fields.push(Field::new(
            "opponent",
            Kind::Text,
            "the opponent, where one is asked for",
            |page: &Self| page.opponent.clone().into(),
        ));
        fields.extend(score_fields(|page: &Self| page.of().score));
        fields.push(Field::new(
            "self_play",
            Kind::Count,
            "games in which the player had both sides; they are no results",
            |page: &Self| page.of().self_play.into(),
        ));
        fields.extend(color("black_results", "black_score", Color::Black));
        fields.extend(color("white_results", "white_score", Color::White));
        fields.extend(course_fields());
        fields.extend(length_and_time_fields());
        fields.extend([
            Field::new(
                "opponents",
                Kind::Rows(OpponentRow::NAME),
                "the opponents, most games first",
                |page: &Self| View::of(&page.of().opponents).into(),
            ),
            Field::new(
                "form",
                Kind::Rows(FormRow::NAME),
                "the months, the first one first",
                |page: &Self| View::of(&page.of().form).into(),
            ),
            Field::new(
                "openings",
                Kind::Rows(PlayerOpeningLine::NAME),
                "openings, strategies and castles of the player, those with Black first, most games first",
                |page: &Self| View::of(&page.openings()).into(),
            ),
            Field::new("endings", Kind::Rows(PlayerEndingRow::NAME), "how the games ended", |page: &Self| {
                View::of(&page.of().endings).into()
            }),
        ]);
        fields
    }
}

/// The columns of days, runs and recorded ratings.
fn course_fields() -> Vec<Field<PlayerPage>> {
    let streak = |name, meaning, of: fn(&PlayerPage) -> Cell| Field::new(name, Kind::Count, meaning, of);
    let rating = |name, meaning, of: fn(&PlayerPage) -> Option<f64>| {
        Field::new(name, Kind::Number(0), meaning, move |page: &PlayerPage| of(page).into())
    };
    vec![
        Field::new("first_date", Kind::Date, "the first day", |page: &PlayerPage| {
            page.of().days.map(|(first, _)| first).into()
        }),
        Field::new("last_date", Kind::Date, "the last day", |page: &PlayerPage| {
            page.of().days.map(|(_, last)| last).into()
        }),
        streak("longest_wins", "the longest run of wins", |page| page.of().streaks.wins.into()),
        streak("longest_unbeaten", "the longest run without a loss", |page| {
            page.of().streaks.unbeaten.into()
        }),
        streak("longest_losses", "the longest run of losses", |page| page.of().streaks.losses.into()),
        streak("current_run", "the wins with which the games end, or below 0 the losses", |page| {
            page.of().streaks.current.into()
        }),
        streak("out_of_runs", "games without a date or a result, which are in no run", |page| {
            page.of().streaks.left_out.into()
        }),
        streak("rated_games", "games whose record has the player's rating", |page| {
            page.of().ratings.games.into()
        }),
        rating("first_rating", "the first of these by date", |page| page.of().ratings.first),
        rating("last_rating", "the last of these by date", |page| page.of().ratings.last),
        rating("lowest_rating", "the lowest of these", |page| page.of().ratings.least),
        rating("highest_rating", "the highest of these", |page| page.of().ratings.most),
    ]
}

/// The columns of lengths and thinking times.
fn length_and_time_fields() -> Vec<Field<PlayerPage>> {
    vec![
        Field::new("median_plies", Kind::Count, "the median number of plies", |page: &PlayerPage| {
            page.of().plies.percentile(50).into()
        }),
        Field::new("mean_plies", Kind::Number(1), "the mean number of plies", |page: &PlayerPage| {
            page.of().plies.mean().into()
        }),
        Field::new("timed_games", Kind::Count, "games with times", |page: &PlayerPage| {
            page.of().times.timed.into()
        }),
        Field::new(
            "mean_seconds",
            Kind::Number(1),
            "the mean seconds of the player's moves",
            |page: &PlayerPage| page.of().times.mean(None).into(),
        ),
        Field::new(
            "median_seconds",
            Kind::Count,
            "the whole seconds of a move of the player in the middle",
            |page: &PlayerPage| page.of().times.seconds.percentile(50).into(),
        ),
        Field::new(
            "controlled_sides",
            Kind::Count,
            "games with a time for every move of the player and a time control that is understood",
            |page: &PlayerPage| page.of().times.controlled.into(),
        ),
        Field::new(
            "trouble_share",
            Kind::Score,
            "the share of these in which the player began a move with less than a tenth of the time left",
            |page: &PlayerPage| page.of().times.trouble_share().into(),
        ),
        Field::new(
            "byoyomi_share",
            Kind::Score,
            "the share of those with byoyomi in which the player came into it",
            |page: &PlayerPage| page.of().times.byoyomi_share().into(),
        ),
    ]
}

/// A column of a table of labels, which has no data form.
fn column(heading: &str, kind: Kind) -> crate::report::Column {
    let heading = heading.to_owned().into();
    crate::report::Column { name: "".into(), heading, kind, shown: Shown::Always, meaning: "" }
}

impl PlayerPage {
    /// Ratings, lengths and times, as far as there are any.
    fn further(&self, language: Language) -> Vec<(String, u64, String)> {
        let report = self.of();
        let label = |key: &str| terms::name(Category::Label, key, language).to_owned();
        let mut rows = Vec::new();
        if let (Some(first), Some(last)) = (report.ratings.first, report.ratings.last) {
            let whole =
                |rating: Option<f64>| rating.map_or_else(|| "–".to_owned(), |rating| decimal(rating, 0));
            let values = [
                ("first", decimal(first, 0)),
                ("last", decimal(last, 0)),
                ("least", whole(report.ratings.least)),
                ("most", whole(report.ratings.most)),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            rows.push((
                label("rated_games"),
                report.ratings.games,
                statement("recorded_ratings", &values, language),
            ));
        }
        if let Some(median) = report.plies.percentile(50) {
            let mean = report.plies.mean().map_or_else(String::new, |mean| decimal(mean, 1));
            rows.push((
                label("median_plies"),
                median.into(),
                statement("on_average", &[("mean", &mean)], language),
            ));
        }
        if let Some(mean) = report.times.mean(None) {
            let share = |name: &str, score: Option<crate::query::Score>| {
                let name = terms::name(Category::Heading, name, language);
                score.map(|score| format!("{name} {}", score_text(score)))
            };
            let parts = [
                Some(statement("seconds_a_move", &[("mean", &decimal(mean, 1))], language)),
                share("trouble_share", report.times.trouble_share()),
                share("byoyomi_share", report.times.byoyomi_share()),
            ];
            let text = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            rows.push((
                terms::name(Category::Heading, "timed_games", language).to_owned(),
                report.times.timed,
                text,
            ));
        }
        rows
    }

    /// Labels and values of what is known of all games.
    fn summary(&self, language: Language) -> Block {
        let report = self.of();
        let label = |key: &str| terms::name(Category::Label, key, language).to_owned();
        let side = |color: Color| terms::name(Category::Side, color.name(), language).to_owned();
        let went = |score: &PlayerScore| {
            let results = score.results;
            let parts = [results.wins, results.losses, results.draws].map(count).join("–");
            std::iter::once(parts).chain(player_points(score, language)).collect::<Vec<_>>().join(" · ")
        };
        let mut rows = vec![(label("games"), report.score.results.games(), went(&report.score))];
        for color in Color::ALL {
            let score = &report.colors[color];
            rows.push((format!("  {}", side(color)), score.results.games(), went(score)));
        }
        if report.self_play > 0 {
            rows.push((label("self_play"), report.self_play, String::new()));
        }
        let streaks = report.streaks;
        let run = match streaks.current {
            0 => String::new(),
            wins @ 1.. => statement("run_of_wins", &[("n", &wins.to_string())], language),
            losses => statement("run_of_losses", &[("n", &losses.unsigned_abs().to_string())], language),
        };
        rows.push((label("longest_wins"), streaks.wins, run));
        rows.push((label("longest_unbeaten"), streaks.unbeaten, String::new()));
        rows.push((label("longest_losses"), streaks.losses, String::new()));
        rows.extend(self.further(language));
        let days = report.days.map_or_else(String::new, |(first, last)| {
            statement("date_range", &[("first", &first.to_string()), ("last", &last.to_string())], language)
        });
        let title = match &self.opponent {
            Some(opponent) => statement(
                "against_opponent",
                &[("player", &clean(&report.player)), ("opponent", &clean(opponent))],
                language,
            ),
            None => clean(&report.player).into_owned(),
        };
        let columns = vec![column(&title, Kind::Text), column("", Kind::Count), column(&days, Kind::Text)];
        let cells = |(name, number, text): (String, u64, String)| {
            vec![Cell::Text(name), number.into(), Cell::Text(text)]
        };
        let rows = rows.into_iter().map(cells).collect();
        Block::Table(View { name: Self::NAME, columns, rows, is_single: false })
    }

    /// A table under its title, cut to the limit; nothing without rows.
    fn table(&self, title: &str, mut view: View, language: Language) -> Vec<Block> {
        if view.rows.is_empty() {
            return Vec::new();
        }
        let more = view.rows.len().saturating_sub(self.limit);
        view.rows.truncate(self.limit);
        let mut blocks = vec![Block::Text(format!("{}\n", say(title, language))), Block::Table(view)];
        if more > 0 {
            let text = statement("not_shown", &[("n", &count(more as u64))], language);
            blocks.push(Block::Text(format!("{text}\n")));
        }
        blocks
    }
}

impl Answer for PlayerPage {
    fn view(&self) -> View {
        View::single(self)
    }

    fn list(&self) -> View {
        View::of(&self.of().opponents)
    }

    fn page(&self, language: Language) -> Vec<Block> {
        let report = self.of();
        let mut blocks = vec![self.summary(language)];
        if self.opponent.is_none() {
            blocks.extend(self.table("player_opponents", View::of(&report.opponents), language));
        }
        let latest: Vec<&FormRow> = report.form.iter().rev().take(self.limit).collect();
        let mut form = View::of(latest.into_iter().rev());
        form.rows.truncate(self.limit);
        blocks.extend(self.table("player_form", form, language));
        let openings = self.openings();
        for color in Color::ALL {
            let title = if color == Color::Black { "player_black_openings" } else { "player_white_openings" };
            let view = View::of(openings.iter().filter(|line| line.row.side == color));
            blocks.extend(self.table(title, view, language));
        }
        blocks.extend(self.table("player_endings", View::of(&report.endings), language));
        blocks
    }

    fn chart(&self, _: &[usize], language: Language) -> Option<Chart> {
        let report = self.of();
        let place = |row: &FormRow| {
            f64::from(row.month.year) + (f64::from(row.month.month.unwrap_or(1)) - 1.0) / 12.0
        };
        let point = |row: &FormRow| {
            let score = row.score.score()?;
            Some(Point { x: place(row), y: score.mean, interval: Some((score.low, score.high)) })
        };
        let points: Vec<Point> = report.form.iter().filter_map(point).collect();
        let opponents: Vec<_> = report
            .opponents
            .iter()
            .take(self.limit)
            .map(|row| dot(row.opponent.clone(), row.score.score(), row.score.results.games()))
            .collect();
        let dots = |rows| score_dots(say("score_with_interval", language), rows);
        let title = match &self.opponent {
            Some(opponent) => statement(
                "against_opponent",
                &[("player", &clean(&report.player)), ("opponent", &clean(opponent))],
                language,
            ),
            None => clean(&report.player).into_owned(),
        };
        let (first, last) = (points.first()?.x, points.last()?.x);
        let range = Some((first.floor(), (last + 0.1).ceil()));
        let form = Lines {
            unit: Unit::Id,
            values: Unit::Share,
            range,
            step: Some(0.51),
            reference: Some(0.5),
            series: vec![Series { name: String::new(), points }],
            ..Lines::default()
        };
        let mut chart = Chart::new(&title, Plot::Lines(form));
        chart.panels[0].heading = say("player_form", language);
        let bin = |row: &FormRow| Bin {
            from: place(row),
            to: place(row) + 1.0 / 12.0,
            count: row.score.results.games(),
        };
        let bins = report.form.iter().map(bin).collect();
        let games = Histogram { axis: String::new(), unit: Unit::Id, range, bins };
        chart = chart.with(terms::name(Category::Label, "games", language), Plot::Histogram(games));
        if self.opponent.is_none() && !opponents.is_empty() {
            chart = chart.with(&say("player_opponents", language), dots(opponents));
        }
        Some(chart.noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.report.base, language);
        let report = self.of();
        for (key, number) in
            [("runs_left_out", report.streaks.left_out), ("opponents_nameless", report.nameless)]
        {
            if number > 0 {
                remarks.push(statement(key, &[("games", &counted("game", number, language))], language));
            }
        }
        remarks
    }

    fn is_empty(&self) -> bool {
        self.report.base.counted.all() == 0 && left_out(&self.report.base, self.language).is_empty()
    }
}
