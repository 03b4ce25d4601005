//! The questions as a database file answers them, each from a snapshot of it.

use super::{
    Base, Counted, CrossTable, EndingGames, EndingPairRow, EndingRateRow, EndingRow, EndingsBy,
    EvaluationOptions, EvaluationRow, EvaluationTable, ExploreOptions, Explored, Filter, GameSummary,
    GroupChoice, GroupOptions, GroupTable, IllegalMoveRow, LengthGroupRow, LengthRow, Listing, MoveGroupRow,
    NoveltyRow, Occurrence, OpeningTable, OpeningsOptions, Overview, PlayerReport, PlayerRow, QueryError,
    Questions, RatingOptions, RatingTable, TimeGroupRow, TimeRanges, TimeTable, YearRow, crosstable,
    ending_stats, evaluation_stats, explore, games, move_stats, opening_stats, player_report, players,
    rating_stats, stats, tally, time_stats,
};
use crate::database::Database;
use crate::rules::{Placing, VariantPosition};

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

    fn ending_pairs(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<EndingPairRow>>, QueryError> {
        ending_stats::ending_pairs(&self.snapshot()?, filter, options)
    }

    fn ending_rates(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<EndingRateRow>>, QueryError> {
        ending_stats::ending_rates(&self.snapshot()?, filter, options)
    }

    fn illegal_moves(&self, filter: &Filter) -> Result<Counted<Vec<IllegalMoveRow>>, QueryError> {
        ending_stats::illegal_moves(&self.snapshot()?, filter)
    }

    fn ending_games(
        &self,
        filter: &Filter,
        wanted: &EndingGames,
        group: Option<GroupChoice<'_>>,
        listing: &Listing,
    ) -> Result<Counted<Vec<GameSummary>>, QueryError> {
        let snapshot = self.snapshot()?;
        let found = ending_stats::ending_games(&snapshot, filter, wanted, group)?;
        let games = games::summaries(&snapshot, listing.of(&snapshot, found.answer)?)?;
        Ok(Counted { answer: games, base: found.base })
    }

    fn length_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<LengthGroupRow>>, QueryError> {
        move_stats::length_groups(&self.snapshot()?, filter, options)
    }

    fn move_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<MoveGroupRow>>, QueryError> {
        move_stats::move_groups(&self.snapshot()?, filter, options)
    }

    fn novelties(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<NoveltyRow>>, QueryError> {
        move_stats::novelties(&self.snapshot()?, filter, options)
    }

    fn time_groups(
        &self,
        filter: &Filter,
        options: &GroupOptions,
    ) -> Result<Counted<GroupTable<TimeGroupRow>>, QueryError> {
        time_stats::time_groups(&self.snapshot()?, filter, options)
    }

    fn times(&self, filter: &Filter, ranges: TimeRanges) -> Result<Counted<TimeTable>, QueryError> {
        time_stats::times(&self.snapshot()?, filter, ranges)
    }

    fn evaluation_groups(
        &self,
        filter: &Filter,
        options: &EvaluationOptions,
    ) -> Result<Counted<GroupTable<EvaluationRow>>, QueryError> {
        evaluation_stats::evaluation_groups(&self.snapshot()?, filter, options)
    }

    fn evaluations(
        &self,
        filter: &Filter,
        options: &EvaluationOptions,
    ) -> Result<Counted<EvaluationTable>, QueryError> {
        evaluation_stats::evaluations(&self.snapshot()?, filter, options)
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

    fn player_report(&self, player: &str, filter: &Filter) -> Result<Counted<PlayerReport>, QueryError> {
        player_report::player_report(&self.snapshot()?, player, filter)
    }

    fn cross_table(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<CrossTable>, QueryError> {
        crosstable::cross_table(&self.snapshot()?, filter, limit)
    }

    fn ratings(&self, filter: &Filter, options: &RatingOptions) -> Result<Counted<RatingTable>, QueryError> {
        rating_stats::ratings(&self.snapshot()?, filter, options)
    }

    fn players(&self, filter: &Filter, limit: Option<u64>) -> Result<Counted<Vec<PlayerRow>>, QueryError> {
        players::players(&self.snapshot()?, filter, limit)
    }
}
