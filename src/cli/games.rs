//! `kura games`

use super::Done;
use super::database::DatabaseArgs;
use super::error::CommandError;
use super::filter::FilterArgs;
use super::output::OutputArgs;
use clap::Args;
use kifukura::database::Database;
use kifukura::query::{
    AskedPosition, Counted, Filter, GameOrder, Listing, Occurrence, Pattern, QueryError, Questions, Search,
    found_games, search_games,
};
use kifukura::report::{FoundGames, GameList};

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
    #[arg(long, value_name = "SFEN|MOVES", conflicts_with_all = ["pattern", "sequence"])]
    position: Option<String>,
    /// Only games in which this part of a position stands on the board: words like 7f=P (a black pawn; p is White's,
    /// +P a tokin), 5e=. (empty), 5e=* (any piece), black.hand.B>=1, white.all.R=0 (board and hand), turn=white
    #[arg(long, value_name = "WORDS")]
    pattern: Option<String>,
    /// Look for the pattern with left and right changed as well
    #[arg(long, requires = "pattern")]
    mirrored: bool,
    /// Look for the pattern with Black and White changed as well
    #[arg(long, requires = "pattern")]
    swapped: bool,
    /// Only games in which these moves (USI) are played one directly after the other, anywhere
    #[arg(long, value_name = "MOVES")]
    sequence: Option<String>,
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
        let filter = self.filter.filter();
        let listing = self.listing();
        // What is sorted by another column than games can be is cut to its part when it is shown.
        let offset = self.offset - listing.offset;
        if let Some(found) = self.found(&database, &filter)? {
            let games = found_games(&database, &found.answer, &listing)?;
            let all = found.base;
            let done = self.output.print_page(&FoundGames { games, all }, offset, self.limit)?;
            return self.explained(&database, done);
        }
        let all = database.count_records(&filter)?;
        let games = database.list_games(&filter, &listing)?;
        let done = self.output.print_page(&GameList { games, all }, offset, self.limit)?;
        self.explained(&database, done)
    }

    /// Says what the names of the filter found.
    fn explained(&self, database: &Database, done: Done) -> anyhow::Result<Done> {
        if self.output.for_people() {
            self.filter.report_names(database, self.output.language())?;
        }
        Ok(done)
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

    /// The games that are found by what happens in them; `None` when nothing of the sort is asked for.
    fn found(
        &self,
        database: &Database,
        filter: &Filter,
    ) -> anyhow::Result<Option<Counted<Vec<Occurrence>>>> {
        if let Some(text) = &self.position {
            let position = AskedPosition::read(text, None, filter.variant())?.position;
            return Ok(Some(database.games_with_position(&position, filter)?));
        }
        if self.pattern.is_none() && self.sequence.is_none() {
            return Ok(None);
        }
        let mut search = Search::default();
        if let Some(pattern) = &self.pattern {
            search.patterns = vec![pattern.parse::<Pattern>().map_err(QueryError::from)?];
        }
        if self.mirrored {
            search.patterns.extend(search.patterns.iter().map(Pattern::mirrored).collect::<Vec<_>>());
        }
        if self.swapped {
            search.patterns.extend(search.patterns.iter().map(Pattern::swapped).collect::<Vec<_>>());
        }
        for word in self.sequence.iter().flat_map(|text| text.split_whitespace()) {
            let mv = word.parse().map_err(|_| {
                CommandError::new(format!("`{word}` is not a move in USI")).hint("write 7g7f, 8h2b+ or P*5e")
            })?;
            search.sequence.push(mv);
        }
        Ok(Some(search_games(database, &search, filter)?))
    }
}
