//! `kura stats`

use super::Done;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::filter::FilterArgs;
use super::output::note;
use super::plot::PicturedOutput;
use clap::{Args, Subcommand, ValueEnum};
use kifukura::query::{EndingsBy, Filter, Questions};
use kifukura::report::{
    EndingStatistics, LengthStatistics, OverviewAnswer, PlayerStatistics, YearStatisticsAnswer, results_of,
};

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
    /// How games ended: as declared, and as verified
    Endings(Endings),
    /// Players and their results
    Players(Players),
    /// How long games are
    Lengths(Same),
    /// Games year by year
    Years(Same),
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
struct Endings {
    /// Rows by the declared or by the verified ending
    #[arg(long, value_enum, default_value_t)]
    by: By,
    #[command(flatten)]
    same: Same,
}

/// `--by`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Declared,
    #[value(alias = "proved")]
    Verified,
}

#[derive(Debug, Args)]
struct Players {
    /// How many players; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    same: Same,
}

impl Stats {
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let same = match &self.what {
            Some(What::Dobutsu(args)) => return args.run(&database),
            None => &self.same,
            Some(What::Overview(same) | What::Lengths(same) | What::Years(same)) => same,
            Some(What::Endings(endings)) => &endings.same,
            Some(What::Players(players)) => &players.same,
        };
        let variant = same.filter.one_variant(&database)?;
        let filter = same.filter.filter().of_variant(variant);
        let output = &same.output;
        let done = match &self.what {
            Some(What::Endings(Endings { by, .. })) => {
                let by = match by {
                    By::Declared => EndingsBy::Declared,
                    By::Verified => EndingsBy::Verified,
                };
                output.print(&EndingStatistics { endings: database.endings(&filter, by)?, by })?
            }
            Some(What::Players(players)) => {
                let rows = database.players(&filter, output.limit(players.limit))?;
                output.print_rows(&PlayerStatistics(rows), players.limit)?
            }
            Some(What::Lengths(_)) => output.print(&LengthStatistics(database.lengths(&filter)?))?,
            Some(What::Years(_)) => output.print(&YearStatisticsAnswer(database.years(&filter)?))?,
            _ => output.print(&OverviewAnswer(database.overview(&filter)?))?,
        };
        let whose = results_of(filter.player_names(), output.language());
        // Each player's row has that player's results.
        let is_theirs = matches!(self.what, Some(What::Players(_)));
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
