//! Several games made one: the leading game, with everything that the others have beside it.
//!
//! Stored games are never altered by this. If the others have nothing to add, they are hidden in favour of the leading
//! one; else a new game is made of all, and all of them are hidden in favour of that.

mod header_lines;
mod line;

use super::StoreError;
use super::columns::side;
use super::identity::{Played, identity};
use super::known_ids::KnownIds;
use super::load::load;
use super::operation::{Change, insert_change};
use super::visibility::{hide_games, standing_for};
use crate::record::{Ending, GameKind};
use line::{Lines, NewLine};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

/// What became of games that were made one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combined {
    /// The game that stands for all.
    pub game: i64,
    /// Whether it is new.
    pub is_new: bool,
    /// The games that were hidden.
    pub hidden: Vec<i64>,
}

/// The columns of a game that are taken from another record where the leading one has nothing.
const FILLED: [&str; 11] = [
    "black",
    "white",
    "black_rating",
    "white_rating",
    "event",
    "place",
    "ended",
    "time_control",
    "opening",
    "remarks",
    "producer",
];

/// The columns that say how a game ended. They belong to one another, so they come from one record.
const ENDING: [&str; 11] = [
    "declared_ending",
    "declared_word",
    "declared_winner",
    "verified_ending",
    "verified_winner",
    "agreement",
    "facts",
    "broken_rule",
    "max_moves",
    "impasse_points",
    "rest",
];

/// The columns that all records of one game share, or that are handled by themselves.
const OTHERS: [&str; 11] = [
    "variant",
    "start",
    "placing",
    "handicap",
    "kind",
    "moves",
    "plies",
    "clocks",
    "started",
    "fingerprint",
    "beyond",
];

fn columns() -> Vec<&'static str> {
    OTHERS.iter().chain(&FILLED).chain(&ENDING).copied().collect()
}

/// A row of the table `game`, without its header lines.
#[derive(Clone, Debug, PartialEq)]
struct Row(Vec<Value>);

