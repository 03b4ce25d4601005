//! How long games are, what their moves do, and when they leave what was played before, group by group.

use super::charts::say;
use super::counted;
use super::grouped::{GroupRow, GroupStatistics, Labelled, Value, values_plot};
use super::player_score::player_fields;
use crate::query::{GameGroup, GroupBy, LengthGroupRow, MoveGroupRow, NoveltyRow, PlayerScore, Spread};
use crate::report::cell::ResultStyle;
use crate::report::{Chart, Field, Kind, Shown, Unit};
use crate::rules::{ByColor, Color};
use crate::terms::{self, Category, Language, statement};

const COUNTS: Kind = Kind::Results(ResultStyle::Counts);

/// The lengths of groups of games.
pub type LengthGroupStatistics = GroupStatistics<LengthGroupRow>;

/// What moves do in groups of games.
pub type MoveStatisticsAnswer = GroupStatistics<MoveGroupRow>;

/// When groups of games leave what was played before.
pub type NoveltyStatistics = GroupStatistics<NoveltyRow>;

/// The columns of a spread of plies: the least, the quartiles, the most, the mean.
pub(super) fn spread_fields<R: 'static>(spread: fn(&R) -> &Spread) -> Vec<Field<R>> {
    let at = |row: &R, part: u64, spread: fn(&R) -> &Spread| spread(row).percentile(part);
    vec![
        Field::new("least", Kind::Count, "the least", move |row: &R| spread(row).least().into())
            .shown(Shown::IfWide(2)),
        Field::new("lower_quartile", Kind::Count, "a quarter is not above this", move |row: &R| {
            at(row, 25, spread).into()
        }),
        Field::new(
            "median",
            Kind::Count,
            "the one in the middle, of an even number the lower one",
            move |row: &R| at(row, 50, spread).into(),
        ),
        Field::new("upper_quartile", Kind::Count, "three quarters are not above this", move |row: &R| {
            at(row, 75, spread).into()
        }),
        Field::new("most", Kind::Count, "the highest", move |row: &R| spread(row).most().into())
            .shown(Shown::IfWide(2)),
        Field::new("mean", Kind::Number(1), "the mean", move |row: &R| spread(row).mean().into())
            .shown(Shown::IfWide(1)),
    ]
}

/// The median with the quartiles as its interval.
fn median(spread: &Spread) -> Option<(f64, f64, f64)> {
    let at = |part| spread.percentile(part).map(f64::from);
    Some((at(50)?, at(25)?, at(75)?))
}

fn heading(key: &str, language: Language) -> String {
    terms::name(Category::Heading, key, language).to_owned()
}

impl GroupRow for LengthGroupRow {
    const NAME: &'static str = "length group";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn player(&self) -> Option<PlayerScore> {
        self.player
    }

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        let games = Field::new("games", Kind::Count, "games", |row: &Self| row.plies.count().into());
        let results = Field::new("results", COUNTS, "how they went", |row: &Self| row.results.into())
            .shown(Shown::IfWide(3));
        std::iter::once(games)
            .chain(spread_fields(|row: &Self| &row.plies))
            .chain([results, player_results, player_score, performance])
            .collect()
    }

    fn remarks(_: &[Self], language: Language) -> Vec<String> {
        vec![say("plies_and_quartiles", language)]
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let value: Value<Self> = Box::new(|row| median(&row.plies));
        let values = [(say("median_plies", language), value)];
        let plot = values_plot(rows, by, Unit::Count, &values, language)?;
        Some(Chart::new(&say("chart_length_groups", language), plot))
    }
}

/// The column of a number of moves per game, of both sides and of each.
fn per_game_fields(
    [both, black, white]: [&'static str; 3],
    meaning: &'static str,
    of: fn(&MoveGroupRow) -> ByColor<u64>,
) -> [Field<MoveGroupRow>; 3] {
    let side = |name: &'static str, side: Color| {
        Field::new(name, Kind::Number(2), meaning, move |row: &MoveGroupRow| {
            row.per_game(of(row)[side]).into()
        })
        .in_data()
    };
    let all = Field::new(both, Kind::Number(2), meaning, move |row: &MoveGroupRow| {
        let ByColor { black, white } = of(row);
        row.per_game(black + white).into()
    });
    [all, side(black, Color::Black), side(white, Color::White)]
}

