//! Stored games as a dataset: the same games give the same bytes, whatever the order in which they were imported.

use super::GameObject;
use crate::database::{Database, DatabaseError};
use crate::query::{Filter, GameSummary, QueryError, content_order, game_summary};
use crate::replay::replay;
use crate::report::{CsvRows, Layout, UnknownColumn, View, write_json_row};
use crate::store::StoreError;
use std::io::{self, Write};

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The filter or the database.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A column that games do not have.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
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

/// What depends on the machine or on the order of imports, and is exported only when it is asked for by name.
const ON_REQUEST: [&str; 5] = ["id", "source", "game_index", "format", "encoding"];

/// Writes the games of a filter, with these columns or the usual ones, and returns how many they are.
///
/// # Errors
/// When the filter, the database or a column's name does not allow it, or `output` cannot be written.
pub fn export(
    database: &Database,
    filter: &Filter,
    format: DatasetFormat,
    columns: Option<&[String]>,
    output: &mut dyn Write,
) -> Result<u64, ExportError> {
    let ids = content_order(database.snapshot()?.connection(), filter)?;
    let usual = || {
        let all = View::empty::<GameObject>().columns.into_iter().map(|column| column.name.into_owned());
        all.filter(|name| !ON_REQUEST.contains(&name.as_str())).collect()
    };
    let names: Vec<String> = columns.map_or_else(usual, <[String]>::to_vec);
    let layout = Layout::<GameObject>::select(&names)?;
    let rows = ids.iter().map(|id| Ok::<_, ExportError>(layout.cells(&object(database, *id)?)));
    match format {
        DatasetFormat::Csv => {
            let mut writer = CsvRows::new(output, layout.columns())?;
            for row in rows {
                writer.write(&row?)?;
            }
            writer.finish()?;
        }
        DatasetFormat::JsonLines => {
            for row in rows {
                write_json_row(layout.columns(), &row?, output)?;
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
    object.broken_rule = row.broken_rule.map(|rule| rule.name().to_owned());
    object.id = Some(id);
    object.source = database.sources(id)?.into_iter().next().map(|source| source.path);
    object.diagnostics.clear();
    Ok(object)
}
