//! What was done to the games as a whole, operation by operation, and what each changed.

use super::StoreError;
use crate::rules::named_enum;
use rusqlite::{Connection, OptionalExtension, Row, params};

named_enum! {
    /// A kind of operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum OperationKind {
        /// Records came in.
        Import = "import",
        /// Games that are one were made one.
        Merge = "merge",
        /// Of games that are one all but one were dropped.
        Drop = "drop",
        /// Games gave way to corrected records.
        Replace = "replace",
        /// Games were removed.
        Remove = "remove",
        /// Names were given to a player, or players made one.
        Join = "join",
        /// Names were taken away from a player.
        Split = "split",
    }
}

/// An operation and how much it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its id.
    pub id: i64,
    /// When it was done, in UTC (`2024-05-01T10:00:00Z`).
    pub done: String,
    /// What kind of operation it is.
    pub kind: OperationKind,
    /// What it was about: the paths of an import, the filter of a removal, names.
    pub what: String,
    /// Games that it added.
    pub added: u64,
    /// Games that it hid.
    pub hidden: u64,
    /// Games of which it altered something.
    pub altered: u64,
    /// Names that it gave to a player or took away.
    pub names: u64,
    /// When it was undone, if it was.
    pub undone: Option<String>,
}

/// The program's name and version, as the database keeps it.
pub const PROGRAM: &str = concat!("kura ", env!("CARGO_PKG_VERSION"));

/// Begins an operation and returns its id. The caller holds the transaction in which it is done.
///
/// # Errors
/// When the database cannot be written.
pub fn begin_operation(
    connection: &Connection,
    kind: OperationKind,
    what: &str,
    import: Option<i64>,
) -> Result<i64, StoreError> {
    connection.execute(
        "INSERT INTO operation (done, program, kind, what, import)
         VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4)",
        params![PROGRAM, kind.name(), what, import],
    )?;
    Ok(connection.last_insert_rowid())
}

/// What a change did to a range of games, or to a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The games from the first to the last of these ids are new.
    Added(i64, i64),
    /// The games from the first to the last of these ids were hidden, in favour of another game where there is one.
    Hidden(i64, i64, Option<i64>),
    /// Games were added to this source, of which so many were there.
    Continued(i64, i64),
}

/// Notes what an operation changed. Games that it added itself have no state before it, so none is kept.
///
/// # Errors
/// When the database cannot be written.
pub fn insert_change(connection: &Connection, operation: i64, change: Change) -> Result<(), StoreError> {
    let (kind, first, last, successor) = match change {
        Change::Added(first, last) => ("added", first, last, None),
        Change::Hidden(first, last, successor) => ("hidden", first, last, successor),
        Change::Continued(source, games) => ("continued", source, games, None),
    };
    connection
        .prepare_cached(
            "INSERT INTO change (operation, number, kind, first, last, successor)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM change WHERE operation = ?1), ?2, ?3, ?4, ?5)",
        )?
        .execute(params![operation, kind, first, last, successor])?;
    if let Change::Added(first, last) = change {
        connection
            .prepare_cached("DELETE FROM altered_game WHERE operation = ?1 AND game BETWEEN ?2 AND ?3")?
            .execute([operation, first, last])?;
    }
    Ok(())
}

