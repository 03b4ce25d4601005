//! Players: each person once, with every spelling.

use super::condition::player_ids;
use super::stats::{Tally, tally};
use super::{Filter, PlayerResults, QueryError, Score};
use crate::database::{Database, Snapshot};
use crate::index::GameFacts;
use crate::record::normalize_name;
use crate::rules::Color;
use crate::store::{StoreError, VISIBLE};
use rusqlite::{Connection, params_from_iter};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRow {
    /// The name: the one that others were merged into, else the spelling with the most games.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Games with Black.
    pub as_black: u64,
    /// How the games went for the player.
    pub results: PlayerResults,
    /// Won games and half the drawn ones among those with a result.
    pub score: Option<Score>,
    /// The year of the first game with a date.
    pub first_year: Option<u16>,
    /// The year of the last one.
    pub last_year: Option<u16>,
    /// The spellings in the games, as written, most games first.
    pub spellings: Vec<String>,
    /// Further names that were given to the person and stand in no game.
    pub aliases: Vec<String>,
}

/// The games of one spelling.
struct Spelling {
    id: u32,
    name: String,
    person: String,
    sums: PlayerTally,
}

/// What is counted of the games of one name.
#[derive(Clone, Debug, Default)]
struct PlayerTally {
    games: u64,
    as_black: u64,
    results: PlayerResults,
    years: Option<(u16, u16)>,
}

impl PlayerTally {
    fn add(&mut self, color: Color, game: &GameFacts) {
        self.games += 1;
        self.as_black += u64::from(color == Color::Black);
        self.results.add(color, game.result);
        if let Some(year) = game.year() {
            self.add_years((year, year));
        }
    }

    fn add_years(&mut self, (first, last): (u16, u16)) {
        let (mine_first, mine_last) = self.years.unwrap_or((first, last));
        self.years = Some((mine_first.min(first), mine_last.max(last)));
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.as_black += other.as_black;
        self.results += other.results;
        if let Some(years) = other.years {
            self.add_years(years);
        }
    }
}

/// The games of each name, by its id.
#[derive(Default)]
struct PlayersTally(HashMap<u32, PlayerTally>);

impl Tally for PlayersTally {
    fn add(&mut self, game: &GameFacts) {
        for color in Color::ALL {
            if let Some(id) = game.players[color.index()] {
                self.0.entry(id.get()).or_default().add(color, game);
            }
        }
    }

    fn merge(&mut self, other: Self) {
        for (id, sums) in other.0 {
            self.0.entry(id).or_default().merge(&sums);
        }
    }
}

pub(super) fn players(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    limit: Option<u64>,
) -> Result<Vec<PlayerRow>, QueryError> {
    let mut rows = persons(snapshot.connection(), spellings(snapshot, filter)?)?;
    rows.truncate(limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
    Ok(rows)
}

/// The players one of whose names contains `like` (all when it is not given), with all their games.
///
/// # Errors
/// When the database cannot be read.
pub fn players_like(database: &Database, like: Option<&str>) -> Result<Vec<PlayerRow>, QueryError> {
    let snapshot = database.snapshot()?;
    let mut found = spellings(&snapshot, &Filter::default())?;
    if let Some(like) = like {
        let question = player_ids(&[like.to_owned()]);
        let mut statement = snapshot.connection().prepare(&question.sql)?;
        let ids = statement
            .query_map(params_from_iter(&question.values), |row| row.get(0))?
            .collect::<Result<HashSet<u32>, _>>()?;
        found.retain(|spelling| ids.contains(&spelling.id));
    }
    persons(snapshot.connection(), found)
}

/// In how many games two players sat opposite each other, whatever of their names they had. One person cannot.
///
/// # Errors
/// When the database cannot be read.
pub fn games_between(database: &Database, one: &str, other: &str) -> Result<u64, QueryError> {
    let of = "SELECT id FROM player WHERE person IN (SELECT person FROM player WHERE folded = ?
         UNION SELECT person FROM player_alias WHERE folded = ? OR person = ?)";
    let question = format!(
        "SELECT count(*) FROM game g WHERE {VISIBLE} AND
             (g.black IN ({of}) AND g.white IN ({of}) OR g.black IN ({of}) AND g.white IN ({of}))"
    );
    let [one, other] = [one, other].map(|name| vec![normalize_name(name); 3]);
    let values = [one.clone(), other.clone(), other, one].concat();
    let snapshot = database.snapshot()?;
    let count: i64 =
        snapshot.connection().query_row(&question, params_from_iter(values), |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

fn spellings(snapshot: &Snapshot<'_>, filter: &Filter) -> Result<Vec<Spelling>, QueryError> {
    let PlayersTally(mut sums) = tally(snapshot, filter)?;
    let mut statement = snapshot.connection().prepare_cached("SELECT id, name, person FROM player")?;
    let mut rows = statement.query(())?;
    let mut spellings = Vec::with_capacity(sums.len());
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        if let Some(sums) = sums.remove(&id) {
            spellings.push(Spelling { id, name: row.get(1)?, person: row.get(2)?, sums });
        }
    }
    Ok(spellings)
}

/// Puts the spellings of one person together.
fn persons(connection: &Connection, mut spellings: Vec<Spelling>) -> Result<Vec<PlayerRow>, QueryError> {
    spellings.sort_by(|a, b| b.sums.games.cmp(&a.sums.games).then_with(|| a.name.cmp(&b.name)));
    let mut persons: BTreeMap<String, (PlayerTally, PlayerRow)> = BTreeMap::new();
    for Spelling { name, person, sums, .. } in spellings {
        let (all, row) = persons.entry(person).or_default();
        all.merge(&sums);
        row.spellings.push(name);
    }
    let mut shown = HashMap::new();
    for (person, person_name, normalized, name) in aliases(connection)? {
        if let Some((_, row)) = persons.get_mut(&person) {
            if !row.spellings.iter().any(|spelling| normalize_name(spelling) == normalized) {
                row.aliases.push(name);
            }
            shown.insert(person, person_name);
        }
    }
    let mut rows: Vec<PlayerRow> = persons
        .into_iter()
        .map(|(person, (sums, mut row))| {
            let commonest = row.spellings.first().cloned().unwrap_or_default();
            row.player = shown.remove(&person).unwrap_or(commonest);
            (row.games, row.as_black, row.results) = (sums.games, sums.as_black, sums.results);
            row.score = sums.results.score();
            (row.first_year, row.last_year) = sums.years.unzip();
            row
        })
        .collect();
    rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.player.cmp(&b.player)));
    Ok(rows)
}

/// The aliases: person, the person's name, the alias normalized, the alias as given.
fn aliases(connection: &Connection) -> Result<Vec<(String, String, String, String)>, StoreError> {
    let mut statement =
        connection.prepare("SELECT person, person_name, folded, name FROM player_alias ORDER BY name")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
