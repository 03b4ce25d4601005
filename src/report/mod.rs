//! Answers for people and programs: an answer becomes a [`View`], rows of [`Cell`]s under described columns, and a view
//! is rendered as text, Markdown, CSV or JSON. Boards and findings are drawn here too.
//!
//! Everything that comes out of a file goes through [`clean`] before it reaches a terminal. Nothing here prints.

mod animals;
mod answer;
mod answers;
mod board;
mod cell;
mod chart;
mod clean;
mod diagram;
mod explain;
mod finding;
mod game;
mod game_report;
mod numbers;
mod openings;
mod picture;
mod positions;
mod query_error;
mod render;
mod summary;
mod view;

pub use animals::Animals;
use animals::draw_animals;
pub use answer::{Answer, Block};
pub use answers::{
    CombinedList, CrossTableAnswer, DuplicateList, EndingPairStatistics, EndingRateStatistics,
    EndingStatistics, EvaluationCurve, EvaluationStatistics, ExplorerAnswer, FoundGames, GameList, GroupRow,
    GroupStatistics, HealthReport, IllegalMoveStatistics, ImportReport, LengthGroupStatistics,
    LengthStatistics, MoveStatisticsAnswer, MoveValues, NameList, NoveltyStatistics, OpeningStatistics,
    OperationAnswer, OperationList, OverviewAnswer, PlayerList, PlayerPage, PlayerStatistics, ProblemList,
    QueryPlan, RatingStatistics, SqlAnswer, SuggestionList, TimeGroupStatistics, TimeStatistics, TreeAnswer,
    YearStatisticsAnswer, all_rows, chance_basis, is_group_called, kinds_text, results_of,
};
use board::draw_board;
use cell::score_text;
pub use cell::{Cell, Kind, ResultStyle};
pub use chart::{
    Bar, Bars, Bin, Chart, Dot, Dots, HeatMap, Histogram, Lines, Measure, Panel, Plot, Point, Series, Unit,
};
pub use clean::clean;
pub use diagram::{Diagram, PieceStyle, diagram_caption};
pub use explain::{example, explain};
pub use finding::{finding_text, fix_text};
pub use game::{BoardPlace, GamePage};
pub use game_report::game_report;
use numbers::clock;
pub use numbers::{count, counted, decimal, percent};
pub use openings::{NamePage, opening_name, opening_names, opening_values};
pub use picture::{Picture, Theme};
#[cfg(feature = "pictures")]
pub use picture::{PictureError, Png};
pub use positions::positions_text;
pub use query_error::query_error;
#[cfg(feature = "datasets")]
pub(crate) use render::harmless;
pub use render::{
    Csv, CsvOptions, HtmlPage, HtmlSection, Json, JsonLines, Markdown, RenderOptions, Renderer, Table,
};
pub(crate) use render::{CsvRows, write_json_row};
pub use view::{Column, Field, Layout, Row, Shown, UnknownColumn, View, columns_of};
