//! Names that may be one person's. Nothing is merged here: it is a list to look at.

use super::QueryError;
use super::players::{PlayerRow, players_like};
use crate::database::Database;
use crate::record::{PlayerName, normalize_name};
use rusqlite::Connection;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How two names are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameLikeness {
    /// They differ in characters that are easily confused: 斎 and 斉, ヶ and ケ, 々 written out, hyphens, a rank.
    SimilarCharacters,
    /// One character differs, is missing, or two have changed places.
    OneCharacter,
    /// One is the beginning of the other, as a family name is.
    Beginning,
}

impl NameLikeness {
    /// The code that answers use, for example `one_character`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::SimilarCharacters => "similar_characters",
            Self::OneCharacter => "one_character",
            Self::Beginning => "beginning",
        }
    }
}

/// Two names that may be one person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The player with more games.
    pub player: String,
    /// The other name.
    pub other: String,
    /// How they are alike.
    pub likeness: NameLikeness,
    /// The player's games.
    pub games: u64,
    /// The games with the other name.
    pub other_games: u64,
    /// Events in which both played.
    pub shared_events: u64,
    /// Years in which both played.
    pub shared_years: u64,
}

/// Shorter names are alike by chance, in characters.
const LEAST_CHARS: usize = 3;

/// Longer ones are no names, and are not compared character by character.
const MOST_CHARS: usize = 100;

/// A beginning that more names than this have is nobody's in particular.
const MOST_BEGINNINGS: usize = 3;

/// What is known of a player beside the name.
#[derive(Default)]
struct Life {
    events: BTreeSet<String>,
    years: BTreeSet<String>,
    opponents: BTreeSet<String>,
}

/// Pairs of players that may be one, the surest first. Two who played each other are two; names that differ in one
/// character or are a beginning must have an event or a year in common. Names that differ in digits only (versions of
/// an engine) are not suggested.
///
/// # Errors
/// When the database cannot be read.
pub fn suggestions(database: &Database) -> Result<Vec<Suggestion>, QueryError> {
    let players = players_like(database, None)?.answer;
    let snapshot = database.snapshot()?;
    let names: Vec<(usize, String)> = players
        .iter()
        .enumerate()
        .flat_map(|(index, player)| player.spellings.iter().map(move |name| (index, normalize_name(name))))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut pairs: BTreeMap<(usize, usize), NameLikeness> = BTreeMap::new();
    let mut add = |a: usize, b: usize, likeness: NameLikeness| {
        if a != b {
            let known = pairs.entry((a.min(b), a.max(b))).or_insert(likeness);
            *known = likeness.min(*known);
        }
    };
    confused(&names, &mut add);
    one_character(&names, &mut add);
    beginnings(&names, &mut add);
    let mut lives: HashMap<usize, Life> = HashMap::new();
    let mut found = Vec::new();
    for ((one, other), likeness) in pairs {
        for index in [one, other] {
            if let Entry::Vacant(place) = lives.entry(index) {
                place.insert(life(snapshot.connection(), &players[index])?);
            }
        }
        let (a, b) = (&lives[&one], &lives[&other]);
        let person = |index: usize| names.iter().filter(move |name| name.0 == index).map(|name| &name.1);
        if person(other).any(|name| a.opponents.contains(name))
            || person(one).any(|name| b.opponents.contains(name))
        {
            continue;
        }
        let shared_events = a.events.intersection(&b.events).count() as u64;
        let shared_years = a.years.intersection(&b.years).count() as u64;
        if likeness != NameLikeness::SimilarCharacters && shared_events + shared_years == 0 {
            continue;
        }
        // Players are in the order of their games.
        found.push(Suggestion {
            player: players[one].player.clone(),
            other: players[other].player.clone(),
            likeness,
            games: players[one].games,
            other_games: players[other].games,
            shared_events,
            shared_years,
        });
    }
    found.sort_by_key(|pair| (pair.likeness, std::cmp::Reverse(pair.games)));
    Ok(found)
}

fn life(connection: &Connection, player: &PlayerRow) -> Result<Life, QueryError> {
    let mut life = Life::default();
    let mut statement = connection.prepare_cached(
        "SELECT e.folded, substr(g.date, 1, 4), o.folded FROM player p JOIN game g ON g.black = p.id
         LEFT JOIN event e ON e.id = g.event LEFT JOIN player o ON o.id = g.white
         WHERE p.name = ?1 AND g.hidden_by IS NULL
         UNION
         SELECT e.folded, substr(g.date, 1, 4), o.folded FROM player p JOIN game g ON g.white = p.id
         LEFT JOIN event e ON e.id = g.event LEFT JOIN player o ON o.id = g.black
         WHERE p.name = ?1 AND g.hidden_by IS NULL",
    )?;
    for name in &player.spellings {
        let mut rows = statement.query([name])?;
        while let Some(row) = rows.next()? {
            life.events.extend(row.get::<_, Option<String>>(0)?);
            life.years.extend(row.get::<_, Option<String>>(1)?);
            life.opponents.extend(row.get::<_, Option<String>>(2)?);
        }
    }
    Ok(life)
}

