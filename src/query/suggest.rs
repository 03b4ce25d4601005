//! Names that may be one person's. Nothing is merged here: it is a list to look at.

use super::QueryError;
use super::players::{PlayerRow, players_like};
use crate::database::Database;
use crate::record::{PlayerName, is_exact, normalize_name, without_accents};
use rusqlite::Connection;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How two names are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameLikeness {
    /// They differ in characters that are easily confused: 斎 and 斉, ヶ and ケ, 々 written out, hyphens; names of a
    /// server also in case and width.
    SimilarCharacters,
    /// The words are the same in another order.
    WordOrder,
    /// They differ in accents.
    Accents,
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
            Self::WordOrder => "word_order",
            Self::Accents => "accents",
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

/// Where more names than this are equal but for one character in one place, that character tells them apart.
const MOST_ALIKE: usize = 20;

/// A beginning that more names than this have is nobody's in particular.
const MOST_BEGINNINGS: usize = 3;

/// What is known of a player beside the name.
#[derive(Default)]
struct Life {
    events: BTreeSet<String>,
    years: BTreeSet<String>,
    opponents: BTreeSet<String>,
}

/// A name of a player.
struct Name {
    /// The player, as its place in the list.
    player: usize,
    /// Whose name it is; see `record::person_key`.
    key: String,
    /// The key as it is compared.
    text: String,
    /// The words of the name, normalized and sorted.
    words: Vec<String>,
}

/// Pairs of players that may be one, the surest first. Two who played each other are two; names that differ in one
/// character or are a beginning must have an event or a year in common. Names that differ in digits only (versions of
/// an engine) are not suggested. The time is proportional to the names: of names that many others are like, few pairs are
/// made.
///
/// # Errors
/// When the database cannot be read.
pub fn suggestions(database: &Database) -> Result<Vec<Suggestion>, QueryError> {
    let players = players_like(database, None)?.answer;
    let snapshot = database.snapshot()?;
    let names = names(snapshot.connection(), &players)?;
    let mut pairs: BTreeMap<(usize, usize), NameLikeness> = BTreeMap::new();
    let mut add = |a: usize, b: usize, likeness: NameLikeness| {
        if a != b {
            let known = pairs.entry((a.min(b), a.max(b))).or_insert(likeness);
            *known = likeness.min(*known);
        }
    };
    equal_by(&names, NameLikeness::SimilarCharacters, |name| Some(without_differences(&name.text)), &mut add);
    let words = |name: &Name| (name.words.len() > 1).then(|| name.words.join(" "));
    equal_by(&names, NameLikeness::WordOrder, words, &mut add);
    equal_by(&names, NameLikeness::Accents, |name| Some(without_accents(&name.text)), &mut add);
    one_character(&names, &mut add);
    beginnings(&names, &mut add);
    let mut keys: Vec<Vec<&String>> = vec![Vec::new(); players.len()];
    names.iter().for_each(|name| keys[name.player].push(&name.key));
    let mut lives: HashMap<usize, Life> = HashMap::new();
    let mut found = Vec::new();
    for ((one, other), likeness) in pairs {
        for index in [one, other] {
            if let Entry::Vacant(place) = lives.entry(index) {
                place.insert(life(snapshot.connection(), &players[index])?);
            }
        }
        let (a, b) = (&lives[&one], &lives[&other]);
        if keys[other].iter().any(|key| a.opponents.contains(*key))
            || keys[one].iter().any(|key| b.opponents.contains(*key))
        {
            continue;
        }
        let shared_events = a.events.intersection(&b.events).count() as u64;
        let shared_years = a.years.intersection(&b.years).count() as u64;
        let needs_more = matches!(likeness, NameLikeness::OneCharacter | NameLikeness::Beginning);
        if needs_more && shared_events + shared_years == 0 {
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

/// The names of the players, each key of a player once.
fn names(connection: &Connection, players: &[PlayerRow]) -> Result<Vec<Name>, QueryError> {
    let mut key = connection.prepare_cached("SELECT key FROM player WHERE name = ?1")?;
    let mut names = Vec::with_capacity(players.len());
    for (player, row) in players.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for spelling in &row.spellings {
            let key: String = key.query_row([spelling], |row| row.get(0))?;
            let of_person = PlayerName::parse(spelling);
            let parts = of_person.name.split(|char: char| char.is_whitespace() || ",，、・".contains(char));
            let mut words: Vec<String> = parts.map(normalize_name).filter(|word| !word.is_empty()).collect();
            words.sort_unstable();
            // Another spelling of the same key may have its words apart.
            if seen.insert((key.clone(), words.clone())) {
                let text = if is_exact(&key) { normalize_name(&key) } else { key.clone() };
                names.push(Name { player, key, text, words });
            }
        }
    }
    Ok(names)
}

fn life(connection: &Connection, player: &PlayerRow) -> Result<Life, QueryError> {
    let mut life = Life::default();
    let mut statement = connection.prepare_cached(
        "SELECT e.folded, substr(g.date, 1, 4), o.key FROM player p JOIN game g ON g.black = p.id
         LEFT JOIN event e ON e.id = g.event LEFT JOIN player o ON o.id = g.white
         WHERE p.name = ?1 AND g.hidden_by IS NULL
         UNION
         SELECT e.folded, substr(g.date, 1, 4), o.key FROM player p JOIN game g ON g.white = p.id
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

/// Names that are equal in one respect; of several that are, each with the next one.
fn equal_by(
    names: &[Name],
    likeness: NameLikeness,
    respect: impl Fn(&Name) -> Option<String>,
    add: &mut impl FnMut(usize, usize, NameLikeness),
) {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for name in names {
        if let Some(text) = respect(name).filter(|text| !text.is_empty()) {
            groups.entry(text).or_default().push(name.player);
        }
    }
    for group in groups.values_mut() {
        group.dedup();
        for pair in group.windows(2) {
            add(pair[0], pair[1], likeness);
        }
    }
}

fn without_differences(name: &str) -> String {
    let mut loose = String::with_capacity(name.len());
    let mut last = None;
    for char in name.chars() {
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
fn one_character(names: &[Name], add: &mut impl FnMut(usize, usize, NameLikeness)) {
    let chars: Vec<Vec<char>> = names.iter().map(|name| name.text.chars().collect()).collect();
    let mut rests: Vec<(u64, u32)> = Vec::new();
    for (number, chars) in (0_u32..).zip(&chars) {
        if !(LEAST_CHARS..=MOST_CHARS).contains(&chars.len()) {
            continue;
        }
        rests.push((hash(chars.iter()), number));
        for missing in 0..chars.len() {
            rests.push((hash(chars[..missing].iter().chain(&chars[missing + 1..])), number));
        }
    }
    rests.sort_unstable();
    rests.dedup();
    for group in rests.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() <= MOST_ALIKE) {
        for (at, (_, a)) in group.iter().enumerate() {
            for (_, b) in &group[at + 1..] {
                let (a, b) = (*a as usize, *b as usize);
                if names[a].player != names[b].player && is_one_apart(&chars[a], &chars[b]) {
                    add(names[a].player, names[b].player, NameLikeness::OneCharacter);
                }
            }
        }
    }
}

fn hash<'c>(chars: impl Iterator<Item = &'c char>) -> u64 {
    let mut hasher = DefaultHasher::new();
    chars.for_each(|char| char.hash(&mut hasher));
    hasher.finish()
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
fn beginnings(names: &[Name], add: &mut impl FnMut(usize, usize, NameLikeness)) {
    let mut sorted: Vec<(&str, usize)> = names.iter().map(|name| (name.text.as_str(), name.player)).collect();
    sorted.sort_unstable();
    sorted.dedup();
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
