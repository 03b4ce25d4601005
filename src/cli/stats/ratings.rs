//! `kura stats crosstable`, `kura stats ratings`

use super::Same;
use crate::cli::Done;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::database::Database;
use kifukura::query::{Filter, Questions, RatingOptions, RatingPeriod};
use kifukura::report::{CrossTableAnswer, RatingStatistics};

#[derive(Debug, Args)]
pub struct Crosstable {
    /// How many players, those with most points; 0 for all
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    pub same: Same,
}

impl Crosstable {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let limit = self.same.output.limit(self.limit);
        self.same.output.print_rows(&CrossTableAnswer(database.cross_table(filter, limit)?), self.limit)
    }
}

#[derive(Debug, Args)]
pub struct Ratings {
    /// How long a rating period is, within which the order of games does not matter: day, month or year
    #[arg(long, default_value = "month", value_name = "PERIOD", value_parser = period(), hide_possible_values = true)]
    period: RatingPeriod,
    /// How much volatilities may change, 0.3 to 1.2
    #[arg(long, default_value_t = 0.5, value_name = "N", value_parser = tau)]
    tau: f64,
    /// Leave players with fewer games out; their games count all the same
    #[arg(long, default_value_t = 0, value_name = "N")]
    min_games: u64,
    /// How many players; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    pub same: Same,
}

fn period() -> impl TypedValueParser<Value = RatingPeriod> {
    PossibleValuesParser::new(RatingPeriod::ALL.map(RatingPeriod::name))
        .try_map(|name| RatingPeriod::from_name(&name).ok_or("an unknown period"))
}

fn tau(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|tau| (0.1..=2.0).contains(tau)).ok_or("a number from 0.1 to 2")
}

impl Ratings {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let options = RatingOptions { period: self.period, tau: self.tau, least_games: self.min_games };
        let mut table = database.ratings(filter, &options)?;
        let mut hidden = 0;
        if let Some(limit) = self.same.output.limit(self.limit) {
            let rows = &mut table.answer.rows;
            hidden = (rows.len() as u64).saturating_sub(limit);
            rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        self.same.output.print_rows(&RatingStatistics { table, options, hidden }, self.limit)
    }
}
