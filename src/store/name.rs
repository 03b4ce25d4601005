//! The names of players, events and places: each spelling once, and which spellings are one person.
//!
//! A spelling is stored as it was written, with its normalized form (the column `folded`, [`normalize_name`]) beside it,
//! and a player's with the [`person_key`] (the column `key`): spellings of one key are one person, others are when
//! somebody said so ([`join_players`]). The key is empty for what is nobody's name, and exact for names that stand in a
//! game of a server. None of this changes a game or says anything about duplicates: whether two records are one game goes
//! by what they say.

use super::StoreError;
use super::altered_alias::{self, State};
use super::known_ids::NameTable;
use crate::record::{exact_person_key, is_exact, is_server_game, normalize_name, person_key};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::collections::HashSet;

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
        NameTable::Player => "INSERT INTO player (name, folded, key, person) VALUES (?1, ?2, ?3, ?3)",
        NameTable::Event => "INSERT INTO event (name, folded) VALUES (?1, ?2)",
        NameTable::Place => "INSERT INTO place (name, folded) VALUES (?1, ?2)",
    };
    let mut statement = connection.prepare_cached(insert)?;
    let id = if table == NameTable::Player {
        statement.execute([name, &normalize_name(name), &person_key(name)])?;
        let id = connection.last_insert_rowid();
        find_person(connection, id)?;
        id
    } else {
        statement.execute([name, &normalize_name(name)])?;
        connection.last_insert_rowid()
    };
    Ok(id)
}

/// The id of a player's name in a game of a server; the name is compared exactly from now on, in other games too.
pub(super) fn server_name_id(connection: &Connection, name: &str) -> Result<i64, StoreError> {
    let id = name_id(connection, NameTable::Player, name)?;
    make_exact(connection, id, name)?;
    Ok(id)
}

fn make_exact(connection: &Connection, id: i64, name: &str) -> Result<(), StoreError> {
    let changed = connection
        .prepare_cached("UPDATE player SET key = ?2 WHERE id = ?1 AND key <> ?2")?
        .execute(params![id, exact_person_key(name)])?;
    if changed > 0 {
        find_person(connection, id)?;
    }
    Ok(())
}

/// The person of a row of `player` in SQL. A name that is compared exactly may have been given to somebody, or have become
/// somebody's, before it stood in a game of a server.
pub(super) const PERSON: &str = "CASE WHEN player.key = '' THEN '' ELSE coalesce(
     (SELECT a.person FROM player_alias a WHERE a.folded = player.key),
     (SELECT a.person FROM player_alias a WHERE player.key LIKE ' %' AND a.name = player.name LIMIT 1),
     (SELECT a.person FROM player_alias a WHERE player.key LIKE ' %' AND a.person_name = player.name LIMIT 1),
     player.key) END";

fn find_person(connection: &Connection, id: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(&format!("UPDATE player SET person = {PERSON} WHERE id = ?1"))?
        .execute([id])?;
    Ok(())
}

/// The key of a name, which a game need not have: exact when the name stands in a game of a server.
///
/// # Errors
/// When the database cannot be read.
pub fn key_of(connection: &Connection, name: &str) -> Result<String, StoreError> {
    let known = connection
        .prepare_cached("SELECT key FROM player WHERE name = ?1")?
        .query_row([name.trim()], |row| row.get::<_, String>(0))
        .optional()?;
    Ok(known.filter(|key| is_exact(key)).unwrap_or_else(|| person_key(name)))
}

/// A person: the key that stands for all spellings, and the name as it is shown.
struct Person {
    key: String,
    name: String,
}

/// The person that a name means, whether a game has it or not.
fn person(connection: &Connection, name: &str) -> Result<Person, StoreError> {
    let key = key_of(connection, name)?;
    let found = connection
        .query_row(
            "SELECT person, person_name FROM player_alias WHERE folded = ?1 OR person = ?1 LIMIT 1",
            [&key],
            |row| Ok(Person { key: row.get(0)?, name: row.get(1)? }),
        )
        .optional()?;
    Ok(found.unwrap_or_else(|| Person { key, name: name.trim().to_owned() }))
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
    let key = key_of(connection, name)?;
    altered_alias::keep(connection, operation, State::Before, std::slice::from_ref(&key))?;
    let alone = connection.execute("DELETE FROM player_alias WHERE folded = ?1", [&key])?;
    let split = match alone {
        0 => connection.execute("DELETE FROM player_alias WHERE person = ?1", [&key])?,
        alone => alone,
    };
    connection
        .execute(&format!("UPDATE player SET person = {PERSON} WHERE key = ?1 OR person = ?1"), [&key])?;
    altered_alias::keep(connection, operation, State::After, &[key])?;
    Ok(split)
}

