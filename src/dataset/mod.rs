//! Games as data for other programs: one object or one row a game, with stable names.

mod annotation;
mod csv_file;
mod export;
mod game_object;

pub use annotation::{AnnotationObject, ThrownMove};
pub use csv_file::CsvWriter;
pub use export::{DatasetFormat, ExportError, export};
pub use game_object::{DiagnosticObject, EvaluationObject, GameObject};
