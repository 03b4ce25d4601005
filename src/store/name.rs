//! The names of players, events and places: each spelling once, and which spellings are one person.
//!
//! A spelling is stored as it was written, with its normalized form (the column `folded`) ([`normalize_name`]) beside it. Spellings that are normalized to one
//! text are one person; others are when somebody said so ([`join_players`]). Neither changes a game or says anything
//! about duplicates: whether two records are one game goes by what they say.

use super::StoreError;
use super::altered_alias::{self, State};
use super::known_ids::NameTable;
use crate::record::normalize_name;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

/// The id of a name; a new one gets a new id.
pub(super) fn name_id(connection: &Connection, table: NameTable, name: &str) -> Result<i64, StoreError> {
    let found = connection
        .prepare_cached(&format!("SELECT id FROM {} WHERE name = ?1", table.name()))?
        .query_row([name], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    let insert = match table {
        NameTable::Player => {
            "INSERT INTO player (name, folded, person)
             VALUES (?1, ?2, coalesce((SELECT person FROM player_alias WHERE folded = ?2), ?2))"
        }
        NameTable::Event => "INSERT INTO event (name, folded) VALUES (?1, ?2)",
        NameTable::Place => "INSERT INTO place (name, folded) VALUES (?1, ?2)",
    };
    connection.prepare_cached(insert)?.execute([name, &normalize_name(name)])?;
    Ok(connection.last_insert_rowid())
}

/// A person: the normalized name that stands for all spellings, and the name as it is shown.
struct Person {
    key: String,
    name: String,
}

/// The person that a name means, whether a game has it or not.
fn person(connection: &Connection, name: &str) -> rusqlite::Result<Person> {
    let normalized = normalize_name(name);
    let found = connection
        .query_row(
            "SELECT person, person_name FROM player_alias WHERE folded = ?1 OR person = ?1 LIMIT 1",
            [&normalized],
            |row| Ok(Person { key: row.get(0)?, name: row.get(1)? }),
        )
        .optional()?;
    Ok(found.unwrap_or_else(|| Person { key: normalized, name: name.trim().to_owned() }))
}

/// The name of the person that a name means, as it is shown.
///
/// # Errors
/// When the database cannot be read.
pub fn person_of(connection: &Connection, name: &str) -> Result<String, StoreError> {
    Ok(person(connection, name)?.name)
}

/// Makes `others` names of the person that `keep` means, with all further names that they have, on behalf of an operation.
/// Names that no game has yet are remembered for games to come. Returns how many persons went into the other one; 0 when
/// all were that person already. No game is touched, and nothing has to be built again. The caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn join_players(
    connection: &Connection,
    operation: i64,
    keep: &str,
    others: &[String],
) -> Result<usize, StoreError> {
    let keep = person(connection, keep)?;
    let mut joined = 0;
    for other in others {
        let other = person(connection, other)?;
        if other.key == keep.key {
            continue;
        }
        joined += 1;
        let touched = [keep.key.clone(), other.key.clone()];
        altered_alias::keep(connection, operation, State::Before, &touched)?;
        connection.execute(
            "UPDATE player_alias SET person = ?1, person_name = ?2 WHERE person = ?3",
            [&keep.key, &keep.name, &other.key],
        )?;
        connection.execute(
            "INSERT INTO player_alias (folded, name, person, person_name) VALUES (?1, ?2, ?3, ?4)",
            [&other.key, &other.name, &keep.key, &keep.name],
        )?;
        connection.execute("UPDATE player SET person = ?1 WHERE person = ?2", [&keep.key, &other.key])?;
        altered_alias::keep(connection, operation, State::After, &touched)?;
    }
    Ok(joined)
}

/// Undoes [`join_players`] for one name: takes `name` away from the person that it was made a name of; if it is the name
/// that others were joined to, all of them come apart again. Returns how many names are persons of their own now. The
/// caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn split_player(connection: &Connection, operation: i64, name: &str) -> Result<usize, StoreError> {
    let normalized = normalize_name(name);
    altered_alias::keep(connection, operation, State::Before, std::slice::from_ref(&normalized))?;
    let alone = connection.execute("DELETE FROM player_alias WHERE folded = ?1", [&normalized])?;
    let split = match alone {
        0 => connection.execute("DELETE FROM player_alias WHERE person = ?1", [&normalized])?,
        alone => alone,
    };
    connection
        .execute("UPDATE player SET person = folded WHERE folded = ?1 OR person = ?1", [&normalized])?;
    altered_alias::keep(connection, operation, State::After, &[normalized])?;
    Ok(split)
}

