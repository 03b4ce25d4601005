//! Ranks and titles that speak against two names being one person's.

use super::QueryError;
use crate::database::Database;
use crate::record::PlayerName;
use crate::store::{self, VISIBLE};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};

/// Two names have ranks or titles in one year that one person has not at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankClash {
    /// The year.
    pub year: String,
    /// What the one is called then.
    pub one: String,
    /// What the other is called then.
    pub other: String,
}

/// The first year in which two players have different titles, or dan grades that are further apart than one promotion;
/// `None` when there is none. Somebody who has two titles is called by either, so it is a warning and no proof.
///
/// # Errors
/// When the database cannot be read.
pub fn rank_clash(database: &Database, one: &str, other: &str) -> Result<Option<RankClash>, QueryError> {
    let snapshot = database.snapshot()?;
    let [one, other] = [one, other].map(|name| ranks(snapshot.connection(), name));
    let (one, other) = (one?, other?);
    Ok(one.into_iter().find_map(|(year, mine)| {
        let theirs = other.get(&year)?;
        let clash = mine.is_disjoint(theirs)
            && !mine.iter().any(|rank| theirs.iter().any(|other| may_follow(rank, other)));
        let words = |ranks: &BTreeSet<String>| ranks.iter().cloned().collect::<Vec<_>>().join("・");
        clash.then(|| RankClash { one: words(&mine), other: words(theirs), year })
    }))
}

/// The ranks and titles of a player, in all names, by years.
fn ranks(connection: &Connection, name: &str) -> Result<BTreeMap<String, BTreeSet<String>>, QueryError> {
    let question = format!(
        "WITH own (id, name) AS MATERIALIZED (SELECT id, name FROM player WHERE person IN
             (SELECT person FROM player WHERE key = ?1
              UNION SELECT person FROM player_alias WHERE folded = ?1 OR person = ?1))
         SELECT own.name, substr(g.date, 1, 4) FROM own JOIN game g ON g.black = own.id
             WHERE g.date IS NOT NULL AND {VISIBLE}
         UNION SELECT own.name, substr(g.date, 1, 4) FROM own JOIN game g ON g.white = own.id
             WHERE g.date IS NOT NULL AND {VISIBLE}"
    );
    let mut statement = connection.prepare(&question)?;
    let mut rows = statement.query([store::key_of(connection, name)?])?;
    let mut years: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if let Some(rank) = PlayerName::parse(&name).rank {
            let parts = rank.split(['・', '･', '、', ',', ' ', '　']).filter(|part| !part.is_empty());
            years.entry(row.get(1)?).or_default().extend(parts.map(ToOwned::to_owned));
        }
    }
    Ok(years)
}

/// Whether somebody may have both in one year: a dan and the next one, or a dan beside a title or another grade.
fn may_follow(one: &str, other: &str) -> bool {
    match (dan(one), dan(other)) {
        (Some(one), Some(other)) => one.abs_diff(other) <= 1,
        (None, None) => false,
        _ => true,
    }
}

/// The number of a dan grade of professionals or amateurs.
fn dan(rank: &str) -> Option<u32> {
    const NUMERALS: &str = "初二三四五六七八九十";
    let numeral = rank.strip_suffix('段')?.chars().next_back()?;
    let place = NUMERALS.chars().position(|known| known == numeral);
    let digit = match numeral {
        '０'..='９' => Some(u32::from(numeral) - u32::from('０')),
        _ => numeral.to_digit(10),
    };
    place.and_then(|place| u32::try_from(place + 1).ok()).or(digit)
}

#[cfg(test)]
mod tests {
    use super::may_follow;

    #[test]
    fn what_one_person_may_have_in_one_year() {
        for (one, other, may) in [
            ("五段", "六段", true),
            ("５段", "六段", true),
            ("初段", "二段", true),
            ("四段", "八段", false),
            ("竜王", "名人", false),
            ("竜王", "九段", true),
            ("女流初段", "女流二段", true),
        ] {
            assert_eq!(may_follow(one, other), may, "{one} {other}");
        }
    }
}
