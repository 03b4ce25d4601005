//! How games end: declared against verified, how often in which way, and which rules are broken.

use super::base::base_remarks;
use super::charts::say;
use super::grouped::{GroupRow, GroupStatistics, Labelled, Value, values_plot};
use super::player_score::{player_fields, show_player};
use crate::query::{
    Counted, EndingFact, EndingPairRow, EndingRateRow, GameGroup, GroupBy, IllegalMoveRow, PlayerScore, Score,
};
use crate::record::Ending;
use crate::replay::Agreement;
use crate::report::cell::ResultStyle;
use crate::report::chart::{Bin, Dot, Dots};
use crate::report::numbers::count;
use crate::report::{
    Answer, Bar, Bars, Cell, Chart, Field, HeatMap, Histogram, Kind, Measure, Plot, Row, Shown, Unit, View,
};
use crate::terms::{self, Category, Language};

const COUNTS: Kind = Kind::Results(ResultStyle::Counts);

/// Declared against verified endings.
pub type EndingPairStatistics = GroupStatistics<EndingPairRow>;

/// How often games end in each way.
pub type EndingRateStatistics = GroupStatistics<EndingRateRow>;

impl GroupRow for EndingPairRow {
    const NAME: &'static str = "ending pair";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn player(&self) -> Option<PlayerScore> {
        self.player
    }

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new(
                "declared",
                Kind::Code(Category::Ending),
                "the ending that the records declare",
                |row: &Self| row.declared.into(),
            ),
            Field::new(
                "verified",
                Kind::CodeOrNone(Category::Ending),
                "the ending that the moves verify, `none` where they verify nothing",
                |row: &Self| row.verified.into(),
            ),
            Field::new("agreement", Kind::Code(Category::Agreement), "how the two compare", |row: &Self| {
                row.agreement.into()
            }),
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new(
                "share",
                Kind::Score,
                "their share of the games of the group, with its 95 % interval",
                |row: &Self| row.share.into(),
            ),
            Field::new("results", COUNTS, "how the games went", |row: &Self| row.results.into())
                .shown(Shown::IfWide(1)),
            player_results,
            player_score,
            performance,
        ]
    }

    fn remarks(_: &[Self], language: Language) -> Vec<String> {
        vec![say("winner_basis", language)]
    }

    /// Of all games a table of declared against verified endings, of groups bars of agreements.
    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let plot =
            if by.is_none() { declared_against_verified(rows, language) } else { agreements(rows, language) };
        (!rows.is_empty()).then(|| Chart::new(&say("chart_ending_pairs", language), plot))
    }
}

fn ending_name(ending: Ending, language: Language) -> String {
    terms::name(Category::Ending, ending.name(), language).to_owned()
}

/// How many columns of endings fit side by side.
const COLUMNS: usize = 6;

#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn declared_against_verified(rows: &[Labelled<'_, EndingPairRow>], language: Language) -> Plot {
    let games = |wanted: &dyn Fn(&EndingPairRow) -> bool| {
        rows.iter().map(|line| line.row).filter(|row| wanted(row)).map(|row| row.games).sum::<u64>()
    };
    let sorted = |of: fn(&EndingPairRow) -> Ending| {
        let mut endings: Vec<Ending> = rows.iter().map(|line| of(line.row)).collect();
        endings.sort_unstable();
        endings.dedup();
        endings.sort_by_key(|ending| std::cmp::Reverse(games(&|row| of(row) == *ending)));
        endings
    };
    let (declared, verified) = (sorted(|row| row.declared), sorted(|row| row.verified));
    // The endings that are verified are fewer, so they stand side by side; the rarest of many share a column.
    let named = if verified.len() > COLUMNS { COLUMNS - 1 } else { verified.len() };
    let mut columns: Vec<(String, &[Ending])> = verified[..named]
        .iter()
        .map(|ending| (ending_name(*ending, language), std::slice::from_ref(ending)))
        .collect();
    if named < verified.len() {
        let others = terms::name(Category::Label, "others", language).to_owned();
        columns.push((others, &verified[named..]));
    }
    let cell = |one: Ending, others: &[Ending]| {
        let number = games(&|row| row.declared == one && others.contains(&row.verified));
        (number > 0).then_some(number as f64)
    };
    let cells = |one: &Ending| columns.iter().map(|(_, others)| cell(*one, others)).collect();
    Plot::Heat(HeatMap {
        columns: columns.iter().map(|(name, _)| name.clone()).collect(),
        rows: declared.iter().map(|ending| ending_name(*ending, language)).collect(),
        is_board: false,
        unit: Unit::Count,
        range: None,
        cells: declared.iter().map(cells).collect(),
    })
}

