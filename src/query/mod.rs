//! Answers: which games there are, what was played in a position, how games end.
//!
//! A question takes a [`Filter`], a list of [`Condition`]s, and gives typed values; how they are shown is decided in
//! [`report`](crate::report). What an engine answers stands in [`Questions`]; a [`Database`](crate::database::Database)
//! is one.

mod at_match;
mod base;
mod clause;
mod condition;
mod content;
mod crosstable;
mod database_questions;
#[cfg(feature = "datasets")]
mod dataset_games;
mod dates;
mod duplicates;
mod emptied;
mod ending_stats;
mod error;
mod evaluation_stats;
mod explore;
mod filter;
mod filter_text;
mod game_set;
mod games;
mod glicko;
mod grouping;
mod handicap;
mod health;
mod language;
mod listing;
mod move_stats;
mod move_tally;
mod occurrence;
mod opening_stats;
mod openings;
mod player_report;
mod players;
mod position;
mod problems;
mod questions;
mod rank_clash;
mod rating_stats;
mod score;
mod selection;
mod spread;
mod sql;
mod stats;
mod suggest;
mod tally;
mod time_stats;
mod tree;

pub use crate::index::IndexState;
pub use at_match::{AtMatch, MatchMove, at_match};
pub use base::{Base, Counted, KindCounts, Undecided};
pub use condition::{
    Condition, ConditionError, HandicapCondition, NameCondition, OpeningCondition, PlayerCondition, PlyRange,
    RatingRange,
};
pub(crate) use content::StoredGames;
pub use crosstable::{CrossRow, CrossTable};
#[cfg(feature = "datasets")]
pub use dataset_games::Exclusion;
#[cfg(feature = "datasets")]
pub(crate) use dataset_games::GameLine;
pub use dates::{DateCondition, Undated, parse_day};
pub use duplicates::{DuplicateGroup, Duplicates, DuplicatesOptions, LEAST_PLIES, Likeness, duplicates};
pub use emptied::{Emptied, emptied_by};
pub use ending_stats::{
    EndingFact, EndingGames, EndingMark, EndingPairRow, EndingRateRow, EndingSource, IllegalMoveRow,
};
pub use error::QueryError;
pub use evaluation_stats::{
    EvaluationOptions, EvaluationRangeRow, EvaluationRow, EvaluationTable, LOSSES, PlayQuality,
};
pub use explore::{ExploreOptions, Explored, MoveCount, PlayerMoves, YearStatistics};
pub use filter::Filter;
use games::main_variant_of;
pub use games::{GameSummary, game_summary, main_variant};
pub use glicko::Glicko;
pub use grouping::{GameGroup, GroupBy, GroupChoice, GroupOptions, GroupTable};
pub use handicap::placings_named;
pub use health::{Health, examine};
pub use language::{Found, GameWords, Query, Stage, search_games};
pub use listing::{GameOrder, Listing};
pub use move_stats::{LengthGroupRow, MoveGroupRow, NoveltyRow};
pub use move_tally::MoveStatistics;
use occurrence::games_by_sql;
pub use occurrence::{FoundGame, Occurrence, found_games};
pub use opening_stats::{
    OpeningGroup, OpeningRow, OpeningTable, OpeningsBy, OpeningsOptions, games_by_name, kinds_of,
};
pub use openings::{OpeningRole, names_meant};
pub use player_report::{
    FormRow, OpponentRow, PlayerEndingRow, PlayerOpeningRow, PlayerReport, RecordedRatings, Streaks,
};
pub use players::{PlayerRow, games_between, players_like, players_meant};
pub use position::{AskedPosition, PositionError};
pub use problems::{Problem, ProblemsOptions, list_problems};
pub use questions::{EndingsBy, Questions};
pub use rank_clash::{RankClash, rank_clash};
pub use rating_stats::{RatingOptions, RatingPeriod, RatingRow, RatingTable};
pub use score::{PlayerResults, PlayerScore, Results, Score};
pub use spread::Spread;
pub use sql::{SqlTable, run_sql};
pub use stats::{EndingRow, LengthRow, Overview, YearRow};
pub use suggest::{NameLikeness, Suggestion, suggestions};
pub use time_stats::{PHASES, TimeGroupRow, TimeRangeRow, TimeRanges, TimeTable};
pub use tree::{TreeMove, TreeShape, tree};
