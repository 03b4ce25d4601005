//! Files that were seen under one path with other bytes: a record of the one may be the corrected record of the other.

use super::StoreError;
use super::source::SEEN_PATH;
use super::visibility::{UNDONE_IMPORTS, standing_for};
use rusqlite::Connection;
use std::collections::HashMap;

/// The files that were seen now: their sources by path and, in an archive, member.
#[derive(Clone, Debug, Default)]
pub struct SeenFiles(HashMap<(String, String), i64>);

impl SeenFiles {
    /// Adds a file. Standard input is none, since it is another one each time.
    pub fn add(&mut self, path: &str, member: &str, source: i64) {
        if path != "-" {
            for spelling in spellings(path) {
                self.0.insert((spelling, member.to_owned()), source);
            }
        }
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How else the path of a file may have been given: with and without the present folder before it.
fn spellings(path: &str) -> Vec<String> {
    let here = std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    let inside = match path.strip_prefix(&here) {
        Some(inside) => inside.strip_prefix('/'),
        None => Some(path.trim_start_matches("./")).filter(|path| !path.starts_with('/')),
    };
    match inside {
        None => vec![path.to_owned()],
        Some(inside) => vec![inside.to_owned(), format!("./{inside}"), format!("{here}/{inside}")],
    }
}

/// Two sources that were seen under one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTwice {
    /// The path, as messages name it.
    pub path: String,
    /// The source that was there before.
    pub before: i64,
    /// The one that is there now.
    pub now: i64,
}

/// The sources that were once seen under the paths of these files, in the order of their ids.
///
/// # Errors
/// When the database cannot be read.
pub fn earlier_sources(connection: &Connection, now: &SeenFiles) -> Result<Vec<PathTwice>, StoreError> {
    let mut paths: Vec<&str> = now.0.keys().map(|(path, _)| path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut statement = connection.prepare(&format!(
        "SELECT p.source, p.path, p.member, p.shown FROM source_path p JOIN source s ON s.id = p.source
         WHERE p.path IN (SELECT value FROM json_each(?1)) AND {SEEN_PATH}
             AND s.import NOT IN ({UNDONE_IMPORTS}) ORDER BY p.source, p.path, p.member"
    ))?;
    let mut rows = statement.query([serde_json::json!(paths).to_string()])?;
    let mut found: Vec<PathTwice> = Vec::new();
    while let Some(row) = rows.next()? {
        let before: i64 = row.get(0)?;
        let key = (row.get(1)?, row.get(2)?);
        if let Some(now) = now.0.get(&key).filter(|now| **now != before) {
            found.push(PathTwice { path: row.get(3)?, before, now: *now });
        }
    }
    found.dedup_by(|next, first| (next.before, next.now) == (first.before, first.now));
    Ok(found)
}

/// A record of a source, and the game that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRecord {
    /// Its number in the source.
    pub number: i64,
    /// The game.
    pub game: i64,
    /// The start position; `None` for the even one.
    pub start: Option<String>,
    /// The moves as they are stored.
    pub moves: Vec<u8>,
    /// Black and White as they are compared.
    pub players: [Option<String>; 2],
    /// The day, as far as it is known.
    pub day: Option<String>,
}

/// The records of a source whose games are there, in order.
///
/// # Errors
/// When the database cannot be read.
pub fn records_of_source(connection: &Connection, source: i64) -> Result<Vec<SourceRecord>, StoreError> {
    let entries: Vec<(i64, i64)> = connection
        .prepare_cached(
            "SELECT number, game FROM entry WHERE source = ?1 AND game IS NOT NULL ORDER BY number",
        )?
        .query_map([source], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut statement = connection.prepare_cached(
        "SELECT g.start, g.moves, b.folded, w.folded, g.date FROM game g LEFT JOIN player b ON b.id = g.black
         LEFT JOIN player w ON w.id = g.white WHERE g.id = ?1",
    )?;
    let mut records = Vec::with_capacity(entries.len());
    for (number, game) in entries {
        let Some(game) = standing_for(connection, game)? else { continue };
        records.push(statement.query_row([game], |row| {
            Ok(SourceRecord {
                number,
                game,
                start: row.get(0)?,
                moves: row.get(1)?,
                players: [row.get(2)?, row.get(3)?],
                day: row.get(4)?,
            })
        })?);
    }
    Ok(records)
}
