//! Hidden games taken out of the database for good, with what belongs to them alone.

use super::StoreError;
use super::source::{block_bytes, integer};
use super::visibility::{UNDONE_IMPORTS, standing_for};
use rusqlite::{Connection, params};
use std::collections::BTreeMap;

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Hidden games.
    pub games: u64,
    /// Files of which no game is left, and those of imports that were undone.
    pub sources: u64,
    /// Operations that can no longer be undone, or done again.
    pub operations: u64,
}

/// The effort of the compression of blocks, as of new ones.
const ZSTD_LEVEL: i32 = 3;

/// The code of a record whose game was removed and forgotten, in the ledger of a file of which other games are left.
pub const REMOVED: &str = "removed";

/// Columns that name rows which may go. Without an index each row that goes would be looked for in all of them; none of
/// these outlives the transaction.
const NAMING: [(&str, &str); 12] = [
    ("game", "event"),
    ("game", "place"),
    ("game", "headers"),
    ("altered_game", "game"),
    ("altered_game", "black"),
    ("altered_game", "white"),
    ("altered_game", "event"),
    ("altered_game", "place"),
    ("altered_game", "headers"),
    ("change", "successor"),
    ("source", "block"),
    ("source_part", "block"),
];

/// Takes every hidden game out of the database, with its comments, branches and evaluations, the files of which no other
/// game came, the operations that it was a part of, and names that no other game has. Records of a game that another one
/// stands for are that one's records from now on; others are counted as rejected where other games of the file are left.
/// The caller holds the transaction, and sees to index and facts.
///
/// # Errors
/// When the database cannot be written, or kept bytes that stay are damaged.
pub fn forget_hidden(connection: &Connection) -> Result<Forgotten, StoreError> {
    connection.execute_batch(
        "CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY, standing INTEGER);
         CREATE TEMP TABLE gone_operation (id INTEGER PRIMARY KEY);
         CREATE TEMP TABLE gone_source (id INTEGER PRIMARY KEY);
         INSERT INTO gone SELECT id, NULL FROM game WHERE hidden_by IS NOT NULL;",
    )?;
    for (table, column) in NAMING {
        connection.execute_batch(&format!("CREATE INDEX forget_{table}_{column} ON {table} ({column})"))?;
    }
    let forgotten = forget(connection)?;
    for (table, column) in NAMING {
        connection.execute_batch(&format!("DROP INDEX forget_{table}_{column}"))?;
    }
    connection.execute_batch("DROP TABLE gone; DROP TABLE gone_operation; DROP TABLE gone_source")?;
    Ok(forgotten)
}

fn forget(connection: &Connection) -> Result<Forgotten, StoreError> {
    find_standing(connection)?;
    find_operations(connection)?;
    pass_records_on(connection)?;
    find_sources(connection)?;
    let blocks = blocks_of_sources(connection)?;
    let sources = forget_sources(connection)?;
    pack_again(connection, &blocks)?;
    let games = forget_games(connection)?;
    let operations =
        connection.execute("DELETE FROM operation WHERE id IN (SELECT id FROM gone_operation)", ())?;
    forget_names(connection)?;
    Ok(Forgotten { games: games as u64, sources: sources as u64, operations: operations as u64 })
}

/// Which games stand for the hidden ones.
fn find_standing(connection: &Connection) -> Result<(), StoreError> {
    let gone: Vec<i64> = connection
        .prepare("SELECT g.id FROM gone n JOIN game g ON g.id = n.id WHERE g.successor IS NOT NULL")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut update = connection.prepare("UPDATE gone SET standing = ?2 WHERE id = ?1")?;
    for game in gone {
        update.execute(params![game, standing_for(connection, game)?])?;
    }
    Ok(())
}

/// The operations that a hidden game was a part of, or one that stands for it, and those that are undone.
fn find_operations(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(
        "CREATE TEMP TABLE concerned AS SELECT id FROM gone UNION SELECT standing FROM gone WHERE standing IS NOT NULL;
         CREATE INDEX concerned_id ON concerned (id);
         INSERT OR IGNORE INTO gone_operation
             SELECT id FROM operation WHERE undone IS NOT NULL
             UNION SELECT operation FROM change c WHERE c.kind <> 'continued'
                 AND EXISTS (SELECT 1 FROM concerned n WHERE n.id BETWEEN c.first AND c.last)
             UNION SELECT operation FROM change WHERE successor IN (SELECT id FROM concerned)
             UNION SELECT operation FROM altered_game WHERE game IN (SELECT id FROM concerned);
         DROP TABLE concerned;",
    )?;
    Ok(())
}

/// Gives the records of games that another one stands for to that one; the first of its records is the one it was stored by.
fn pass_records_on(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(
        "UPDATE entry SET game = (SELECT standing FROM gone WHERE id = entry.game)
             WHERE game IN (SELECT id FROM gone WHERE standing IS NOT NULL);
         UPDATE entry SET bucket = 'duplicate' WHERE bucket = 'stored'
             AND game IN (SELECT standing FROM gone) AND EXISTS (SELECT 1 FROM entry e
                 WHERE e.game = entry.game AND e.bucket = 'stored' AND (e.source, e.number) < (entry.source, entry.number));",
    )?;
    Ok(())
}

