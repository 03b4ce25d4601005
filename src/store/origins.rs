//! The collections that games come from.

use super::StoreError;
use super::collection::Collection;
use super::visibility::UNDONE_IMPORTS;
use rusqlite::Connection;
use std::collections::HashMap;

/// The collections that games come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    collections: HashMap<i64, Collection>,
    /// The collection of each game, by their ids.
    games: HashMap<i64, i64>,
}

impl Origins {
    /// The collection of the first source of a game that belongs to one.
    #[must_use]
    pub fn of(&self, game: i64) -> Option<&Collection> {
        self.collections.get(self.games.get(&game)?)
    }
}

/// The collections that all games come from; nothing is read of games where there are no collections.
///
/// # Errors
/// When the database cannot be read.
pub fn origins(connection: &Connection) -> Result<Origins, StoreError> {
    let mut origins = Origins::default();
    let mut statement = connection.prepare("SELECT id, name, licence FROM collection")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let collection = Collection { name: row.get(1)?, licence: row.get(2)? };
        origins.collections.insert(row.get(0)?, collection);
    }
    if origins.collections.is_empty() {
        return Ok(origins);
    }
    let question = format!(
        "SELECT e.game, s.collection FROM entry e JOIN source s ON s.id = e.source
         WHERE e.game IS NOT NULL AND s.collection IS NOT NULL AND s.import NOT IN ({UNDONE_IMPORTS})
         ORDER BY e.source"
    );
    let mut statement = connection.prepare(&question)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        origins.games.entry(row.get(0)?).or_insert(row.get(1)?);
    }
    Ok(origins)
}
