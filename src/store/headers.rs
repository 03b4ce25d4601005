//! Header lines as they are stored: once for all games that have the same ones.
//!
//! Most values of a header are already in a column of the game. Such a value is written as the column's name in braces
//! (`{black}`, `{started/}`), and what is left is the same for many games and stands once in the table `header`.
//! A value that begins with a brace itself is written after `{=}`.

use super::StoreError;
use super::known_ids::KnownIds;
use crate::record::Header;
use rusqlite::{Connection, params};
use std::borrow::Cow;

/// The columns of a game that a header's value may stand in.
#[derive(Debug, Default)]
pub(super) struct Fields<'a> {
    pub black: Option<&'a str>,
    pub white: Option<&'a str>,
    pub event: Option<&'a str>,
    pub place: Option<&'a str>,
    pub started: Option<&'a str>,
    pub ended: Option<&'a str>,
    pub time_control: Option<&'a str>,
    pub opening: Option<&'a str>,
    pub handicap: Option<&'a str>,
}

/// A day and time with the signs of CSA and KIF.
fn slashes(text: &str) -> String {
    text.replace('-', "/").replace('T', " ")
}

impl Fields<'_> {
    fn named(&self) -> [(&'static str, Option<Cow<'_, str>>); 11] {
        fn own(text: Option<&str>) -> Option<Cow<'_, str>> {
            text.map(Cow::Borrowed)
        }
        let slashes = |text: Option<&str>| text.map(|text| Cow::Owned(slashes(text)));
        [
            ("{black}", own(self.black)),
            ("{white}", own(self.white)),
            ("{event}", own(self.event)),
            ("{place}", own(self.place)),
            ("{started}", own(self.started)),
            ("{started/}", slashes(self.started)),
            ("{ended}", own(self.ended)),
            ("{ended/}", slashes(self.ended)),
            ("{time_control}", own(self.time_control)),
            ("{opening}", own(self.opening)),
            ("{handicap}", own(self.handicap)),
        ]
    }

    /// A stored value as it was.
    fn expand(&self, value: String) -> Result<String, String> {
        if !value.starts_with('{') {
            return Ok(value);
        }
        if let Some(literal) = value.strip_prefix("{=}") {
            return Ok(literal.to_owned());
        }
        let found = self.named().into_iter().find(|(name, _)| *name == value);
        found
            .and_then(|(_, text)| text)
            .map(Cow::into_owned)
            .ok_or_else(|| format!("its header `{value}` has no value"))
    }

    /// The stored text of a record's header lines; `None` when there are none.
    pub fn pack(&self, headers: &[Header]) -> Option<String> {
        let names = self.named();
        let shorten = |value: &'_ str| match names.iter().find(|(_, text)| text.as_deref() == Some(value)) {
            Some((name, _)) if !value.is_empty() => (*name).to_owned(),
            _ if value.starts_with('{') => format!("{{=}}{value}"),
            _ => value.to_owned(),
        };
        let pair = |header: &Header| [header.key.clone(), shorten(&header.value)];
        let pairs: Vec<[String; 2]> = headers.iter().map(pair).collect();
        if pairs.is_empty() { None } else { serde_json::to_string(&pairs).ok() }
    }

    /// The header lines of a stored text.
    pub fn unpack(&self, text: Option<&str>) -> Result<Vec<Header>, String> {
        let Some(text) = text else { return Ok(Vec::new()) };
        let pairs: Vec<[String; 2]> =
            serde_json::from_str(text).map_err(|error| format!("its headers: {error}"))?;
        pairs.into_iter().map(|[key, value]| Ok(Header { key, value: self.expand(value)? })).collect()
    }
}

/// The columns and tables that [`Fields`] and the stored text come from, for a game `g`.
const STORED: &str = "SELECT b.name, w.name, e.name, p.name, g.started, g.ended, g.time_control, g.opening, g.handicap,
     h.pairs
     FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place LEFT JOIN header h ON h.id = g.headers
     WHERE g.id = ?1";

fn with_stored<T>(
    connection: &Connection,
    id: i64,
    with: impl FnOnce(&Fields<'_>, Option<&str>) -> Result<T, String>,
) -> Result<T, StoreError> {
    let columns: [Option<String>; 10] = connection.prepare_cached(STORED)?.query_row([id], |row| {
        let mut columns = [const { None }; 10];
        for (index, column) in columns.iter_mut().enumerate() {
            *column = row.get(index)?;
        }
        Ok(columns)
    })?;
    let [black, white, event, place, started, ended, time_control, opening, handicap, pairs] =
        columns.each_ref().map(Option::as_deref);
    let fields = Fields { black, white, event, place, started, ended, time_control, opening, handicap };
    with(&fields, pairs).map_err(|reason| StoreError::BadGame { game: id, reason })
}

/// The header lines of a stored game.
pub(super) fn stored_headers(connection: &Connection, id: i64) -> Result<Vec<Header>, StoreError> {
    with_stored(connection, id, |fields, pairs| fields.unpack(pairs))
}

/// Those of a stored game's header lines whose values stand in none of its columns.
pub(super) fn unnamed_headers(connection: &Connection, id: i64) -> Result<Vec<Header>, StoreError> {
    with_stored(connection, id, |fields, pairs| {
        let stored: Vec<[String; 2]> = match pairs {
            None => Vec::new(),
            Some(text) => serde_json::from_str(text).map_err(|error| format!("its headers: {error}"))?,
        };
        let is_named = |value: &str| value.starts_with('{') && !value.starts_with("{=}");
        let headers = fields.unpack(pairs)?.into_iter().zip(stored);
        Ok(headers.filter(|(_, [_, value])| !is_named(value)).map(|(header, _)| header).collect())
    })
}

/// Writes the richer of two lists of header lines, against the columns that the game has now.
pub(super) fn keep_richer(
    connection: &Connection,
    known: &mut KnownIds,
    id: i64,
    stored: &[Header],
    new: &[Header],
) -> Result<(), StoreError> {
    let text = |headers: &[Header]| {
        let pairs: Vec<[&str; 2]> = headers.iter().map(|header| [&*header.key, &*header.value]).collect();
        let text = serde_json::to_string(&pairs).unwrap_or_default();
        (text.chars().count(), text)
    };
    let kept = if text(new) > text(stored) { new } else { stored };
    let packed = with_stored(connection, id, |fields, _| Ok(fields.pack(kept)))?;
    let header = known.header(connection, packed.as_deref())?;
    connection
        .prepare_cached("UPDATE game SET headers = ?2 WHERE id = ?1 AND headers IS NOT ?2")?
        .execute(params![id, header])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_columns_are_named_and_come_back() {
        let fields = Fields {
            black: Some("甲"),
            white: Some("乙"),
            started: Some("2024-05-01T10:00:00"),
            ..Fields::default()
        };
        let header = |key: &str, value: &str| Header { key: key.to_owned(), value: value.to_owned() };
        let headers = [
            header("先手", "甲"),
            header("後手", "乙 "),
            header("開始日時", "2024/05/01 10:00:00"),
            header("備考", "{black}"),
            header("場所", ""),
        ];
        let text = fields.pack(&headers).unwrap();
        assert_eq!(
            text,
            r#"[["先手","{black}"],["後手","乙 "],["開始日時","{started/}"],["備考","{=}{black}"],["場所",""]]"#
        );
        assert_eq!(fields.unpack(Some(&text)).unwrap(), headers);
        assert_eq!((fields.pack(&[]), fields.unpack(None).unwrap()), (None, vec![]));
        assert!(fields.unpack(Some(r#"[["棋戦","{event}"]]"#)).is_err());
    }
}
