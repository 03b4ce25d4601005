//! `kura stats`

mod endings;
mod evaluations;
mod grouped;
mod ratings;
mod times;

use super::Done;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::filter::FilterArgs;
use super::openings::{kind, opening_statistics};
use super::output::note;
use super::plot::PicturedOutput;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use endings::{Endings, IllegalMoves, Rates};
use evaluations::Evaluations;
use kifukura::classify::NameKind;
use kifukura::database::Database;
use kifukura::query::{Filter, OpeningRole, OpeningsBy, OpeningsOptions, Questions, kinds_of};
use kifukura::report::{OverviewAnswer, PlayerStatistics, YearStatisticsAnswer, results_of};
use ratings::{Crosstable, Ratings};
use times::{Groups, Times};

/// Statistics: the collection in numbers, endings, players, lengths, years
#[derive(Debug, Args)]
#[command(after_help = super::SCORES)]
pub struct Stats {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    same: Same,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Games, players, days, results (this is also shown without a subcommand)
    Overview(Same),
    /// How games ended: as declared, as verified, one against the other
    Endings(Endings),
    /// How often games end in each way (repetition, impasse, declaration, illegal move, loss on time, …), and what the last
    /// positions of resigned games say
    Rates(Rates),
    /// Which rules are broken, and when
    IllegalMoves(IllegalMoves),
    /// Players and their results
    Players(Players),
    /// How long games are
    Lengths(Groups),
    /// How long players think, by ply and phase, and who is short of time
    Times(Times),
    /// What moves do: promotions, drops, captures, repetitions
    Moves(Groups),
    /// How well games were played by the evaluations that came with their records: accuracy, blunders, turnarounds, curves
    Evaluations(Evaluations),
    /// After which ply games come to a position that no earlier game of the database has
    Novelties(Groups),
    /// Games year by year
    Years(Same),
    /// Who played whom, and how it went; with --event the table of an event
    Crosstable(Crosstable),
    /// Ratings of players: those that the results make (Glicko-2, with intervals), and those in the records
    Ratings(Ratings),
    /// Openings, strategies and types of game: how often they are played, and how well they do
    Openings(Openings),
    /// Castles: how often they are built, and how well they do
    Castles(Openings),
    /// Dōbutsu shōgi against perfect play: how often a won game was won, by ply and by player
    Dobutsu(super::dobutsu::StatsArgs),
}

/// The options that every table takes.
#[derive(Debug, Args)]
struct Same {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: PicturedOutput,
}

#[derive(Debug, Args)]
struct Players {
    /// How many players; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    same: Same,
}

#[derive(Debug, Args)]
struct Openings {
    /// Rows also by: year, rating (of the side, in bands of 200), event, or opponent (what the other side plays)
    #[arg(long, value_name = "WHAT", value_parser = openings_by())]
    by: Option<OpeningsBy>,
    /// Only names of these kinds: type, opening, strategy, tactic, castle
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind)]
    of: Vec<NameKind>,
    /// Leave rows with fewer games out
    #[arg(long, default_value_t = 0, value_name = "N")]
    min_games: u64,
    /// How many names, with --by in each group; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    same: Same,
}

fn openings_by() -> impl TypedValueParser<Value = OpeningsBy> {
    PossibleValuesParser::new(["year", "rating", "event", "opponent"]).map(|name| match name.as_str() {
        "year" => OpeningsBy::Year,
        "rating" => OpeningsBy::Rating,
        "event" => OpeningsBy::Event,
        _ => OpeningsBy::Opponent,
    })
}

impl Openings {
    fn print(&self, database: &Database, filter: &Filter, role: OpeningRole) -> anyhow::Result<Done> {
        let by = self.by.unwrap_or_default();
        let kinds = if self.of.is_empty() { kinds_of(role) } else { self.of.clone() };
        let options = OpeningsOptions { kinds, by, least_games: self.min_games };
        let language = self.same.output.language();
        let mut statistics = opening_statistics(database, filter, &options, language)?;
        if let Some(limit) = self.same.output.limit(self.limit) {
            statistics.table.answer.limit(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        self.same.output.print_rows(&statistics, self.limit)
    }
}

impl Stats {
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let same = match &self.what {
            Some(What::Dobutsu(args)) => return args.run(&database),
            None => &self.same,
            Some(What::Overview(same) | What::Years(same)) => same,
            Some(What::Lengths(groups) | What::Moves(groups) | What::Novelties(groups)) => &groups.same,
            Some(What::Times(times)) => &times.same,
            Some(What::Crosstable(table)) => &table.same,
            Some(What::Ratings(ratings)) => &ratings.same,
            Some(What::Evaluations(evaluations)) => &evaluations.same,
            Some(What::Endings(endings)) => &endings.same,
            Some(What::Rates(rates)) => &rates.same,
            Some(What::IllegalMoves(moves)) => &moves.same,
            Some(What::Players(players)) => &players.same,
            Some(What::Openings(openings) | What::Castles(openings)) => &openings.same,
        };
        let variant = same.filter.one_variant(&database)?;
        let filter = same.filter.filter().of_variant(variant);
        let output = &same.output;
        let done = match &self.what {
            Some(What::Endings(endings)) => endings.run(&database, &filter)?,
            Some(What::Rates(rates)) => rates.run(&database, &filter)?,
            Some(What::IllegalMoves(moves)) => moves.run(&database, &filter)?,
            Some(What::Players(players)) => {
                let rows = database.players(&filter, output.limit(players.limit))?;
                output.print_rows(&PlayerStatistics(rows), players.limit)?
            }
            Some(What::Openings(openings)) => openings.print(&database, &filter, OpeningRole::Opening)?,
            Some(What::Castles(openings)) => openings.print(&database, &filter, OpeningRole::Castle)?,
            Some(What::Lengths(groups)) => groups.lengths(&database, &filter)?,
            Some(What::Moves(groups)) => groups.moves(&database, &filter)?,
            Some(What::Novelties(groups)) => groups.novelties(&database, &filter)?,
            Some(What::Crosstable(table)) => table.run(&database, &filter)?,
            Some(What::Ratings(ratings)) => ratings.run(&database, &filter)?,
            Some(What::Times(times)) => times.run(&database, &filter)?,
            Some(What::Evaluations(evaluations)) => evaluations.run(&database, &filter)?,
            Some(What::Years(_)) => output.print(&YearStatisticsAnswer(database.years(&filter)?))?,
            _ => output.print(&OverviewAnswer(database.overview(&filter)?))?,
        };
        let whose = results_of(&filter, output.language());
        // Each player's row has that player's results.
        let is_theirs = matches!(self.what, Some(What::Players(_) | What::Crosstable(_) | What::Ratings(_)));
        if let Some(whose) = whose.filter(|_| output.for_people() && !is_theirs) {
            note(&format!("{whose}\n"));
        }
        if output.for_people() {
            same.filter.report_names(&database, output.language())?;
            let met = |filter: &Filter| Ok(database.overview(filter)?.answer.games);
            if met(&filter)? == 0 {
                report_emptied(&filter, output.language(), met, None)?;
            }
        }
        same.filter.report_left_out(&database, variant, output.language())?;
        Ok(done)
    }
}
