//! What each answer's rows are called and mean, one file an answer; this is what `schema/answers.md` is made of.

mod at_match;
mod base;
mod charts;
mod crosstable;
mod doctor;
mod duplicates;
mod endings;
mod evaluations;
mod explorer;
mod explorer_chart;
mod games;
mod grouped;
mod import;
mod lengths;
mod openings;
mod openings_chart;
mod operations;
mod player_page;
mod player_rows;
mod player_score;
mod players;
mod problems;
mod query_plan;
mod sql;
mod statistics;
mod times;
mod tree;

pub use base::kinds_text;
pub use crosstable::{CrossTableAnswer, RatingStatistics};
pub use doctor::HealthReport;
pub use duplicates::DuplicateList;
pub use endings::{EndingPairStatistics, EndingRateStatistics, IllegalMoveStatistics};
pub use evaluations::{EvaluationCurve, EvaluationStatistics, chance_basis};
pub use explorer::{ExplorerAnswer, MoveValues};
pub use games::{FoundGames, GameList};
pub use grouped::{GroupRow, GroupStatistics, is_group_called};
pub use import::ImportReport;
pub use lengths::{LengthGroupStatistics, MoveStatisticsAnswer, NoveltyStatistics};
pub use openings::{NameList, OpeningStatistics};
pub use operations::{CombinedList, OperationAnswer, OperationList};
pub use player_page::PlayerPage;
pub use player_score::results_of;
pub use players::{PlayerList, PlayerStatistics, SuggestionList};
pub use problems::ProblemList;
pub use query_plan::QueryPlan;
pub use sql::SqlAnswer;
pub use statistics::{EndingStatistics, LengthStatistics, OverviewAnswer, YearStatisticsAnswer};
pub use times::{TimeGroupStatistics, TimeStatistics};
pub use tree::TreeAnswer;

use super::numbers::count;
use super::{Column, columns_of};
use crate::query;
use crate::terms::{self, Language};

/// `1,204 games`, in a language.
fn counted(key: &str, number: u64, language: Language) -> String {
    terms::counted(key, number, &count(number), language)
}

/// `1,204 games`, and how many of them are not shown.
fn shown_of(key: &str, all: u64, shown: usize, language: Language) -> String {
    not_shown(counted(key, all, language), all, shown, language)
}

/// A text about all, and how many of them are not shown.
fn not_shown(text: String, all: u64, shown: usize, language: Language) -> String {
    match all.saturating_sub(shown as u64) {
        0 => text,
        more => format!("{text}, {}", terms::statement("not_shown", &[("n", &count(more))], language)),
    }
}

/// Every kind of row with its columns, in the order of `schema/answers.md`.
#[must_use]
pub fn all_rows() -> Vec<(&'static str, Vec<Column>)> {
    fn row<R: super::Row>() -> (&'static str, Vec<Column>) {
        (R::NAME, columns_of::<R>())
    }
    vec![
        row::<query::GameSummary>(),
        row::<query::FoundGame>(),
        row::<query::Stage>(),
        row::<query::MatchMove>(),
        row::<ExplorerAnswer>(),
        row::<explorer::MoveRow>(),
        row::<query::YearStatistics>(),
        row::<query::TreeMove>(),
        row::<query::Counted<query::Overview>>(),
        row::<query::EndingRow>(),
        row::<grouped::GroupLine<query::EndingPairRow>>(),
        row::<grouped::GroupLine<query::EndingRateRow>>(),
        row::<query::IllegalMoveRow>(),
        row::<query::LengthRow>(),
        row::<grouped::GroupLine<query::LengthGroupRow>>(),
        row::<query::TimeRangeRow>(),
        row::<grouped::GroupLine<query::TimeGroupRow>>(),
        row::<grouped::GroupLine<query::MoveGroupRow>>(),
        row::<grouped::GroupLine<query::NoveltyRow>>(),
        row::<grouped::GroupLine<query::EvaluationRow>>(),
        row::<query::EvaluationRangeRow>(),
        row::<query::YearRow>(),
        row::<openings::OpeningLine>(),
        row::<openings::NameLine>(),
        row::<query::PlayerRow>(),
        row::<PlayerPage>(),
        row::<query::OpponentRow>(),
        row::<query::FormRow>(),
        row::<player_rows::PlayerOpeningLine>(),
        row::<query::PlayerEndingRow>(),
        row::<crosstable::CrossLine>(),
        row::<crosstable::PairingRow>(),
        row::<query::RatingRow>(),
        row::<query::Suggestion>(),
        row::<query::DuplicateGroup>(),
        row::<crate::database::Operation>(),
        row::<crate::database::Combined>(),
        row::<query::Problem>(),
        row::<doctor::Check>(),
        row::<crate::import::Summary>(),
        row::<crate::import::Unreadable>(),
        row::<crate::import::Repeat>(),
        row::<crate::import::Correction>(),
    ]
}
