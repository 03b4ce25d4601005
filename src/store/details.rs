//! What is stored of a record beside the columns that every question needs.

use super::StoreError;
use super::headers::Fields;
use crate::record::{Header, Note, NoteKind};
use rusqlite::{Connection, Row};

/// The rest of a stored record.
#[derive(Clone, Debug, PartialEq)]
pub struct DetailColumns {
    /// The header lines.
    pub headers: Vec<Header>,
    /// Comments and bookmarks.
    pub notes: Vec<Note>,
    /// The branches in order.
    pub branches: Vec<BranchColumns>,
    /// What follows the legal moves, and statements about endings.
    pub beyond: Option<String>,
    /// The number of plies at which the game is drawn.
    pub max_moves: Option<u32>,
    /// The impasse rule.
    pub impasse_points: Option<u8>,
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// Remarks about the game.
    pub remarks: Option<String>,
}

/// A stored branch.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchColumns {
    /// The line that it leaves.
    pub parent: usize,
    /// After how many plies.
    pub after: usize,
    /// The legal moves, as [`unpack_moves`](super::unpack_moves) reads them.
    pub moves: Vec<u8>,
    /// The clocks, as [`unpack_game_clocks`](super::unpack_game_clocks) reads them; empty when no move has one.
    pub clocks: Vec<u8>,
}

/// The columns that [`read`] needs, and the table that they need beside the game's.
pub(super) const COLUMNS: &str = "g.beyond, g.max_moves, g.impasse_points, g.producer, g.remarks, h.pairs";
pub(super) const TABLE: &str = "LEFT JOIN header h ON h.id = g.headers";

/// Reads what stands in a row from a column on; notes and branches are read if there are so many.
pub(super) fn read(
    connection: &Connection,
    id: i64,
    row: &Row<'_>,
    first: usize,
    fields: &Fields<'_>,
    counts: [usize; 2],
) -> Result<DetailColumns, StoreError> {
    let pairs = row.get_ref(first + 5)?.as_str_or_null().map_err(rusqlite::Error::from)?;
    let headers = fields.unpack(pairs).map_err(|reason| StoreError::BadGame { game: id, reason })?;
    let [branches, notes] = counts;
    Ok(DetailColumns {
        headers,
        notes: if notes > 0 { notes_of(connection, id)? } else { Vec::new() },
        branches: if branches > 0 { branches_of(connection, id)? } else { Vec::new() },
        beyond: row.get(first)?,
        max_moves: row.get(first + 1)?,
        impasse_points: row.get(first + 2)?,
        producer: row.get(first + 3)?,
        remarks: row.get(first + 4)?,
    })
}

/// The branches of a game in order.
pub(super) fn branches_of(connection: &Connection, id: i64) -> Result<Vec<BranchColumns>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT parent, after, moves, clocks FROM branch WHERE game = ?1 ORDER BY number")?;
    let branches = statement.query_map([id], |row| {
        Ok(BranchColumns {
            parent: row.get::<_, u32>(0)? as usize,
            after: row.get::<_, u32>(1)? as usize,
            moves: row.get(2)?,
            clocks: row.get::<_, Option<Vec<u8>>>(3)?.unwrap_or_default(),
        })
    })?;
    Ok(branches.collect::<Result<_, _>>()?)
}

/// The comments and bookmarks of a game in order.
pub(super) fn notes_of(connection: &Connection, id: i64) -> Result<Vec<Note>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT line, ply, kind, text FROM note WHERE game = ?1 ORDER BY number")?;
    let notes = statement.query_map([id], |row| {
        let kind: String = row.get(2)?;
        Ok(Note {
            line: row.get::<_, u32>(0)? as usize,
            ply: row.get::<_, u32>(1)? as usize,
            kind: if kind == "bookmark" { NoteKind::Bookmark } else { NoteKind::Comment },
            text: row.get(3)?,
        })
    })?;
    Ok(notes.collect::<Result<_, _>>()?)
}
