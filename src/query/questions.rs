//! The questions that an engine answers. A database file is the first such engine.

use super::{
    Base, Counted, CrossTable, EndingGames, EndingPairRow, EndingRateRow, EndingRow, EvaluationOptions,
    EvaluationRow, EvaluationTable, ExploreOptions, Explored, Filter, GameSummary, GroupChoice, GroupOptions,
    GroupTable, IllegalMoveRow, LengthGroupRow, LengthRow, Listing, MoveGroupRow, NoveltyRow, Occurrence,
    OpeningTable, OpeningsOptions, Overview, PlayerReport, PlayerRow, QueryError, RatingOptions, RatingTable,
    TimeGroupRow, TimeRanges, TimeTable, YearRow,
};
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

    /// How many games there are of each declared and verified ending and each agreement, group by group.
    ///
    /// # Errors
    /// As above.
    fn ending_pairs(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<EndingPairRow>>, QueryError>;

    /// How often games end in each way, group by group.
    ///
    /// # Errors
    /// As above.
    fn ending_rates(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<EndingRateRow>>, QueryError>;

    /// Which rules are broken in a filter's games, most games first.
    ///
    /// # Errors
    /// As above.
    fn illegal_moves(&self, filter: &Filter) -> Result<Counted<Vec<IllegalMoveRow>>, QueryError>;

    /// The games behind a number about endings: those of a group that is chosen by `group`, or of all.
    ///
    /// # Errors
    /// As above.
    fn ending_games(
        &self,
        filter: &Filter,
        wanted: &EndingGames,
        group: Option<GroupChoice<'_>>,
        listing: &Listing,
    ) -> Result<Counted<Vec<GameSummary>>, QueryError>;

    /// How long the games of each group are.
    ///
    /// # Errors
    /// As above.
    fn length_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<LengthGroupRow>>, QueryError>;

    /// What the moves of each group's games do: promotions, drops, captures, repetitions.
    ///
    /// # Errors
    /// As above.
    fn move_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<MoveGroupRow>>, QueryError>;

    /// After which ply the games of each group come to a position that no earlier game has.
    ///
    /// # Errors
    /// As above.
    fn novelties(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<NoveltyRow>>, QueryError>;

    /// How long the players of each group's games think, and how often they are short of time.
    ///
    /// # Errors
    /// As above.
    fn time_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<TimeGroupRow>>, QueryError>;

    /// How long players think at which ply.
    ///
    /// # Errors
    /// As above.
    fn times(&self, filter: &Filter, ranges: TimeRanges) -> Result<Counted<TimeTable>, QueryError>;

    /// How well the games of each group were played, by the evaluations that came with their records.
    ///
    /// # Errors
    /// As above.
    fn evaluation_groups(
        &self,
        filter: &Filter,
        options: &EvaluationOptions,
    ) -> Result<Counted<GroupTable<EvaluationRow>>, QueryError>;

    /// Those evaluations by ply.
    ///
    /// # Errors
    /// As above.
    fn evaluations(
        &self,
        filter: &Filter,
        options: &EvaluationOptions,
    ) -> Result<Counted<EvaluationTable>, QueryError>;

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

    /// Everything about the games of the player that a filter asks for, who is called `player`.
    ///
    /// # Errors
    /// As above.
    fn player_report(&self, player: &str, filter: &Filter) -> Result<Counted<PlayerReport>, QueryError>;

    /// Who played whom in a filter's games, `limit` players at most, most points first.
    ///
    /// # Errors
    /// As above.
    fn cross_table(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<CrossTable>, QueryError>;

    /// The ratings of a filter's players, by its results and as its records give them, the highest first.
    ///
    /// # Errors
    /// As above.
    fn ratings(&self, filter: &Filter, options: &RatingOptions) -> Result<Counted<RatingTable>, QueryError>;

    /// The players of a filter's games, most games first, `limit` at most.
    ///
    /// # Errors
    /// As above.
    fn players(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<Vec<PlayerRow>>, QueryError>;
}
