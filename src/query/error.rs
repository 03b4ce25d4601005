//! Why a question has no answer.

use super::OpeningRole;
use crate::database::DatabaseError;
use crate::index::IndexError;
use crate::pattern::ParseError;
use crate::store::StoreError;

/// Why a question has no answer. The text says what is wrong; [`hint`](Self::hint) says what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The text of a condition cannot be read.
    #[error(transparent)]
    Condition(#[from] super::ConditionError),
    /// The text of a position cannot be read.
    #[error(transparent)]
    Position(#[from] super::PositionError),
    /// The text of a query cannot be read.
    #[error(transparent)]
    Query(#[from] ParseError),
    /// A query has too many conditions on whole games.
    #[error("the query has more than {0} conditions on whole games")]
    TooManyWords(usize),
    /// Somebody's own SQL, with SQLite's words about it.
    #[error("the SQL is not understood: {0}")]
    Sql(String),
    /// Whoever asks is looked for, and nobody said who that is.
    #[error("nobody is set as you")]
    NobodyIsMe,
    /// No opening, castle or type is called so.
    #[error("no {} is called `{name}`", role_name(*.role))]
    NoSuchOpening {
        /// What was asked for.
        name: String,
        /// As what.
        role: OpeningRole,
    },
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(i64),
    /// There was such a game, until an operation hid it.
    #[error("game {game} was hidden by operation {operation}{}", .successor.map(|id| format!("; game {id} stands for it")).unwrap_or_default())]
    HiddenGame {
        /// The game.
        game: i64,
        /// The operation.
        operation: i64,
        /// The game that stands for it now, if one does.
        successor: Option<i64>,
    },
    /// The database.
    #[error(transparent)]
    Database(DatabaseError),
}

fn role_name(role: OpeningRole) -> &'static str {
    match role {
        OpeningRole::Opening => "opening",
        OpeningRole::Castle => "castle",
        OpeningRole::Type => "type of game",
    }
}

impl QueryError {
    /// What to do next, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Condition(error) => error.hint(),
            Self::Position(error) => error.hint(),
            Self::Query(error) => error.hint(),
            Self::TooManyWords(_) => Some("ask for some of them with the other options"),
            Self::Sql(_) => Some("schema/README.md describes the tables and columns"),
            Self::NobodyIsMe => Some("`kura players me NAME…` says which names are yours"),
            Self::NoSuchOpening { .. } => {
                Some("`kura openings list` lists the names; `--opening-written` asks for what records say")
            }
            Self::NoSuchGame(_) => Some("`kura games` lists the games with their ids"),
            Self::HiddenGame { .. } => {
                Some("`kura undo --list` says what the operation was, `kura undo OPERATION` takes it back")
            }
            Self::Database(error) => error.hint(),
        }
    }
}

impl From<DatabaseError> for QueryError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Store(StoreError::Sql(error)) => error.0.into(),
            error => Self::Database(error),
        }
    }
}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> Self {
        DatabaseError::from(error).into()
    }
}

impl From<IndexError> for QueryError {
    fn from(error: IndexError) -> Self {
        DatabaseError::from(error).into()
    }
}

impl From<rusqlite::Error> for QueryError {
    /// What SQLite cannot understand is somebody's own SQL: ours is tested.
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::SqlInputError { msg, .. } => Self::Sql(msg),
            error => Self::Database(DatabaseError::Store(error.into())),
        }
    }
}
