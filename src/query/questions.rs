//! The questions that an engine answers. A database file is the first such engine.

use super::{
    Base, Counted, EndingRow, ExploreOptions, Explored, Filter, GameSummary, LengthRow, Listing, Occurrence,
    OpeningTable, OpeningsOptions, Overview, PlayerRow, QueryError, YearRow, explore, games, opening_stats,
    players, stats, tally,
};
use crate::database::Database;
use crate::rules::{Placing, VariantPosition};

/// By what the endings of games are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndingsBy {
    /// What the records declare.
    #[default]
    Declared,
    /// What the moves verify.
    Verified,
}

/// Questions about a collection of games. Each is answered from one state of it.
///
/// Lists have records of every [kind](crate::record::GameKind) that a filter chooses. Statistics count games alone
/// unless the filter asks for other kinds; what they leave out stands beside them ([`Counted::base`]).
pub trait Questions: Sync {
    /// How many games a filter chooses.
    ///
    /// # Errors
    /// When the filter or the collection does not allow it; so for every question.
    fn count_games(&self, filter: &Filter) -> Result<u64, QueryError>;

    /// How many records of each kind a filter chooses, and how many its days leave open.
    ///
    /// # Errors
    /// As above.
    fn count_records(&self, filter: &Filter) -> Result<Base, QueryError>;

    /// How the pieces stood at the beginning of a filter's games, and of how many, most games first.
    ///
    /// # Errors
    /// As above.
    fn placings(&self, filter: &Filter) -> Result<Counted<Vec<(Placing, u64)>>, QueryError>;

    /// The games of a filter: those, and in the order, that `listing` asks for.
    ///
    /// # Errors
    /// As above.
    fn list_games(&self, filter: &Filter, listing: &Listing) -> Result<Vec<GameSummary>, QueryError>;

    /// The games of a filter that reach a position, each with the first ply at which it does, in the order of their
    /// ids.
    ///
    /// # Errors
    /// As above.
    fn games_with_position(
        &self,
        position: &VariantPosition,
        filter: &Filter,
    ) -> Result<Counted<Vec<Occurrence>>, QueryError>;

    /// What was played in a position by the games of a filter, and how it went.
    ///
    /// ```
    /// use kifukura::database::Database;
    /// use kifukura::import::{Options, import};
    /// use kifukura::query::{ExploreOptions, Filter, Questions};
    /// use kifukura::rules::{Variant, VariantPosition};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let database = Database::create(&folder.path().join("games.db"))?;
    /// import(&database, &["sample-records/endings".into()], Options::default(), &mut |_| {})?;
    /// let start = VariantPosition::startpos(Variant::Shogi);
    /// let explored = database.explore(&start, &Filter::default(), &ExploreOptions::default())?;
    /// assert_eq!(explored.moves[0].usi, "7g7f");
    /// assert!(explored.moves[0].games <= explored.games);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As above.
    fn explore(
        &self,
        position: &VariantPosition,
        filter: &Filter,
        options: &ExploreOptions,
    ) -> Result<Explored, QueryError>;

    /// The games of a filter in numbers.
    ///
    /// # Errors
    /// As above.
    fn overview(&self, filter: &Filter) -> Result<Counted<Overview>, QueryError>;

    /// How the games of a filter ended, most games first.
    ///
    /// # Errors
    /// As above.
    fn endings(&self, filter: &Filter, by: EndingsBy) -> Result<Counted<Vec<EndingRow>>, QueryError>;

    /// The games of a filter by length, in steps of twenty plies.
    ///
    /// # Errors
    /// As above.
    fn lengths(&self, filter: &Filter) -> Result<Counted<Vec<LengthRow>>, QueryError>;

    /// The games of a filter by year; those without a date come last.
    ///
    /// # Errors
    /// As above.
    fn years(&self, filter: &Filter) -> Result<Counted<Vec<YearRow>>, QueryError>;

    /// How often the openings and castles of some kinds are played in a filter's games, and how well they do.
    ///
    /// # Errors
    /// As above.
    fn openings(
        &self,
        filter: &Filter,
        options: &OpeningsOptions,
    ) -> Result<Counted<OpeningTable>, QueryError>;

    /// The players of a filter's games, most games first, `limit` at most.
    ///
    /// # Errors
    /// As above.
    fn players(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<Vec<PlayerRow>>, QueryError>;
}

impl Questions for Database {
    fn count_games(&self, filter: &Filter) -> Result<u64, QueryError> {
        games::count_games(&self.snapshot()?, filter)
    }

    fn count_records(&self, filter: &Filter) -> Result<Base, QueryError> {
        games::count_records(&self.snapshot()?, filter)
    }

    fn placings(&self, filter: &Filter) -> Result<Counted<Vec<(Placing, u64)>>, QueryError> {
        tally::placings(&self.snapshot()?, filter)
    }

    fn list_games(&self, filter: &Filter, listing: &Listing) -> Result<Vec<GameSummary>, QueryError> {
        games::list_games(&self.snapshot()?, filter, listing)
    }

    fn games_with_position(
        &self,
        position: &VariantPosition,
        filter: &Filter,
    ) -> Result<Counted<Vec<Occurrence>>, QueryError> {
        games::games_with_position(&self.snapshot()?, position, filter)
    }

    fn explore(
        &self,
        position: &VariantPosition,
        filter: &Filter,
        options: &ExploreOptions,
    ) -> Result<Explored, QueryError> {
        explore::explore(&self.snapshot()?, position, filter, options)
    }

    fn overview(&self, filter: &Filter) -> Result<Counted<Overview>, QueryError> {
        stats::overview(&self.snapshot()?, filter)
    }

    fn endings(&self, filter: &Filter, by: EndingsBy) -> Result<Counted<Vec<EndingRow>>, QueryError> {
        stats::endings(&self.snapshot()?, filter, by)
    }

    fn lengths(&self, filter: &Filter) -> Result<Counted<Vec<LengthRow>>, QueryError> {
        stats::lengths(&self.snapshot()?, filter)
    }

    fn years(&self, filter: &Filter) -> Result<Counted<Vec<YearRow>>, QueryError> {
        stats::years(&self.snapshot()?, filter)
    }

    fn openings(
        &self,
        filter: &Filter,
        options: &OpeningsOptions,
    ) -> Result<Counted<OpeningTable>, QueryError> {
        opening_stats::openings(&self.snapshot()?, filter, options)
    }

    fn players(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<Vec<PlayerRow>>, QueryError> {
        players::players(&self.snapshot()?, filter, limit)
    }
}