impl Row {
    fn read(connection: &Connection, game: i64) -> Result<Self, StoreError> {
        let columns = columns();
        let mut statement =
            connection.prepare_cached(&format!("SELECT {} FROM game WHERE id = ?1", columns.join(", ")))?;
        let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|column| row.get(column)).collect();
        Ok(Self(statement.query_row([game], read)?))
    }

    fn place(column: &str) -> usize {
        columns().iter().position(|known| *known == column).unwrap_or_default()
    }

    fn get(&self, column: &str) -> &Value {
        &self.0[Self::place(column)]
    }

    fn set(&mut self, column: &str, value: Value) {
        self.0[Self::place(column)] = value;
    }

    fn text(&self, column: &str) -> Option<&str> {
        match self.get(column) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn moves(&self) -> &[u8] {
        match self.get("moves") {
            Value::Blob(moves) => moves,
            _ => &[],
        }
    }

    /// Takes from another record of the game what this one does not say. `lines` says which line of this game each of the
    /// other's is.
    fn fill(&mut self, other: &Self, lines: &[NewLine]) {
        for column in FILLED {
            if *self.get(column) == Value::Null {
                self.set(column, other.get(column).clone());
            }
        }
        let has_start = *self.get("start") != Value::Null;
        if *self.get("handicap") == Value::Null && has_start {
            self.set("handicap", other.get("handicap").clone());
        }
        if self.is_less_exact(other) {
            self.set("started", other.get("started").clone());
        }
        if self.moves() != other.moves() {
            self.fill_beyond(other, lines, false);
            return;
        }
        // As with copies: what one record says of a game (a mate problem) the other one does not deny.
        let kind = |row: &Self| row.text("kind").and_then(GameKind::from_name);
        if kind(other) > kind(self) {
            self.set("kind", other.get("kind").clone());
        }
        if *self.get("clocks") == Value::Null {
            self.set("clocks", other.get("clocks").clone());
        }
        let says_nothing = self.text("declared_ending") == Some(Ending::None.name())
            && *self.get("rest") == Value::Null
            && *self.get("beyond") == Value::Null
            && *self.get("broken_rule") == Value::Null;
        if says_nothing {
            for column in ENDING {
                self.set(column, other.get(column).clone());
            }
        }
        self.fill_beyond(other, lines, says_nothing);
    }

    /// Takes what the other record has behind the legal moves of lines that are new, and if `main` of the main line.
    fn fill_beyond(&mut self, other: &Self, lines: &[NewLine], main: bool) {
        let list = |row: &Self| -> Vec<serde_json::Value> {
            row.text("beyond").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
        };
        let mut own = list(self);
        let before = own.len();
        for mut theirs in list(other) {
            let line =
                theirs["line"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or_default();
            let is_wanted = if line == 0 { main } else { lines.get(line).is_some_and(|line| line.is_new) };
            if is_wanted {
                theirs["line"] = lines.get(line).map_or(0, |line| line.number).into();
                own.push(theirs);
            }
        }
        if own.len() > before {
            own.sort_by_key(|line| line["line"].as_u64());
            self.set("beyond", Value::Text(serde_json::Value::Array(own).to_string()));
        }
    }

    /// True when the other record knows more exactly when the game began, and this one does not contradict it.
    fn is_less_exact(&self, other: &Self) -> bool {
        match (self.text("started"), other.text("started")) {
            (None, Some(_)) => true,
            (Some(own), Some(other)) => other.len() > own.len() && other.starts_with(own),
            (_, None) => false,
        }
    }
}

/// Makes games one, on behalf of an operation; the first one leads. Games that are hidden count as those that stand for
/// them; others that are not of one start, or not alike enough to be one line of play, are left as they are. `None` when
/// there is nothing to be made one. The caller holds the transaction, and sees to index and facts.
///
/// # Errors
/// When the database cannot be written, or a game is damaged.
pub fn combine_games(
    connection: &Connection,
    known: &mut KnownIds,
    operation: i64,
    games: &[i64],
) -> Result<Option<Combined>, StoreError> {
    let Some((lead, others)) = there(connection, games)? else { return Ok(None) };
    let first = Row::read(connection, lead)?;
    let mut row = first.clone();
    let mut lines = Lines::read(connection, lead)?;
    let mut headers = header_lines::HeaderLines::read(connection, lead)?;
    let mut used = Vec::new();
    for other in others {
        let theirs = Row::read(connection, other)?;
        let same_start = ["variant", "start"].iter().all(|column| row.get(column) == theirs.get(column));
        if !same_start {
            continue;
        }
        if let Some(places) = lines.add(connection, row.moves(), theirs.moves(), other)? {
            row.fill(&theirs, &places);
            headers.add(connection, other)?;
            used.push(other);
        }
    }
    if used.is_empty() {
        return Ok(None);
    }
    if row == first && !lines.is_altered() && !headers.is_altered() {
        used.sort_unstable();
        let hidden = hide_games(connection, operation, &used, Some(lead))?;
        return Ok(Some(Combined { game: lead, is_new: false, hidden }));
    }
    let game = insert(connection, &row)?;
    lines.write(connection, game)?;
    headers.write(connection, known, game)?;
    let own = stored_identity(connection, game)?;
    connection.execute("UPDATE game SET identity = ?2 WHERE id = ?1", params![game, own])?;
    insert_change(connection, operation, Change::Added(game, game))?;
    used.push(lead);
    used.sort_unstable();
    let hidden = hide_games(connection, operation, &used, Some(game))?;
    Ok(Some(Combined { game, is_new: true, hidden }))
}

/// Hides all games but the first in favour of that; `None` when there are no others.
///
/// # Errors
/// When the database cannot be written.
pub fn drop_games(
    connection: &Connection,
    operation: i64,
    games: &[i64],
) -> Result<Option<Combined>, StoreError> {
    let Some((lead, mut others)) = there(connection, games)? else { return Ok(None) };
    others.sort_unstable();
    let hidden = hide_games(connection, operation, &others, Some(lead))?;
    Ok(Some(Combined { game: lead, is_new: false, hidden }))
}

/// The games that stand for these, each once: the first one and the others, if there are any.
fn there(connection: &Connection, games: &[i64]) -> Result<Option<(i64, Vec<i64>)>, StoreError> {
    let mut found: Vec<i64> = Vec::with_capacity(games.len());
    for game in games {
        let standing = standing_for(connection, *game)?;
        found.extend(standing.filter(|game| !found.contains(game)));
    }
    Ok(found
        .split_first()
        .filter(|(_, others)| !others.is_empty())
        .map(|(lead, others)| (*lead, others.to_vec())))
}

fn insert(connection: &Connection, row: &Row) -> Result<i64, StoreError> {
    let columns = columns();
    let marks = vec!["?"; columns.len()].join(", ");
    connection
        .prepare_cached(&format!("INSERT INTO game ({}) VALUES ({marks})", columns.join(", ")))?
        .execute(params_from_iter(&row.0))?;
    Ok(connection.last_insert_rowid())
}

/// The identity that a record of a stored game has when it is read; see [`identity`].
fn stored_identity(connection: &Connection, game: i64) -> Result<Option<i64>, StoreError> {
    let Some(record) = load(connection, game)? else { return Ok(None) };
    let row = Row::read(connection, game)?;
    let ending = |column: &str| row.text(column).and_then(Ending::from_name).unwrap_or(Ending::None);
    let winner = |column: &str| row.text(column).and_then(side);
    let mut lines = vec![row.moves().to_vec()];
    let branches: Vec<Vec<u8>> = connection
        .prepare_cached("SELECT moves FROM branch WHERE game = ?1 ORDER BY number")?
        .query_map([game], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    lines.extend(branches);
    let start = record.start.setup.to_string();
    let played = Played {
        variant: record.variant(),
        start: &start,
        lines,
        declared: (ending("declared_ending"), winner("declared_winner")),
        declared_word: row.text("declared_word").unwrap_or_default(),
        verified: (ending("verified_ending"), winner("verified_winner")),
    };
    Ok(identity(&record, &played))
}

/// The games whose records would have another identity than they were stored with.
#[cfg(test)]
pub fn other_identities(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let games: Vec<(i64, Option<i64>)> = connection
        .prepare("SELECT id, identity FROM game")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    assert!(games.len() > 100);
    let mut other = Vec::new();
    for (game, identity) in games {
        if stored_identity(connection, game)? != identity {
            other.push(game);
        }
    }
    Ok(other)
}