fn agreements(rows: &[Labelled<'_, EndingPairRow>], language: Language) -> Plot {
    let mut bars: Vec<Bar> = Vec::new();
    for line in rows {
        if bars.last().is_none_or(|bar| bar.label != line.label) {
            let label = line.label.to_owned();
            bars.push(Bar { label, values: vec![0; Agreement::ALL.len()], note: String::new() });
        }
        if let Some(bar) = bars.last_mut() {
            bar.values[line.row.agreement as usize] += line.row.games;
        }
    }
    for bar in &mut bars {
        bar.note = count(bar.values.iter().sum());
    }
    let name = |agreement: Agreement| terms::name(Category::Agreement, agreement.name(), language).to_owned();
    bars.truncate(crate::report::chart::MOST_ROWS);
    Plot::Bars(Bars { series: Agreement::ALL.map(name).to_vec(), rows: bars, measure: Measure::Share })
}

/// The endings of which a table of rates has columns, the most asked for first.
const RATES: [(Ending, Shown); 12] = [
    (Ending::Sennichite, Shown::Always),
    (Ending::Jishogi, Shown::Always),
    (Ending::Declaration, Shown::Always),
    (Ending::IllegalMove, Shown::Always),
    (Ending::TimeForfeit, Shown::Always),
    (Ending::PerpetualCheck, Shown::IfWide(5)),
    (Ending::Resignation, Shown::IfWide(1)),
    (Ending::Checkmate, Shown::IfWide(2)),
    (Ending::MaxMoves, Shown::IfWide(6)),
    (Ending::Interrupted, Shown::InData),
    (Ending::Disconnection, Shown::InData),
    (Ending::None, Shown::InData),
];

/// How many endings a picture tells apart.
const DRAWN: usize = 5;

/// A share as a picture has it.
fn share(score: Option<Score>) -> Option<(f64, f64, f64)> {
    score.map(|score| (score.mean, score.low, score.high))
}

impl GroupRow for EndingRateRow {
    const NAME: &'static str = "ending rate";

    fn group(&self) -> &GameGroup {
        &self.group
    }

    fn player(&self) -> Option<PlayerScore> {
        self.player
    }

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        let mut fields = vec![Field::new("games", Kind::Count, "games", |row: &Self| row.games.into())];
        fields.extend(RATES.into_iter().map(|(ending, shown)| {
            Field::new(
                ending.name(),
                Kind::Score,
                "the share of the games that end so, as verified, else as declared, with its 95 % interval",
                move |row: &Self| row.share(ending).into(),
            )
            .heading(if ending == Ending::None { "no_ending" } else { ending.name() })
            .shown(shown)
        }));
        fields.push(
            Field::new("endings", Kind::Counts, "how many games end in each way", |row: &Self| {
                let count = |(ending, games): &(Ending, u64)| (ending.name().to_owned(), *games);
                Cell::Counts(row.endings.iter().map(count).collect())
            })
            .in_data(),
        );
        fields.push(
            Field::new(
                "contradicts",
                Kind::Count,
                "games whose moves contradict the declared ending",
                |row: &Self| row.contradicted.into(),
            )
            .shown(Shown::IfWide(3)),
        );
        fields.extend(EndingFact::ALL.into_iter().map(|fact| {
            let meaning = match fact {
                EndingFact::CouldDeclare => {
                    "games in which the side that resigned could have won by a declaration"
                }
                EndingFact::AtMoveLimit => "games resigned after just as many plies as the move limit allows",
                EndingFact::MateInOne => {
                    "games in which the side that resigned could have mated with its next move"
                }
            };
            Field::new(fact.name(), Kind::Count, meaning, move |row: &Self| row.facts[fact as usize].into())
                .shown(Shown::IfWide(4))
        }));
        fields.push(
            Field::new("results", COUNTS, "how the games went", |row: &Self| row.results.into()).in_data(),
        );
        fields.extend([player_results, player_score, performance]);
        fields
    }

    fn remarks(_: &[Self], language: Language) -> Vec<String> {
        vec![say("ending_basis", language)]
    }

    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart> {
        let value = |(ending, _): &(Ending, Shown)| {
            let ending = *ending;
            let value: Value<Self> = Box::new(move |row| share(row.share(ending)));
            (ending_name(ending, language), value)
        };
        let values: Vec<(String, Value<Self>)> = RATES[..DRAWN].iter().map(value).collect();
        let plot = values_plot(rows, by, Unit::Share, &values, language)?;
        Some(Chart::new(&say("chart_ending_rates", language), plot))
    }
}

