//! `kura stats evaluations`

use super::Same;
use super::grouped::CutArgs;
use crate::cli::Done;
use crate::cli::output::note;
use clap::{Args, ValueEnum};
use kifukura::database::Database;
use kifukura::query::{EvaluationOptions, Filter, GroupBy, Questions};
use kifukura::report::{EvaluationCurve, chance_basis};

#[derive(Debug, Args)]
pub struct Evaluations {
    /// All games in one row, rows of ten plies, or by year, event, rating (mean of the players, in bands of 200), handicap or
    /// opening (of both sides)
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// The chance to win is 1 / (1 + e^(-centipawns / N))
    #[arg(long, default_value_t = 600.0, value_name = "N", value_parser = scale)]
    scale: f64,
    /// A game is a turnaround when the loser's chance to win was at least so many percent
    #[arg(long, default_value_t = 80.0, value_name = "PERCENT", value_parser = percent)]
    turnaround: f64,
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    pub same: Same,
}

/// `--by`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    All,
    Ply,
    Year,
    Event,
    Rating,
    Handicap,
    Opening,
}

fn scale(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|scale: &f64| scale.is_finite() && *scale > 0.0).ok_or("a number above 0")
}

fn percent(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|percent| (50.0..=100.0).contains(percent)).ok_or("a number from 50 to 100")
}

impl Evaluations {
    pub fn run(&self, database: &Database, filter: &Filter) -> anyhow::Result<Done> {
        let by = match self.by {
            By::All | By::Ply => None,
            By::Year => Some(GroupBy::Year),
            By::Event => Some(GroupBy::Event),
            By::Rating => Some(GroupBy::Rating),
            By::Handicap => Some(GroupBy::Handicap),
            By::Opening => Some(GroupBy::Opening),
        };
        let options = EvaluationOptions {
            groups: self.cut.options(by),
            scale: self.scale,
            turnaround: self.turnaround / 100.0,
        };
        if self.by == By::Ply {
            let table = database.evaluations(filter, &options)?;
            return self.same.output.print_rows(&EvaluationCurve { table, options }, self.cut.limit);
        }
        let done = self.cut.print(database, &self.same, by, database.evaluation_groups(filter, &options)?)?;
        if self.same.output.for_people() {
            note(&format!("{}\n", chance_basis(&options, self.same.output.language())));
        }
        Ok(done)
    }
}
