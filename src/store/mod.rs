//! The database: one SQLite file that holds every game, where it came from, and what was wrong with it.
//!
//! `schema/README.md` says what every table and column means. Nothing here reads record files or knows the position
//! index; an import writes both in one transaction.

mod altered;
mod altered_alias;
mod beyond;
mod codec;
mod collection;
mod columns;
mod combined;
mod corrections;
mod details;
mod error;
mod evaluation;
mod facts;
mod forget;
mod headers;
mod identity;
mod integrity;
mod kinds;
mod known_ids;
mod ledger;
mod load;
mod merge;
mod name;
mod new_game;
mod open;
mod operation;
#[cfg(feature = "datasets")]
mod origins;
mod own_names;
mod save;
mod source;
mod stored_game;
mod transfer;
mod undo;
mod visibility;

pub use beyond::{ending_clock, fill_beyond, of as beyond_of};
pub use codec::{pack_moves, spent_times, unpack_game_clocks, unpack_moves};
pub use collection::{Collection, collection_id, name_collection};
pub use columns::{ColumnReader, GameColumns, RecordPlace, StoredPath, Wanted, imported_paths, record_place};
pub(crate) use columns::{required_code, side, stored_code};
#[cfg(test)]
pub use combined::other_identities;
pub use combined::{Combined, combine_games, drop_games};
pub use corrections::{SeenFiles, SourceRecord, earlier_sources, records_of_source};
pub use details::{BranchColumns, DetailColumns};
pub use error::{SqliteError, StoreError};
pub use forget::{Forgotten, forget_hidden};
pub use identity::fingerprint;
pub use integrity::{schema_differences, texts_without_utf8};
pub use kinds::name_older_kinds;
pub use known_ids::KnownIds;
pub use ledger::{
    Bucket, Entry, begin_import, finish_import, insert_diagnostic, insert_entry, insert_unread,
};
pub use load::{load, rest_of};
pub use name::{
    is_player, join_players, key_of, name_persons, person_of, renormalize_names, split_player, stale_names,
};
pub use new_game::NewGame;
pub use open::{
    APPLICATION_ID, SCHEMA_VERSION, begin_snapshot, begin_transaction, create, end_snapshot, open, shrink,
};
pub use operation::{
    Change, Operation, OperationKind, PROGRAM, begin_operation, find_operation, insert_change,
    last_operation, operations,
};
#[cfg(feature = "datasets")]
pub use origins::origins;
pub use own_names::{add_own_names, clear_own_names, own_names};
pub use save::{Copies, Stored, store_game};
pub use source::{
    BlockWriter, NewSource, SEEN_PATH, add_part, add_path, begin_parts, damaged_sources, end_part,
    insert_source, known_sources, name_import_of_path, source_bytes, source_id, sources_of,
};
pub use transfer::{Transfer, Transferred};
pub use undo::{NotUndone, undo_operation};
pub use visibility::{UNDONE_IMPORTS, VISIBLE, count_hidden, hidden, hide_games, wrongly_hidden};

/// A connection to a database file. Only this module, the index and those who ask in SQL know what it is.
pub(crate) type Connection = rusqlite::Connection;

/// A transaction that writes; what is not committed is undone when it is dropped.
pub(crate) type Transaction<'c> = rusqlite::Transaction<'c>;