/// Names that are equal when signs that are easily confused are not told apart.
fn confused(names: &[(usize, String)], add: &mut impl FnMut(usize, usize, NameLikeness)) {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, name) in names {
        groups.entry(without_differences(name)).or_default().push(*index);
    }
    for group in groups.values() {
        for pair in group.windows(2) {
            add(pair[0], pair[1], NameLikeness::SimilarCharacters);
        }
    }
}

fn without_differences(name: &str) -> String {
    let mut loose = String::with_capacity(name.len());
    let mut last = None;
    for char in PlayerName::parse(name).name.chars() {
        let char = match char {
            '斉' => '斎',
            'ヶ' | 'ヵ' => 'ケ',
            '薗' => '園',
            '々' => last.unwrap_or(char),
            '-' | '_' | '.' | '\'' | '’' | '‐' | '–' | '=' | '゠' => continue,
            char => char,
        };
        loose.push(char);
        last = Some(char);
    }
    loose
}

/// Names of which one char differs, found by what is left when any one char is taken away.
fn one_character(names: &[(usize, String)], add: &mut impl FnMut(usize, usize, NameLikeness)) {
    let mut groups: HashMap<String, Vec<u32>> = HashMap::new();
    let chars: Vec<Vec<char>> = names.iter().map(|(_, name)| name.chars().collect()).collect();
    for (number, chars) in (0_u32..).zip(&chars) {
        if !(LEAST_CHARS..=MOST_CHARS).contains(&chars.len()) {
            continue;
        }
        groups.entry(chars.iter().collect()).or_default().push(number);
        for missing in 0..chars.len() {
            let rest = chars[..missing].iter().chain(&chars[missing + 1..]).collect();
            groups.entry(rest).or_default().push(number);
        }
    }
    for group in groups.values() {
        for (at, a) in group.iter().enumerate() {
            for b in &group[at + 1..] {
                let (a, b) = (*a as usize, *b as usize);
                if names[a].0 != names[b].0 && is_one_apart(&chars[a], &chars[b]) {
                    add(names[a].0, names[b].0, NameLikeness::OneCharacter);
                }
            }
        }
    }
}

/// One char other, more or less, or two neighbours exchanged; digits do not count.
fn is_one_apart(a: &[char], b: &[char]) -> bool {
    let words = |chars: &[char]| chars.iter().filter(|char| !char.is_numeric()).collect::<String>();
    if a == b || words(a) == words(b) {
        return false;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let ends = |a: &[char], b: &[char]| a == b;
    match (a, b) {
        ([_, rest_a @ ..], [_, rest_b @ ..]) if ends(rest_a, rest_b) => true,
        ([_, rest_a @ ..], b) if ends(rest_a, b) => true,
        (a, [_, rest_b @ ..]) if ends(a, rest_b) => true,
        ([a1, a2, rest_a @ ..], [b1, b2, rest_b @ ..]) => a1 == b2 && a2 == b1 && rest_a == rest_b,
        _ => false,
    }
}

/// Names that a few others begin with, all chars of Japanese.
fn beginnings(names: &[(usize, String)], add: &mut impl FnMut(usize, usize, NameLikeness)) {
    let mut sorted: Vec<(&str, usize)> = names.iter().map(|(index, name)| (name.as_str(), *index)).collect();
    sorted.sort_unstable();
    for (at, (short, index)) in sorted.iter().enumerate() {
        let chars = short.chars().count();
        if chars < 2 || short.chars().any(|char| char < '\u{3040}') {
            continue;
        }
        let longer: Vec<usize> = sorted[at + 1..]
            .iter()
            .take_while(|(name, _)| name.starts_with(short))
            .map(|(_, index)| *index)
            .take(MOST_BEGINNINGS + 1)
            .collect();
        if longer.len() <= MOST_BEGINNINGS {
            for other in longer {
                add(*index, other, NameLikeness::Beginning);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_apart() {
        let apart = |a: &str, b: &str| {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            let forth = is_one_apart(&chars(a), &chars(b));
            assert_eq!(forth, is_one_apart(&chars(b), &chars(a)), "{a} {b}");
            forth
        };
        for (a, b) in
            [("甲乙丙", "甲丁丙"), ("甲乙丙", "甲丙"), ("甲乙丙", "甲丙乙"), ("abc", "abcd"), ("abcd", "bcd")]
        {
            assert!(apart(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("甲乙丙", "甲乙丙"),
            ("甲乙丙", "丁甲丙"),
            ("engine1", "engine2"),
            ("e1", "e12"),
            ("abcd", "badc"),
        ] {
            assert!(!apart(a, b), "{a} {b}");
        }
    }
}
