//! What a record says and no column has, as the database keeps it; see [`crate::notation::beyond`].

use super::StoreError;
use super::codec::pack_moves;
use crate::notation::beyond::{Beyond, usual_ending};
use crate::record::{Clock, Declaration, DeclaredBy, Ending, Place, Record};
use crate::replay::{Game, side_after_written};
use rusqlite::{Connection, params};

/// What is to be stored of a record beside its columns; `None` when these say all.
pub fn of(record: &Record, game: &Game) -> Option<String> {
    let mut all = Vec::new();
    for (index, line) in record.lines.iter().enumerate() {
        let legal = game.lines.get(index).map_or(0, |played| played.moves.len());
        let follow = if index == 0 { endings_follow(record, game) } else { line.declarations.is_empty() };
        all.extend(Beyond::new(index, line, legal, !follow));
    }
    if all.is_empty() { None } else { serde_json::to_string(&all).ok() }
}

/// Stores what belongs beside the columns of a game, if `record` has the moves that they have.
///
/// # Errors
/// When the database cannot be written.
pub fn fill_beyond(connection: &Connection, id: i64, record: &Record, game: &Game) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE game SET beyond = ?3 WHERE id = ?1 AND moves = ?2")?
        .execute(params![id, pack_moves(game.moves()), of(record, game)])?;
    Ok(())
}

/// True when the main line's statements are the one that [`usual_ending`] makes of the columns, and others that only
/// repeat it.
fn endings_follow(record: &Record, game: &Game) -> bool {
    let (line, outcome) = (record.main(), &game.outcome);
    let mover = side_after_written(game.start.turn(), line);
    let plies = u32::try_from(line.plies.len() + line.unread).ok();
    let (winner, word) = (outcome.declared_winner, &outcome.declared_word);
    let usual = usual_ending(outcome.declared, word, winner, mover, ending_clock(record));
    let Some((first, others)) = line.declarations.split_first() else { return usual.is_none() };
    let repeats = |found: &Declaration| {
        let named = found.subject.winner(mover);
        // A closing line names the winner, or else the kind; with both it is kept as it is written.
        let says_no_more = match found.by {
            DeclaredBy::Row => false,
            DeclaredBy::ClosingLine => (found.ending == Ending::Unknown) == named.is_some(),
            DeclaredBy::Summary | DeclaredBy::Header => true,
        };
        says_no_more
            && outcome.declared != Ending::IllegalMove
            && (found.ending == Ending::Unknown || found.ending == outcome.declared)
            && (found.plies.is_none() || found.plies == plies)
            && named.is_none_or(|named| Some(named) == winner)
    };
    usual == Some(Declaration { place: Place::FILE, ..first.clone() }) && others.iter().all(repeats)
}

/// The times beside the ending of the main line.
pub fn ending_clock(record: &Record) -> Clock {
    record.main().declarations.first().map(|found| found.clock).unwrap_or_default()
}