/// The files of which no game is left, and those of undone imports.
fn find_sources(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(&format!(
        "INSERT OR IGNORE INTO gone_source
             SELECT id FROM source WHERE import IN ({UNDONE_IMPORTS})
             UNION SELECT e.source FROM entry e JOIN gone n ON n.id = e.game WHERE NOT EXISTS
                 (SELECT 1 FROM entry o WHERE o.source = e.source AND o.game IS NOT NULL
                      AND o.game NOT IN (SELECT id FROM gone));"
    ))?;
    Ok(())
}

/// The blocks that hold bytes of files that go.
fn blocks_of_sources(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT block FROM source WHERE id IN (SELECT id FROM gone_source) AND block IS NOT NULL
         UNION SELECT block FROM source_part WHERE source IN (SELECT id FROM gone_source)",
    )?;
    let blocks = statement.query_map((), |row| row.get(0))?;
    Ok(blocks.collect::<Result<_, _>>()?)
}

fn forget_sources(connection: &Connection) -> Result<usize, StoreError> {
    for table in ["entry", "diagnostic", "source_path", "source_part"] {
        connection
            .execute(&format!("DELETE FROM {table} WHERE source IN (SELECT id FROM gone_source)"), ())?;
    }
    connection.execute(&format!("DELETE FROM source_path WHERE import IN ({UNDONE_IMPORTS})"), ())?;
    // What is left of other files than these.
    connection.execute_batch(&format!(
        "DELETE FROM diagnostic WHERE EXISTS (SELECT 1 FROM entry e JOIN gone n ON n.id = e.game
             WHERE e.source = diagnostic.source AND e.number = diagnostic.number);
         UPDATE entry SET bucket = 'rejected', game = NULL, code = '{REMOVED}' WHERE game IN (SELECT id FROM gone);"
    ))?;
    Ok(connection.execute("DELETE FROM source WHERE id IN (SELECT id FROM gone_source)", ())?)
}

/// A piece of kept bytes: the file, where the part starts in it if it is one, and where in the block and how long.
type Piece = (i64, Option<i64>, i64, i64);

/// Takes what no file has any more out of these blocks.
fn pack_again(connection: &Connection, blocks: &[i64]) -> Result<(), StoreError> {
    let mut kept: BTreeMap<i64, Vec<Piece>> = BTreeMap::new();
    let mut statement = connection.prepare(
        "SELECT block, id, NULL, block_start, bytes FROM source WHERE block IS NOT NULL
         UNION ALL SELECT block, source, start, block_start, bytes FROM source_part",
    )?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let block: i64 = row.get(0)?;
        if blocks.binary_search(&block).is_ok() {
            kept.entry(block).or_default().push((row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        }
    }
    for block in blocks {
        match kept.get(block) {
            None => {
                connection.execute("DELETE FROM source_block WHERE id = ?1", [block])?;
            }
            Some(pieces) => pack_block(connection, *block, pieces)?,
        }
    }
    Ok(())
}

fn pack_block(connection: &Connection, block: i64, pieces: &[Piece]) -> Result<(), StoreError> {
    let mut packed = Vec::new();
    let whole = block_bytes(connection, block)?;
    for (source, part, start, bytes) in pieces {
        let damaged = || StoreError::BadSource { id: *source, reason: "its block is damaged".to_owned() };
        let range = usize::try_from(*start).ok().zip(usize::try_from(start.saturating_add(*bytes)).ok());
        let own = range.zip(whole.as_deref()).and_then(|((start, end), whole)| whole.get(start..end));
        let start = integer(packed.len());
        packed.extend_from_slice(own.ok_or_else(damaged)?);
        match part {
            None => {
                connection.execute("UPDATE source SET block_start = ?2 WHERE id = ?1", [*source, start])?
            }
            Some(part) => connection.execute(
                "UPDATE source_part SET block_start = ?3 WHERE source = ?1 AND start = ?2",
                [*source, *part, start],
            )?,
        };
    }
    let bytes = integer(packed.len());
    let packed = zstd::bulk::compress(&packed, ZSTD_LEVEL)
        .map_err(|error| StoreError::BadSource { id: block, reason: error.to_string() })?;
    connection.execute(
        "UPDATE source_block SET bytes = ?2, packed = ?3 WHERE id = ?1",
        params![block, bytes, packed],
    )?;
    Ok(())
}

fn forget_games(connection: &Connection) -> Result<usize, StoreError> {
    connection.execute_batch(
        "DELETE FROM change WHERE operation IN (SELECT id FROM gone_operation);
         DELETE FROM altered_game WHERE operation IN (SELECT id FROM gone_operation);
         DELETE FROM altered_alias WHERE operation IN (SELECT id FROM gone_operation);",
    )?;
    for table in ["branch", "note", "evaluation"] {
        connection.execute(&format!("DELETE FROM {table} WHERE game IN (SELECT id FROM gone)"), ())?;
    }
    Ok(connection.execute("DELETE FROM game WHERE id IN (SELECT id FROM gone)", ())?)
}

/// Names and header lines that no game has, nor the earlier state of one.
fn forget_names(connection: &Connection) -> Result<(), StoreError> {
    let used = |columns: &[&str]| {
        let questions: Vec<String> = ["game", "altered_game"]
            .iter()
            .flat_map(|table| columns.iter().map(move |column| (table, column)))
            .map(|(table, column)| format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL"))
            .collect();
        questions.join(" UNION ")
    };
    for (table, columns) in [
        ("player", &["black", "white"][..]),
        ("event", &["event"]),
        ("place", &["place"]),
        ("header", &["headers"]),
    ] {
        connection.execute(&format!("DELETE FROM {table} WHERE id NOT IN ({})", used(columns)), ())?;
    }
    Ok(())
}
