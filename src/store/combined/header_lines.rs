//! Header lines of several records of one game: those of the leading one, and of the others what stands in no column.

use crate::record::Header;
use crate::store::StoreError;
use crate::store::headers::{keep_richer, stored_headers, unnamed_headers};
use crate::store::known_ids::KnownIds;
use rusqlite::Connection;

/// Header lines on their way to a new game.
#[derive(Debug)]
pub(super) struct HeaderLines {
    lines: Vec<Header>,
    is_altered: bool,
}

impl HeaderLines {
    pub fn read(connection: &Connection, game: i64) -> Result<Self, StoreError> {
        Ok(Self { lines: stored_headers(connection, game)?, is_altered: false })
    }

    /// True when a line was added.
    pub const fn is_altered(&self) -> bool {
        self.is_altered
    }

    /// Adds the lines of another record whose keys are not there. What its columns have as well is known from those.
    pub fn add(&mut self, connection: &Connection, game: i64) -> Result<(), StoreError> {
        for header in unnamed_headers(connection, game)? {
            if !header.value.is_empty() && !self.lines.iter().any(|own| own.key == header.key) {
                self.lines.push(header);
                self.is_altered = true;
            }
        }
        Ok(())
    }

    /// Gives them to a game that has none yet.
    pub fn write(&self, connection: &Connection, known: &mut KnownIds, game: i64) -> Result<(), StoreError> {
        keep_richer(connection, known, game, &[], &self.lines)
    }
}