/// True when a game or an alias has a name of this key; nobody's name is none.
///
/// # Errors
/// When the database cannot be read.
pub fn is_player(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    let question = "SELECT ?1 <> '' AND (EXISTS (SELECT 1 FROM player WHERE key = ?1) OR
         EXISTS (SELECT 1 FROM player_alias WHERE folded = ?1 OR person = ?1))";
    Ok(connection.query_row(question, [key_of(connection, name)?], |row| row.get(0))?)
}

/// How many names are not normalized as this program does it, or belong to another person than the aliases say.
///
/// # Errors
/// When the database cannot be read.
pub fn stale_names(connection: &Connection) -> Result<u64, StoreError> {
    let mut stale = connection.query_row(
        &format!("SELECT count(*) FROM player WHERE person IS NOT {PERSON}"),
        (),
        |row| row.get::<_, i64>(0),
    )?;
    let exact = server_names(connection)?;
    let mut statement = connection.prepare("SELECT id, name, key FROM player")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(1)?;
        let key =
            if exact.contains(&row.get::<_, i64>(0)?) { exact_person_key(&name) } else { person_key(&name) };
        // A name stays exact when its games of a server went.
        let is_right =
            key == row.get::<_, String>(2)? || exact_person_key(&name) == row.get::<_, String>(2)?;
        stale += i64::from(!is_right);
    }
    for table in ["player", "event", "place"] {
        let mut statement = connection.prepare(&format!("SELECT name, folded FROM {table}"))?;
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            let name = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            stale += i64::from(normalize_name(name) != row.get::<_, String>(1)?);
        }
    }
    Ok(stale.cast_unsigned())
}

/// The ids of the players' names that stand in a game of a server.
fn server_names(connection: &Connection) -> Result<HashSet<i64>, StoreError> {
    let mut events = Vec::new();
    let mut statement = connection.prepare("SELECT id, name FROM event WHERE name LIKE '%+%+%+%'")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        if is_server_game(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?) {
            events.push(row.get::<_, i64>(0)?);
        }
    }
    let events: HashSet<i64> = events.into_iter().collect();
    let mut names = HashSet::new();
    let mut statement =
        connection.prepare("SELECT DISTINCT event, black, white FROM game WHERE event IS NOT NULL")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        if events.contains(&row.get(0)?) {
            names.extend(row.get::<_, Option<i64>>(1)?);
            names.extend(row.get::<_, Option<i64>>(2)?);
        }
    }
    Ok(names)
}

/// Normalizes every name anew.
///
/// # Errors
/// When the database cannot be written.
pub fn renormalize_names(connection: &Connection) -> Result<(), StoreError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    name_persons(&transaction)?;
    transaction.commit()?;
    Ok(())
}

/// Normalizes every name anew and says whose it is. The caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub fn name_persons(connection: &Connection) -> Result<(), StoreError> {
    let exact = server_names(connection)?;
    for table in ["player", "event", "place"] {
        let names: Vec<(i64, String)> = connection
            .prepare(&format!("SELECT id, name FROM {table}"))?
            .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut update = connection.prepare(&format!("UPDATE {table} SET folded = ?2 WHERE id = ?1"))?;
        for (id, name) in &names {
            update.execute(params![id, normalize_name(name)])?;
        }
        if table == "player" {
            let mut update = connection.prepare("UPDATE player SET key = ?2 WHERE id = ?1")?;
            for (id, name) in &names {
                let key = if exact.contains(id) { exact_person_key(name) } else { person_key(name) };
                update.execute(params![id, key])?;
            }
        }
    }
    let aliases: Vec<(String, String)> = connection
        .prepare("SELECT name, person_name FROM player_alias ORDER BY folded")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    connection.execute("DELETE FROM player_alias", ())?;
    for (name, person) in aliases {
        let (key, person_key) = (key_of(connection, &name)?, key_of(connection, &person)?);
        // Names that differ in a rank alone are one without further ado by now.
        if key != person_key && !key.is_empty() && !person_key.is_empty() {
            connection.execute(
                "INSERT OR IGNORE INTO player_alias (folded, name, person, person_name) VALUES (?1, ?2, ?3, ?4)",
                [&key, &name, &person_key, &person],
            )?;
        }
    }
    altered_alias::renormalize(connection)?;
    connection.execute(&format!("UPDATE player SET person = {PERSON}"), ())?;
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
        connection.execute("UPDATE player SET folded = '', key = 'x', person = ''", ()).unwrap();
        assert_eq!(stale_names(&connection).unwrap(), 12);
        renormalize_names(&connection).unwrap();
        assert_eq!(stale_names(&connection).unwrap(), 0);
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "a"), ("C", "c"), ("d1", "a")]));
        assert_eq!(split("a"), 2);
        assert_eq!(persons(&connection), pairs(&[("A", "a"), ("B", "b"), ("C", "c"), ("d1", "d1")]));
    }
}
