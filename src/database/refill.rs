//! Fills, in a database that an earlier kifukura made, what is stored since then beside the columns of a game: the files
//! that were kept are read again.

use crate::formats;
use crate::replay::replay;
use crate::store::{self, Connection, StoreError};

/// No larger file is read again.
const MOST_BYTES: i64 = 64 << 20;

/// Stores what follows the legal moves of games of which only the text was kept.
pub(super) fn refill(connection: &Connection) -> Result<(), StoreError> {
    let mut statement = connection.prepare(
        "SELECT e.source, e.number, g.id FROM game g JOIN entry e ON e.game = g.id JOIN source s ON s.id = e.source
         WHERE g.rest IS NOT NULL AND g.beyond IS NULL AND s.bytes <= ?1 ORDER BY e.source, e.number",
    )?;
    let rows = statement.query_map([MOST_BYTES], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let games = rows.collect::<Result<Vec<(i64, u32, i64)>, _>>()?;
    for of_source in games.chunk_by(|one, other| one.0 == other.0) {
        let Some(bytes) = store::source_bytes(connection, of_source[0].0)? else { continue };
        let records = formats::read(&bytes).records;
        for (_, number, game) in of_source {
            let Some(record) = records.get(*number as usize) else { continue };
            if let Ok(played) = replay(record) {
                store::fill_beyond(connection, *game, record, &played)?;
            }
        }
    }
    Ok(())
}