/// True when a game or an alias has a name that is normalized to the same text.
///
/// # Errors
/// When the database cannot be read.
pub fn is_player(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM player WHERE folded = ?1) OR
         EXISTS (SELECT 1 FROM player_alias WHERE folded = ?1 OR person = ?1)";
    Ok(connection.query_row(question, [normalize_name(name)], |row| row.get(0))?)
}

/// How many names are not normalized as this program does it, or belong to another person than the aliases say.
///
/// # Errors
/// When the database cannot be read.
pub fn stale_names(connection: &Connection) -> Result<u64, StoreError> {
    let mut stale = connection.query_row(
        "SELECT count(*) FROM player p
         WHERE p.person IS NOT coalesce((SELECT a.person FROM player_alias a WHERE a.folded = p.folded), p.folded)",
        (),
        |row| row.get::<_, i64>(0),
    )?;
    for table in TABLES {
        let mut statement = connection.prepare(&format!("SELECT name, folded FROM {table}"))?;
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            stale += i64::from(
                normalize_name(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)
                    != row.get::<_, String>(1)?,
            );
        }
    }
    Ok(stale.cast_unsigned())
}

const TABLES: [&str; 4] = ["player", "event", "place", "player_alias"];

/// Normalizes every name anew.
///
/// # Errors
/// When the database cannot be written.
pub fn renormalize_names(connection: &Connection) -> Result<(), StoreError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    for table in ["player", "event", "place"] {
        let names: Vec<(i64, String)> = transaction
            .prepare(&format!("SELECT id, name FROM {table}"))?
            .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut update = transaction.prepare(&format!("UPDATE {table} SET folded = ?2 WHERE id = ?1"))?;
        for (id, name) in names {
            update.execute(params![id, normalize_name(&name)])?;
        }
    }
    let aliases: Vec<(String, String)> = transaction
        .prepare("SELECT name, person_name FROM player_alias ORDER BY folded")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    transaction.execute("DELETE FROM player_alias", ())?;
    for (name, person) in aliases {
        transaction.execute(
            "INSERT OR IGNORE INTO player_alias (folded, name, person, person_name) VALUES (?1, ?2, ?3, ?4)",
            [&normalize_name(&name), &name, &normalize_name(&person), &person],
        )?;
    }
    altered_alias::renormalize(&transaction)?;
    transaction.execute(
        "UPDATE player SET person = coalesce((SELECT person FROM player_alias a WHERE a.folded = player.folded), folded)",
        (),
    )?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{OperationKind, begin_operation};

    fn persons(connection: &Connection) -> Vec<(String, String)> {
        let mut statement = connection.prepare("SELECT name, person FROM player ORDER BY name").unwrap();
        let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, person)| ((*name).to_owned(), (*person).to_owned())).collect()
    }

    #[test]
    fn names_are_joined_and_come_apart_again() {
        let folder = tempfile::tempdir().unwrap();
        let connection = crate::store::create::<StoreError>(&folder.path().join("a.db"), |_| Ok(())).unwrap();
        let add = |name: &str| name_id(&connection, NameTable::Player, name).unwrap();
        for name in ["A", "B", "C"] {
            add(name);
        }
        let begin = || begin_operation(&connection, OperationKind::Join, "", None).unwrap();
        let join =
            |keep: &str, other: &str| join_players(&connection, begin(), keep, &[other.to_owned()]).unwrap();
        let split = |name: &str| split_player(&connection, begin(), name).unwrap();
        assert_eq!(join("B", "C"), 1);
        assert_eq!(join("Ａ", "c"), 1);
        assert_eq!(join("B", "A"), 0);
        // A name to come.
        assert_eq!(join("b", "D 1"), 1);
        add("d1");
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "a"), ("C", "a"), ("d1", "a")]));
        assert_eq!(stale_names(&connection).unwrap(), 0);
        assert_eq!(split("C"), 1);
        assert_eq!(split("C"), 0);
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "a"), ("C", "c"), ("d1", "a")]));
        connection.execute("UPDATE player SET folded = '', person = ''", ()).unwrap();
        assert_eq!(stale_names(&connection).unwrap(), 4);
        renormalize_names(&connection).unwrap();
        assert_eq!(stale_names(&connection).unwrap(), 0);
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "a"), ("C", "c"), ("d1", "a")]));
        assert_eq!(split("a"), 2);
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "b"), ("C", "c"), ("d1", "d1")]));
    }
}
