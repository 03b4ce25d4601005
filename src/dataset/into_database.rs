//! Stored games into another database.

use crate::database::{Copied, Database};
use crate::query::{Filter, Listing, QueryError, StoredGames};

/// Writes the games of a filter, or the part of them that a listing has, into another database, see
/// [`Database::copy_games`]; where the listing names no order in that of their content, so that a new database has the same
/// ids whatever the order of the imports was.
///
/// # Errors
/// When the filter or one of the databases does not allow it.
pub fn export_into(
    database: &Database,
    filter: &Filter,
    listing: &Listing,
    to: &Database,
) -> Result<Copied, QueryError> {
    let games = StoredGames::new(database, filter, listing)?;
    let ids: Vec<i64> = games.ids().iter().map(|id| i64::from(*id)).collect();
    drop(games);
    Ok(database.copy_games(&ids, to)?)
}
