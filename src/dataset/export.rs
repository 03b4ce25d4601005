//! Stored games as a dataset: the same games give the same bytes, whatever the order in which they were imported.

use super::{CsvWriter, GameObject};
use crate::query::{ExploreError, Filter, GameSummary, content_order, game};
use crate::replay::replay;
use crate::store::{self, StoreError};
use rusqlite::Connection;
use std::io::{self, Write};

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The filter or the database.
    #[error(transparent)]
    Query(#[from] ExploreError),
    /// The output.
    #[error("the output could not be written")]
    Write(#[from] io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
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
    connection: &Connection,
    filter: &Filter,
    format: DatasetFormat,
    mut output: &mut dyn Write,
) -> Result<u64, ExportError> {
    let ids = content_order(connection, filter)?;
    let objects = ids.iter().map(|id| object(connection, *id));
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
fn object(connection: &Connection, id: i64) -> Result<GameObject, ExportError> {
    let missing = || StoreError::BadGame { game: id, reason: "it is gone".to_owned() };
    let record = store::load(connection, id)?.ok_or_else(missing)?;
    let row: GameSummary = game(connection, id)?.ok_or_else(missing)?;
    let mut object = GameObject::new(&record, &replay(&record));
    object.declared_winner = row.declared_winner;
    object.verified_ending = row.verified_ending;
    object.verified_winner = row.verified_winner;
    object.agreement = row.agreement;
    object.winner = row.winner;
    object.broken_rule = row.broken_rule;
    object.diagnostics.clear();
    Ok(object)
}
