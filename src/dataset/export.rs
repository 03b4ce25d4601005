//! Stored games as a dataset: the same games give the same bytes, whatever the order in which they were imported.

use super::GameObject;
use super::record_field::RECORD;
use super::relative_source::ImportedFolders;
use crate::database::Database;
use crate::query::{Filter, Listing, QueryError, StoredGames};
use crate::report::{CsvOptions, CsvRows, Layout, UnknownColumn, View, write_json_row};
use crate::store::{GameColumns, Wanted};
use rayon::prelude::*;
use std::io::{self, Write};
use std::sync::mpsc;

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The filter or the database.
    #[error("{0}")]
    Query(#[from] QueryError),
    /// A column that games do not have.
    #[error("{0}")]
    Column(#[from] UnknownColumn),
    /// The output.
    #[error("the output could not be written")]
    Write(#[from] io::Error),
}

/// A file format of datasets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetFormat {
    /// One JSON object a line.
    JsonLines,
    /// A header line, then one row a game.
    Csv(CsvOptions),
}

/// What depends on the machine or on the order of imports, and is exported only when it is asked for by name.
const ON_REQUEST: [&str; 3] = ["id", "game", "source"];

/// What only a file that is being read has.
const OF_A_FILE: [&str; 4] = ["game_index", "format", "encoding", "diagnostics"];

/// How many games become bytes in one piece of work.
const GAMES_AT_ONCE: usize = 64;

/// How many chunks of games wait between reading and writing.
const CHUNKS_WAITING: usize = 1;

/// Writes the games of a filter, or the part of them that a listing has, with these columns or the usual ones, and returns
/// how many they are. All of them are of one state of the database. A listing without an order has that of their content.
///
/// # Errors
/// When the filter, the database or a column's name does not allow it, or `output` cannot be written.
pub fn export(
    database: &Database,
    filter: &Filter,
    listing: &Listing,
    format: DatasetFormat,
    columns: Option<&[String]>,
    output: &mut dyn Write,
) -> Result<u64, ExportError> {
    let known: Vec<String> = View::empty::<GameObject>()
        .columns
        .into_iter()
        .map(|column| column.name.into_owned())
        .filter(|name| !OF_A_FILE.contains(&name.as_str()))
        .collect();
    let is_usual = |name: &&String| {
        // Rows have no place for an object.
        !ON_REQUEST.contains(&name.as_str()) && (format == DatasetFormat::JsonLines || *name != RECORD)
    };
    let usual = || known.iter().filter(is_usual).cloned().collect();
    let names: Vec<String> = columns.map_or_else(usual, <[String]>::to_vec);
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(UnknownColumn { name: name.clone(), known }.into());
    }
    let layout = Layout::<GameObject>::select(&names)?;
    let games = StoredGames::new(database, filter, listing)?;
    let is_wanted = |column: &str| names.iter().any(|name| name == column);
    let wanted = Wanted { source: is_wanted("source"), details: is_wanted(RECORD) };
    let paths = if wanted.source { games.imported_paths()? } else { Vec::new() };
    let rows = Rows { layout, format, folders: ImportedFolders::new(paths) };
    let count = games.len() as u64;
    if let DatasetFormat::Csv(options) = format {
        CsvRows::new(&mut *output, rows.layout.columns(), options)?.finish()?;
    }
    // One thread reads, all cores make bytes of what was read before, and this thread writes them.
    std::thread::scope(|scope| {
        let (sender, chunks) = mpsc::sync_channel(CHUNKS_WAITING);
        let reader = scope.spawn(move || games.read(wanted, |chunk| sender.send(chunk).is_ok()));
        for chunk in chunks {
            for bytes in rows.bytes(chunk)? {
                output.write_all(&bytes)?;
            }
        }
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok::<_, ExportError>(output.flush()?)
    })?;
    Ok(count)
}

/// Makes the bytes of games.
struct Rows {
    layout: Layout<GameObject>,
    format: DatasetFormat,
    folders: ImportedFolders,
}

impl Rows {
    /// The bytes of these games, some games each, in order.
    fn bytes(&self, games: Vec<GameColumns>) -> Result<Vec<Vec<u8>>, ExportError> {
        games.into_par_iter().chunks(GAMES_AT_ONCE).map(|games| self.some_bytes(games)).collect()
    }

    fn some_bytes(&self, games: Vec<GameColumns>) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        let cells = games.into_iter().map(|game| {
            let object = GameObject::of_stored(game, &self.folders).map_err(QueryError::from)?;
            Ok::<_, ExportError>(self.layout.cells(&object))
        });
        match self.format {
            DatasetFormat::JsonLines => {
                for cells in cells {
                    write_json_row(self.layout.columns(), &cells?, &mut bytes)?;
                }
            }
            DatasetFormat::Csv(options) => {
                let mut writer = CsvRows::without_header(&mut bytes, self.layout.columns(), options);
                for cells in cells {
                    writer.write(&cells?)?;
                }
                writer.finish()?;
            }
        }
        Ok(bytes)
    }
}
