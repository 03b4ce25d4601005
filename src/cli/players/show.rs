//! `kura players show`

use crate::cli::Done;
use crate::cli::database::DatabaseArgs;
use crate::cli::emptied::report_emptied;
use crate::cli::filter::FilterArgs;
use crate::cli::matched_names::found;
use crate::cli::output::note;
use crate::cli::plot::PicturedOutput;
use clap::Args;
use kifukura::database::Database;
use kifukura::query::{Condition, Filter, PlayerCondition, Questions};
use kifukura::report::PlayerPage;

#[derive(Debug, Args)]
pub struct Show {
    /// The player: a part of the name, in any spelling, or "=NAME" for the whole name
    name: String,
    /// Only the games against this player
    #[arg(value_name = "OPPONENT")]
    against: Option<String>,
    /// How many opponents, months and openings of each colour are shown; 0 for all. Data formats have all
    #[arg(long, default_value_t = 10, value_name = "N")]
    limit: usize,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: PicturedOutput,
}

impl Show {
    pub fn run(&self, database: &DatabaseArgs) -> anyhow::Result<Done> {
        let database = database.open()?;
        let language = self.output.language();
        let player = self.called(&database, "player", &self.name)?;
        let opponent =
            self.against.as_deref().map(|name| self.called(&database, "opponent", name)).transpose()?;
        let condition = PlayerCondition {
            names: vec![self.name.clone().into()],
            opponents: self.against.iter().cloned().map(Into::into).collect(),
            ..PlayerCondition::default()
        };
        let variant = self.filter.one_variant(&database)?;
        // The player's condition comes first: the first says whose results are counted.
        let own = std::iter::once(Condition::Player(condition));
        let filter: Filter = own.chain(self.filter.filter().conditions().iter().cloned()).collect();
        let filter = filter.of_variant(variant);
        let report = database.player_report(&player, &filter)?;
        let is_empty = report.base.counted.all() == 0;
        let limit = if self.limit == 0 { usize::MAX } else { self.limit };
        let done = self.output.print(&PlayerPage { report, opponent, language, limit })?;
        if self.output.for_people() {
            self.filter.report_names(&database, language)?;
            if is_empty {
                let met = |filter: &Filter| Ok(database.overview(filter)?.answer.games);
                report_emptied(&filter, language, met, None)?;
            }
        }
        Ok(if is_empty { Done::WithRemarks } else { done })
    }

    /// What a player is called; what a name means is said where it means several.
    fn called(&self, database: &Database, option: &str, name: &str) -> anyhow::Result<String> {
        let (players, remark) = found(database, option, name, self.output.language())?;
        if let Some(remark) = remark.filter(|_| self.output.for_people()) {
            note(&format!("{remark}\n"));
        }
        Ok(match &players[..] {
            [one] => one.clone(),
            _ => name.strip_prefix('=').unwrap_or(name).to_owned(),
        })
    }
}