/// What an operation changed, in the order in which it did.
pub(super) fn changes(connection: &Connection, operation: i64) -> Result<Vec<Change>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT kind, first, last, successor FROM change WHERE operation = ?1 ORDER BY number",
    )?;
    let rows = statement.query_map([operation], |row| {
        let (first, last) = (row.get(1)?, row.get(2)?);
        Ok(match row.get_ref(0)?.as_str()? {
            "added" => Change::Added(first, last),
            "hidden" => Change::Hidden(first, last, row.get(3)?),
            _ => Change::Continued(first, last),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

const COLUMNS: &str = "SELECT o.id, o.done, o.kind, o.what, o.undone,
     (SELECT coalesce(sum(last - first + 1), 0) FROM change WHERE operation = o.id AND kind = 'added'),
     (SELECT coalesce(sum(last - first + 1), 0) FROM change WHERE operation = o.id AND kind = 'hidden'),
     (SELECT count(*) FROM altered_game WHERE operation = o.id),
     (SELECT count(DISTINCT folded) FROM altered_alias WHERE operation = o.id)
     FROM operation o";

fn operation(row: &Row<'_>) -> rusqlite::Result<Operation> {
    let count = |column: usize| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(Operation {
        id: row.get(0)?,
        done: row.get(1)?,
        // The table allows no other kinds.
        kind: OperationKind::from_name(row.get_ref(2)?.as_str()?).unwrap_or(OperationKind::Import),
        what: row.get(3)?,
        undone: row.get(4)?,
        added: count(5)?,
        hidden: count(6)?,
        altered: count(7)?,
        names: count(8)?,
    })
}

/// All operations, the first one first.
///
/// # Errors
/// When the database cannot be read.
pub fn operations(connection: &Connection) -> Result<Vec<Operation>, StoreError> {
    let mut statement = connection.prepare(&format!("{COLUMNS} ORDER BY o.id"))?;
    let rows = statement.query_map((), operation)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The operation with this id, if there is one.
///
/// # Errors
/// When the database cannot be read.
pub fn find_operation(connection: &Connection, id: i64) -> Result<Option<Operation>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{COLUMNS} WHERE o.id = ?1"))?;
    Ok(statement.query_row([id], operation).optional()?)
}

/// The last operation that is undone or is not.
///
/// # Errors
/// When the database cannot be read.
pub fn last_operation(connection: &Connection, undone: bool) -> Result<Option<i64>, StoreError> {
    let question = match undone {
        false => "SELECT max(id) FROM operation WHERE undone IS NULL",
        true => "SELECT id FROM operation WHERE undone IS NOT NULL ORDER BY undone DESC, id LIMIT 1",
    };
    Ok(connection.query_row(question, (), |row| row.get(0)).optional()?.flatten())
}

/// The later operations, not undone, that rest on what this one changed: on a game that it added, hid or altered, or
/// on a name that it gave to somebody.
///
/// # Errors
/// When the database cannot be read.
pub fn later_operations(connection: &Connection, operation: i64) -> Result<Vec<i64>, StoreError> {
    let mut later = later_by_names_and_sources(connection, operation)?;
    let own = merged(touched(connection, "= ?1", operation)?);
    for (other, first, last) in touched(connection, "IN (SELECT id FROM later)", operation)? {
        let before = own.partition_point(|range| range.1 < first);
        if own.get(before).is_some_and(|range| range.0 <= last) {
            later.push(other);
        }
    }
    later.sort_unstable();
    later.dedup();
    Ok(later)
}

/// The games that operations touched: the operation, the first and the last id.
fn touched(connection: &Connection, whose: &str, operation: i64) -> Result<Vec<(i64, i64, i64)>, StoreError> {
    let mut statement = connection.prepare(&format!(
        "WITH later (id) AS (SELECT id FROM operation WHERE id > ?1 AND undone IS NULL)
         SELECT operation, first, last FROM change WHERE kind <> 'continued' AND operation {whose}
         UNION ALL SELECT operation, successor, successor FROM change
             WHERE successor IS NOT NULL AND operation {whose}
         UNION ALL SELECT operation, game, game FROM altered_game WHERE operation {whose}"
    ))?;
    let rows = statement.query_map([operation], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Ranges in order, those that overlap made one.
fn merged(ranges: Vec<(i64, i64, i64)>) -> Vec<(i64, i64)> {
    let mut ranges: Vec<(i64, i64)> = ranges.into_iter().map(|(_, first, last)| (first, last)).collect();
    ranges.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(range) if range.1 >= first => range.1 = range.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// Those that rest on a name, on a file of which more was read, or by a record of a game that was added.
fn later_by_names_and_sources(connection: &Connection, operation: i64) -> Result<Vec<i64>, StoreError> {
    let mut statement = connection.prepare(
        "WITH later (id) AS (SELECT id FROM operation WHERE id > ?1 AND undone IS NULL),
             named (operation, folded) AS
                 (SELECT operation, folded FROM altered_alias UNION SELECT operation, person FROM altered_alias)
         SELECT other.operation FROM named own JOIN named other ON other.folded = own.folded
         WHERE own.operation = ?1 AND other.operation IN later
         UNION
         SELECT other.operation FROM change other JOIN source s ON s.id = other.first JOIN operation o ON o.import = s.import
         WHERE other.kind = 'continued' AND other.operation IN later AND (o.id = ?1 OR EXISTS
             (SELECT 1 FROM change own WHERE own.operation = ?1 AND own.kind = 'continued' AND own.first = s.id))
         UNION
         SELECT o.id FROM change own JOIN entry e ON e.game BETWEEN own.first AND own.last
             JOIN source s ON s.id = e.source JOIN operation o ON o.import = s.import
         WHERE own.operation = ?1 AND own.kind = 'added' AND o.id IN later",
    )?;
    let rows = statement.query_map([operation], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// True when a game that an import added has no entry in the ledger any more: its file was imported again, or has to be.
pub(super) fn has_lost_entries(connection: &Connection, operation: i64) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM change c JOIN game g ON g.id BETWEEN c.first AND c.last
         WHERE c.operation = ?1 AND c.kind = 'added' AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.game = g.id))";
    Ok(connection.query_row(question, [operation], |row| row.get(0))?)
}
