//! Answers: which games there are, what was played in a position, how games end.
//!
//! Every answer takes the same [`Filter`]. Nothing here writes or prints.

mod duplicates;
mod explore;
mod filter;
mod games;
mod health;
mod pattern;
mod players;
mod problems;
mod results;
mod row_filter;
mod search;
mod sql;
mod stats;
mod suggest;
mod tree;

pub use duplicates::{Likeness, Pair, duplicates};
pub use explore::{ExploreError, Explored, Explorer, Look, MoveShare, YearShare, explore};
pub use filter::{Filter, FilterError, Winner};
pub use games::{GameSummary, content_order, count_games, game, list_games};
pub use health::{Health, examine};
pub use pattern::{Pattern, PatternError, Start};
pub use players::{PlayerRow, players, players_like};
pub use problems::{Problem, list_problems};
pub use results::{Results, Score};
pub use search::{FoundGame, Search, found_games, games_with_position, search_games};
pub use sql::{SqlTable, run_sql};
pub use stats::{EndingRow, LengthRow, Overview, YearRow, endings, lengths, overview, years};
pub use suggest::{Suggestion, Why, suggestions};
pub use tree::{Branch, tree};
