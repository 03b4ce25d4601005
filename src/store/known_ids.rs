//! Ids that a transaction has looked up already, so that a name that stands in every other game is asked for once.

use super::StoreError;
use crate::record::is_server_game;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// How many texts are kept; names repeat soon or never.
const MOST: usize = 1 << 16;

/// The tables whose rows are names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NameTable {
    Player,
    Event,
    Place,
}

impl NameTable {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Event => "event",
            Self::Place => "place",
        }
    }
}

/// Ids of names and header lines. Valid inside one transaction: another program may change the names after it.
#[derive(Debug, Default)]
pub struct KnownIds {
    /// By their table; those of players in games of servers apart.
    names: [HashMap<String, i64>; 4],
    headers: HashMap<String, i64>,
}

impl KnownIds {
    /// The id of a name; a new one gets a new id.
    pub(super) fn name(
        &mut self,
        connection: &Connection,
        table: NameTable,
        name: Option<&str>,
    ) -> Result<Option<i64>, StoreError> {
        let Some(name) = name else { return Ok(None) };
        let known = &mut self.names[table as usize];
        if let Some(id) = known.get(name) {
            return Ok(Some(*id));
        }
        let id = super::name::name_id(connection, table, name)?;
        keep(known, name, id);
        Ok(Some(id))
    }

    /// The id of a player's name, in a game of this event.
    pub(super) fn player(
        &mut self,
        connection: &Connection,
        name: Option<&str>,
        event: Option<&str>,
    ) -> Result<Option<i64>, StoreError> {
        let Some(name) = name else { return Ok(None) };
        if !event.is_some_and(is_server_game) {
            return self.name(connection, NameTable::Player, Some(name));
        }
        let known = &mut self.names[3];
        if let Some(id) = known.get(name) {
            return Ok(Some(*id));
        }
        let id = super::name::server_name_id(connection, name)?;
        keep(known, name, id);
        Ok(Some(id))
    }

    /// The id of a stored text of header lines.
    pub(super) fn header(
        &mut self,
        connection: &Connection,
        text: Option<&str>,
    ) -> Result<Option<i64>, StoreError> {
        let Some(text) = text else { return Ok(None) };
        if let Some(id) = self.headers.get(text) {
            return Ok(Some(*id));
        }
        let digest = Sha256::digest(text);
        let hash = i64::from_be_bytes(std::array::from_fn(|index| digest[index]));
        let found = connection
            .prepare_cached("SELECT id FROM header WHERE hash = ?1 AND pairs = ?2")?
            .query_row(params![hash, text], |row| row.get(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => {
                connection
                    .prepare_cached("INSERT INTO header (hash, pairs) VALUES (?1, ?2)")?
                    .execute(params![hash, text])?;
                connection.last_insert_rowid()
            }
        };
        keep(&mut self.headers, text, id);
        Ok(Some(id))
    }
}

fn keep(known: &mut HashMap<String, i64>, text: &str, id: i64) {
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(text.to_owned(), id);
}
