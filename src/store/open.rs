//! Opening a database file: is it ours, is it not newer than we are, bring it up to date.

use super::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// `kura` in ASCII: marks our files (SQLite's `application_id`).
pub const APPLICATION_ID: i64 = 0x6b75_7261;

/// The migrations in order; the schema version is their number.
const MIGRATIONS: &[&str] = &[
    include_str!("../../schema/0001_games.sql"),
    include_str!("../../schema/0002_consistent.sql"),
    include_str!("../../schema/0003_operations.sql"),
    include_str!("../../schema/0004_kinds.sql"),
    include_str!("../../schema/0005_beyond.sql"),
    include_str!("../../schema/0006_own_names.sql"),
    include_str!("../../schema/0007_persons.sql"),
    include_str!("../../schema/0008_openings.sql"),
    include_str!("../../schema/0009_collections.sql"),
    include_str!("../../schema/0010_measures.sql"),
];

/// The newest schema version that this program knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Opens the database at `path` for writing, and makes it if there is none. An older one is migrated in one
/// transaction, at whose end `derive` makes anew what is derived from the games.
///
/// # Errors
/// A [`StoreError`] that says what is wrong with the file; a foreign or newer file is left as it is.
pub fn create<E: From<StoreError>>(
    path: &Path,
    derive: impl FnOnce(&Connection) -> Result<(), E>,
) -> Result<Connection, E> {
    must_name_a_file(path)?;
    must_be_a_file(path)?;
    let about = |error| StoreError::about(path, error);
    // One thread uses a connection at a time, which the type system sees to; SQLite need not lock.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(about)?;
    let version = check(&connection, path)?;
    prepare(&connection).map_err(about)?;
    if version < SCHEMA_VERSION {
        migrate(&connection, derive)?;
        // A migration writes much; later readers, which cannot empty the log, would have to search it.
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").map_err(about)?;
    }
    Ok(connection)
}

/// How much of the file a connection for reading keeps in memory, in KiB.
const READERS_CACHE: i32 = 16_384;

/// Opens the database at `path` for reading only.
///
/// # Errors
/// A [`StoreError`] when there is no such file, or it is not ours, or newer than this program.
pub fn open(path: &Path) -> Result<Connection, StoreError> {
    must_name_a_file(path)?;
    if !path.exists() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    must_be_a_file(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let about = |error| StoreError::about(path, error);
    let mut connection = Connection::open_with_flags(path, flags).map_err(about)?;
    if readable(&connection).is_err() && !wal_of(path).exists() {
        // In a folder that cannot be written SQLite cannot make its shared memory file; nobody writes there either.
        let uri = format!("file:{}?immutable=1", uri_path(path));
        connection = Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI).map_err(about)?;
    }
    let version = check(&connection, path)?;
    match version {
        // `check` says 0 of nothing else.
        0 => return Err(StoreError::Empty(path.to_owned())),
        SCHEMA_VERSION => {}
        found => return Err(StoreError::Older { path: path.to_owned(), found, known: SCHEMA_VERSION }),
    }
    connection.busy_timeout(Duration::from_secs(10)).map_err(about)?;
    // Games are read in any order: the pages that lead to them should stay.
    connection.pragma_update(None, "cache_size", -READERS_CACHE).map_err(about)?;
    Ok(connection)
}

/// Refuses names that SQLite does not take for a path (`:memory:`, `file:…?mode=memory`, nothing at all): what is
/// imported into a database of the memory is gone with the command. See <https://sqlite.org/uri.html>.
fn must_name_a_file(path: &Path) -> Result<(), StoreError> {
    let name = path.as_os_str().as_encoded_bytes();
    if name.is_empty() || name.starts_with(b":") || name.starts_with(b"file:") {
        return Err(StoreError::NoFile(path.to_owned()));
    }
    Ok(())
}

/// Refuses folders, pipes and devices, on which SQLite would fail in its own words or wait for ever.
fn must_be_a_file(path: &Path) -> Result<(), StoreError> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(StoreError::Foreign(path.to_owned())),
        _ => Ok(()),
    }
}

fn readable(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))
}

fn wal_of(path: &Path) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The path with the characters escaped that mean something in an SQLite URI.
fn uri_path(path: &Path) -> String {
    path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

/// The schema version of a file of ours; 0 for an empty file.
fn check(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let about = |error| StoreError::about(path, error);
    let pragma =
        |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(about);
    let tables = readable(connection).map_err(about)?;
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    if tables == 0 && application == 0 && version == 0 {
        return Ok(0);
    }
    if application != APPLICATION_ID {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    if version > SCHEMA_VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), found: version, known: SCHEMA_VERSION });
    }
    Ok(version)
}

/// More statements than an import uses, so that none is compiled twice.
const STATEMENTS: usize = 128;

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Else a statement is compiled again whenever other values are bound to it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // An import gives others a turn every half minute.
    connection.busy_timeout(Duration::from_secs(120))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -65_536)
}

/// Gives free pages back to the disk.
///
/// # Errors
/// When the database cannot be written, or there is not enough space for a second copy of it.
pub fn shrink(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA optimize")?;
    Ok(())
}

fn migrate<E: From<StoreError>>(
    connection: &Connection,
    derive: impl FnOnce(&Connection) -> Result<(), E>,
) -> Result<(), E> {
    let store = |error: rusqlite::Error| E::from(StoreError::from(error));
    let transaction =
        Transaction::new_unchecked(connection, TransactionBehavior::Immediate).map_err(store)?;
    // Another program may have migrated the file while this one waited for its turn.
    let from: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(store)?;
    run(&transaction, from, SCHEMA_VERSION).map_err(store)?;
    if (1..SCHEMA_VERSION).contains(&from) {
        derive(&transaction)?;
    }
    transaction.commit().map_err(store)
}

/// Begins a transaction that writes; it waits for its turn.
///
/// # Errors
/// When the database cannot be written, or another program does not give it a turn.
pub fn begin_transaction(connection: &mut Connection) -> Result<Transaction<'_>, StoreError> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Begins a transaction in which every question sees the same state of the database.
///
/// # Errors
/// When the database cannot be read.
pub fn begin_snapshot(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN")
}

/// Ends what [`begin_snapshot`] began.
///
/// # Errors
/// When there is no such transaction.
pub fn end_snapshot(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("ROLLBACK")
}

/// Runs the migrations behind `from` up to `to`.
fn run(connection: &Connection, from: i64, to: i64) -> rusqlite::Result<()> {
    let wanted = |version: &i64| *version > from && *version <= to;
    for (version, sql) in (1_i64..).zip(MIGRATIONS).filter(|(version, _)| wanted(version)) {
        connection.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION_ID}; {sql} PRAGMA user_version = {version};"
        ))?;
    }
    Ok(())
}

/// An empty database of this schema version.
pub(super) fn in_memory(version: i64) -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    run(&connection, 0, version)?;
    Ok(connection)
}