impl Row for IllegalMoveRow {
    const NAME: &'static str = "illegal move";

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        let ply = |row: &Self, find: fn(&Self) -> Option<u32>| Cell::from(find(row));
        vec![
            Field::new("rule", Kind::Code(Category::Rule), "the rule that is broken", |row: &Self| {
                row.rule.into()
            }),
            Field::new(
                "games",
                Kind::Count,
                "games in which the first move that is not legal breaks it",
                |row: &Self| row.games.into(),
            ),
            Field::new(
                "share",
                Kind::Score,
                "their share of all games, with its 95 % interval",
                |row: &Self| row.share.into(),
            ),
            Field::new("decided", Kind::Count, "games that this move decided", |row: &Self| {
                row.decided.into()
            }),
            Field::new(
                "declared_illegal",
                Kind::Count,
                "games whose record declares an illegal move",
                |row: &Self| row.declared.into(),
            )
            .heading("declared"),
            Field::new(
                "first_ply",
                Kind::Count,
                "the earliest ply at which it happened",
                move |row: &Self| ply(row, |row| row.plies.keys().next().copied()),
            )
            .shown(Shown::IfWide(2)),
            Field::new(
                "median_ply",
                Kind::Count,
                "the ply in the middle; of an even number the lower one",
                move |row: &Self| ply(row, Self::median_ply),
            )
            .shown(Shown::IfWide(1)),
            Field::new("last_ply", Kind::Count, "the latest ply", move |row: &Self| {
                ply(row, |row| row.plies.keys().next_back().copied())
            })
            .shown(Shown::IfWide(2)),
            Field::new("plies", Kind::Counts, "how often it happened at which ply", |row: &Self| {
                Cell::Counts(row.plies.iter().map(|(ply, games)| (ply.to_string(), *games)).collect())
            })
            .in_data(),
            Field::new("results", COUNTS, "how the games went", |row: &Self| row.results.into())
                .shown(Shown::IfWide(3)),
            player_results,
            player_score,
            performance,
        ]
    }
}

/// Which rules are broken.
#[derive(Clone, Debug)]
pub struct IllegalMoveStatistics(pub Counted<Vec<IllegalMoveRow>>);

/// How many plies a bar of the picture spans.
const PLIES: u32 = 10;

impl Answer for IllegalMoveStatistics {
    fn view(&self) -> View {
        let mut view = View::of(&self.0.answer);
        if self.0.answer.iter().any(|row| row.player.is_some()) {
            show_player(&mut view);
        }
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let rows: Vec<&IllegalMoveRow> = rows.iter().filter_map(|row| self.0.answer.get(*row)).collect();
        let dot = |row: &&IllegalMoveRow| Dot {
            label: terms::name(Category::Rule, row.rule.name(), language).to_owned(),
            value: share(row.share),
            note: count(row.games),
        };
        let axis = say("share_of_games", language);
        let dots = Dots { axis, unit: Unit::Share, rows: rows.iter().map(dot).collect(), ..Dots::default() };
        let last = rows.iter().filter_map(|row| row.plies.keys().next_back()).max().copied()?;
        let bin = |step: u32| {
            let (from, to) = (step * PLIES, (step + 1) * PLIES);
            let count = rows.iter().map(|row| row.plies.range(from..to).map(|(_, games)| games).sum::<u64>());
            Bin { from: f64::from(from), to: f64::from(to), count: count.sum() }
        };
        let axis = terms::name(Category::Heading, "ply", language).to_owned();
        let bins = (0..=last / PLIES).map(bin).collect();
        let histogram = Histogram { axis, unit: Unit::Count, range: None, bins };
        let chart = Chart::new(&say("chart_illegal_moves", language), Plot::Dots(dots));
        Some(
            chart
                .with(&say("chart_illegal_plies", language), Plot::Histogram(histogram))
                .noted(self.remarks(language)),
        )
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.0.base, language);
        remarks.push(say("illegal_basis", language));
        remarks
    }
}
