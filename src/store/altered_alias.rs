//! Which names were one person's before an operation and after it.

use super::StoreError;
use super::name::{PERSON, key_of};
use rusqlite::{Connection, params};

/// Which side of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Before,
    After,
}

impl State {
    const fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// Keeps the aliases that belong to one of these persons, or are one of these names, as they are now. All are
/// keys.
pub(super) fn keep(
    connection: &Connection,
    operation: i64,
    state: State,
    names: &[String],
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO altered_alias (operation, state, folded, name, person, person_name)
         SELECT ?1, ?2, folded, name, person, person_name FROM player_alias WHERE folded = ?3 OR person = ?3",
    )?;
    for name in names {
        statement.execute(params![operation, state.name(), name])?;
    }
    Ok(())
}

/// Makes the aliases what they were on one side of an operation.
pub(super) fn restore(connection: &Connection, operation: i64, state: State) -> Result<(), StoreError> {
    connection.execute(
        "DELETE FROM player_alias WHERE folded IN (SELECT folded FROM altered_alias WHERE operation = ?1)",
        [operation],
    )?;
    connection.execute(
        "INSERT INTO player_alias (folded, name, person, person_name)
         SELECT folded, name, person, person_name FROM altered_alias WHERE operation = ?1 AND state = ?2",
        params![operation, state.name()],
    )?;
    connection.execute(
        &format!(
            "WITH meant (key) AS MATERIALIZED (SELECT folded FROM altered_alias WHERE operation = ?1
                 UNION SELECT person FROM altered_alias WHERE operation = ?1)
             UPDATE player SET person = {PERSON} WHERE key IN meant OR person IN meant"
        ),
        [operation],
    )?;
    Ok(())
}

/// Normalizes every kept name anew.
pub(super) fn renormalize(connection: &Connection) -> Result<(), StoreError> {
    type Kept = (i64, String, String, String);
    let kept: Vec<Kept> = connection
        .prepare("SELECT operation, state, name, person_name FROM altered_alias ORDER BY 1, 2, folded")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    connection.execute("DELETE FROM altered_alias", ())?;
    for (operation, state, name, person) in kept {
        let (key, person_key) = (key_of(connection, &name)?, key_of(connection, &person)?);
        connection.execute(
            "INSERT OR IGNORE INTO altered_alias (operation, state, folded, name, person, person_name)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![operation, state, key, name, person_key, person],
        )?;
    }
    Ok(())
}
