//! What the records of a database are that was made before kinds were stored.

use super::StoreError;
use super::load::load;
use crate::record::{GameKind, NoteKind, Record};
use crate::rules::Placing;
use crate::rules::shogi::Move;
use rusqlite::{Connection, params};

/// Names kind and placing of the games that a migration cannot tell by their columns: those from other positions than
/// the even one, and those without a move.
///
/// # Errors
/// When the database cannot be read or written, or holds something that is no game.
pub fn name_older_kinds(connection: &Connection) -> Result<(), StoreError> {
    let ids: Vec<i64> = connection
        .prepare("SELECT id FROM game WHERE start IS NOT NULL OR plies = 0")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut update = connection.prepare("UPDATE game SET kind = ?2, placing = ?3 WHERE id = ?1")?;
    for id in ids {
        let Some(mut record) = load(connection, id)? else { continue };
        record.is_book_line = has_book_rows(&record);
        let bad = |reason: String| StoreError::BadGame { game: id, reason };
        let start = record.start.setup.position().map_err(|error| bad(error.to_string()))?;
        let placing = Placing::of(&start);
        let main = record.main();
        let declared = main.declarations.first().map(|found| found.ending).unwrap_or_default();
        let kind = GameKind::of(&record, placing, main.plies.len(), declared);
        update.execute(params![id, kind.name(), placing.name()])?;
    }
    connection
        .execute("UPDATE altered_game SET kind = (SELECT kind FROM game WHERE id = altered_game.game)", ())?;
    Ok(())
}

/// Rows of a book were comments of their position: a move, another one or `none`, numbers.
fn has_book_rows(record: &Record) -> bool {
    let is_row = |text: &str| {
        let mut words = text.split_whitespace();
        words.next().is_some_and(|word| word.parse::<Move>().is_ok())
            && words.any(|word| word.parse::<f64>().is_ok())
    };
    record.main().plies.is_empty()
        && record.notes.iter().any(|note| note.kind == NoteKind::Comment && is_row(&note.text))
}
