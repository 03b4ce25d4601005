//! Stored games as records, in the order of a dataset: by their content, so that the same games come in the same order
//! from every database.

use super::relative_source::ImportedFolders;
use crate::database::Database;
use crate::query::{Filter, Listing, QueryError, StoredGames};
use crate::record::Record;

/// How many records are read at once.
const AT_ONCE: usize = 512;

/// The record of a stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRecord {
    /// The game's id.
    pub id: i64,
    /// The record.
    pub record: Record,
    /// Where its first file lies, below the folder that was imported, with the name in an archive behind it; `None` when
    /// no file is known.
    pub source: Option<String>,
    /// Its number in that file, from 0, when the file has several games.
    pub number: Option<u64>,
}

/// Gives the records of a filter's games, or of the part of them that a listing has, to `take` in order, some at once, with the number of all. All are of one state
/// of the database. Returns how many there are.
///
/// # Errors
/// When the filter or the database does not allow it, or with the first error of `take`.
pub fn each_record<E: From<QueryError>>(
    database: &Database,
    filter: &Filter,
    listing: &Listing,
    mut take: impl FnMut(u64, Vec<StoredRecord>) -> Result<(), E>,
) -> Result<u64, E> {
    let games = StoredGames::new(database, filter, listing)?;
    let all = games.len() as u64;
    let folders = ImportedFolders::new(games.imported_paths()?);
    for ids in games.ids().chunks(AT_ONCE) {
        let mut records = Vec::with_capacity(ids.len());
        for id in ids {
            let (record, place) = games.record(*id)?;
            records.push(StoredRecord {
                id: i64::from(*id),
                record,
                source: place.as_ref().and_then(|place| folders.relative(&place.path)),
                number: place.and_then(|place| place.number),
            });
        }
        take(all, records)?;
    }
    Ok(all)
}
