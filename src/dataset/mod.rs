//! Games as data for other programs: one object or one row a game, with stable names.

mod annotation;
#[cfg(feature = "datasets")]
pub mod build;
mod diagnostic_object;
mod evaluation_object;
mod export;
mod game_object;
mod into_database;
mod kind_fields;
mod record_field;
mod relative_source;
mod stored_game;
mod stored_record;
#[cfg(feature = "datasets")]
pub mod table;

pub use annotation::{
    AccuracyBy, AccuracyStatistics, AnnotatedGame, AnnotatedGames, AnnotationError, annotated_games,
    annotation_rows,
};
pub use diagnostic_object::DiagnosticObject;
pub use evaluation_object::EvaluationObject;
pub use export::{DatasetFormat, ExportError, export};
pub use game_object::GameObject;
pub use into_database::export_into;
#[cfg(feature = "datasets")]
use stored_game::content_name;
pub use stored_record::{StoredRecord, each_record};
