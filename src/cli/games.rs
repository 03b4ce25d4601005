//! `kura games`

use super::Done;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::error::CommandError;
use super::filter::{FilterArgs, read_query};
use super::output::OutputArgs;
use clap::Args;
use kifukura::database::Database;
use kifukura::query::{
    AskedPosition, Filter, GameOrder, Listing, Query, QueryError, Questions, found_games, search_games,
};
use kifukura::report::{FoundGames, GameList, QueryPlan};

/// List games
#[derive(Debug, Args)]
pub struct Games {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Only games that reach this position: an SFEN, or moves from the start position
    #[arg(long, value_name = "SFEN|MOVES", conflicts_with_all = ["shape", "sequence"])]
    position: Option<String>,
    /// Only games in which this part of a position stands on the board: words like 7f=P (a black pawn; p is White's,
    /// +P a tokin), 5e=. (empty), 5e=* (any piece), black.hand.B>=1, white.all.R=0 (board and hand), turn=white, and all
    /// others of the query language
    #[arg(long, value_name = "WORDS", value_parser = read_query, group = "shape")]
    pattern: Option<Query>,
    /// Only games in which these moves (USI) are played one directly after the other, anywhere
    #[arg(long, value_name = "MOVES")]
    sequence: Option<String>,
    /// List every ply at which the query holds, not the first only
    #[arg(long, requires = "shape")]
    all_matches: bool,
    /// Show how the query is answered instead: what each step asks, how many games it leaves, how long it takes
    #[arg(long, requires = "shape")]
    explain: bool,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    /// How many to pass over first
    #[arg(long, default_value_t = 0, value_name = "N")]
    offset: u64,
}

impl Games {
    pub fn run(mut self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let query = self.filter.take_query();
        let filter = self.filter.filter();
        let listing = self.listing();
        // What is sorted by another column than games can be is cut to its part when it is shown.
        let offset = self.offset - listing.offset;
        if let Some(text) = &self.position {
            let position = AskedPosition::read(text, None, filter.variant())?.position;
            let found = database.games_with_position(&position, &filter)?;
            let games = found_games(&database, &found.answer, &listing)?;
            let all = found.base;
            let done = self.output.print_page(&FoundGames { games, all }, offset, self.limit)?;
            let met =
                |filter: &Filter| Ok(database.games_with_position(&position, filter)?.base.counted.all());
            self.report(&database, &filter, all.counted.all(), met, Some("not_in_any_game"))?;
            return Ok(done);
        }
        let queries = self.queries(query)?;
        if !queries.is_empty() {
            let found = search_games(&database, &queries, &filter, self.all_matches)?;
            if self.explain {
                return self.output.print_rows(&QueryPlan { stages: found.stages }, 0);
            }
            let games = found_games(&database, &found.places, &listing)?;
            // A game with several places has several rows.
            let limit = if self.all_matches && !self.output.sorts() { 0 } else { self.limit };
            let all = found.base;
            let done = self.output.print_page(&FoundGames { games, all }, offset, limit)?;
            let met =
                |filter: &Filter| Ok(search_games(&database, &queries, filter, false)?.base.counted.all());
            self.report(&database, &filter, all.counted.all(), met, Some("not_in_any_game"))?;
            return Ok(done);
        }
        let all = database.count_records(&filter)?;
        let games = database.list_games(&filter, &listing)?;
        let done = self.output.print_page(&GameList { games, all }, offset, self.limit)?;
        let met = |filter: &Filter| database.count_games(filter);
        self.report(&database, &filter, all.counted.all(), met, None)?;
        Ok(done)
    }

    /// Says what the names of the filter found, and where nothing is found, why.
    fn report(
        &self,
        database: &Database,
        filter: &Filter,
        found: u64,
        met: impl Fn(&Filter) -> Result<u64, QueryError>,
        whatever: Option<&str>,
    ) -> anyhow::Result<()> {
        if self.output.for_people() {
            self.filter.report_names(database, self.output.language())?;
            if found == 0 {
                report_emptied(filter, self.output.language(), met, whatever)?;
            }
        }
        Ok(())
    }

    /// The games that are to be read.
    fn listing(&mut self) -> Listing {
        let order = self.output.take_order(|name| match name {
            "plies" => Some(GameOrder::Length),
            name => GameOrder::from_name(name),
        });
        if self.output.sorts() {
            return Listing::default();
        }
        let (order, descending) = order.unwrap_or_default();
        let limit = Some(self.limit).filter(|limit| *limit > 0);
        Listing { order, descending, offset: self.offset, limit }
    }

    /// What has to happen in the games.
    fn queries(&self, query: Option<Query>) -> Result<Vec<Query>, CommandError> {
        let mut moves = Vec::new();
        for word in self.sequence.iter().flat_map(|text| text.split_whitespace()) {
            moves.push(word.parse().map_err(|_| {
                CommandError::new(format!("`{word}` is not a move in USI")).hint("write 7g7f, 8h2b+ or P*5e")
            })?);
        }
        let pattern = self.pattern.clone().map(|pattern| self.filter.turned(pattern));
        Ok(query.into_iter().chain(pattern).chain(Query::sequence(&moves)).collect())
    }
}
