//! Stored games as a dataset: the same games give the same bytes, whatever the order in which they were imported.

use super::{CsvWriter, GameObject};
use crate::database::{Database, DatabaseError};
use crate::query::{Filter, GameSummary, QueryError, content_order, game_summary};
use crate::replay::replay;
use crate::store::StoreError;
use std::io::{self, Write};

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The filter or the database.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The output.
    #[error("the output could not be written")]
    Write(#[from] io::Error),
}

impl From<DatabaseError> for ExportError {
    fn from(error: DatabaseError) -> Self {
        Self::Query(error.into())
    }
}

/// A file format of datasets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetFormat {
    /// One JSON object a line.
    JsonLines,
    /// A header line, then one row a game.
    Csv,
}

/// Writes the games of a filter and returns how many they are. Ids and paths, which depend on the machine and on the
/// order of imports, are left out.
///
/// # Errors
/// When the filter or the database does not allow it, or `output` cannot be written.
pub fn export(
    database: &Database,
    filter: &Filter,
    format: DatasetFormat,
    mut output: &mut dyn Write,
) -> Result<u64, ExportError> {
    let ids = content_order(database.snapshot()?.connection(), filter)?;
    let objects = ids.iter().map(|id| object(database, *id));
    match format {
        DatasetFormat::Csv => {
            let mut writer = CsvWriter::new(output);
            for object in objects {
                writer.write(&object?)?;
            }
            writer.finish()?;
        }
        DatasetFormat::JsonLines => {
            for object in objects {
                serde_json::to_writer(&mut output, &object?).map_err(io::Error::from)?;
                output.write_all(b"\n")?;
            }
            output.flush()?;
        }
    }
    Ok(ids.len() as u64)
}

/// A stored game as an object. The ending is as it was judged when the game came in, with the moves that could not
/// be played before replay's eyes.
fn object(database: &Database, id: i64) -> Result<GameObject, ExportError> {
    let missing = || DatabaseError::from(StoreError::BadGame { game: id, reason: "it is gone".to_owned() });
    let record = database.record(id)?.ok_or_else(missing)?;
    let row: GameSummary = game_summary(database, id)?;
    let mut object = GameObject::new(&record, &replay(&record));
    object.declared_winner = row.declared_winner.map(|color| color.name().to_owned());
    object.verified_ending = row.verified_ending.name().to_owned();
    object.verified_winner = row.verified_winner.map(|color| color.name().to_owned());
    object.agreement = row.agreement.name().to_owned();
    object.winner = row.winner.map(|color| color.name().to_owned());
    object.broken_rule = row.broken_rule.map(|rule| rule.code().to_owned());
    object.diagnostics.clear();
    Ok(object)
}
