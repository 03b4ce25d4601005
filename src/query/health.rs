//! Is the database whole, does the ledger add up, does what is derived agree with the games?

use super::QueryError;
use crate::database::Database;
use crate::index::{self, IndexState};
use crate::record::Ending;
use crate::replay::Agreement;
use crate::rules::{Color, Variant};
use crate::store::{self, StoreError};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Health {
    /// What SQLite says about the file; nothing when it is whole.
    pub file: Vec<String>,
    /// What is not as the migrations make it; then nothing further was examined.
    pub schema: Vec<String>,
    /// Columns with text that is no UTF-8; then nothing further was examined.
    pub texts: Vec<String>,
    /// Rows that point to something that is not there.
    pub broken_references: u64,
    /// Sources whose entries are not as many as the games that were found in them.
    pub unbalanced_sources: u64,
    /// Games that no source has.
    pub games_without_source: u64,
    /// Games.
    pub games: u64,
    /// How many of them are hidden, since they were removed, merged or replaced.
    pub hidden_games: u64,
    /// Games that are hidden although no operation says so, or are not although one does.
    pub wrongly_hidden: u64,
    /// Games whose moves or clocks do not decode, or whose endings and winners have no name that is
    /// known.
    pub damaged_games: u64,
    /// Imports that did not reach their end.
    pub unfinished_imports: u64,
    /// Sources whose kept bytes are not those that came in.
    pub damaged_sources: u64,
    /// Long files of which not all parts are there.
    pub unfinished_sources: u64,
    /// Names that are not normalized as this program does it, or not given to the person that the aliases say.
    pub stale_names: u64,
    /// The position index and the games' facts.
    pub index: IndexState,
}

impl Health {
    /// True when the file, its schema and its texts can be trusted, so that the rest could be examined.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.file.is_empty() && self.schema.is_empty() && self.texts.is_empty()
    }

    /// True when nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.is_readable()
            && self.broken_references == 0
            && self.unbalanced_sources == 0
            && self.games_without_source == 0
            && self.damaged_games == 0
            && self.wrongly_hidden == 0
            && self.damaged_sources == 0
            && self.stale_names == 0
            && self.index.is_sound()
    }
}

/// Examines everything; reads the whole file and replays every game.
///
/// # Errors
/// When the file is so damaged that questions cannot be asked at all.
pub fn examine(database: &Database) -> Result<Health, QueryError> {
    let snapshot = database.snapshot()?;
    let connection = snapshot.connection();
    let texts = |sql: &str| -> Result<Vec<String>, StoreError> {
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map((), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    };
    let number = |sql: &str| -> Result<u64, StoreError> {
        Ok(connection.query_row(sql, (), |row| row.get::<_, i64>(0))?.cast_unsigned())
    };
    let mut health = Health { file: texts("PRAGMA integrity_check(20)")?, ..Health::default() };
    health.file.retain(|line| line != "ok");
    if !health.file.is_empty() {
        // The pages cannot be trusted, so neither can any further answer.
        return Ok(health);
    }
    health.schema = store::schema_differences(connection)?;
    if health.schema.is_empty() {
        health.texts = store::texts_without_utf8(connection)?;
    }
    if !health.is_readable() {
        return Ok(health);
    }
    health.broken_references = number("SELECT count(*) FROM pragma_foreign_key_check")?;
    health.unbalanced_sources = number(
        "SELECT count(*) FROM source s WHERE s.games <> (SELECT count(*) FROM entry e WHERE e.source = s.id)",
    )?;
    health.games_without_source = number(
        "SELECT count(*) FROM game g WHERE g.hidden_by IS NULL AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.game = g.id)
             AND NOT EXISTS (SELECT 1 FROM game h WHERE h.successor = g.id)",
    )?;
    health.games = number("SELECT count(*) FROM game")?;
    health.hidden_games = store::count_hidden(connection)?;
    health.wrongly_hidden = store::wrongly_hidden(connection)?;
    health.unfinished_imports = number("SELECT count(*) FROM import WHERE finished IS NULL")?;
    health.damaged_games = damaged_games(connection)?;
    health.damaged_sources = store::damaged_sources(connection)?;
    health.unfinished_sources = number("SELECT count(*) FROM source WHERE NOT complete")?;
    health.stale_names = store::stale_names(connection)?;
    health.index = index::check(connection)?;
    Ok(health)
}

fn damaged_games(connection: &Connection) -> Result<u64, StoreError> {
    let mut statement = connection.prepare(
        "SELECT moves, clocks, plies, variant, declared_ending, verified_ending, agreement,
             declared_winner, verified_winner FROM game",
    )?;
    let mut rows = statement.query(())?;
    let mut damaged = 0;
    while let Some(row) = rows.next()? {
        let moves = store::unpack_moves(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?);
        let clocks: Option<Vec<u8>> = row.get(1)?;
        let plies: i64 = row.get(2)?;
        let whole = moves.is_some_and(|moves| {
            i64::try_from(moves.len()) == Ok(plies)
                && store::unpack_game_clocks(clocks.as_deref().unwrap_or_default(), moves.len()).is_some()
        });
        let text = |column: usize| row.get_ref(column).ok().and_then(|value| value.as_str().ok());
        let side = |column: usize| {
            let name = text(column);
            row.get_ref(column).is_ok_and(|value| value == ValueRef::Null)
                || Color::ALL.into_iter().any(|color| Some(color.name()) == name)
        };
        let named = text(3).and_then(Variant::from_name).is_some()
            && [4, 5].into_iter().all(|column| text(column).and_then(Ending::from_name).is_some())
            && text(6).and_then(Agreement::from_name).is_some()
            && [7, 8].into_iter().all(side);
        damaged += u64::from(!whole || !named);
    }
    Ok(damaged)
}