impl GroupRow for MoveGroupRow {
    const NAME: &'static str = "move group";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn fields() -> Vec<Field<Self>> {
        let mut fields = vec![
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new("plies", Kind::Count, "legal moves of all of them", |row: &Self| row.plies.into())
                .shown(Shown::IfWide(4)),
        ];
        fields.extend(per_game_fields(
            ["promotions", "black_promotions", "white_promotions"],
            "moves per game that promote a piece",
            |row| row.promotions,
        ));
        fields.extend(per_game_fields(
            ["drops", "black_drops", "white_drops"],
            "moves per game that drop a piece",
            |row| row.drops,
        ));
        fields.extend(per_game_fields(
            ["captures", "black_captures", "white_captures"],
            "moves per game that take a piece",
            |row| row.captures,
        ));
        fields.extend([
            Field::new(
                "first_capture",
                Kind::Count,
                "the median ply of the first capture, of the games that have one",
                |row: &Self| row.first_captures.percentile(50).into(),
            )
            .shown(Shown::IfWide(2)),
            Field::new(
                "repeated",
                Kind::Count,
                "games in which a position stood more than once",
                |row: &Self| row.repeated.into(),
            )
            .in_data(),
            Field::new(
                "repeated_share",
                Kind::Score,
                "their share of the games, with its 95 % interval",
                |row: &Self| row.repetition_share(2).into(),
            )
            .shown(Shown::IfWide(1)),
            Field::new(
                "repeated_twice",
                Kind::Count,
                "games in which a position stood three times or more",
                |row: &Self| row.repeated_twice.into(),
            )
            .in_data(),
            Field::new(
                "repeated_twice_share",
                Kind::Score,
                "their share of the games, with its 95 % interval",
                |row: &Self| row.repetition_share(3).into(),
            )
            .shown(Shown::IfWide(3)),
            Field::new(
                "first_repetition",
                Kind::Count,
                "the median ply at which a position first stood again, of the games in which one did",
                |row: &Self| row.first_repetitions.percentile(50).into(),
            )
            .shown(Shown::IfWide(5)),
        ]);
        fields
    }

    fn remarks(_: &[Self], language: Language) -> Vec<String> {
        vec![say("moves_per_game", language)]
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        type Moves = fn(&MoveGroupRow) -> ByColor<u64>;
        let counts: [(&str, Moves); 3] = [
            ("captures", |row| row.captures),
            ("drops", |row| row.drops),
            ("promotions", |row| row.promotions),
        ];
        let values = counts.map(|(key, of)| {
            let value: Value<Self> = Box::new(move |row| {
                let ByColor { black, white } = of(row);
                row.per_game(black + white).map(|mean| (mean, mean, mean))
            });
            (heading(key, language), value)
        });
        let plot = values_plot(rows, by, Unit::Count, &values, language)?;
        Some(Chart::new(&say("chart_move_groups", language), plot))
    }
}

impl GroupRow for NoveltyRow {
    const NAME: &'static str = "novelty";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn fields() -> Vec<Field<Self>> {
        let mut fields = vec![
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new(
                "with_novelty",
                Kind::Count,
                "games that come to a position that no earlier game has",
                |row: &Self| row.plies.count().into(),
            ),
        ];
        fields.extend(spread_fields(|row: &Self| &row.plies));
        fields.extend([
            Field::new(
                "without_novelty",
                Kind::Count,
                "games all of whose positions an earlier game has",
                |row: &Self| row.without.into(),
            )
            .shown(Shown::IfWide(3)),
            Field::new("undated", Kind::Count, "games without a date", |row: &Self| row.undated.into())
                .shown(Shown::IfWide(3)),
        ]);
        fields
    }

    fn remarks(rows: &[Self], language: Language) -> Vec<String> {
        let mut remarks = vec![say("novelty_basis", language)];
        let is_by_opening = rows.iter().any(|row| matches!(row.group, GameGroup::Opening(_)));
        let undated: u64 = rows.iter().map(|row| row.undated).sum();
        if undated > 0 && !is_by_opening {
            let games = counted("game", undated, language);
            remarks.push(statement("novelty_undated", &[("games", &games)], language));
        }
        remarks
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let value: Value<Self> = Box::new(|row| median(&row.plies));
        let values = [(say("median_novelty", language), value)];
        let plot = values_plot(rows, by, Unit::Count, &values, language)?;
        Some(Chart::new(&say("chart_novelties", language), plot))
    }
}
